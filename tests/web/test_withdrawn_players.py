"""Who plays no longer, though the evening went on, is marked in its standings: on pages, papers and in files."""

import io
import json

import pytest
from django.core.management import call_command
from django.test import Client

from tests.book.round_builders import create_tournament, draw_and_publish
from tests.printing.pdf_reading import print_document, read_text
from tests.web.rights_world import record_lines
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.rounds.participation import set_participation, set_presence
from tournaments.models import Entry, Table, Tournament
from tournaments.reading.export import standings_to_text
from tournaments.reading.tallies import get_ranking, get_standings
from tournaments.views.organiser.evening.tiles import build_side_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """A tournament of two rounds; player 1 played the first alone, player 2 is away since the second."""
    found = create_tournament(7, "random", rounds=3)
    first = found.entries.get(shown_name="Joueur 1")
    set_participation(first, first=1, last=1, table=None)
    for n in (1, 2):
        draw_and_publish(found, n, (3,))
        open_tournament(found)
        for table in Table.objects.filter(round__tournament=found, round__n=n):
            record_lines(table, 2)
    set_presence([found.entries.get(shown_name="Joueur 2")], Entry.Presence.ABSENT)
    return Tournament.objects.get(pk=found.pk)


def list_withdrawn(tournament: Tournament, up_to_round: int | None = None) -> set[str]:
    return {row.tally.player for row in get_standings(tournament, up_to_round=up_to_round) if row.tally.withdrawn}


def test_who_withdrew_is_known_since_the_round_after_his_last(tournament: Tournament):
    assert list_withdrawn(tournament) == {"Joueur 1", "Joueur 2"}
    assert list_withdrawn(tournament, 1) == set()
    assert list_withdrawn(tournament, 2) == {"Joueur 1"}
    assert {row.tally.player for row in get_ranking(tournament) if row.tally.withdrawn} == {"Joueur 1", "Joueur 2"}


def test_pages_papers_and_files_mark_him(tournament: Tournament):
    page = Client().get(f"/{tournament.code}/standings").content.decode()
    assert page.count("s’est retiré") == 2
    assert Client().get(f"/{tournament.code}/standings?round=1").content.decode().count("s’est retiré") == 0
    content = Client().get(f"/{tournament.code}/standings.csv").content.decode()
    assert "S’est retiré" in content.splitlines()[0]
    assert content.count("oui") == 2
    side = build_side_standings(tournament, 2)
    assert side
    assert [it.row.tally.player for it in side.rows if it.absence] == [
        row.tally.player for row in get_standings(tournament) if row.tally.withdrawn
    ]
    assert read_text(print_document(tournament, "standings")).count("s’est retiré") == 2
    close_tournament(tournament)
    assert Client().get(f"/{tournament.code}/standings").content.decode().count("s’est retiré") == 2


def test_other_programs_read_it(tournament: Tournament):
    out = io.StringIO()
    call_command("standings", tournament.pk, "--format", "json", stdout=out)
    rows = json.loads(out.getvalue())["rows"]
    assert {row["player"] for row in rows if row.get("withdrawn")} == {"Joueur 1", "Joueur 2"}
    items = Client().get(f"/api/v1/tournaments/{tournament.code}/standings").json()["items"]
    assert {item["name"] for item in items if item["withdrawn"]} == {"Joueur 1", "Joueur 2"}
    assert standings_to_text(get_standings(tournament)).count("s’est retiré") == 2


def test_nothing_is_said_where_nobody_withdrew(tournament: Tournament):
    Entry.objects.update(last_round=None, presence=Entry.Presence.PRESENT)
    assert "S’est retiré" not in Client().get(f"/{tournament.code}/standings.csv").content.decode()
    assert "retiré" not in Client().get(f"/{tournament.code}/standings").content.decode()
