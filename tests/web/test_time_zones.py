"""Time zones by their towns, in the reader's language: the names kept are those of Unicode.

CORBILLON_GOLDEN=1 pytest tests/web/test_time_zones.py      # writes time_zones.json anew; its diff is then to be read
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from babel.core import get_global
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from config.system_calls import find_time_zone
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.people.clubs import create_club
from tournaments.presentation.text import time_zones
from tournaments.presentation.text.time_zones import REGIONS, list_zone_choices, load_towns, name_town

KEPT = Path(time_zones.__file__).with_suffix(".json")
LANGUAGES = ("fr", "en", "it")


def read_unicode_towns() -> dict[str, dict[str, str]]:
    named = {language: Locale(language).time_zones for language in LANGUAGES}
    aliases = get_global("zone_aliases")
    zones = {*aliases.values(), *get_global("zone_territories")} - set(aliases)
    return {
        zone: {
            language: named[language].get(zone, {}).get("city", zone.rpartition("/")[2].replace("_", " "))
            for language in LANGUAGES
        }
        for zone in sorted(zones)
        if zone.partition("/")[0] in REGIONS
    }


def test_the_towns_kept_are_those_of_unicode() -> None:
    if os.environ.get("CORBILLON_GOLDEN"):
        towns = read_unicode_towns()
        lines = [f"{json.dumps(zone)}: {json.dumps(named, ensure_ascii=False)}" for zone, named in towns.items()]
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        load_towns.cache_clear()
    assert load_towns() == read_unicode_towns()


@pytest.mark.parametrize(("language", "towns"), [("fr", "Londres Rome"), ("en", "London Rome"), ("it", "Londra Roma")])
def test_a_town_is_named_in_the_readers_language(language: str, towns: str) -> None:
    with translation.override(language):
        assert [name_town("Europe/London"), name_town("Europe/Rome")] == towns.split()


def test_zones_are_offered_by_region_and_one_that_is_not_listed_is_kept() -> None:
    with translation.override("fr"):
        towns = [town for _zone, town in dict(list_zone_choices("Europe/Rome"))["Europe"]]
        assert towns.index("Île de Man") < towns.index("Istanbul"), towns
    with translation.override("it"):
        regions = dict(list_zone_choices("Europe/Rome"))
        assert ("Europe/Paris", "Parigi") in regions["Europa"]
        assert list(regions) == sorted(regions)
        assert list_zone_choices("Etc/GMT+3")[0] == ("Etc/GMT+3", "Etc/GMT+3")


@pytest.mark.django_db
def test_the_clubs_settings_and_the_boards_clock_name_the_town() -> None:
    client, club = sign_in_organiser()
    settings = client.get("/desk/club/technical", headers={"accept-language": "it"}).content.decode()
    assert '<optgroup label="Europa">' in settings
    assert ">Parigi</option>" in settings
    tournament = create_open_evening(club)
    board = Client().get(f"/{tournament.code}", headers={"accept-language": "it"}).content.decode()
    assert 'data-zone="Europe/Paris"' in board
    assert 'data-town="Parigi"' in board


@pytest.mark.posix  # a link of Unix's: on Windows not everybody may make one
@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Europe/London", "Europe/London"),
        ("America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
        ("Etc/UTC", ""),
        ("Europe/Nowhere", ""),
    ],
)
def test_a_computer_says_in_which_zone_it_is(tmp_path: Path, place: str, zone: str) -> None:
    (tmp_path / "zoneinfo" / place).parent.mkdir(parents=True)
    link = tmp_path / "localtime"
    link.symlink_to(tmp_path / "zoneinfo" / place)
    assert find_time_zone(link) == zone
    assert find_time_zone(tmp_path / "nowhere") == ""


@pytest.mark.django_db
def test_a_new_club_is_in_the_computers_zone(settings: Any) -> None:
    settings.TIME_ZONE = "Europe/London"
    assert create_club(User.objects.create_user("nadia"), "Whist").time_zone == "Europe/London"
