"""One table on the organiser's pages: coups entered, corrected with a preview, undone, counted, confirmed; revisions
stay readable."""

import re

import pytest
from django.test import Client

from tests.book.evening_builders import create_evening
from tests.web.organiser_builders import (
    COUP,
    NAMES,
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tests.web.sheet_forms import finish_partie, get_sheet, get_totals, post_correction, post_form
from tournaments.actions.errors import LineChanged
from tournaments.actions.rounds.seating import add_table
from tournaments.actions.states import NOT_OPENED
from tournaments.models import Club, Record, Seat, Tournament

pytestmark = pytest.mark.django_db

ANNE, BASILE, CHLOE = NAMES[:3]


@pytest.fixture
def signed_in() -> tuple[Client, Club]:
    return sign_in_organiser()


def test_a_coup_is_entered_in_totals_and_the_last_player_s_points_are_filled_in(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    form = client.get(f"/desk/table/{table.pk}/mark/coup").context["form"]
    assert [name for name, field in form.fields.items() if field.widget.attrs.get("autofocus")] == ["points.1"]
    assert enter_coup(client, table).status_code == 302
    assert get_totals(table) == {ANNE: 42, BASILE: -15, CHLOE: -27}
    story = client.get(f"/desk/table/{table.pk}/story").content.decode()
    assert "BRU-10" in story
    assert "Pourquoi" in story
    assert "BRU-10" not in client.get(f"/desk/table/{table.pk}").content.decode()


def test_partners_share_a_line_of_their_table_s_page_until_one_leaves(signed_in: tuple[Client, Club]):
    client, club = signed_in
    Tournament.objects.filter(pk=(tournament := create_evening(4, game="briscola")).pk).update(club=club)
    holders = client.get(f"/desk/table/{get_first_table(tournament).pk}").context["holders"]
    assert [1 + len(row.mates) for row in holders.data] == [2, 2]


def test_a_table_s_page_has_one_green_button_and_the_sheet_before_what_is_rare(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    page = client.get(f"/desk/table/{table.pk}").content.decode()
    assert page.count('class="btn"') == 1
    assert page.count(f'table/{table.pk}/mark/coup"') == 1
    in_sight, _, rest = page.partition("Coup par coup")
    assert in_sight.count('class="btn ghost"') == 1
    assert f'table/{table.pk}/undo"' in in_sight
    assert 'class="btn' not in rest.partition('class="rare"')[0]
    usual = ("Un joueur s’en va", "Remplacer un joueur", "Mal assis", "Elle ne se joue pas", "Papier d’abord")
    for rare in ("Recopier la feuille de papier", *usual):
        assert rest.count(rare) == 1


def test_a_correction_read_before_another_coup_came_is_written(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    address = f"/desk/table/{table.pk}/correct/1"
    read = client.get(address).context
    sent = COUP | {
        "coup-points.1": "57",
        "coup-points.2": "38",
        "key": read["key"],
        "number": read["sheet"].next_number,
    }
    sent |= {"kind": "coup", "write": "yes", "reason": "mal lu"}
    enter_coup(client, table)
    assert client.post(address, sent).status_code == 302
    assert [record.kind for record in Record.objects.order_by("number")] == ["event", "event", "correction"]
    again = client.post(address, sent | {"key": "another-page-s-key", "coup-points.1": "56", "coup-points.2": "39"})
    assert again.status_code == 422
    assert again.context["form"].non_field_errors() == [LineChanged.message]
    assert 'value="56"' in again.content.decode(), "what was typed stays"


def test_the_organiser_s_undo_names_the_line_that_was_read(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    address = f"/desk/table/{table.pk}/undo"
    hidden = client.get(address).context["hidden"]
    enter_coup(client, table)
    answer = client.post(address, hidden)
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors()
    assert client.post(address, client.get(address).context["hidden"]).status_code == 302
    assert [record.kind for record in Record.objects.order_by("number")] == ["event", "event", "undo"]


def test_a_double_tap_writes_once(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    page = client.get(f"/desk/table/{table.pk}/mark/coup")
    sent = COUP | {"key": page.context["key"], "number": "1"}
    for _ in range(2):
        assert client.post(f"/desk/table/{table.pk}/mark/coup", sent).status_code == 302
    assert Record.objects.count() == 1


def test_the_second_of_two_writers_is_told_of_the_newer_coup(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    page = client.get(f"/desk/table/{table.pk}/mark/coup")
    enter_coup(client, table)
    answer = client.post(f"/desk/table/{table.pk}/mark/coup", COUP | {"key": page.context["key"], "number": "1"})
    assert answer.status_code == 422
    assert "entre-temps" in answer.content.decode()
    assert 'name="number" value="2"' in answer.content.decode()
    assert 'value="58"' in answer.content.decode()
    assert Record.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"coup-points.3": "26"}, None, "121"),
        ({"coup-points.1": "9" * 400}, "points.1", "de 0 à 120"),
        ({"coup-points.1": "cinquante"}, "points.1", "nombre entier"),
        ({"coup-points.1": "", "coup-points.2": ""}, "points.1", ""),
        ({"coup-brusquembilles.3.tens_won": "1"}, None, "chacun réglé une fois"),
        ({"coup-brusquembilles.2.aces_won": "5"}, "brusquembilles.2.aces_won", "de 0 à 4"),
    ],
)
def test_a_coup_that_does_not_add_up_is_reported_and_its_input_kept(
    signed_in: tuple[Client, Club], changes: dict[str, str], field: str | None, said: str
):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    answer = enter_coup(client, table, **changes)
    form = answer.context["form"]
    assert answer.status_code == 422
    assert not Record.objects.exists()
    assert said in " ".join(form.errors[field or "__all__"])
    for name, typed in (COUP | changes).items():
        assert form[name.removeprefix("coup-")].value() == typed


def test_a_penalty_moves_what_its_rule_says_and_others_are_not_offered(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    page = client.get(f"/desk/table/{table.pk}/mark/penalty").content.decode()
    assert "PEN-08" in page
    assert "PEN-09" not in page
    assert "PEN-02" not in page
    post_form(client, table, "mark/penalty", **{"penalty-rule": "PEN-08", "penalty-player": "3"})
    assert get_totals(table) == {ANNE: 2, BASILE: 2, CHLOE: -4}


def test_a_recave_is_possible_only_where_the_rules_have_it(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    assert client.get(f"/desk/table/{table.pk}/mark/recave").status_code == 302
    table = get_first_table(create_open_evening(club, exhausted="recave"))
    assert post_form(client, table, "mark/recave", **{"recave-player": "1", "recave-fiches": "2"}).status_code == 302
    assert get_sheet(table).state.purses[ANNE].total == 3 * 20 + 20 + 40


@pytest.mark.parametrize("kind", ["leave", "end", "void"])
def test_a_departure_an_end_and_a_misdeal_are_recorded(signed_in: tuple[Client, Club], kind: str):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    assert (
        post_form(client, table, f"mark/{kind}", **{f"{kind}-player": "2", f"{kind}-reason": "mal donné"}).status_code
        == 302
    )
    assert get_sheet(table).events[0]["type"] == kind
    assert get_sheet(table).state.complete is (kind != "void")
    assert client.get(f"/desk/table/{table.pk}").status_code == 200


def test_an_unknown_kind_of_event_has_no_page(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    assert client.get(f"/desk/table/{table.pk}/mark/autre").status_code == 404


def test_undo_restores_the_totals_and_the_log_keeps_the_undone_coup(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    post_form(client, table, "undo", reason="saisi deux fois")
    assert get_totals(table) == {ANNE: 0, BASILE: 0, CHLOE: 0}
    page = client.get(f"/desk/table/{table.pk}/story").content.decode()
    assert "saisi deux fois" in page
    assert "nadia" in page
    assert f"{ANNE} 58" in page


def test_a_correction_shows_what_it_moves_before_it_is_written(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    read = client.get(f"/desk/table/{table.pk}/correct/1")
    form, page = read.context["form"], read.content.decode()
    assert form["points.1"].value() == 58
    assert form["brusquembilles.1.aces_won"].value() == 2
    assert read.context["beside"]
    assert re.search(rf"{ANNE} gagne 2 .* 1 .*, perd 1 .* 1 ", page), "no code of letters and signs"
    assert 'data-sum-of="aces" data-total="4"' in page
    assert page.count('data-adds-to="aces"') == 6
    answer = post_correction(client, table, **{"coup-points.1": "48", "coup-points.2": "47", "coup-points.3": "25"})
    assert answer.status_code == 200
    assert Record.objects.count() == 1
    moved = {row["name"]: (row["before"].total, row["after"].total) for row in answer.context["shown"].moves}
    assert moved == {ANNE: (42, 42), BASILE: (-15, -15), CHLOE: (-27, -27)}
    answer = post_correction(client, table, **{"coup-points.1": "45", "coup-points.2": "50"})
    moved = {row["name"]: (row["before"].total, row["after"].total) for row in answer.context["shown"].moves}
    assert moved == {ANNE: (42, -18), BASILE: (-15, 45), CHLOE: (-27, -27)}


def test_a_correction_needs_a_reason_and_the_old_coup_stays_readable(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    changes = {"coup-points.1": "45", "coup-points.2": "50", "write": "yes"}
    answer = post_correction(client, table, **changes)
    assert answer.status_code == 422
    assert "Dites pourquoi" in answer.content.decode()
    assert Record.objects.count() == 1
    why = "points recopiés de travers"
    assert post_correction(client, table, **changes, reason=why).status_code == 302
    assert get_totals(table) == {ANNE: -18, BASILE: 45, CHLOE: -27}
    page = client.get(f"/desk/table/{table.pk}/story").content.decode()
    assert why in page
    assert f"{ANNE} 58" in page
    assert "Corrigé à" in page


def test_a_correction_lists_the_later_lines_that_it_changes(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club, names=NAMES[:5], sizes=(5,)))
    tie = {f"coup-points.{n}": points for n, points in enumerate(("36", "36", "36", "12", "0"), 1)}
    cards = {name: "" for name in COUP if "brusq" in name} | {
        "coup-brusquembilles.1.aces_won": "3",
        "coup-brusquembilles.2.tens_won": "1",
    }
    cards |= {"coup-brusquembilles.2.tens_lost": "3", "coup-brusquembilles.3.aces_won": "1"}
    assert enter_coup(client, table, **tie, **cards).status_code == 302
    plain = {f"coup-points.{n}": points for n, points in enumerate(("36", "35", "37", "12", "0"), 1)}
    assert enter_coup(client, table, **plain, **cards).status_code == 302
    shown = post_correction(client, table, **plain, **cards)
    [rescored] = shown.context["shown"].rescored_titles
    assert rescored in shown.content.decode()


def test_a_coup_is_struck_out_by_a_correction_to_void(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    page = client.get(f"/desk/table/{table.pk}/correct/1?kind=void").content.decode()
    assert 'value="void"' in page
    post_correction(client, table, kind="void", write="yes", reason="donne fausse")
    assert get_sheet(table).events[0]["type"] == "void"
    assert get_totals(table)[ANNE] == 0
    enter_coup(client, table)
    rows = client.get(f"/desk/table/{table.pk}").context["rows"]
    assert [bool(row.nets_by_camp) for row in rows] == [False, True]


def test_a_correction_that_changes_nothing_is_refused(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    answer = post_correction(client, table, **{"coup-points.3": "25"})
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors()


def test_a_substitute_takes_over_the_seat_with_its_purse(signed_in: tuple[Client, Club]):
    client, club = signed_in
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    enter_coup(client, table)
    post_form(client, table, "substitute", position="1", typed="Gaspard")
    assert get_sheet(table).names == ("Gaspard", BASILE, CHLOE)
    assert get_totals(table)["Gaspard"] == 42
    assert Seat.objects.filter(table=table, position=1).count() == 2
    told = "Jusqu’au coup 1, Anne Lefèvre avait la place de Gaspard."
    for address in (f"/desk/table/{table.pk}", f"/{tournament.code}/table/1"):
        assert told in client.get(address).content.decode()


@pytest.mark.parametrize("who", [{}, {"typed": "x" * 81}, {"typed": "pot"}])
def test_a_substitute_needs_a_name(signed_in: tuple[Client, Club], who: dict[str, str]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    assert post_form(client, table, "substitute", position="1", **who).status_code == 422


def test_who_has_a_place_is_no_new_substitute_and_before_a_coup_two_change_places(signed_in: tuple[Client, Club]):
    client, club = signed_in
    tournament = create_open_evening(club)
    table, entries = get_first_table(tournament), tournament.entries.count()
    answer = post_form(client, table, "substitute", position="1", typed="denis roy")
    assert answer.status_code == 422
    assert [*answer.context["form"].errors] == ["typed"]
    assert tournament.entries.count() == entries
    assert f'table/{table.pk}/seats"' in client.get(f"/desk/table/{table.pk}").content.decode()
    denis = tournament.entries.get(shown_name="Denis Roy").pk
    exchange = {"case": "people", "people-position": "1", "people-other": denis, "people-reason": "mal assis"}
    client.post(f"/desk/table/{table.pk}/seats", exchange)
    assert get_sheet(table).names[0] == "Denis Roy"


def test_token_counts_are_compared_with_the_book_and_a_slip_is_suggested(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    post_form(client, table, "mark/end")
    held = {name: purse.total for name, purse in get_sheet(table).state.purses.items()}
    held[ANNE] += 4
    held[BASILE] -= 4
    fields = {f"fiches.{n}": "0" for n in (1, 2, 3)} | {
        f"jetons.{n}": str(held[name]) for n, name in enumerate(NAMES[:3], 1)
    }
    assert post_form(client, table, "count", **fields).status_code == 302
    page = client.get(f"/desk/table/{table.pk}")
    assert page.context["counts"]["differ"]
    assert page.context["counts"]["slips"] is not None
    held[ANNE] += 3  # no slip explains it: to be counted again, until somebody confirmed the sheet
    assert post_form(client, table, "count", **fields | {"jetons.1": str(held[ANNE])}).status_code == 302
    assert client.get(f"/desk/table/{table.pk}").context["todo"]["action"] == "Recompter"
    table.confirmations.create(position=2, number=99)
    settled = client.get(f"/desk/table/{table.pk}")
    assert "reste noté" in settled.content.decode()
    assert settled.context["todo"]["action"] != "Recompter"


def test_token_counts_that_are_no_numbers_are_reported(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    finish_partie(client, table)
    answer = post_form(client, table, "count", **{"fiches.1": "deux", "jetons.1": "9" * 400})
    errors = answer.context["form"].errors
    assert set(errors) == {"fiches.1", "jetons.1", "fiches.2", "fiches.3"}, "one box of two left empty is 0"
    assert answer.status_code == 422
    assert "nombre entier" in errors["fiches.1"][0]


def test_a_confirmed_sheet_is_changed_by_the_organiser_only_with_a_reason(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    finish_partie(client, table)
    assert post_form(client, table, "confirm", position="2").status_code == 302
    assert get_sheet(table).is_confirmed
    changes = {"coup-points.1": "45", "coup-points.2": "50", "write": "yes", "reason": "relu ensemble"}
    assert post_correction(client, table, **changes).status_code == 302
    assert post_form(client, table, "undo").status_code == 422
    assert post_form(client, table, "undo", reason="coup de trop").status_code == 302


def test_a_table_without_players_is_shown_and_takes_no_coup(signed_in: tuple[Client, Club]):
    client, club = signed_in
    tournament = create_open_evening(club)
    table = add_table(tournament)
    assert client.get(f"/desk/table/{table.pk}").status_code == 200
    assert client.get(f"/desk/event/{tournament.pk}").status_code == 200
    assert client.get(f"/desk/table/{table.pk}/mark/coup").status_code == 302


def test_before_a_departure_the_page_says_what_each_one_would_bring_and_names_nobody(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    page = client.get(f"/desk/table/{table.pk}/mark/leave")
    shown = page.content.decode()
    assert [each.event["player"] for each in page.context["departures"]] == list(NAMES[:3])
    told = [shown.index(f'data-seat="{n}"') for n in (1, 2, 3)]
    assert told == sorted(told), "whose page it is comes first"
    assert shown.index(page.context["form"]["player"].html_name) < told[0], "whose page it is comes first"
    assert not page.context["form"]["player"].value()
    assert '<option value="" selected>' in shown
    assert post_form(client, table, "mark/leave").status_code == 422
    people = page.context["tournament"].entries.all()
    pages = [client.get(f"/desk/entry/{each.pk}").content.decode() for each in people]
    assert sum(f'table/{table.pk}/mark/leave"' in each for each in pages) == 3  # of those who sit there
    assert sum('value="out"' in each for each in pages) == 3  # the other table has not begun


def test_before_the_evening_opens_the_organiser_is_told_that_nothing_is_scored_yet(signed_in: tuple[Client, Club]):
    client, club = signed_in
    table = get_first_table(create_draft_evening(club))
    assert enter_coup(client, table).context["form"].non_field_errors() == [NOT_OPENED]
