"""Any line of the running partie is corrected at the table: by the player who holds the phone, with another's name."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.book.evening_builders import build_coup, get_table, new_key
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import Phone, open_phone, read_html
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.members import add_member
from tournaments.exchange.simulation import simulate_tournament
from tournaments.models import Agreement, Confirmation, Record, Tournament
from tournaments.models.rights import Role
from tournaments.views.phone.queue_protocol import QUEUE_MEDIA_TYPE

pytestmark = pytest.mark.django_db

TOTALS = {"coup-points.1": 60, "coup-points.2": 35, "coup-points.3": 25} | {
    f"coup-brusquembilles.{name}": n
    for name, n in {
        "1.aces_won": 2,
        "1.aces_lost": 1,
        "1.tens_won": 1,
        "1.tens_lost": 1,
        "2.aces_won": 1,
        "2.tens_won": 1,
        "3.tens_lost": 1,
    }.items()
}


def correct(mine: Phone, line: int = 1, **fields: Any) -> Any:
    """Send the correction of a line to Anne 60, Basile 35, Chloé 25."""
    sent = {"number": mine.sheet.next_number, "key": new_key()} | TOTALS | fields
    return mine.client.post(f"/t/correct/{line}", sent)


@pytest.fixture
def mine() -> Phone:
    """A phone at a table where two coups of several are marked."""
    phone = open_phone(coups=4)
    phone.send_coup()
    phone.send_coup()
    return phone


def test_an_earlier_coup_is_corrected_with_the_name_of_another_player(mine: Phone) -> None:
    assert "/t/correct/1" in mine.read_sheet()
    shown = read_html(mine.client.get("/t/correct/1"))
    assert 'value="58"' in shown
    preview = correct(mine)
    assert preview.status_code == 200, "its consequences come first"
    assert "data-moves" in read_html(preview), "its consequences come first"
    assert Record.objects.count() == 2
    assert correct(mine, write="yes", agreed=2).status_code == 303
    written = Record.objects.order_by("number")[2]
    assert (written.kind, written.position, written.actor, written.reason) == ("correction", 1, "table:1", "à la table")
    assert written.body["points"] == build_coup(60, 35, 25)["points"]
    assert Agreement.objects.get().position == 2
    assert 'data-kind="corrected"' in mine.read_sheet()
    assert [each.agreed for each in mine.read_facts().latest if each.agreed] == [("Basile",)]


def test_a_correction_tells_by_whom_and_with_whom_and_no_reason_that_nobody_typed(mine: Phone) -> None:
    mine.client.post("/t/call")
    correct(mine, write="yes", agreed=2)
    page = mine.read_facts()
    assert [(each.player, each.agreed) for each in page.latest[-1].corrections] == [("Anne", ("Basile",))]
    assert [each.reason for each in page.news if each.kind == "corrected"] == [""]
    sheet = mine.read_sheet()
    trace = sheet.split("data-corrected>")[1].split("</p>")[0]
    assert trace.count("Basile</bdi>") == 1
    assert "<q>" not in trace
    assert sheet.count("data-corrected") == 1
    assert 'class="small agreed"' not in sheet, "the trace says so already"
    toast = sheet.split("data-toast")[1].split("</div>")[0]
    assert "58" in toast.split("→")[0]
    assert "60" in toast.split("→")[1]


@pytest.mark.parametrize("agreed", ["1", "", "9", "x"])
def test_without_another_player_s_name_nothing_is_corrected(mine: Phone, agreed: str) -> None:
    assert correct(mine, write="yes", agreed=agreed).status_code in (409, 422)
    assert Record.objects.count() == 2


def test_a_phone_that_is_nobody_s_corrects_nothing(mine: Phone) -> None:
    assert correct(Phone(mine.table, 0), write="yes", agreed=2).status_code == 409
    assert Record.objects.count() == 2


def test_a_player_who_left_neither_corrects_nor_agrees(mine: Phone) -> None:
    assert mine.send("leave", player=3).status_code == 303
    assert correct(mine, write="yes", agreed=3).status_code == 409
    assert correct(Phone(mine.table, 3), write="yes", agreed=2).status_code == 409
    assert correct(mine, write="yes", agreed=2).status_code == 303


def test_a_club_may_forbid_it_on_its_page(mine: Phone) -> None:
    desk, _club = sign_in_organiser()
    club = mine.sheet.tournament.club
    add_member(get_user_model().objects.get(), club, Role.OWNER)
    page = desk.get(f"/desk/club?club={club.pk}")
    assert page.context["form"]["table_corrections"].value() is True
    sent = {name: page.context["form"][name].value() for name in ("name", "cards", "currency")}
    assert desk.post("/desk/club", {"club": club.pk} | sent).status_code == 302
    assert "/t/correct/1" not in mine.read_sheet()
    assert correct(mine, write="yes", agreed=2).status_code == 409
    assert Record.objects.count() == 2


def test_a_confirmed_sheet_and_a_closed_evening_are_corrected_by_organisers_alone(mine: Phone) -> None:
    mine.send("end")
    mine.send("confirm", position=2)
    assert correct(mine, write="yes", agreed=2).status_code == 409
    other = open_phone(coups=4)
    other.send_coup()
    close_tournament(other.sheet.tournament)
    assert correct(other, write="yes", agreed=2).status_code == 409
    assert not Record.objects.filter(kind="correction").exists()


def test_what_cannot_be_is_said_at_its_field_and_keeps_what_was_typed(mine: Phone) -> None:
    answer = correct(mine, **{"coup-points.1": 99})
    assert answer.status_code == 422
    assert 'value="99"' in read_html(answer)
    assert Record.objects.count() == 2


def test_a_line_that_does_not_exist_is_no_missing_page(mine: Phone) -> None:
    """A missing page would make the phone forget its table."""
    assert mine.client.get("/t/correct/9").status_code == 409


@pytest.mark.parametrize(("game", "size"), [("briscan", 4), ("brisque", 4), ("briscola", 4), ("chiamata", 5)])
def test_every_game_s_coups_come_back_into_a_form(game: str, size: int) -> None:
    tournament = simulate_tournament(game, size, 1, 7)
    Tournament.objects.update(status=Tournament.Status.OPEN)
    Confirmation.objects.all().delete()
    mine = Phone(get_table(tournament))
    for line, event in enumerate(mine.sheet.events, 1):
        if event["type"] == "coup":
            assert 'id="correct"' in read_html(mine.client.get(f"/t/correct/{line}"))


def correct_from_queue(mine: Phone, line: int = 1, **fields: Any) -> Any:
    """Send the same as a phone does that keeps it until it is answered."""
    sent = {"number": mine.sheet.next_number, "key": new_key(), "write": "yes", "agreed": 2} | TOTALS | fields
    return mine.client.post(f"/t/correct/{line}", sent, headers={"Accept": QUEUE_MEDIA_TYPE})


def test_what_it_would_move_is_told_while_it_is_typed(mine: Phone) -> None:
    told = read_html(mine.client.post("/t/correct/1?live", {"number": 3} | TOTALS))
    assert "data-moves" in told
    assert "<form" not in told
    wrong = read_html(mine.client.post("/t/correct/1?live", {"number": 3} | TOTALS | {"coup-points.1": 99}))
    assert "data-moves" not in wrong
    assert 'class="error"' in wrong
    assert Record.objects.count() == 2


def test_what_is_wrong_is_said_once(mine: Phone) -> None:
    as_it_was = {"coup-points.1": 58, "coup-points.2": 37, "coup-points.3": 25}
    assert read_html(correct(mine, **as_it_was)).count('class="error"') == 1


def test_a_phone_that_keeps_its_correction_is_told_its_numbers_and_told_them_again(mine: Phone) -> None:
    key = new_key()
    first = correct_from_queue(mine, key=key, number=3)
    told = first.json()
    assert (first.status_code, told["id"], told["recorded"]) == (200, key, 3)
    assert told["through"] == told["next"] - 1 == Record.objects.count()
    mine.send_coup()
    mine.send("leave", player=2)
    again = correct_from_queue(mine, key=key, number=3)
    assert (again.status_code, again.json()["recorded"], again.json()["through"]) == (200, 3, told["through"])
    assert Record.objects.filter(kind="correction").count() == Agreement.objects.count() == 1


def test_another_correction_of_the_line_meanwhile_is_shown_beside_it(mine: Phone) -> None:
    """The same words need no question; other words are shown with what may be done about it."""
    correct(Phone(mine.table, 2), write="yes", agreed=1)
    same = correct_from_queue(mine, number=3)
    assert same.status_code == 409
    assert "data-same" in read_html(same)
    other = read_html(correct_from_queue(mine, number=3, **{"coup-points.1": 58, "coup-points.2": 37}))
    assert 'data-kind="stale"' in other
    assert "data-same" not in other
    assert 'data-decide="after"' in other
    assert 'data-decide="replace"' not in other


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"coup-points.1": 99}, 422), ({"agreed": 1}, 409), ({"agreed": "x"}, 409), ({"number": 9}, 409)],
)
def test_a_kept_correction_that_cannot_be_is_answered(mine: Phone, fields: dict[str, Any], status: int) -> None:
    assert correct_from_queue(mine, **fields).status_code == status
    assert Record.objects.count() == 2


@pytest.mark.parametrize("line", [0, 9])
def test_a_kept_correction_of_a_line_that_is_gone_is_answered(mine: Phone, line: int) -> None:
    answer = correct_from_queue(mine, line)
    assert answer.status_code == 409
    assert 'data-kind="closed"' in read_html(answer)


def test_a_wrong_correction_that_comes_too_late_is_told_so_first(mine: Phone) -> None:
    close_tournament(mine.sheet.tournament)
    answer = correct_from_queue(mine, **{"coup-points.1": 99})
    assert answer.status_code == 409
    assert 'data-kind="closed"' in read_html(answer)
