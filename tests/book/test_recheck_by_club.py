"""`recheck --club` and `--resume`: the book of clubs, one after the other; what was right is not read twice."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connection, connections

from tests.book.book_rows import run_recheck
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.forbidden_sql import execute_sql
from tests.fixtures.databases import Database
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.actions.tables import book_check
from tournaments.book.sheet import Sheet
from tournaments.models import Club, Table, Tournament
from tournaments.models.guards.install import install_guards, remove_guards
from tournaments.models.querysets import TableQuerySet
from tournaments.standings.seasons import SeasonRule


def fill_two_clubs() -> None:
    """Fill the database: two clubs, each with an evening of one table and a season; the second one played two coups."""
    for coups in (1, 2):
        evening = create_evening(3)
        record_events(get_table(evening), *[build_coup()] * coups)
        season = create_season(evening.club, "2026")
        change_season(season, name="2026", rule=SeasonRule(), tournaments=[evening], in_draws=False)


pytestmark = [pytest.mark.book_at_length, pytest.mark.start_from(fill=fill_two_clubs)]
CHANGE = "UPDATE tournaments_line SET net = net + 1 WHERE id = (SELECT MAX(id) FROM tournaments_line)"


def list_clubs() -> list[int]:
    """Return the ids of the two clubs."""
    return list(Club.objects.filter(tournaments__isnull=False).order_by("pk").values_list("pk", flat=True))


def change_behind_the_guards(*statements: str) -> None:
    """Change the file as its owner could."""
    remove_guards(connection)
    execute_sql(list(statements))
    install_guards(connection)


def test_one_club_is_checked_alone_and_its_rate_is_told(own_database: Database) -> None:
    _first, second = list_clubs()
    said = run_recheck("--club", second)
    assert "(tables\u202f: 1, enregistrements\u202f: 2)" in said
    assert "enregistrements par seconde" in said


@pytest.mark.tampers
def test_a_fault_is_told_for_its_own_club_alone(own_database: Database) -> None:
    first, second = list_clubs()
    change_behind_the_guards(CHANGE)
    assert "juste" in run_recheck("--club", first)
    with pytest.raises(CommandError):
        run_recheck("--club", second)


@pytest.mark.parametrize("arguments", [("--club", "99999"), ("1", "--club", "1"), ("1", "--resume", "x")])
def test_what_cannot_be_asked_is_told(own_database: Database, arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run_recheck(*arguments)


@pytest.mark.tampers
def test_a_check_that_was_ended_goes_on_after_the_clubs_that_were_right(own_database: Database, tmp_path: Path) -> None:
    first, _second = list_clubs()
    file = tmp_path / "right.json"
    change_behind_the_guards(CHANGE)
    with pytest.raises(CommandError):
        run_recheck("--resume", file)
    assert str(first) in json.loads(file.read_text(encoding="utf-8"))["right"]
    change_behind_the_guards(CHANGE.replace("+", "-"))
    said = run_recheck("--resume", file)
    assert f"\n{first} " not in f"\n{said}"
    assert "Le livre est juste (tables\u202f: 2, enregistrements\u202f: 3)." in said
    assert not file.exists()


@pytest.mark.tampers
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_season SET hidden = NOT hidden",
        "DELETE FROM tournaments_season_events WHERE id = (SELECT MAX(id) FROM tournaments_season_events)",
    ],
)
def test_what_belongs_to_no_evening_is_looked_at_once_all_clubs_are(
    own_database: Database, tmp_path: Path, statement: str
) -> None:
    change_behind_the_guards(statement)
    with pytest.raises(CommandError):
        run_recheck("--resume", tmp_path / "right.json")


def test_a_file_that_is_none_of_ours_is_kept(own_database: Database, tmp_path: Path) -> None:
    file = tmp_path / "right.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(CommandError, match="note"):
        run_recheck("--resume", file)
    assert file.read_text(encoding="utf-8") == "[]"


@pytest.mark.book
@pytest.mark.skipif(connection.vendor == "sqlite", reason="a laptop checks when nobody plays")
def test_a_coup_recorded_while_a_table_is_read_is_no_difference(
    own_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, load = get_table(Tournament.objects.latest("pk")), book_check.load_sheets_to_check

    def load_and_play(tables: TableQuerySet) -> list[Sheet]:
        """Read the sheets; then another server records a coup."""
        sheets = load(tables)
        with ThreadPoolExecutor(1) as server:
            server.submit(record_events, table, build_coup()).result()
            server.submit(connections.close_all).result()
        return sheets

    monkeypatch.setattr(book_check, "load_sheets_to_check", load_and_play)
    checked = book_check.check_book(Table.objects.filter(pk=table.pk))
    assert checked.difference is None
    assert checked.records == 2
