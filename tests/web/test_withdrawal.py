"""A round withdrawn after it began, on the organiser's pages, on the phones of its tables and for everybody."""

import pytest

from tests.web.organiser_builders import enter_coup, sign_in_organiser
from tests.web.phone_client import Phone
from tests.web.round_forms import create_tournament, open_page, post_form, read_page
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.withdrawal import withdraw_begun_round
from tournaments.models import Prize, Table, Tournament, UnplayedTable
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db
WHY = "les tables de deux et trois étaient mêlées"


@pytest.fixture
def asked():
    """A signed-in client, an open tournament whose round 1 has begun, and its first table."""
    client, club = sign_in_organiser()
    tournament = create_tournament(club, format="random")
    draw_rounds(tournament, sizes=(3,), seed=1)
    publish_round(tournament, 1)
    open_tournament(tournament)
    table = Table.objects.filter(round__tournament=tournament).order_by("n")[0]
    enter_coup(client, table)
    return client, tournament, table


def test_it_is_withdrawn_once_with_a_reason_after_what_it_moves_is_shown(asked):
    client, tournament, table = asked
    Prize.objects.create(tournament=tournament, label="Un jambon", kind="rank", place=1)
    address = "rounds/1/withdraw-begun"
    assert address in read_page(client, tournament)
    shown = read_page(client, tournament, address)
    first = table.seats.get(position=1).entry.shown_name
    assert "1 coup" in shown
    assert "+42" in shown
    assert "Un jambon" in shown
    assert first in shown
    empty = post_form(client, tournament, address, reason=" ")
    assert empty.status_code == 422
    assert not UnplayedTable.objects.exists()
    assert post_form(client, tournament, address, reason=WHY).status_code == 302
    again = post_form(client, tournament, address, reason=WHY)
    assert again.status_code == 422
    assert "déjà retirée" in again.content.decode()
    page = open_page(client, tournament).context
    assert page["published"][0]["progress"].withdrawn
    assert page["editor"].n == 2
    log = read_page(client, tournament, "log")
    assert "Ronde 1 retirée" in log
    assert WHY in log


def test_what_it_moves_has_the_ranks_of_the_standings_and_none_of_who_did_not_play(asked):
    client, tournament, table = asked
    shown = client.get(f"/desk/event/{tournament.pk}/rounds/1/withdraw-begun")
    seated = {seat.entry.shown_name for seat in table.seats.all()}
    assert {was.tally.player for was, _now in shown.context["ranks"]} == seated, "nobody else had a rank to lose"
    assert {was.shown_rank for was, _now in shown.context["ranks"]} == {1, 2, 3}
    assert {now.shown_rank for _was, now in shown.context["ranks"]} == {None}


def test_a_withdrawn_round_gives_nobody_a_rank(asked):
    """Nobody has played in a round that counts: as the page said before."""
    _client, tournament, _table = asked
    withdraw_begun_round(tournament, 1, actor="user:1", reason=WHY)
    shown = place_waiting_last(tournament, get_standings(tournament))
    assert {row.shown_rank for row in shown} == {None}


def test_everybody_reads_that_it_is_withdrawn_and_its_sheets_stay(asked):
    client, tournament, table = asked
    phone = Phone(table)
    withdraw_begun_round(tournament, 1, actor="user:1", reason=WHY)
    code, player = tournament.code, table.seats.get(position=1).entry_id
    for page in ("", "/seats", f"/player/{player}", "/screen", f"/round/1/table/{table.n}"):
        text = client.get(f"/{code}{page}").content.decode()
        assert "est retirée" in text, page
    assert "+42" in client.get(f"/{code}/round/1/table/{table.n}").content.decode()
    assert "+42" not in client.get(f"/{code}/standings").content.decode()
    assert "phone/withdrawn.html" in [each.name for each in phone.client.get("/t/sheet").templates]
    assert Tournament.objects.get(pk=tournament.pk).planned_rounds == 4
    assert client.get(f"/desk/table/{table.pk}/unplayed").status_code == 302
    publish_round(tournament, 2)
    assert "est retirée" not in client.get(f"/{code}").content.decode()
    assert "(retirée)" in client.get(f"/{code}/standings").content.decode()


def test_a_round_that_is_not_there_is_missing_and_an_unbegun_one_is_refused(asked):
    client, tournament, _table = asked
    assert client.get(f"/desk/event/{tournament.pk}/rounds/7/withdraw-begun").status_code == 404
    draw_rounds(tournament, sizes=(3,), seed=1)
    publish_round(tournament, 2)
    for n, words in ((1, "retirez-la d’abord"), (2, "n’a commencé")):
        answer = client.get(f"/desk/event/{tournament.pk}/rounds/{n}/withdraw-begun")
        assert answer.status_code == 422
        assert words in answer.content.decode()
