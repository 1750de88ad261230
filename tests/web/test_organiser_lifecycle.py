"""The life of an evening: opened, its table cards shown and replaced, closed, reopened, hidden; and the pages of the
club, the computer and the account."""

import re
from datetime import timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils import timezone

from config.hall import read_hall
from config.version import describe_version
from tests.web.organiser_builders import (
    NAMES,
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.money.prizes import set_account
from tournaments.actions.people.clubs import add_player
from tournaments.book.table_keys import find_table_by_key, table_code, table_key
from tournaments.models import Club, Player, Round, Seat, Table, Tournament
from tournaments.models.clubs import FIRST_CLUB
from tournaments.reading import table_status
from tournaments.views.organiser.club import machine

pytestmark = pytest.mark.django_db


def test_opening_an_evening_leads_to_its_table_cards_where_phones_can_come(monkeypatch):
    client, club = sign_in_organiser()
    tournament, other = create_draft_evening(club), create_draft_evening(club)
    monkeypatch.setenv("CORBILLON_URL", "https://cartes.example.org")
    answer = client.post(f"/desk/event/{tournament.pk}/open")
    tournament.refresh_from_db()
    assert tournament.status == "open"
    assert answer.url == f"/desk/event/{tournament.pk}/codes"
    monkeypatch.delenv("CORBILLON_URL")
    assert client.post(f"/desk/event/{other.pk}/open").url == f"/desk/event/{other.pk}"


def test_the_next_step_of_an_open_evening_names_a_card_only_where_phones_can_come(monkeypatch):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    assert f"/desk/event/{tournament.pk}/print" in client.get(f"/desk/event/{tournament.pk}").context["todo"]["url"]
    monkeypatch.setenv("CORBILLON_URL", "https://cartes.example.org")
    assert f"/desk/event/{tournament.pk}/codes" in client.get(f"/desk/event/{tournament.pk}").context["todo"]["url"]


def test_the_same_again_is_proposed_for_the_same_day_of_a_week_to_come():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    for days_ago, ahead in ((0, 7), (7, 0), (9, 5), (-3, 10)):
        Tournament.objects.filter(pk=tournament.pk).update(date=today - timedelta(days=days_ago))
        form = client.get(f"/desk/event/{tournament.pk}/next").context["form"]
        assert form.initial["date"] == today + timedelta(days=ahead)


def test_who_is_free_says_nothing_of_seats_once_the_evening_is_closed():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    address = f"/desk/event/{tournament.pk}/waiting"
    assert "<h2>" in client.get(address).content.decode()
    close_tournament(tournament)
    assert "<h2>" not in client.get(address).content.decode()


def test_opening_an_evening_says_that_it_is_open():
    client, club = sign_in_organiser()
    page = client.post(f"/desk/event/{create_draft_evening(club).pk}/open", follow=True)
    assert [it.level_tag for it in page.context["messages"]] == ["success"]


def test_no_squares_are_shown_before_phones_have_an_address(monkeypatch):
    client, club = sign_in_organiser()
    address = f"/desk/event/{create_open_evening(club).pk}/codes"
    monkeypatch.setenv("CORBILLON_URL", "https://cartes.example.org")
    assert 'class="qr"' in client.get(address).content.decode()
    monkeypatch.delenv("CORBILLON_URL")
    assert 'class="qr"' not in client.get(address).content.decode()


def test_an_evening_without_a_table_does_not_open_and_says_why():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=())
    page = client.post(f"/desk/event/{tournament.pk}/open", follow=True)
    tournament.refresh_from_db()
    assert tournament.status == "draft"
    assert page.redirect_chain[-1][0] == f"/desk/event/{tournament.pk}/tables"
    assert [it.level_tag for it in page.context["messages"]] == ["error"]


def test_an_evening_with_somebody_unplaced_asks_before_it_opens_and_names_him():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, sizes=(3,))
    board = client.get(f"/desk/event/{tournament.pk}")
    assert board.context["todo"]["url"] == f"/desk/event/{tournament.pk}/tables"
    assert "Ouvrir sans eux" in board.content.decode()
    asked = client.post(f"/desk/event/{tournament.pk}/open", follow=True)
    tournament.refresh_from_db()
    assert asked.redirect_chain  # a GET that a browser may come back to
    assert tournament.status == "draft"
    assert all(name in asked.content.decode() for name in NAMES[3:])
    client.post(f"/desk/event/{tournament.pk}/open", asked.context["hidden"])
    tournament.refresh_from_db()
    assert tournament.status == "open"


def test_each_table_has_its_code_and_its_qr_with_the_key_after_the_hash():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    page = client.get(f"/desk/event/{tournament.pk}/codes")
    assert all(table_code(table) in page.content.decode() for table in Table.objects.all())
    assert "no-store" in page["Cache-Control"]
    assert not page.context["earlier"]
    drawing = client.get(f"/desk/table/{get_first_table(tournament).pk}/qr.svg")
    assert drawing["Content-Type"] == "image/svg+xml"
    assert b"<svg" in drawing.content
    assert "no-store" in drawing["Cache-Control"]
    assert table_key(get_first_table(tournament)).encode() not in drawing.content


def test_the_cards_of_tables_whose_number_is_played_again_are_folded_away():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    first = get_first_table(tournament)
    later = Table.objects.create(round=Round.objects.create(tournament=tournament, n=2), n=1)
    page = client.get(f"/desk/event/{tournament.pk}/codes")
    assert [card["table"].pk for card in page.context["earlier"]] == [first.pk]
    assert later.pk in [card["table"].pk for card in page.context["cards"]]
    assert len(page.context["cards"]) == 2


def test_a_lost_card_is_replaced_and_its_key_is_void():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    key = table_key(table)
    client.post(f"/desk/table/{table.pk}/revoke")
    assert find_table_by_key(key) is None


def test_closing_lists_what_is_missing_and_asks_for_confirmation():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    page = client.get(f"/desk/event/{tournament.pk}/close").content.decode()
    assert "2 choses ouvertes" in page
    assert "data-unpaid" not in page
    set_account(tournament, fee_cents=550)
    assert "data-unpaid" in client.get(f"/desk/event/{tournament.pk}/close").content.decode()
    assert "n’a rien joué" in page
    assert client.post(f"/desk/event/{tournament.pk}/close").status_code == 422
    tournament.refresh_from_db()
    assert tournament.status == "open"
    client.post(f"/desk/event/{tournament.pk}/close", {"anyway": "yes"})
    tournament.refresh_from_db()
    assert tournament.status == "closed"


def test_a_closed_evening_takes_no_coup_from_an_organiser_without_a_reason():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    close_tournament(tournament)
    table = get_first_table(tournament)
    assert "Pourquoi" in client.get(f"/desk/table/{table.pk}/mark/coup").content.decode()
    answer = enter_coup(client, table)
    assert answer.status_code == 422
    assert not table.records.exists()
    assert enter_coup(client, table, reason="feuille retrouvée").status_code == 302


def test_a_closed_evening_is_reopened_for_a_reason_that_the_log_shows():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    client.post(f"/desk/event/{tournament.pk}/close", {"anyway": "yes"})
    answer = client.post(f"/desk/event/{tournament.pk}/reopen", {"reason": " "})
    assert answer.status_code == 422
    assert "Dites pourquoi" in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.status == "closed"
    why = "la table 2 n’avait pas fini"
    client.post(f"/desk/event/{tournament.pk}/reopen", {"reason": why})
    tournament.refresh_from_db()
    assert tournament.status == "open"
    lines = client.get(f"/desk/event/{tournament.pk}/log").context["lines"]
    assert [line.what for line in lines] == ["Soirée ouverte", "Soirée close", "Soirée rouverte"]
    assert [line.reason for line in lines] == ["", "", why]
    assert ["nadia" in line.actor for line in lines] == [False, True, True], "a command opened it"


def test_hiding_an_evening_deletes_nothing_and_can_be_undone():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    for hidden in (True, False):
        client.post(f"/desk/event/{tournament.pk}/hide")
        tournament.refresh_from_db()
        assert tournament.hidden is hidden
        assert Tournament.objects.count() == 1


def test_the_overview_of_tables_shows_their_progress_and_which_is_late_until_it_writes(monkeypatch):
    monkeypatch.setattr(table_status, "MIN_SILENCE", timedelta(0))
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, tours=2)
    for _ in range(2):
        enter_coup(client, get_first_table(tournament))
    page = client.get(f"/desk/event/{tournament.pk}/watch").content.decode()
    assert re.search(r"\b3\s+sur 6", page)
    assert "pas commencée" in page
    assert page.count("en retard") == 1
    for table in (
        get_first_table(tournament),
        get_first_table(tournament),
        Table.objects.get(round__tournament=tournament, n=2),
    ):
        enter_coup(client, table)
    one, two = client.get(f"/desk/event/{tournament.pk}/watch").context["glances"]
    assert (one.is_fresh, one.is_late) == (two.is_fresh, two.is_late) == (True, False)


@pytest.mark.parametrize("name", ["", "x" * 81, "pot"])
def test_an_invalid_name_for_the_club_s_list_is_reported_and_kept(name: str):
    client, club = sign_in_organiser()
    answer = client.post("/desk/players", {"club": club.pk, "typed": f"Marie\n{name}"})
    if name:
        assert answer.status_code == 422
        assert name in answer.content.decode()
        assert not Player.objects.exists()
    else:
        assert Player.objects.get().name == "Marie"


def test_a_player_is_renamed_retired_and_made_active_again():
    client, club = sign_in_organiser()
    player = add_player(club, "Marie")
    client.post(f"/desk/players/{player.pk}", {"name": "Marie-Anne"})
    client.post(f"/desk/players/{player.pk}/retire", {"active": "no"})
    player.refresh_from_db()
    assert (player.name, player.active) == ("Marie-Anne", False)
    assert "Marie-Anne" not in client.get("/desk/event/new").content.decode()
    client.post(f"/desk/players/{player.pk}/retire", {"active": "yes"})
    player.refresh_from_db()
    assert player.active


def test_the_club_s_name_time_zone_and_initials_can_be_changed():
    client, club = sign_in_organiser()
    sent = {
        "club": club.pk,
        "name": "Les Corbillons",
        "initials": "on",
        "cards": "french",
        "currency": "chf",
    }
    assert client.post("/desk/club", sent).status_code == 302
    apart = {"club": club.pk, "time_zone": "America/Guadeloupe", "indexed": "on"}
    assert client.post("/desk/club/technical", apart).status_code == 302
    club = Club.objects.get()
    assert (club.name, club.time_zone, club.initials) == ("Les Corbillons", "America/Guadeloupe", True)
    assert club.indexed
    assert club.currency == create_open_evening(club).currency == "CHF"
    answer = client.post("/desk/club", sent | {"name": "", "currency": "SOU"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name", "currency"}
    answer = client.post("/desk/club/technical", apart | {"time_zone": "Lune/Mer"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"time_zone"}


def test_a_club_that_nobody_has_named_is_called_as_the_reader_says_it_and_keeps_no_language():
    client, club = sign_in_organiser(club_name=FIRST_CLUB)
    client.cookies["django_language"] = "it"
    shown = client.get("/desk/club").context["form"].initial
    assert shown["name"].endswith("circolo")
    assert client.post("/desk/club", {"club": club.pk} | shown).status_code == 302
    assert Club.objects.get().name == FIRST_CLUB


def test_an_entry_is_renamed_and_can_be_removed_until_it_has_played():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    anne = entries[NAMES[0]]
    client.post(f"/desk/entry/{anne.pk}/rename", {f"{anne.pk}-name": "Anne L."})
    anne.refresh_from_db()
    assert anne.shown_name == "Anne L."
    bad = client.post(f"/desk/entry/{anne.pk}/rename", {f"{anne.pk}-name": "x" * 81})
    assert bad.status_code == 422
    assert "x" * 81 in bad.content.decode()
    enter_coup(client, get_first_table(tournament))
    assert client.post(f"/desk/entry/{anne.pk}/remove").status_code == 422
    added = client.post(f"/desk/event/{tournament.pk}/players", {"typed": "Gaspard"})
    assert added.status_code == 302
    gone = client.post(f"/desk/entry/{tournament.entries.get(shown_name='Gaspard').pk}/remove", follow=True)
    *_earlier, said = gone.context["messages"]
    assert "Gaspard" in said.message
    assert 'data-left="2"' in client.get(f"/desk/entry/{entries[NAMES[3]].pk}").content.decode()
    gone = client.post(f"/desk/entry/{entries[NAMES[3]].pk}/remove", follow=True)
    assert Seat.objects.filter(table__round__tournament=tournament, table__n=2).count() == 2, "as it was said"
    [said] = gone.context["messages"]
    assert re.match(r"Denis Roy .* table 2 ", said.message), "whose place is free, and where"
    assert not tournament.entries.filter(shown_name="Gaspard").exists()
    assert client.post(f"/desk/event/{tournament.pk}/players", {"typed": " \n "}).status_code == 422


def test_the_status_page_shows_the_version():
    client, _club = sign_in_organiser()
    assert describe_version() in client.get("/desk/status").content.decode()


def test_a_newer_version_is_asked_for_by_a_button_alone_and_only_where_an_address_is_named(
    monkeypatch: pytest.MonkeyPatch,
):
    client, _club = sign_in_organiser()
    asked: list[str] = []
    monkeypatch.setattr(machine, "ask_newest_version", lambda address: (asked.append(address), "99.0")[1])
    assert "status/newest" not in client.get("/desk/status").content.decode()
    assert client.post("/desk/status/newest").status_code == 302
    assert asked == []
    monkeypatch.setattr(settings, "NEWEST_VERSION_URL", "https://cards.example/newest")
    assert "status/newest" in client.get("/desk/status").content.decode()
    assert asked == []
    assert client.post("/desk/status/newest").context["asked"]["newer"]
    assert asked == ["https://cards.example/newest"]
    monkeypatch.setattr(machine, "ask_newest_version", lambda address: "1.0")
    assert not client.post("/desk/status/newest").context["asked"]["newer"]


def test_the_recheck_button_says_that_the_book_is_right():
    client, club = sign_in_organiser()
    enter_coup(client, get_first_table(create_open_evening(club)))
    checked = client.post("/desk/status/recheck").context["checked"]
    assert (checked.difference, checked.records) == (None, 1)


def test_recheck_reads_the_member_s_own_clubs_alone_and_shows_a_difference(monkeypatch: pytest.MonkeyPatch):
    client, _club = sign_in_organiser()
    _other, theirs = sign_in_organiser("karl", "Autre cercle")
    create_open_evening(theirs)
    asked = []

    def wrong(tables, tournaments):
        asked.append([*tables, *tournaments])
        return SimpleNamespace(difference="table 3, n° 7", records=1)

    monkeypatch.setattr(machine, "check_book", wrong)
    page = client.post("/desk/status/recheck").content.decode()
    assert "table 3, n° 7" in page
    assert 'role="status"' not in page, "nothing says that all is right"
    assert asked == [[]]


def test_the_address_that_phones_use_is_chosen_and_stored():
    client, _club = sign_in_organiser()
    assert client.post("/desk/network", {"typed": "192.168.1.20"}).status_code == 302
    kept = read_hall(settings.VAR_DIR)
    assert kept is not None
    assert kept.address == "192.168.1.20"
    assert "http://192.168.1.20" in client.get("/desk/network").content.decode()
    assert b"<svg" in client.get("/desk/network/qr.svg").content


@pytest.mark.parametrize("typed", ["", "http://192.168.1.20", "deux mots", "x" * 300, "<b>", "-a"])
def test_an_invalid_address_is_reported_and_kept_in_the_field(typed: str):
    client, _club = sign_in_organiser()
    before = read_hall(settings.VAR_DIR)
    answer = client.post("/desk/network", {"typed": typed})
    assert answer.status_code == 422
    assert answer.context["form"]["typed"].value() == typed
    assert read_hall(settings.VAR_DIR) == before


def test_the_account_page_leads_to_two_factor_sign_in():
    client, club = sign_in_organiser()
    page = client.get("/desk/account").content.decode()
    assert club.name in page
    assert "/accounts/2fa/" in page
    client.post("/accounts/reauthenticate/", {"password": "quatre-vingts-as"})
    page = client.get("/accounts/2fa/totp/activate/")
    assert page.status_code == 200
    assert b"<svg" in page.content
    assert b"style=" not in page.content
