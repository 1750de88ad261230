"""The columns of every file: keys for scripts and headings for people, in order, as golden lines in file_columns.txt.

    CORBILLON_GOLDEN=1 pytest tests/web/test_file_columns.py      # writes it anew; its diff is then to be read

Other programs read these files: a key that changes breaks them.
"""

import csv
import io
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import DAY, NAMES, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.money.prizes import add_prize
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.book.loading import load_sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Tournament
from tournaments.reading.phases import Phase

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).with_name("file_columns.txt")


def list_files(client: Client, club: Any) -> Iterator[tuple[str, str]]:
    """Fill an evening, a season and two groups; yield each file's name here and its address without the ending."""
    evening = create_open_evening(club, names=NAMES[:3], sizes=(3,))
    table = get_table(evening)
    record_events(table, build_coup())
    sheet = load_sheet(table.pk)
    record_events(
        table, sheet.to_seats(PARTS_BY_GAME["brusquembille"].play_next_event(sheet.state, random.Random(5), 1.0))
    )
    add_prize(evening, kind="rank", place=1, group="", label="Un jambon", cents=5000, shared=True)
    set_jeton_worth(evening, WorthTerms(5, 2, "EUR", 1))
    season = create_season(club, "Saison")
    season.tournaments.add(evening)
    cup = create_tournament(club, name="Coupe", date=DAY, players=NAMES)
    plan_rounds(cup, format="groups", phase=Phase("groups", 0, through=2, seeding="list"))
    draw_rounds(cup, sizes=(2,), seed=1)
    publish_round(cup, 1)
    open_tournament(Tournament.objects.get(pk=cup.pk))
    entry = evening.entries.get(shown_name=NAMES[0])
    public = ("standings", "cross", "seats", "table/1", "table/1/now", "round/1/table/1/coup/2", f"player/{entry.pk}")
    yield from ((re.sub(r"/\d+$", "", part), f"/{evening.code}/{part}") for part in public)
    yield from ((part, f"/{cup.code}/{part}") for part in ("bracket", "bracket/groups", "bracket/places"))
    close_tournament(evening)
    yield from (("season", f"/season/{season.pk}"), ("records", f"/club/{club.pk}"))
    career = f"/club/{club.pk}/player/{entry.player_id}"
    yield from ((f"career{part}", f"{career}{part}") for part in ("", "/rivals", "/partners"))
    yield from (("club", "/desk/club"), ("players", "/desk/players"))
    yield from ((f"event {part}", f"/desk/event/{evening.pk}/{part}") for part in ("players", "log", "prizes", "money"))
    yield from ((f"event {part}", f"/desk/event/{evening.pk}/{part}") for part in ("settlement", "settlement/accounts"))
    yield "cup standings", f"/{cup.code}/standings"


def read_columns(client: Client, address: str) -> str:
    """Return the keys and the headings of a file."""
    body = client.get(f"{address}.csv", headers={"accept-language": "fr"}).content.decode("utf-8-sig")
    rows = client.get(f"{address}.json", headers={"accept-language": "fr"}).json()
    headings = next(csv.reader(io.StringIO(body), delimiter=";"))
    keys = rows["rows"][0] if rows["rows"] else ["(no rows)"]
    return f"{rows['name']}: {' '.join(keys)} | {' · '.join(headings)}"


def test_every_file_keeps_its_keys_and_headings():
    client, club = sign_in_organiser()
    told = "".join(f"{name} | {read_columns(client, address)}\n" for name, address in list_files(client, club))
    for code in Tournament.objects.values_list("code", flat=True):
        told = told.replace(f" {code} ", " CODE ")
    if os.environ.get("CORBILLON_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")
