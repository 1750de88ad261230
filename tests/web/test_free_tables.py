"""Free tables are one round, which nobody calls a round: no page and no paper numbers it."""

import re
from typing import Any

import pytest

from tests.book.evening_builders import record_events
from tests.printing.pdf_reading import print_document, read_text
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tests.web.phone_client import read_html
from tournaments.actions.rounds.free_tables import seat_waiting_entries, wait_for_table
from tournaments.models import Adjustment, Tournament

pytestmark = pytest.mark.django_db

NUMBERED = re.compile(r"\b[Rr]onde 1\b")
PAGES = ("/{}/seats", "/{}/standings", "/{}/cross", "/{}/screen", "/{}/table/1", "/{}")
PAPERS = ("seating", "seating-names", "sheets", "results", "calls", "tickets", "cross-table")


@pytest.fixture
def played() -> tuple[Any, Tournament]:
    """An organiser's client, and his evening of free tables, on one of which a coup is played."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    return client, tournament


def test_no_page_and_no_paper_of_free_tables_numbers_their_round(played: tuple[Any, Tournament]) -> None:
    client, tournament = played
    for page in PAGES:
        answer = client.get(page.format(tournament.code))
        assert answer.status_code == 200, page
        assert not NUMBERED.search(re.sub(r"<[^>]*>", "", read_html(answer))), page
    for document in PAPERS:
        assert not NUMBERED.search(read_text(print_document(tournament, document))), document


def test_the_board_of_free_tables_tells_no_round_beside_a_table_of_before(
    played: tuple[Any, Tournament],
) -> None:
    client, tournament = played
    record_events(get_first_table(tournament), {"type": "end"})
    again = list(tournament.entries.filter(seats__table__n=1))
    wait_for_table(tournament, again)
    seat_waiting_entries(tournament, again)
    assert tournament.rounds.last().n == 2
    board = client.get(f"/{tournament.code}")
    assert [(view.card.table.round.n, view.n) for view in board.context["tables"]] == [(2, 1), (1, 2)]
    assert "ronde" not in re.sub(r"<[^>]*>", "", read_html(board))


def test_pages_and_papers_of_rounds_number_them(played: tuple[Any, Tournament]) -> None:
    client, tournament = played
    Tournament.objects.update(format=Tournament.Format.RANDOM)
    tournament.refresh_from_db()
    for page in ("seats", "cross"):
        assert NUMBERED.search(read_html(client.get(f"/{tournament.code}/{page}"))), page
    for document in PAPERS:
        assert NUMBERED.search(read_text(print_document(tournament, document))), document


def test_a_penalty_at_free_tables_belongs_to_the_whole_evening(played: tuple[Any, Tournament]) -> None:
    client, tournament = played
    address = f"/desk/event/{tournament.pk}/adjustments"
    form = client.get(address).context["form"]
    assert form["round"].is_hidden
    assert form["round"].value() == 0
    entry = tournament.entries.first()
    sent = {"entry": entry.pk, "amount": "-10", "round": "0", "rule": "Article 4", "reason": "en retard"}
    assert client.post(address, sent | {"once": "a" * 16}).status_code == 302
    assert Adjustment.objects.get().round == 0
    Tournament.objects.update(format=Tournament.Format.RANDOM)
    form = client.get(address).context["form"]
    assert not form["round"].is_hidden
    assert form["round"].value() == 1
