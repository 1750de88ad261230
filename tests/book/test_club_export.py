"""`export --club`: everything of one club in one file, whose evenings and presets are imported elsewhere, and nothing
of another club."""

import json
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

from tests.book.evening_builders import build_coup, create_club, create_evening, get_table, record_events
from tests.book.test_archives import build_headless_document, drop_heads
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.presets import make_preset
from tournaments.exchange.schema_files import read_schema_files
from tournaments.exchange.tournament_import import read_tournament

pytestmark = [pytest.mark.book, pytest.mark.django_db]


def export_club(pk: int, file: Path) -> dict[str, str]:
    """Export the club. Return the files of the zip by their names."""
    call_command("export", club=pk, output=file, stdout=StringIO())
    with ZipFile(file) as archive:
        return {name: archive.read(name).decode(errors="replace") for name in archive.namelist()}


def test_a_club_leaves_with_everything_of_its_own_and_nothing_of_others(tmp_path: Path) -> None:
    mine, other = create_evening(3), create_evening(3)
    record_events(get_table(mine), build_coup())
    make_preset(mine.club, game="briscola", base="briscola", name="La nôtre", options={})
    found = export_club(mine.club_id, tmp_path / "club.zip")
    assert {name.partition("/")[0] for name in found} == {
        *("club.json", "players.csv", "players.json"),
        *("presets", "evenings", "logs"),
    }
    assert f"evenings/{other.pk}.json" not in found
    assert len(json.loads(found["players.json"])) == mine.club.players.count()
    club = json.loads(found["club.json"])
    assert club["club"]["name"] == mine.club.name
    Draft202012Validator(json.loads(read_schema_files()["corbillon.club-1.json"])).validate(club)


def test_an_evening_of_it_is_imported_elsewhere_as_it_was(tmp_path: Path) -> None:
    mine = create_evening(3)
    record_events(get_table(mine), build_coup())
    document = json.loads(export_club(mine.club_id, tmp_path / "club.zip")[f"evenings/{mine.pk}.json"])
    arrived = import_tournament(create_club("Ailleurs"), read_tournament(document))
    assert build_headless_document(arrived) | {"id": mine.pk} == drop_heads(document)


@pytest.mark.parametrize("asked", [{}, {"club": 999_999, "output": Path("x")}, {"club": 1}])
def test_what_cannot_be_exported_is_told(asked: dict[str, object]) -> None:
    with pytest.raises(CommandError):
        call_command("export", **asked)
