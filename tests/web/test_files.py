"""Every table that a page shows is a file too, in each format: what stands on the page, numbers as numbers, no
formula."""

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.presentation.tables.export import EXPORT_FORMATS, ExportGrid

pytestmark = pytest.mark.django_db

NAMES = ("=1+1", "Basile", "-Chloé")


@pytest.fixture
def pages_with_files() -> tuple[Client, dict[str, Any]]:
    """A signed-in client, and by address of a page the first row of its file's body in JSON (None: not compared)."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=NAMES, sizes=(3,))
    record_events(get_table(tournament), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    rename_entry(tournament.entries.get(shown_name="Basile"), "@Basile", actor="user:1")
    close_tournament(tournament)
    entry = tournament.entries.get(shown_name=NAMES[0])
    return client, {
        f"/{tournament.code}/standings": [1, "=1+1", 44, 1, 1, 3, 2],
        f"/{tournament.code}/cross": [1, "=1+1", "2 · 3", 44, 44, 1],
        f"/{tournament.code}/seats": ["-Chloé", 1, 3],
        f"/{tournament.code}/table/1": [1, "Coup 1", 42, -15, -27, 122, 65, 53],
        f"/{tournament.code}/table/1/now": ["=1+1", 5, 24, 124, 44, 1],
        f"/{tournament.code}/round/1/table/1/now": ["=1+1", 5, 24, 124, 44, 1],
        f"/{tournament.code}/round/1/table/1": [1, "Coup 1", 42, -15, -27, 122, 65, 53],
        f"/{tournament.code}/player/{entry.pk}": [1, 1, "Coup 1", 58, 3, 2, 42],
        f"/club/{club.pk}": [
            "Les plus belles soirées",
            "Brusquembille",
            "=1+1",
            44,
            tournament.name,
            str(tournament.date),
        ],
        f"/club/{club.pk}/player/{entry.player_id}": [str(tournament.date), tournament.name, 1, 3, 44, 1],
        f"/club/{club.pk}/player/{entry.player_id}/rivals": ["@Basile", 1, 1, 0],
        f"/club/{club.pk}/player/{entry.player_id}/partners": None,
        "/desk/club": ["nadia", "responsable"],
        "/desk/players": None,
        f"/desk/event/{tournament.pk}/players": ["-Chloé", "présent", 1, 3],
        f"/desk/event/{tournament.pk}/log": None,
    }


def test_each_table_of_a_page_is_a_file_in_every_format(pages_with_files):
    client, pages = pages_with_files
    for page, first in pages.items():
        answers = {ending: client.get(f"{page}.{ending}") for ending in EXPORT_FORMATS}
        assert {each.status_code for each in answers.values()} == {200}, page
        rows = json.loads(answers["json"].content)["rows"]
        if first is not None:
            assert list(rows[0].values()) == first, page
        sheet = load_workbook(io.BytesIO(answers["xlsx"].content)).active
        cells = [cell for row in sheet.iter_rows(min_row=2) for cell in row]
        assert "f" not in {cell.data_type for cell in cells}, page
        assert [cell.value for cell in cells[: len(first or ())]] == (first or [])
        lines = list(csv.reader(io.StringIO(answers["csv"].content.decode("utf-8-sig")), delimiter=";"))
        assert len(lines) == 1 + len(rows)
        assert not [cell for line in lines for cell in line if cell[:1] in "=@" and cell], page
        assert client.get(f"{page}.exe").status_code == 404


def test_the_name_of_a_worksheet_fits_excel_s_limits():
    for name in ("🎴" * 20, "a" * 40, "[Les] lots : 1/2", "'"):
        sheet = load_workbook(
            io.BytesIO(EXPORT_FORMATS["xlsx"].write(ExportGrid.build(name, [("a", "A")], [[1]])))
        ).active
        assert 1 <= len(sheet.title.encode("utf-16-le")) // 2 <= 31


def test_each_page_links_to_its_files(pages_with_files):
    client, pages = pages_with_files
    for page in pages:
        shown = page.removesuffix("/rivals").removesuffix("/partners").removesuffix("/now")
        if not page.endswith("/partners"):  # nobody has played with a partner
            assert f"{page}.xlsx" in client.get(shown).content.decode(), page


def test_files_of_the_organiser_s_lists_are_missing_for_another_club(pages_with_files):
    _client, pages = pages_with_files
    stranger, _club = sign_in_organiser("paul", "Autre cercle")
    for page in pages:
        if page.startswith("/desk/event"):
            assert stranger.get(f"{page}.csv").status_code == 404
    assert "Basile" not in stranger.get("/desk/players.csv").content.decode()
    assert Client().get("/desk/players.csv").status_code == 302


def test_the_address_cards_of_a_club_are_kept_as_its_other_files_are():
    client, club = sign_in_organiser()
    create_open_evening(club)
    page = client.get("/desk/players").content.decode()
    (kept,) = re.findall(r'<details class="keep-as.*?</details>', page, re.DOTALL)
    assert reverse("players-cards") in kept
