"""What a table asks of the organisers: the arbiter, once however often it taps; a coup checked by another player; a
player who does not agree, and the organiser who settles it."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.book.evening_builders import build_coup, record_events
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import Phone, open_phone, read_html
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.members import add_member
from tournaments.actions.tables.calls import finish_call, get_or_open_call, take_call
from tournaments.actions.tables.corrections import correct_event
from tournaments.forms.phone.table import list_fault_costs
from tournaments.models import Agreement, ArbiterCall, Confirmation, Record

pytestmark = pytest.mark.django_db
Untyped = Any


def sign_in_organiser_of(mine: Phone) -> Untyped:
    """Return a client signed in as an organiser of the phone's club."""
    client, _club = sign_in_organiser()
    add_member(get_user_model().objects.get(), mine.sheet.tournament.club)
    return client


def read_call_states(mine: Phone) -> list[str]:
    """Return what the line on the phone's form says of the arbiter: "called", "coming" or "settled"."""
    return re.findall(r'data-call="(\w+)"', mine.read_sheet())


def test_a_double_tap_is_one_call_which_the_organiser_takes_and_settles() -> None:
    mine = open_phone(seat=2)
    for _tap in range(2):
        assert mine.client.post("/t/call", {"rule": "PEN-08"}).status_code == 303
    call = ArbiterCall.objects.get()
    assert (call.actor, call.rule, call.is_open) == ("table:2", "PEN-08", True)
    desk = sign_in_organiser_of(mine)
    evening = f"/desk/event/{mine.sheet.tournament.pk}"
    assert re.search(r"\btable 1 [^.]* \(Basile\)", read_html(desk.get(evening)))
    assert read_call_states(mine) == ["called"]
    desk.post(f"/desk/call/{call.pk}/take")
    assert read_call_states(mine) == ["coming"]
    desk.post(f"/desk/call/{call.pk}/done")
    assert "appelle l’arbitre" not in read_html(desk.get(evening))
    assert read_call_states(mine) == ["settled"]
    mine.send_coup()
    assert read_call_states(mine) == [], "play goes on"
    history = read_html(desk.get(f"{evening}/calls"))
    assert "Pris à" in history
    assert "Réglé à" in history
    assert "seconde carte" in history
    assert mine.client.post("/t/call").status_code == 303
    assert ArbiterCall.objects.count() == 2


def test_a_settled_call_tells_what_it_changed_on_the_sheet() -> None:
    mine = open_phone()
    mine.send_coup()
    mine.client.post("/t/call")
    call = ArbiterCall.objects.get()
    event = {"type": "coup", "points": {"1": 57, "2": 38, "3": 25}} | {
        "brusquembilles": mine.bodies[0]["brusquembilles"]
    }
    correct_event(mine.table.pk, 1, event, key="desk-000000001", number=2, actor="user:1", reason="mal lu")
    assert "data-toast" not in mine.read_sheet()
    finish_call(call)
    settled = mine.read_sheet().partition('data-call="settled"')[2].partition("</div>")[0]
    assert "Corrigé" in settled
    assert "Anne 57" in settled


def test_the_other_phone_hears_that_one_asks_which_coup_is_right() -> None:
    mine = open_phone(seat=2)
    other = Phone(mine.table, 1)
    stamp = re.search(r'data-stamp="(\w+)"', other.read_sheet())
    assert stamp
    mine.client.get("/t/sheet", headers={"X-Table-Differs": "yes"})
    assert "data-differs><p><b><bdi>Basile</bdi>" in other.read_sheet()
    assert other.client.get("/t/sheet", {"stamp": stamp[1]}).status_code == 200
    assert "data-differs" not in mine.client.get("/t/sheet", headers={"X-Table-Differs": "yes"}).content.decode()
    mine.read_sheet()
    assert "data-differs" not in other.read_sheet()
    mine.client.get("/t/sheet", headers={"X-Table-Differs": "yes"})
    record_events(mine.table, build_coup())
    assert "data-differs" not in other.read_sheet(), "it was asked of the sheet before"


def test_a_call_is_withdrawn_by_its_own_table_alone_and_stays_withdrawn() -> None:
    mine, other = open_phone(), open_phone()
    mine.client.post("/t/call")
    call = ArbiterCall.objects.get()
    other.client.post("/t/call/withdraw", {"call": call.pk})
    assert ArbiterCall.objects.open().count() == 1
    assert mine.client.post("/t/call/withdraw", {"call": call.pk}).status_code == 303
    assert read_call_states(mine) == []
    call.refresh_from_db()
    assert call.withdrawn_at
    assert not call.is_open
    finish_call(call)
    call.refresh_from_db()
    assert call.done_at is None


def test_nobody_waits_for_the_arbiter_before_he_goes_on_from_a_confirmed_sheet() -> None:
    mine = open_phone(coups=4)
    mine.send_coup()
    mine.client.post("/t/call")
    assert "data-wait" in mine.read_sheet()
    mine.send("end")
    mine.send("confirm", position=2)
    assert read_call_states(mine) == ["called"]
    assert "data-wait" not in mine.read_sheet()


def test_polling_an_unchanged_call_gives_no_content() -> None:
    mine = open_phone()
    mine.client.post("/t/call")
    call = ArbiterCall.objects.get()
    assert mine.client.get("/t/call", {"state": str(call.pk)}).status_code == 204
    take_call(call)
    assert "L’arbitre arrive" in read_html(mine.client.get("/t/call", {"state": str(call.pk)}))


def test_each_line_is_disputed_once() -> None:
    table = open_phone().sheet.table
    kind, fields = ArbiterCall.CallKind.DISPUTE, {"actor": "table:2"}
    first, other, again = (get_or_open_call(table, kind, line, fields).pk for line in (1, 2, 1))
    assert first == again != other
    assert get_or_open_call(open_phone().sheet.table, kind, 1, fields).pk not in (first, other)


def test_a_closed_evening_takes_no_call() -> None:
    mine = open_phone()
    close_tournament(mine.sheet.tournament)
    assert mine.client.post("/t/call").status_code == 409
    assert not ArbiterCall.objects.exists()


def test_the_menu_says_what_each_penalty_costs_at_this_table() -> None:
    """PEN-06: half of what is at stake, rounded down; PEN-07, 08: two jetons to each other player; else nothing."""
    told = {fault.rule.id: fault.jetons for fault in list_fault_costs(open_phone(3).sheet)}
    assert told == {"PEN-01": 0, "PEN-04": 0, "PEN-05": 0, "PEN-06": 30, "PEN-07": 4, "PEN-08": 4}
    assert {fault.rule.id: fault.jetons for fault in list_fault_costs(open_phone(2).sheet)}["PEN-06"] == 20
    assert "Coûte ici 30 jetons." in open_phone().read_sheet()


def test_another_player_agrees_to_a_coup_and_a_correction_voids_the_agreement() -> None:
    mine = open_phone()
    mine.send_coup()
    read = {"line": 1, "number": mine.sheet.next_number}
    assert mine.client.post("/t/agree", read | {"position": 1}).status_code == 409
    for _tap in range(2):
        assert mine.client.post("/t/agree", read | {"position": 3}).status_code == 303
    assert Agreement.objects.count() == 1
    assert mine.read_facts().last.agreed == ("Chloé",)
    kept = mine.sheet.next_number
    event = {"type": "coup", "points": {"1": 57, "2": 38, "3": 25}} | {
        "brusquembilles": mine.bodies[0]["brusquembilles"]
    }
    correct_event(mine.table.pk, 1, event, key="desk-000000001", number=kept, actor="user:1", reason="mal lu")
    assert not mine.read_facts().last.agreed
    assert mine.client.post("/t/agree", read | {"position": 2}).status_code == 409, "what was read is not what stands"
    assert mine.client.post("/t/agree", {"line": 9, "number": 9, "position": 2}).status_code == 409
    assert Record.objects.count() == mine.sheet.next_number - 1


def test_a_disagreement_reaches_the_organiser_and_blocks_the_confirmation() -> None:
    mine = open_phone(tours=1)
    for _coup in range(3):
        mine.send_coup()
    for _tap in range(2):
        said = {"line": 2, "position": 3, "words": "l’as est à moi"}
        assert mine.client.post("/t/dispute", said).status_code == 303
    call = ArbiterCall.objects.get()
    desk, evening = sign_in_organiser_of(mine), f"/desk/event/{mine.sheet.tournament.pk}"
    for page in (desk.get(evening), desk.get(f"/desk/table/{mine.table.pk}")):
        told = read_html(page)
        assert re.search(r"\bChloé n’est [^.<]*Coup 2\b", told), "by the coup's own title"
        assert said["words"] in told
        assert f"/desk/call/{call.pk}/done" in told
    told = mine.read_sheet()
    assert 'hx-post="/t/call/withdraw"' in told, "the end says why nobody confirms yet"
    assert 'id="confirm"' not in told, "the end says why nobody confirms yet"
    [line] = [
        each for each in desk.get(f"{evening}/close").context["still_open"] if each.status.card.table == mine.table
    ]
    assert [each.kind for each in line.status.calls] == ["dispute"]
    assert "personne" not in line.lack
    refused = mine.send("confirm", position=2)
    assert refused.status_code == 409
    assert not Confirmation.objects.exists()
    assert read_html(refused).partition('role="alert"')[2].partition("</div>")[0].count("<p>") == 1, "nothing was typed"
    desk.post(f"/desk/call/{call.pk}/done")
    assert 'id="confirm"' in mine.read_sheet()
    assert mine.send("confirm", position=2).status_code == 303


def test_an_open_disagreement_stays_on_the_phone_while_other_lines_are_scored() -> None:
    mine = open_phone()
    mine.send_coup()
    mine.client.post("/t/dispute", {"line": 1, "position": 3, "words": ""})
    mine.send_coup()
    page = mine.read_sheet()
    assert page.count('data-dispute="1"') == 2, "above the next coup and at its own line"
    assert re.search(r"<bdi>Chloé</bdi>[^<]*</b>\W+Coup 1", page), "and who, with what"


def test_there_is_one_way_to_call() -> None:
    """The arbiter, a fault and a disagreement stand behind one entry."""
    mine = open_phone()
    mine.send_coup()
    page = mine.read_sheet()
    entry = page[page.index('id="call"') :]
    for form in ("/t/call", "/t/dispute"):
        assert page.count(f'hx-post="{form}"') == entry.count(f'hx-post="{form}"') == 1


def test_the_sheet_is_confirmed_on_the_keeper_s_phone_or_on_the_player_s_own() -> None:
    """Basile at his own phone may confirm the sheet; Anne, who kept the score, may not."""
    mine = open_phone(coups=1)
    mine.send_coup()
    for holder in (mine, Phone(mine.table, 2)):
        page = holder.read_sheet()
        assert holder.read_facts().scorer_name == "Anne"
        assert "Je suis <bdi>Anne</bdi>\u202f: c’est juste" not in page
        assert "Je suis <bdi>Basile</bdi>\u202f: c’est juste" in page
    assert holder.send("confirm", position=2).status_code == 303
    assert Confirmation.objects.get().position == 2


@pytest.mark.parametrize("line", ["-1", "4", "x", ""])
def test_a_disagreement_about_no_existing_line_is_refused(line: str) -> None:
    mine = open_phone()
    assert mine.client.post("/t/dispute", {"line": line, "position": 1}).status_code in (409, 422)
    assert not ArbiterCall.objects.exists()
