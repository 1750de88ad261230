"""What stands around a table's sheet on a phone: the way to the next table, to standings and rules, who may still
confirm; and what a player need not see."""

import re
from random import Random

import pytest

from tests.book.evening_builders import build_coup, create_evening, create_table, get_table, record_events
from tests.web.phone_client import Phone, open_phone
from tournaments.actions.rounds.free_tables import seat_waiting_entries, wait_for_table
from tournaments.actions.tables.closing import confirm_sheet
from tournaments.actions.tables.recording import play_tables
from tournaments.book.table_keys import table_key
from tournaments.exchange.simulation import build_event_chooser
from tournaments.forms.codes import EXAMPLE, TableCodeForm
from tournaments.models import Confirmation, Tournament

pytestmark = pytest.mark.django_db


def test_the_phone_of_a_seated_player_has_the_key_of_his_next_table_and_of_no_other() -> None:
    tournament = create_evening(3, 3)
    first = get_table(tournament)
    record_events(first, build_coup(), {"type": "end"})
    anne, basile = Phone(first, 1), Phone(first, 2)
    assert "data-next-key" not in anne.read_sheet(), "not before the sheet is confirmed"
    confirm_sheet(first.pk, 2, actor="table:2")
    again = [tournament.entries.get(shown_name=name) for name in ("Chloé", "Anne")]
    wait_for_table(tournament, again)
    later = seat_waiting_entries(tournament, again)
    seat = next(seat for seat in later.seats.all() if seat.entry == again[1])
    keys = re.findall(r'data-next-key="([^"]+)" data-next-seat="(\d)"', anne.read_sheet())
    assert keys == [(table_key(later), str(seat.position))]
    assert "data-next-key" not in basile.read_sheet()
    assert "data-next-key" not in Phone(first, 0).read_sheet()


@pytest.mark.parametrize(
    ("format", "rounds", "is_told"), [("random", 2, True), ("random", 1, False), ("free", 2, False)]
)
def test_a_sheet_names_its_round_where_the_evening_has_several(format: str, rounds: int, is_told: bool) -> None:
    mine = open_phone()
    Tournament.objects.update(format=format, planned_rounds=rounds)
    page = Phone(mine.table, 1).read_sheet()
    assert ('data-label="Ronde 1 ·' in page) == is_told
    assert bool(re.search(r'class="game">[^<]*,\s+ronde 1<', page)) == is_told


def test_who_has_left_the_table_confirms_nothing_there() -> None:
    mine = open_phone()
    mine.send_coup()
    mine.send("leave", player=3)
    page = mine.read_sheet()
    assert 'id="confirm"' in page
    confirmers = page.partition('id="confirm"')[2].partition("</fieldset>")[0]
    assert re.findall(r'name="position" value="(\d)"', confirmers) == ["2"]
    assert mine.send("confirm", position=3).status_code == 409
    assert not Confirmation.objects.exists()
    confirm_sheet(mine.table.pk, 3, actor="user:1")  # the organiser, in his place


def test_plus_has_six_entries_and_leads_to_standings_and_rules() -> None:
    mine = open_phone()
    mine.send_coup()
    page = mine.read_sheet()
    menu = page.partition('<details class="more">')[2].partition('id="coup"')[0]
    assert menu.count('<summary class="btn ghost big">') == 6 + 1, "and the coup card by card"
    code = mine.sheet.tournament.code
    for address in (f"/{code}/standings", f"/{code}/rules", f"/{code}/player/{mine.sheet.seats[0].entry_id}"):
        assert f'href="{address}"' in menu


def test_the_rules_ids_and_the_seal_are_behind_the_details() -> None:
    mine = open_phone()
    mine.send_coup()
    page = mine.read_sheet()
    door = "<details><summary>Détails</summary>"
    assert f'{door}<div class="reasons">' in page
    assert f'{door}<p class="small">Code de contrôle' in page
    plain = re.sub(r'<div class="reasons">.*?</div>', "", page, flags=re.DOTALL)
    assert not re.search(r">\s*(GEN|PEN|BRU)-\d\d", plain)


def test_who_deals_has_one_word() -> None:
    mine = open_phone()
    mine.send_coup()
    for holder in (mine, Phone(mine.table, 0)):
        assert "distribue" not in holder.read_sheet()
        assert "donne" in holder.read_sheet()


def test_the_sheet_says_under_which_number_the_standings_know_its_reader() -> None:
    mine = open_phone(seat=2)
    assert f'data-holder="{mine.sheet.seats[1].entry_id}"' in mine.read_sheet()
    assert "data-holder" not in Phone(mine.table, 0).read_sheet()


@pytest.mark.parametrize(
    ("game", "size", "preset"),
    [
        ("brusquembille", 4, None),
        ("brisque", 2, None),
        ("briscola", 4, None),
        ("chiamata", 5, None),
        ("marque", 4, "belote"),
        ("marque", 5, "tarot"),
    ],
)
def test_a_sheet_tells_of_the_coups_of_any_game(game: str, size: int, preset: str | None) -> None:
    table = create_table(size, game=game, preset=preset)
    play_tables([table.pk], build_event_chooser(game, Random(1), tricks=0), actor="table:1")
    assert 'data-kind="marked"' in Phone(table, 1).read_sheet()


def test_a_code_given_as_an_example_stays_on_one_line() -> None:
    assert EXAMPLE in str(TableCodeForm().fields["code"].help_text)


@pytest.mark.parametrize(("coups", "drawn"), [(2, False), (3, True)])
def test_totals_are_drawn_once_their_line_says_something(coups: int, drawn: bool) -> None:
    mine = open_phone(coups=coups)
    record_events(mine.table, *[build_coup()] * coups)
    assert ('class="curves"' in mine.read_sheet()) is drawn


def test_points_without_a_known_total_are_all_typed_which_the_form_says() -> None:
    page = Phone(create_table(4, game="marque", preset="points")).read_sheet()
    hint = re.search(r'class="small filled"[^>]*>([^<]*)<', page)
    assert hint
    assert hint[1].strip()
    assert 'class="held"' not in page, "the form says points once"
