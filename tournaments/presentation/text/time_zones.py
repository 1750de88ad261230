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
    """Return the name of each time zone's town, by zone and language; cached."""
    towns: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return towns


def name_town(zone: str) -> str:
    """Return the name of a time zone's town in the active language; for a zone that is not listed, the zone's own
    name."""
    written = zone.rpartition("/")[2].replace("_", " ")
    return load_towns().get(zone, {}).get((get_language() or "fr")[:2], written)


def list_zone_choices(kept: str) -> list[tuple[str, Any]]:
    """Return time zones as choices of a form field, grouped by region and sorted by town. `kept`: the zone now chosen,
    which comes first if it is not listed."""
    groups: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for zone in load_towns().keys() & available_timezones():
        groups[zone.partition("/")[0]].append((zone, name_town(zone)))
    listed = sorted(
        (str(REGIONS[region]), sorted(zones, key=lambda each: get_name_key(each[1])))
        for region, zones in groups.items()
    )
    return listed if kept in load_towns() else [(kept, kept.replace("_", " ")), *listed]
