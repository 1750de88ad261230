"""A coup recorded trick by trick: walked through on its public page, and printed as a diagram."""

import json
import random
import re

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.printing.pdf_reading import print_document, read_text
from tests.web.phone_client import build_tricks_fields, open_phone_of_game
from tournaments.actions.evenings.lifecycle import hide_tournament
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.book.replay import build_replays
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Tournament
from tournaments.printing.documents import list_printable
from tournaments.printing.tournament_papers import build_diagrams

pytestmark = pytest.mark.django_db


def read_page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.fixture
def played() -> Tournament:
    """One table of three: a coup in totals, then one in tricks."""
    tournament = create_evening(3, tours=2)
    table = get_table(tournament)
    record_events(table, build_coup())
    sheet = load_sheet(table.pk)
    record_events(
        table, sheet.to_seats(PARTS_BY_GAME["brusquembille"].play_next_event(sheet.state, random.Random(5), 1.0))
    )
    return tournament


def test_each_step_links_to_its_neighbours_and_names_who_took_the_trick(played):
    address = f"/{played.code}/round/1/table/1/coup/2"
    (replay,) = build_replays(load_sheets(played)[0])
    assert (replay.n, replay.coup) == (2, 2)
    last = replay.followed.planned
    for at in range(last + 2):
        page = read_page(f"{address}?trick={at}")
        linked = dict(re.findall(r'<a class="[^"]*" rel="(prev|next)" href="\?trick=(\d+)"', page))
        expected = {"prev": at - 1, "next": at + 1}
        assert linked == {rel: str(n) for rel, n in expected.items() if 0 <= n <= last + 1}
        if 0 < at <= last:
            trick = replay.tricks[at - 1]
            assert re.search(rf'class="taken">\s*<bdi>{trick.taker}</bdi> [^<]* {trick.points} point', page)
            assert page.count('class="playing"') == 3
    assert "corbillon" in page, "the last step shows the result of the coup"


def test_a_card_is_named_for_a_screen_reader(played):
    (replay,) = build_replays(load_sheets(played)[0])
    first = replay.tricks[0].cards[0].card
    ranks = {"A": "as", "R": "roi", "D": "dame", "V": "valet", "10": "dix", "9": "neuf", "8": "huit", "7": "sept"}
    suits = {"♠": "pique", "♥": "cœur", "♦": "carreau", "♣": "trèfle"}
    assert f'aria-label="{ranks[first[:-1]]} de {suits[first[-1]]}"' in read_page(
        f"/{played.code}/round/1/table/1/coup/2"
    )


def test_the_running_points_end_as_the_points_of_the_coup(played):
    (replay,) = build_replays(load_sheets(played)[0])
    assert dict(replay.tricks[-1].totals) == dict(replay.step.outcome.points)


def test_the_tricks_of_a_coup_are_a_file(played):
    (replay,) = build_replays(load_sheets(played)[0])
    rows = json.loads(read_page(f"/{played.code}/round/1/table/1/coup/2.json"))["rows"]
    first = replay.tricks[0]
    cards = {each.player: each.card for each in first.cards}
    assert list(rows[0].values()) == [
        1, *(cards[name] for name in replay.sheet.names), first.cards[0].player, first.taker, first.points,
    ]  # fmt: skip
    assert sum(row["points"] for row in rows) == 120
    assert len(rows) == 10


def test_a_replay_is_linked_and_a_coup_without_tricks_has_none(played):
    table = read_page(f"/{played.code}/table/1")
    assert table.count("/coup/2") == 1
    assert "/coup/1" not in table
    for missing in ("/round/1/table/1/coup/1", "/round/1/table/1/coup/9", "/round/2/table/1/coup/2"):
        assert Client().get(f"/{played.code}{missing}").status_code == 404
    address = f"/{played.code}/round/1/table/1/coup/2"
    assert "levée 1 sur 10" in read_page(f"{address}?trick=x")
    assert Client().get(f"{address}?trick=999").context["at"] == 11, "the end"
    assert "/coup/2" not in read_page(f"/{played.code}/table/1").replace(f"/{played.code}/round/1/table/1/coup/2", "")
    hide_tournament(played)
    assert Client().get(address).status_code == 404


def test_announcements_are_shown_before_their_trick_and_marks_at_the_end():
    table = open_phone_of_game("briscan", 2)
    event = PARTS_BY_GAME["briscan"].play_next_event(table.sheet.state, random.Random(2), 1.0)
    assert event["announcements"]
    assert table.send("tricks", **build_tricks_fields(event)).status_code == 303
    (replay,) = build_replays(table.sheet)
    called = [call for trick in replay.tricks for call in (*trick.marked_before, *trick.marked_by_trick)]
    lines = replay.step.outcome.lines
    assert [(call.player, call.points, call.rule) for call in called] == [line[:3] for line in lines[: len(called)]]
    assert {line.rule for line in replay.marks} <= {"BRC-13", "BRC-14", "BRC-15", "BRC-16"}
    number = next(trick.number for trick in replay.tricks if trick.marked_before)
    assert str(replay.tricks[number - 1].marked_before[0].text) in read_page(
        f"/{table.sheet.tournament.code}/round/1/table/1/coup/1?trick={number}"
    )


def test_diagrams_are_offered_where_coups_have_tricks_and_show_every_card(played):
    assert "diagrams" not in {document.name for document in list_printable(create_evening(3))}
    assert "diagrams" in {document.name for document in list_printable(played)}
    paper = print_document(played, "diagrams")
    told = read_text(paper)
    (replay,) = build_replays(load_sheets(played)[0])
    context = build_diagrams(played)
    assert context["without_cards"] == replay.coup - 1
    sums = [each.column for each in context["replays"][0].table.columns if each.name.startswith("sum_")]
    assert [column.heading for column in sums] == ["A", "B", "C"]
    trick, cards = replay.rows[-1]
    assert [column.read((trick, cards)) for column in sums] == [trick.totals[card.player] for card in cards]
    assert "Ronde 1, table 1, coup 2" in told
    assert len(paper.pages) == 1
    ranks = [card.card[:-1] for _trick, cards in replay.rows for card in cards]
    assert len(ranks) == 30
    assert all(rank in told for rank in ranks)
