"""Signing up by oneself, the private link, the waiting list, and checking in at the door."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.organiser_builders import NAMES, create_draft_evening, sign_in_organiser
from tests.web.sign_up_builders import (
    create_evening,
    end_evening,
    get_code,
    list_entered,
    open_sign_up,
    read_mine,
    sign_up,
)
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.lifecycle import hide_tournament
from tournaments.actions.money.prizes import Payment, set_payments
from tournaments.actions.people.clubs import add_player, set_player_discreet
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.rounds.seating import add_table, seat_entry
from tournaments.book.door_keys import door_key, find_terms_by_door_key
from tournaments.models import Entry, Fee, Player, SignUp, SignUpTerms, Tournament

pytestmark = pytest.mark.django_db
ODD_NAMES = ("Zoé O’Hara-Lévêque", "Anne d'Arc", "محمد علي", "x" * 80, "<b>Gras</b>", "  Marie   Curie ")


def test_nothing_is_public_unless_signing_up_is_open():
    _client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    where = f"/{tournament.code}/sign-up"
    assert Client().get(where).status_code == 404
    open_sign_up(tournament)
    assert Client().get(where).status_code == 200
    assert Client().get(f"/{tournament.code}").status_code == 404  # the evening itself stays in preparation
    open_sign_up(tournament, is_open=False)
    assert Client().get(where).status_code == Client().post(where, {"name": "Anne"}).status_code == 404
    open_sign_up(tournament)
    hide_tournament(tournament)
    assert Client().get(where).status_code == 404


def test_names_are_kept_but_for_spaces_too_many_and_shown_as_text():
    _client, tournament = create_evening()
    for name in ODD_NAMES:
        get_code(sign_up(tournament, name))
    assert list_entered(tournament) == [" ".join(name.split()) for name in ODD_NAMES]
    page = Client().get(f"/{tournament.code}/sign-up").content.decode()
    assert "<bdi>محمد علي</bdi>" in page
    assert "&lt;b&gt;Gras" in page
    assert "<b>Gras" not in page


@pytest.mark.parametrize(
    "typed",
    [{"name": " "}, {"name": "x" * 81}, {"name": "a\nb"}, {"email": "@"}, {"phone": "1" * 41}, {"nonce": "x" * 65}],
)
def test_what_cannot_be_is_said_and_writes_nothing(typed: dict[str, str]):
    _client, tournament = create_evening()
    answer = Client().post(f"/{tournament.code}/sign-up", {"name": "Anne", "nonce": "n", **typed})
    assert answer.status_code == 422
    assert not SignUp.objects.exists()


def test_the_same_page_sent_twice_signs_up_once():
    _client, tournament = create_evening()
    sent = {"name": "Anne Martin", "nonce": "one-page"}
    codes = {get_code(Client().post(f"/{tournament.code}/sign-up", sent)) for _time in range(2)}
    assert len(codes) == 1
    assert list_entered(tournament) == ["Anne Martin"]
    get_code(
        Client().post(f"/{tournament.code}/sign-up", {**sent, "name": "Paul Martin"})
    )  # the same page, another one
    assert list_entered(tournament) == ["Anne Martin", "Paul Martin"]


def test_the_same_person_twice_is_asked_and_a_namesake_is_entered_under_a_number():
    _client, tournament = create_evening()
    sign_up(tournament, "Anne Lefèvre")
    asked = sign_up(tournament, "LEFEVRE Anne")
    assert asked.status_code == 422
    assert 'name="is_namesake"' in asked.content.decode()
    assert list_entered(tournament) == ["Anne Lefèvre"]
    get_code(sign_up(tournament, "Anne Lefèvre", is_namesake="on"))
    assert list_entered(tournament) == ["Anne Lefèvre", "Anne Lefèvre 2"]


def test_who_is_known_to_the_club_is_recognised():
    _client, tournament = create_evening()
    known = add_player(tournament.club, "Zoé Müller")
    sign_up(tournament, "muller zoe")
    assert tournament.entries.get().player == known


def test_a_place_that_is_paid_for_is_given_back_once_the_money_is():
    _client, tournament = create_evening(limit=1)
    code = get_code(sign_up(tournament, "Anne"))
    entry = tournament.entries.get(shown_name="Anne")
    set_payments(tournament, [Payment(entry.pk, "", None, 300)])
    assert read_mine(code, leave="yes").context["refused"]
    assert tournament.entries.filter(pk=entry.pk).exists()


@pytest.mark.parametrize("where", ["sign-ups/change", "sign-ups/paid"])
def test_a_button_for_those_ticked_asks_for_somebody_where_nobody_is(where: str):
    client, tournament = create_evening(limit=1)
    client.post("/i18n/setlang/", {"language": "en", "next": "/"})
    answer = client.post(f"/desk/event/{tournament.pk}/{where}", follow=True)
    assert "Tick somebody first." in answer.content.decode()


def test_who_leaves_gives_the_place_to_the_first_who_waits_and_both_pages_tell():
    client, tournament = create_evening(limit=1)
    first, second, third = (get_code(sign_up(tournament, name)) for name in ("Anne", "Basile", "Chloé"))
    assert "C’est complet" in Client().get(f"/{tournament.code}/sign-up").content.decode()
    waits, has_place = (read_mine(code) for code in (third, first))
    assert waits.context["place"] == 2
    assert "Rendre ma place" not in waits.content.decode()
    assert "Rendre ma place" in has_place.content.decode()
    assert read_mine(first, leave="yes").context["person"].state == "withdrawn"
    assert not Player.objects.filter(name="Anne").exists()
    assert list_entered(tournament) == ["Basile"]
    assert read_mine(second).context["person"].moved_up_at
    assert read_mine(third).context["place"] == 1
    assert "attendait," in client.get(f"/desk/event/{tournament.pk}/sign-ups").content.decode()
    read_mine(first, leave="yes")  # again: nobody moves up a second time
    assert list_entered(tournament) == ["Basile"]


def test_an_entry_that_the_organiser_removes_frees_its_place_too():
    client, tournament = create_evening(limit=1)
    codes = [get_code(sign_up(tournament, name, email="a@b.fr")) for name in ("Anne", "Basile")]
    client.post(f"/desk/entry/{tournament.entries.get().pk}/remove")
    assert list_entered(tournament) == ["Basile"]
    assert read_mine(codes[0]).context["person"].state == "refused"
    assert SignUp.objects.get(name="Anne").email == ""


def test_more_places_move_those_who_wait_up_in_their_order():
    client, tournament = create_evening(limit=1)
    for name in ("Anne", "Basile", "Chloé"):
        sign_up(tournament, name)
    sent = {"is_open": "on", "limit": "2", "fee_cents": "5,50", "closes_at": "2030-01-02T18:00"}
    assert client.post(f"/desk/event/{tournament.pk}/sign-ups", sent).status_code == 302
    assert list_entered(tournament) == ["Anne", "Basile"]
    terms = SignUpTerms.objects.get()
    assert terms.closes_at == datetime.datetime(2030, 1, 2, 17, tzinfo=datetime.UTC)  # 18:00 at the club
    page = client.get(f"/desk/event/{tournament.pk}/sign-ups").content.decode()
    assert 'value="2030-01-02T18:00"' in page
    assert "doit 5,50" in page
    assert client.post(f"/desk/event/{tournament.pk}/sign-ups", sent | {"limit": "0"}).status_code == 422


def test_the_organiser_gives_a_place_refuses_and_notes_who_paid():
    client, tournament = create_evening(limit=1, fee_cents=500)
    for name in ("Anne", "Basile", "Chloé"):
        sign_up(tournament, name)
    where, chloe = f"/desk/event/{tournament.pk}/sign-ups", SignUp.objects.get(name="Chloé")
    client.post(f"{where}/change", {"do": "admit", "sign_up": chloe.pk})
    assert list_entered(tournament) == ["Anne", "Chloé"]
    anne = tournament.entries.get(shown_name="Anne")
    client.post(f"{where}/paid", {"entry": anne.pk})
    assert list(Fee.objects.values_list("entry", "due_cents", "paid_cents")) == [(anne.pk, None, 500)]
    client.post(f"{where}/change", {"do": "refuse", "entry": anne.pk})
    assert list_entered(tournament) == ["Anne", "Chloé"], "her money lies in the cash box"
    set_payments(tournament, [Payment(anne.pk, "", None, 0)])
    client.post(f"{where}/change", {"do": "refuse", "entry": [anne.pk, 10**18]})
    assert list_entered(tournament) == ["Chloé"]  # still over the limit: nobody moves up
    client.post(f"{where}/change", {"do": "refuse", "entry": tournament.entries.get().pk})
    assert list_entered(tournament) == ["Basile"]
    sign_up(tournament, "Denis")
    client.post(f"{where}/change", {"do": "refuse", "sign_up": SignUp.objects.get(name="Denis").pk})
    client.post(where, {"fee_cents": "7", "limit": "1"})
    lines = client.get(f"/desk/event/{tournament.pk}/log").context["lines"]
    euros = [f"{n}\N{NO-BREAK SPACE}€" for n in (5, 7)]
    assert [line.diff[0][2] for line in lines] == ["Chloé", euros[0], "Anne", "Chloé", "Denis", euros[1]]


def test_who_sits_at_a_table_cannot_leave_by_the_link():
    _client, tournament = create_evening()
    code = get_code(sign_up(tournament, "Anne"))
    table = add_table(tournament)
    seat_entry(tournament.entries.get(), table)
    answer = read_mine(code, leave="yes")
    assert answer.status_code == 422
    assert "seul l’organisateur" in answer.content.decode()
    assert list_entered(tournament) == ["Anne"]


def test_signing_up_ends_at_its_hour_and_with_the_evening():
    _client, tournament = create_evening(closes_at=timezone.now() - datetime.timedelta(seconds=1))
    page = Client().get(f"/{tournament.code}/sign-up").content.decode()
    assert 'name="name"' not in page
    late = Client().post(f"/{tournament.code}/sign-up", {"name": "Anne", "nonce": "n"})
    assert late.status_code == 422
    assert not SignUp.objects.exists()
    open_sign_up(tournament)
    sign_up(tournament, "Anne", "10.0.0.1")
    assert SignUp.objects.get().origin
    end_evening(tournament)
    assert Client().post(f"/{tournament.code}/sign-up", {"name": "Basile", "nonce": "n"}).status_code == 422
    assert SignUp.objects.get().origin == ""


def test_a_flood_from_one_address_locks_out_nobody_else(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournaments.actions.people.signing_up.MOST_FROM_ORIGIN", 2)
    _client, tournament = create_evening()
    answers = [sign_up(tournament, f"Faux {n}", f"2001:db8::{n}").status_code for n in range(4)]
    assert answers == [302, 302, 422, 422]
    get_code(sign_up(tournament, "Anne", "192.168.1.7"))
    forwarded = Client(headers={"X-Forwarded-For": "10.1.1.1, 2001:db8::9"})  # behind a web server of this machine
    assert forwarded.post(f"/{tournament.code}/sign-up", {"name": "Faux", "nonce": "n"}).status_code == 422
    monkeypatch.setattr("tournaments.actions.people.signing_up.MOST_SIGN_UPS", 3)
    assert sign_up(tournament, "Basile", "192.168.1.8").status_code == 422


def test_private_codes_and_addresses_are_kept_nowhere():
    _client, tournament = create_evening()
    code = get_code(sign_up(tournament, "Anne", "192.168.1.7"))
    assert code not in str(kept := list(SignUp.objects.values()))
    assert "192.168" not in str(kept)
    assert read_mine("0" * 26).status_code == 422
    answer = read_mine(code)
    assert "no-store" in answer["Cache-Control"]
    assert 'data-secret="keep"' in answer.content.decode()


def test_the_organiser_gives_a_new_private_link_and_the_former_is_void():
    client, tournament = create_evening()
    code = get_code(sign_up(tournament, "Anne"))
    add_entries(tournament, ["Basile"])
    anne, basile = tournament.entries.order_by("pk")
    where = f"/desk/event/{tournament.pk}/sign-ups/link"
    for chosen in ([], [basile.pk]):
        assert client.post(where, {"entry": chosen}).status_code == 302
    page = client.post(where, {"entry": anne.pk}).content.decode()
    found = re.search(r"/my-sign-up#([0-9A-Z]{26})<", page)
    assert found
    assert found[1] != code
    assert "<svg" in page
    assert (read_mine(code).status_code, read_mine(found[1]).status_code) == (422, 200)
    end_evening(tournament)
    assert read_mine(found[1], leave="yes").status_code == 422
    assert tournament.entries.count() == 2
    assert client.post(f"/desk/event/{tournament.pk}/door/walk-in", {"name": "Chloé"}).status_code == 422


def test_what_is_private_is_shown_to_the_organiser_alone_and_goes_with_the_person():
    client, tournament = create_evening()
    code = get_code(sign_up(tournament, "Anne", email="anne@example.org", phone="06 12"))
    assert "anne@example.org" in client.get(f"/desk/event/{tournament.pk}/sign-ups").content.decode()
    public = Client().get(f"/{tournament.code}/sign-up").content.decode() + read_mine(code).content.decode()
    assert "example.org" not in public
    assert "06 12" not in public
    gone = get_code(sign_up(tournament, "Anne", is_namesake="on", email="b@example.org"))
    read_mine(gone, leave="yes")
    forget_name(tournament.entries.get().player, actor="user:1")
    assert not SignUp.objects.exists()
    assert read_mine(code).status_code == 422


def test_a_pair_is_made_when_both_name_each_other():
    _client, tournament = create_evening()
    Tournament.objects.update(pairing=Tournament.Pairing.FIXED)
    for name, partner in (("Anne", "basile"), ("Chloé", "Anne"), ("Basile", "Anne")):
        sign_up(tournament, name, partner=partner)
    pairs = dict(tournament.entries.values_list("shown_name", "pair"))
    assert pairs == {"Anne": 1, "Basile": 1, "Chloé": None}


def test_who_signs_up_while_a_round_is_published_is_entered_without_his_partner(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_pair: object) -> None:
        raise NotNow("Une ronde est publiée.")

    monkeypatch.setattr("tournaments.actions.people.signing_up.make_pair", refuse)
    _client, tournament = create_evening()
    Tournament.objects.update(pairing=Tournament.Pairing.FIXED)
    for name, partner in (("Anne", "Basile"), ("Basile", "Anne")):
        assert sign_up(tournament, name, partner=partner).status_code == 302
    assert list(tournament.entries.values_list("pair", flat=True)) == [None, None]


def test_erasing_a_name_leaves_the_sign_up_of_somebody_of_the_same_name():
    _client, tournament = create_evening()
    sign_up(tournament, "Anne Roy")
    forget_name(add_player(tournament.club, "ROY Anne"), actor="user:1")
    assert SignUp.objects.get().entry == tournament.entries.get()


def test_an_initials_club_shows_initials_and_asks_for_the_name_at_the_door():
    _client, tournament = create_evening()
    sign_up(tournament, "Anne Lefèvre")
    tournament.club.initials = True
    tournament.club.save()
    assert "Lefèvre" not in Client().get(f"/{tournament.code}/sign-up").content.decode()
    key = door_key(SignUpTerms.objects.get())
    typed = ("", "An", "---", "a e", "lefe")  # a search takes three letters, whatever stands between them
    asked = [Client().post("/door", {"code": key, "name": name}).content.decode() for name in typed]
    assert ["A. L." in page for page in asked] == [False, False, False, False, True]
    assert not any("Lefèvre" in page for page in asked)


def test_at_the_door_who_asked_for_initials_is_found_by_his_name_and_named_by_them():
    _client, tournament = create_evening()
    for name in ("Anne Lefèvre", "Basile Roy"):
        sign_up(tournament, name)
    anne = tournament.entries.get(shown_name="Anne Lefèvre")
    set_player_discreet(anne.player, discreet=True)
    door = {"code": door_key(SignUpTerms.objects.get())}
    listed, found, asked = (
        Client().post("/door", door | more).content.decode() for more in ({}, {"name": "lefe"}, {"entry": anne.pk})
    )
    assert "Basile Roy" in listed
    assert "A. L." not in listed
    assert "A. L." in found
    assert "A. L." in asked
    assert not any("Lefèvre" in page for page in (listed, found, asked))


def test_one_checks_in_at_the_door_and_the_organiser_undoes_it():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=())
    key = door_key(open_sign_up(tournament))
    anne, basile, *_others = tournament.entries.order_by("pk")
    assert NAMES[0] in Client().post("/door", {"code": key}).content.decode()
    asked = Client().post("/door", {"code": key, "entry": anne.pk}).content.decode()
    assert 'name="here"' in asked
    assert not tournament.entries.filter(presence="present").exists()
    assert "C’est noté" in Client().post("/door", {"code": key, "entry": anne.pk, "here": "yes"}).content.decode()
    anne.refresh_from_db()
    assert anne.presence == Entry.Presence.PRESENT
    where = f"/desk/event/{tournament.pk}/door"
    client.post(where, {"there": [basile.pk]})  # the organiser's list was shown before Anne came: she stays
    assert set(tournament.entries.filter(presence="present")) == {anne, basile}
    seen = {"seen": f"{anne.pk}=expected {basile.pk}=present", f"presence-{anne.pk}": "expected"}
    client.post(f"/desk/event/{tournament.pk}/people/check", seen | {f"presence-{basile.pk}": "absent"})
    assert set(tournament.entries.filter(presence="present")) == {anne}  # nor does the page of the rounds undo her
    client.post(where, {"seen": [], "there": [basile.pk]})
    client.post(where, {"seen": [anne.pk, basile.pk], "there": [basile.pk]})
    assert set(tournament.entries.filter(presence="present")) == {basile}
    assert Client().post("/door", {"code": key, "entry": 10**9, "here": "yes"}).status_code == 404


def test_a_door_s_key_is_void_with_the_next_poster_a_closed_door_and_the_evening_s_end():
    client, tournament = create_evening()
    terms = SignUpTerms.objects.get()
    key = door_key(terms)
    assert find_terms_by_door_key(key) == terms
    for wrong in ("", "x", f"{terms.pk}-" + "0" * 32, key[:-1], key.lower(), "9" * 19 + "-A"):
        assert find_terms_by_door_key(wrong) is None
    client.post(f"/desk/event/{tournament.pk}/door/key")
    assert find_terms_by_door_key(key) is None
    assert Client().post("/door", {"code": key}).status_code == 422
    key = door_key(SignUpTerms.objects.get())
    open_sign_up(tournament, self_check_in=False)
    assert find_terms_by_door_key(key) is None
    open_sign_up(tournament)
    end_evening(tournament)
    assert find_terms_by_door_key(key) is None


def test_a_walk_in_is_entered_and_present_and_never_twice():
    client, tournament = create_evening(limit=1)
    where = f"/desk/event/{tournament.pk}/door/walk-in"
    assert client.post(where, {"name": "Anne"}).status_code == 302
    assert client.post(where, {"name": "anne"}).status_code == 422  # a double click too
    assert client.post(where, {"name": "Anne", "is_namesake": "on"}).status_code == 302  # over the limit: he is here
    assert list(tournament.entries.values_list("shown_name", "presence")) == [
        ("Anne", "present"),
        ("Anne 2", "present"),
    ]


@pytest.mark.pango
def test_the_check_in_poster_waits_for_the_door_to_be_open():
    client, tournament = create_evening(self_check_in=False)
    where = f"/desk/event/{tournament.pk}/print/check-in-poster.pdf"
    assert client.get(where).status_code != 200
    open_sign_up(tournament)
    answer = client.get(where)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
