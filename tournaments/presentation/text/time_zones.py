"""Time zones named after their towns, in the reader's language. The towns' names are Unicode's, kept in
`time_zones.json`; a test holds them to Babel's, which a running club does without."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.standings.ranking import get_name_key

REGIONS = {
    "Africa": _("Afrique"),
    "America": _("Amérique"),
    "Antarctica": _("Antarctique"),
    "Arctic": _("Arctique"),
    "Asia": _("Asie"),
    "Atlantic": _("Atlantique"),
    "Australia": _("Australie"),
    "Europe": _("Europe"),
    "Indian": _("Océan Indien"),
    "Pacific": _("Pacifique"),
}


@cache
def load_towns() -> dict[str, dict[str, str]]:
    """Return each zone's town by language; cached."""
    towns: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return towns


def name_town(zone: str) -> str:
    """Return the town of a zone; a zone that is not listed is named as it is written."""
    written = zone.rpartition("/")[2].replace("_", " ")
    return load_towns().get(zone, {}).get((get_language() or "fr")[:2], written)


def list_zone_choices(kept: str) -> list[tuple[str, Any]]:
    """List the zones by region and town, as the choices of a form; first the one kept where it is not listed."""
    groups: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for zone in load_towns().keys() & available_timezones():
        groups[zone.partition("/")[0]].append((zone, name_town(zone)))
    listed = sorted(
        (str(REGIONS[region]), sorted(zones, key=lambda each: get_name_key(each[1])))
        for region, zones in groups.items()
    )
    return listed if kept in load_towns() else [(kept, kept.replace("_", " ")), *listed]
