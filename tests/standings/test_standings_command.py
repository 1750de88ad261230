"""The output of `manage.py standings`, exactly as formats.md gives it."""

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.standings.result_builders import run_standings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """An evening of three players with a coup and a penalty recorded."""
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    return tournament


def test_json_holds_the_ranking_in_the_documented_format(played):
    answer = json.loads(run_standings(played, format="json"))
    assert answer["format"] == "corbillon.classement/1"
    assert answer["event"] == "Soirée"
    assert [(row["rank"], row["player"], row["total"]) for row in answer["rows"]] == [
        (1, "Anne", 44),
        (2, "Basile", -13),
        (3, "Chloé", -31),
    ]


def test_csv_has_the_documented_column_names_and_no_byte_order_mark(played):
    written = run_standings(played, format="csv")
    rows = list(csv.DictReader(StringIO(written)))
    assert written.startswith("rank,player,total,")
    assert rows[2]["player"] == "Chloé"
    assert rows[2]["total"] == "-31"


def test_text_is_the_default_and_a_code_may_be_in_small_letters(played):
    assert run_standings(played.code.lower(), format="text") == run_standings(played)
    assert "  1. Anne      +44\n" in run_standings(played)
    assert "−31" in run_standings(played)


def test_an_unknown_tournament_is_refused():
    for wrong in ("0", "99999999999999999999", "ZZZ", ""):
        with pytest.raises(CommandError, match="pas d’évènement"):
            run_standings(wrong)
