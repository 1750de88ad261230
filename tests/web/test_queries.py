"""How many queries each page makes, and each write from a phone, as golden numbers: a line for each in queries.txt,
whatever the evening's size.

    CORBILLON_GOLDEN=1 pytest tests/web/test_queries.py      # writes queries.txt anew; its diff is then to be read

Every address of the program that answers a GET with 200 has its line; the test fails for a new page until the file is
written anew. All queries of a request are counted, from the look-up of its key to the end of its transaction (BEGIN and
COMMIT too, which a test's own transaction turns into SAVEPOINT and RELEASE).
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import scoring.session
from tests.fixtures.amounts import choose_amount
from tests.web.counted_pages import count_queries
from tests.web.organiser_builders import (
    NAMES,
    create_drafted_swiss,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tests.web.phone_client import COUP, Phone, open_phone
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.members import add_member
from tournaments.book.recent_sheets import RECENT
from tournaments.exchange.simulation import DRAWS, simulate_tournament
from tournaments.models import Club, Season, Tournament
from tournaments.printing.cut_cards import build_place_cards, build_result_slips, build_table_numbers, build_tickets
from tournaments.printing.round_papers import build_check_in, build_program, build_records, build_results
from tournaments.reading.call_list import build_call_list
from tournaments.views.phone.queue_protocol import QUEUE_MEDIA_TYPE

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).with_name("queries.txt")
PHONE_WRITES: tuple[tuple[str, dict[str, object]], ...] = (
    ("penalty", {"rule": "PEN-08", "player": 3}),
    ("undo", {}),
    ("void", {}),
    ("coup", COUP),
)
MOST_QUERIES_OF_A_COUP = 12


def count_write_queries(phone: Phone) -> Iterator[tuple[str, int]]:
    """Yield the route of each write from a phone, with the number of queries that it makes in a process that does not
    know the table: sent by the queue, and as a plain form."""
    for waits in (True, False):
        for where, fields in PHONE_WRITES:
            with_queue = " (queue)" if waits else ""
            number = phone.sheet.next_number
            RECENT.clear()
            yield f"t/{where} POST{with_queue}", len(send_counted(phone, where, fields, waits, number))


def send_counted(
    phone: Phone, where: str, fields: dict[str, object], waits: bool, number: int
) -> CaptureQueriesContext:
    """Send a form from a phone (by its queue if it `waits` there for the answer), which must be recorded. Return the
    queries that answering it took."""
    sent = {"number": number, "key": f"counted-{phone.table.pk}-{number:08d}"} | fields
    headers = {"Accept": QUEUE_MEDIA_TYPE} if waits else {}
    with CaptureQueriesContext(connection) as queries:
        answer = phone.client.post(f"/t/{where}", sent, headers=headers)
    assert answer.status_code == (200 if waits else 303), answer.content.decode()
    return queries


def test_each_page_makes_the_golden_number_of_queries_however_large_the_evening():
    cache.clear()  # an evening half prepared by another test has a page of its own
    desk, club = sign_in_organiser()
    small, large = create_open_evening(club, names=NAMES[:3], sizes=(3,)), create_open_evening(club, tours=2)
    for tournament, coups in ((small, 1), (large, 3)):
        Season.objects.create(club=club, name=tournament.code).tournaments.add(tournament)
        for _ in range(coups):
            assert enter_coup(desk, get_first_table(tournament)).status_code == 302
    found = {tournament: dict(count_queries(tournament, desk)) for tournament in (small, large)}
    for tournament in (small, large):
        found[tournament] |= count_write_queries(Phone(get_first_table(tournament)))
        close_tournament(tournament)
        found[tournament]["season (closed)"] = count_season_queries(tournament)
    grown = {route: n for route, n in found[large].items() if n != found[small].get(route, n)}
    assert not grown, "asks more about a larger evening"
    told = "".join(f"{n:3d} /{route}\n" for route, n in found[large].items())
    if os.environ.get("CORBILLON_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")


def count_season_queries(tournament: Tournament) -> int:
    """Return the number of queries of the page of the season that counts this closed tournament."""
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(reverse("season", args=[Season.objects.get(tournaments=tournament).pk])).status_code == 200
    return len(queries)


@pytest.mark.parametrize("waits", [True, False])
@pytest.mark.parametrize("coup", [3, 30])
def test_a_coup_is_written_in_few_queries_and_each_coup_is_scored_once(
    monkeypatch: pytest.MonkeyPatch, coup: int, waits: bool
) -> None:
    """A process that does not know the sheet scores its coups when it loads it; then only the new one is scored."""
    most = MOST_QUERIES_OF_A_COUP + connection.features.has_select_for_update  # which locks the table by a query
    phone = open_phone(tours=coup)
    for _ in range(coup - 1):
        phone.send_coup()
    RECENT.clear()
    scored = count_scored_coups(monkeypatch)
    queries = send_counted(phone, "coup", COUP, waits, coup)
    assert len(queries) == most
    begin, *_inside, commit = [query["sql"].split()[0] for query in queries][1:]
    assert (begin, commit) == ("SAVEPOINT", "RELEASE"), "the sheet is judged under the lock that it is written under"
    assert len(scored) == coup
    scored.clear()
    queries = send_counted(phone, "coup", COUP, waits, coup + 1)
    assert len(queries) == most - 1, "its records are known"
    assert len(scored) == 1
    scored.clear()
    send_counted(phone, "coup", COUP, waits, coup + 1)
    assert not scored, "a retry is read on the earlier sheet, whose coups are known"


def count_scored_coups(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that grows with each coup that is scored from now on."""
    scored: list[object] = []
    score_coup = scoring.session._play_coup

    def count_coup(*asked: Any) -> Any:
        scored.append(asked)
        return score_coup(*asked)

    monkeypatch.setattr(scoring.session, "_play_coup", count_coup)
    return scored


COUPLESS = (
    *("/desk/", "/desk/event/{pk}", "/desk/event/{pk}/watch", "/desk/event/{pk}/rounds", "/desk/event/{pk}/people"),
    *("/desk/event/{pk}/players", "/desk/event/{pk}/tables", "/desk/event/{pk}/codes", "/desk/event/{pk}/calls"),
    *("/desk/event/{pk}/close", "/desk/event/{pk}/paper", "/desk/event/{pk}/prizes", "/desk/event/{pk}/money"),
    *("/desk/event/{pk}/waiting", "/{code}/standings", "/{code}/standings.csv", "/{code}/seats", "/{code}/cross"),
    *("/{code}/bracket", "/season/{season}", "/club/{club}", "/{code}", "/{code}/screen"),
)
"""Pages that show no coup."""


@pytest.mark.parametrize("format", ["swiss", "groups", "free", "knockout"][: choose_amount(2, 4)])
def test_no_coup_is_scored_for_a_page_that_shows_none(monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    desk, _club = sign_in_organiser()
    draw = next(draw for draw, known in DRAWS.items() if known == format)
    tournament = simulate_tournament("brusquembille", 8, 2, seed=3, draw=draw)
    club = tournament.club
    add_member(get_user_model().objects.get(), club)
    Tournament.objects.filter(pk=tournament.pk).update(status="open")
    season = Season.objects.create(club=club, name="Saison")
    season.tournaments.add(tournament)
    scored: list[object] = []
    monkeypatch.setattr(scoring.session, "_play_coup", lambda *asked: scored.append(asked))
    known = {"pk": tournament.pk, "code": tournament.code, "season": season.pk, "club": club.pk}
    statuses = {}
    for page in COUPLESS:
        statuses[page] = desk.get(page.format(**known)).status_code
        assert not scored, page
    missing = {"/{code}/bracket", "/desk/event/{pk}/waiting"}
    assert {page for page, status in statuses.items() if status == 404} <= missing
    assert statuses["/desk/event/{pk}/rounds"] == 200


COUPLESS_PAPERS: tuple[Callable[[Tournament], Any], ...] = (
    *(build_check_in, build_call_list, build_program, build_results, build_records),
    *(build_tickets, build_place_cards, build_result_slips, build_table_numbers),
)
"""Papers that show no coup."""


def test_no_coup_is_scored_for_a_paper_that_shows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = simulate_tournament("brusquembille", 8, 2, seed=3, draw="swiss")
    scored: list[object] = []
    monkeypatch.setattr(scoring.session, "_play_coup", lambda *asked: scored.append(asked))
    for build in COUPLESS_PAPERS:
        assert build(tournament), build
        assert not scored, build


PAGES_OF_A_SWISS = ("/desk/event/{pk}/rounds", "/{code}/standings", "/desk/event/{pk}", "/{code}")


def test_a_swiss_of_four_hundred_asks_as_much_as_one_of_twenty() -> None:
    """To draw; its pages ask no more."""
    desk, club = sign_in_organiser()
    small, large = (count_swiss_queries(desk, club, players) for players in (20, 400))
    assert small.pop("draw") == large.pop("draw")
    assert {address: n for address, n in large.items() if n > small[address]} == {}


def count_swiss_queries(desk: Client, club: Club, players: int) -> dict[str, int]:
    """Return how many queries the pages of a drafted Swiss of so many make, and its next draw."""
    tournament = create_drafted_swiss(club, [f"Joueur {n:03}" for n in range(players)])
    asked = {}
    for address in PAGES_OF_A_SWISS:
        with CaptureQueriesContext(connection) as found:
            assert desk.get(address.format(pk=tournament.pk, code=tournament.code)).status_code == 200
        asked[address] = len(found)
    with CaptureQueriesContext(connection) as found:
        assert desk.post(f"/desk/event/{tournament.pk}/rounds/draw").status_code == 302
    return asked | {"draw": len(found)}
