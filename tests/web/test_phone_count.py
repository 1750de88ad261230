"""Counting one player at a time, and noting to whom a debt is owed: the book moves nothing for it."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.book.evening_builders import build_coup, correct_event, create_table, record_events
from tests.web.phone_client import Phone, read_html
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.people.members import add_member
from tournaments.actions.rounds.free_tables import seat_waiting_entries, wait_for_table
from tournaments.actions.tables.closing import confirm_sheet
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.table_cards import load_cards
from tournaments.book.table_keys import find_table_by_key
from tournaments.models import Club, Record, TokenCount, Tournament
from tournaments.models.rights import Role
from tournaments.printing.documents import DOCUMENTS_BY_NAME
from tournaments.reading.table_status import differs

pytestmark = pytest.mark.django_db

RUINOUS = {
    "type": "coup",
    "points": {"1": 0, "2": 120, "3": 0},
    "brusquembilles": {"2": {"aces_won": 4, "tens_won": 2}, "1": {"tens_lost": 1}, "3": {"tens_lost": 1}},
}


def play_until_somebody_owes() -> Phone:
    """A phone at a table whose partie has ended with Anne in debt."""
    phone = Phone(create_table(coups=12))
    while (state := phone.sheet.state) and state.purses["Anne"].total >= 0 and not state.complete:
        record_events(phone.table, RUINOUS)
    if not (phone.sheet.state and phone.sheet.state.complete):
        record_events(phone.table, {"type": "end"})
    return phone


def count_with_debts(phone: Phone) -> int:
    """Let each player count, the debtors nothing and Basile that much less; return what Anne owes."""
    held = [purse.total for purse in phone.sheet.state.purses.values()]
    owed = sum(-jetons for jetons in held if jetons < 0)
    for place, jetons in enumerate((max(held[0], 0), held[1] - owed, max(held[2], 0)), 1):
        assert phone.send("count", **{f"fiches.{place}": 0, f"jetons.{place}": jetons}).status_code == 303
    return -held[0]


def list_in_order(page: str, *parts: str) -> list[str]:
    """List these parts of the page in the order in which they stand there."""
    assert all(part in page for part in parts)
    return sorted(parts, key=page.index)


def test_the_end_says_who_won_then_asks_for_the_count_then_for_another_player() -> None:
    phone = play_until_somebody_owes()
    parts = ["La partie est finie", "<b><bdi>Basile</bdi></b>", "Compter les jetons", "Un autre joueur confirme"]
    page = phone.read_sheet()
    assert list_in_order(page, *parts) == parts
    assert 'aria-current="step"><bdi>Anne</bdi>' in page
    assert phone.send("count", **{"fiches.1": 0, "jetons.1": 0}).status_code == 303
    assert '<details class="counting" open>' in phone.read_sheet()
    count_with_debts(phone)
    parts = ["Tous ont compté", "Noter\u202f: <bdi>Anne</bdi> doit", "Un autre joueur confirme", "La partie est finie"]
    page = phone.read_sheet()
    assert list_in_order(page, *parts) == parts
    assert page.count("at-foot") == 1
    phone.send("debt", position=1, owed_to=2)
    assert phone.read_sheet().count("at-foot") == 1


def test_a_game_in_fiches_is_won_by_jetons_and_one_for_points_by_points() -> None:
    facts = play_until_somebody_owes().read_facts()
    assert (facts.winners, facts.in_fiches) == (("Basile",), True)
    phone = Phone(create_table(mode="points", target=50))
    record_events(phone.table, {"type": "coup", "points": {"1": 58, "2": 37, "3": 25}})
    facts = phone.read_facts()
    assert (facts.winners, facts.winning_total, facts.in_fiches) == (("Anne",), 58, False)
    assert facts.winning_words in phone.read_sheet()


def test_each_player_counts_alone_and_the_sheet_answers_when_all_have() -> None:
    phone = play_until_somebody_owes()
    page = phone.read_sheet()
    assert 'name="fiches.1"' in page
    assert 'name="fiches.2"' not in page
    held = [purse.total for purse in phone.sheet.state.purses.values()]
    lent = sum(jetons for jetons in held if jetons > 0)
    assert phone.read_facts().jetons_in_play == (sum(held), lent)
    assert phone.send("count", **{"fiches.1": 0, "jetons.1": 0}).status_code == 303
    page = phone.read_sheet()
    assert 'name="fiches.2"' in page
    assert 'name="fiches.1"' not in page
    assert "Tous ont compté" not in page
    answer = phone.send("count", **{"fiches.2": "deux", "jetons.2": 1})
    assert answer.status_code == 422
    assert 'name="fiches.2" value="deux"' in read_html(answer)
    assert TokenCount.objects.count() == 1


def test_a_count_without_fiches_is_asked_for_and_one_without_jetons_has_none() -> None:
    phone = play_until_somebody_owes()
    empty = phone.send("count", **{"fiches.1": "", "jetons.1": ""})
    assert empty.status_code == 422
    assert "Combien" in read_html(empty)
    assert not TokenCount.objects.exists()
    forgotten = phone.send("count", **{"fiches.1": "", "jetons.1": 7})
    assert forgotten.status_code == 422
    assert not TokenCount.objects.exists()
    assert phone.send("count", **{"fiches.1": 0, "jetons.1": 7}).status_code == 303
    assert phone.send("count", **{"fiches.2": 3, "jetons.2": ""}).status_code == 303
    assert list(TokenCount.objects.order_by("position").values_list("fiches", "jetons")) == [(0, 7), (3, 0)]


def test_who_miscounted_is_named_and_led_back_before_debts_that_the_bank_lent() -> None:
    """So is the difference on the sheet that was confirmed all the same."""
    phone = play_until_somebody_owes()
    held = [max(purse.total, 0) for purse in phone.sheet.state.purses.values()]
    for place, jetons in enumerate((held[0], held[1] + 4, held[2]), 1):
        phone.send("count", **{f"fiches.{place}": 0, f"jetons.{place}": jetons})
    page = phone.read_sheet()
    [wrong] = phone.read_facts().certain_miscounts
    assert (wrong.short_name, wrong.difference) == ("Basile", 4)
    assert "Recompter\u202f: <bdi>Basile</bdi>" in page
    assert f"compté {held[1] + 4}, feuille {held[1]}" in page
    assert page.count("at-foot") == 1
    assert '<details name="recount" open><summary><span><bdi>Basile' in page
    assert '<strong class="loss">' in page
    assert ">doit " in page
    confirm_sheet(phone.table.pk, 2, actor="table:1")
    assert phone.read_facts().miscounts == [wrong]
    assert re.search(r"<bdi>Basile</bdi></b>\W+4 ", phone.read_sheet())


def test_a_recount_begins_with_what_was_counted() -> None:
    phone = play_until_somebody_owes()
    held = [max(purse.total, 0) for purse in phone.sheet.state.purses.values()]
    for place, jetons in enumerate((held[0], held[1] + 4, held[2]), 1):
        phone.send("count", **{f"fiches.{place}": 0, f"jetons.{place}": jetons})
        assert f'value="{held[1] + 4}"' not in phone.read_sheet() or place == 3, "who counts is not told"
    assert re.search(rf'name="jetons.2" value="{held[1] + 4}"', phone.read_sheet())


def test_a_difference_is_said_once_and_its_sum_only_where_several_differ() -> None:
    phone = Phone(create_table())
    record_events(phone.table, build_coup(), {"type": "end"})
    held = [purse.total for purse in phone.sheet.state.purses.values()]
    for place, jetons in enumerate((held[0] - 2, held[1], held[2]), 1):
        phone.send("count", **{f"fiches.{place}": 0, f"jetons.{place}": jetons})
    page = phone.read_sheet()
    assert page.count("manque 2 jetons") == 1
    assert "recomptez." not in page
    assert "2 de moins" not in page
    phone.send("count", **{"fiches.2": 0, "jetons.2": held[1] - 3})
    assert re.search(r" 5 jetons [^.]*recomptez\.", phone.read_sheet())


def test_a_confirmed_sheet_says_at_which_tables_its_players_sit_by_now() -> None:
    phone = play_until_somebody_owes()
    confirm_sheet(phone.table.pk, 2, actor="table:1")
    before, tournament = phone.read_sheet(), phone.sheet.tournament
    assert 'id="next-tables"' not in before
    again = [tournament.entries.get(shown_name=name) for name in ("Chloé", "Anne")]
    wait_for_table(tournament, again)
    n = seat_waiting_entries(tournament, again).n
    page = phone.read_sheet()
    assert {*phone.read_facts().next_tables} == {("Chloé", n), ("Anne", n)}
    assert 'id="next-tables"' in page
    assert page.count("data-next-seat") == 1, "Anne's own"
    doors = Phone(phone.table, None).read_facts().next_doors
    assert {(name, find_table_by_key(key).n) for name, _seat, key in doors} == {("Chloé", n), ("Anne", n)}
    stamps = [re.findall(r'data-stamp="(\w+)"', each) for each in (before, page)]
    assert stamps[0] != stamps[1], "a phone that looks from time to time is told"


def test_no_next_table_is_named_where_it_is_annulled_or_the_evening_closed() -> None:
    phone = play_until_somebody_owes()
    confirm_sheet(phone.table.pk, 2, actor="table:1")
    tournament = phone.sheet.tournament
    again = [tournament.entries.get(shown_name=name) for name in ("Chloé", "Anne")]
    wait_for_table(tournament, again)
    following = seat_waiting_entries(tournament, again)
    close_tournament(tournament)
    closed = phone.read_facts()
    assert (closed.open, closed.next_tables) == (False, [])
    open_tournament(tournament, reason="on continue")
    assert phone.read_facts().next_tables
    mark_unplayed(following.pk, "annulled", actor="organiser:1", reason="salle fermée")
    assert not phone.read_facts().next_tables


def test_a_sheet_corrected_after_it_was_confirmed_says_so_and_names_the_coup() -> None:
    phone = play_until_somebody_owes()
    correct_event(phone.table, 1, build_coup())
    confirm_sheet(phone.table.pk, 2, actor="table:1")
    assert "corrigée depuis" not in phone.read_sheet(), "what was read by him was corrected before"
    correct_event(phone.table, 2, build_coup())
    facts = phone.read_facts()
    assert (facts.confirmed_by, facts.corrected_since) == (["Basile"], ["Coup 2"])
    assert "<bdi>Coup 2</bdi>" in phone.read_sheet()


def test_a_doubt_at_the_end_has_one_place_to_go_to_with_both_ways_out() -> None:
    phone = play_until_somebody_owes()
    page = phone.read_sheet()
    doubt = page.partition('<details class="undo">')[2].partition("</section>")[0]
    ways = ["Ce n’est pas juste", 'id="correcting"', 'id="undo"', 'data-to="call"']
    assert list_in_order(doubt, *ways) == ways
    assert page.count('id="call"') == page.count('hx-post="/t/dispute"') == 1, "the button leads to the one place"
    assert phone.client.post("/t/dispute", {"line": 0, "position": 2}).status_code == 303
    page = phone.read_sheet()
    assert 'data-dispute="0"' in page
    assert 'id="undo"' in page


def test_a_confirmed_sheet_says_which_round_comes_next_while_one_does() -> None:
    phone = play_until_somebody_owes()
    tournament = phone.sheet.tournament
    Tournament.objects.filter(pk=tournament.pk).update(format="random", planned_rounds=2)
    assert "Ronde 2" not in phone.read_sheet(), "the sheet is to be confirmed first"
    confirm_sheet(phone.table.pk, 2, actor="table:1")
    assert phone.read_facts().coming_round == 2
    Tournament.objects.filter(pk=tournament.pk).update(planned_rounds=1)
    assert phone.read_facts().coming_round is None


def test_whoever_kept_the_score_does_not_confirm_it() -> None:
    confirm = play_until_somebody_owes().read_sheet().partition('id="confirm"')[2].partition("</form>")[0]
    assert re.findall(r'name="position"\s+value="(\d)"', confirm) == ["2", "3"]


def test_who_takes_a_phone_after_the_end_says_only_who_he_is() -> None:
    table = play_until_somebody_owes().table
    page = Phone(table, None).read_sheet()
    assert "Qui êtes-vous" in page
    assert "Qui marque" not in page


def test_a_player_who_cannot_stake_is_told_before_the_coup_what_the_bank_lends() -> None:
    phone = Phone(create_table(coups=12))
    assert not phone.read_facts().lent_stakes
    while (state := phone.sheet.state) and state.purses["Anne"].total > 0:
        record_events(phone.table, RUINOUS)
    preview = phone.read_sheet().partition('id="preview"')[2].partition("</div>")[0]
    assert re.search(r"Anne\W+les 20", preview)


def test_a_debt_is_compared_with_what_can_lie_there_and_noted_when_the_players_say_so() -> None:
    phone = play_until_somebody_owes()
    owed = count_with_debts(phone)
    page = phone.read_sheet()
    assert phone.read_facts().counts_match
    assert 'class="slips"' not in page
    assert f">doit {owed}<" in page
    assert re.search(r">reçoit \d+<", page)
    assert re.search(r'name="owed_to"\s+value="2" checked', page)
    assert not any(differs(card) for card in load_cards(phone.sheet.tournament))
    records = Record.objects.count()
    TokenCount.objects.create(table=create_table(), position=1, fiches=0, jetons=0, number=0)
    assert phone.send("debt", position=1, owed_to=2).status_code == 303
    assert list(TokenCount.objects.filter(position=1).order_by("pk").values_list("owed_to", flat=True)) == [2, None]
    assert Record.objects.count() == records
    assert "C’est noté" in phone.read_sheet()


def test_a_debt_to_the_bank_is_not_asked_about_as_if_somebody_lacked_it_and_stands_on_the_filled_sheet() -> None:
    phone = play_until_somebody_owes()
    for place, purse in enumerate(phone.sheet.state.purses.values(), 1):
        phone.send("count", **{f"fiches.{place}": 0, f"jetons.{place}": max(purse.total, 0)})
    page = phone.read_sheet()
    debts = phone.read_facts().debts
    assert {each.creditor for each in debts} == {0}, "the bank, which has lent them"
    assert page.partition('class="debt"')[2].count("<details><summary>") >= len(debts), "to a player?"
    phone.send("debt", position=1, owed_to=0)
    told = r"doit \d+\s+jetons à la banque. C’est noté"
    assert re.search(told, phone.read_sheet())
    filled, blank = (
        DOCUMENTS_BY_NAME[each].build_paper(phone.sheet.tournament).render_html()
        for each in ("sheets-filled", "sheets")
    )
    assert re.search(told, filled.partition("incidents</h2>")[2])
    assert not re.search(told, blank)


def test_the_desk_names_the_debt_and_finds_no_difference_in_it() -> None:
    phone = play_until_somebody_owes()
    owed = count_with_debts(phone)
    client = Client()
    client.force_login(open_owner(phone.sheet.tournament.club))
    page = client.get(f"/desk/table/{phone.table.pk}")
    assert not page.context["counts"]["differ"]
    assert f"</bdi> doit {owed}" in page.content.decode()
    phone.send("debt", position=1, owed_to=2)
    assert "C’est noté" in client.get(f"/desk/table/{phone.table.pk}").content.decode()


def open_owner(club: Club) -> User:
    """Return a new account that owns the club."""
    user = User.objects.create_user("nadia")
    add_member(user, club, Role.OWNER)
    return user


@pytest.mark.parametrize(
    ("position", "owed_to", "status"),
    [(1, 1, 409), (2, 1, 409), (1, 9, 409), (1, "x", 422), ("", 2, 422), (99, 2, 409)],
)
def test_a_debt_that_is_not_on_the_sheet_is_refused(position: object, owed_to: object, status: int) -> None:
    phone = play_until_somebody_owes()
    count_with_debts(phone)
    assert phone.send("debt", position=position, owed_to=owed_to).status_code == status
    assert not TokenCount.objects.exclude(owed_to=None).exists()


@pytest.mark.parametrize(
    ("where", "fields", "asked"),
    [("confirm", {}, "Touchez d’abord votre nom"), ("debt", {"position": 1}, "Dites à qui la dette est due")],
)
def test_a_name_that_is_missing_is_asked_for_under_its_own_question(
    where: str, fields: dict[str, int], asked: str
) -> None:
    phone = play_until_somebody_owes()
    count_with_debts(phone)
    answer = phone.send(where, **fields)
    before, form, after = read_html(answer).partition(f'hx-post="/t/{where}"')
    assert answer.status_code == 422
    assert form
    assert asked in after
    assert 'role="alert"' not in before
    assert "data-focus" not in before
