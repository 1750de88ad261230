"""The papers of a round: whom they name in which round, and that one cut leaves the score sheets in table order."""

import datetime
from dataclasses import replace
from itertools import zip_longest
from types import SimpleNamespace

import pytest
from django.utils.html import strip_tags
from django.utils.translation import override

from tests.book.evening_builders import build_coup, create_club, create_table, record_events
from tests.book.round_builders import create_tournament, draw_and_publish, get_entry
from tests.printing.pdf_reading import print_document, read_text
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.rounds.participation import set_participation
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.exchange.simulation import FREE, create_simulated_tournament, seat_all_rounds
from tournaments.models import Entry, Table, Tournament
from tournaments.presentation.line_charts import spread_names
from tournaments.presentation.tables.row_table import RowTable
from tournaments.presentation.text.attendance import describe_attendance
from tournaments.printing import cut_cards, rank_reasons, round_papers, scoresheets, seating, tournament_papers
from tournaments.printing.documents import DOCUMENTS, DOCUMENTS_BY_NAME, list_printable
from tournaments.printing.ink_charts import RANK_BOX
from tournaments.reading import byes, call_list
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 11, 21)


@pytest.fixture
def drawn_tournament() -> Tournament:
    """Two published rounds of seven players at tables of three: somebody rests in each; one came late, one keeps his
    table."""
    tournament = create_tournament(7, "random")
    late = get_entry(tournament, 7)
    set_participation(late, first=2, last=None, table=None)
    set_participation(get_entry(tournament, 1), first=1, last=None, table=2)
    for n in (1, 2):
        draw_and_publish(tournament, n, (3,))
    with override("fr"):
        yield tournament


def test_an_evening_of_brusquembille_has_at_least_twenty_documents(drawn_tournament):
    assert len(DOCUMENTS) >= 20
    assert len(list_printable(drawn_tournament)) >= 16


def test_the_call_list_and_the_program_name_everybody_in_each_round(drawn_tournament):
    rounds = call_list.build_call_list(drawn_tournament)["rounds"]
    for n, sheets, resting in rounds:
        called = sorted([name for sheet in sheets for name in sheet.names] + resting)
        assert len(called) == (6 if n == 1 else 7)
        assert len(set(called)) == len(called)
    ways = round_papers.build_program(drawn_tournament)["ways"]
    last = next(way for way in ways if way.name == "Joueur 7")
    assert [turn.card is not None or turn.rests for turn in last.turns] == [False, True]
    first = next(way for way in ways if way.name == "Joueur 1")
    assert {turn.table for turn in first.turns} == {2}


def test_rounds_of_few_tables_share_a_page(drawn_tournament):
    assert [len(print_document(drawn_tournament, name).pages) for name in ("calls", "seating")] == [1, 1]


def test_records_and_reasons_have_the_ranks_of_the_standings_while_somebody_waits():
    tournament = create_tournament(7, "random")
    draw_and_publish(tournament, 1, (3,))
    open_tournament(tournament)
    record_events(Table.objects.get(round__tournament=tournament, n=1), build_coup())
    rows = place_waiting_last(tournament, get_standings(tournament))
    ranks = {row.tally.player: row.shown_rank for row in rows}
    assert None in ranks.values()
    assert 3 in ranks.values()
    with override("fr"):
        assert {way.name: way.rank for way in round_papers.build_records(tournament)["ways"]} == ranks
        people = rank_reasons.build_reasons(tournament)["people"]
    assert {one["row"].tally.player: one["row"].rank for one in people} == {
        name: rank for name, rank in ranks.items() if rank
    }


def test_papers_name_who_was_replaced_and_who_took_over_at_the_seat_of_both(drawn_tournament):
    resting = byes.list_resting(drawn_tournament)[2][0]
    table = Table.objects.filter(round__tournament=drawn_tournament, round__n=2).order_by("n")[0]
    open_tournament(drawn_tournament)
    record_events(table, build_coup())
    before = table.seats.get(position=2).entry
    substitute_player(table.pk, 2, drawn_tournament.entries.get(shown_name=resting), actor="user:1")
    turns = {way.name: way.get_turn(2) for way in round_papers.list_itineraries(drawn_tournament)}
    assert {(turns[name].table, turns[name].letter) for name in (before.shown_name, resting)} == {(table.n, "B")}
    assert resting not in turns[before.shown_name].list_companions(), "he has the very seat"
    (_first, second) = seating.build_seating(drawn_tournament)["rounds"]
    assert before.shown_name not in second.resting
    assert resting not in second.resting
    told = read_text(print_document(drawn_tournament, "sheets-filled"))
    assert f"Jusqu’au coup 1, {before.shown_name} avait la place de {resting}." in told


def read_last_cell(table: RowTable, row: int) -> str:
    """Return the text of the last cell of a row, counted from 1."""
    return strip_tags(list(table.list_html_rows())[row - 1].rpartition("<td")[2].partition(">")[2])


def test_records_say_who_won_a_table_by_forfeit_and_who_lost_it(drawn_tournament):
    table = Table.objects.filter(round__tournament=drawn_tournament, round__n=2).order_by("n")[0]
    open_tournament(drawn_tournament)
    mark_unplayed(table.pk, "forfeit", absent=[1], actor="user:1", reason="pas venu")
    away, *came = [seat.entry.shown_name for seat in table.seats.order_by("position")]
    ways = {way.name: way.table for way in round_papers.build_records(drawn_tournament)["ways"]}
    told = {name: read_last_cell(ways[name], 2) for name in (away, *came)}
    assert told == {away: "perdue par forfait"} | dict.fromkeys(came, "gagnée par forfait")
    assert f"Forfait de {away}." in " ".join(read_text(print_document(drawn_tournament, "results")).split())
    rested = [resting for _n, _cards, resting in call_list.build_call_list(drawn_tournament)["rounds"] if resting]
    html = DOCUMENTS_BY_NAME["results"].build_paper(drawn_tournament).render_html()
    assert rested
    assert html.count('class="resting"') == len(rested)


def test_the_papers_of_one_round_alone_can_be_printed(drawn_tournament):
    assert len(cut_cards.build_qr_cards(drawn_tournament)["pages"][0]) == 4
    assert len(cut_cards.build_qr_cards(drawn_tournament, 2)["pages"][0]) == 2
    assert [n for n, *_rest in call_list.build_call_list(drawn_tournament, 2)["rounds"]] == [2]


def test_one_cut_leaves_the_sheets_in_table_order():
    tournament = create_tournament(15, "random")
    draw_and_publish(tournament, 1, (3,))
    leaves = scoresheets.build_sheets(tournament)["leaves"]
    halves = [[paper.sheet.table.n for paper in leaf.sheets] for leaf in leaves]
    top, below = [half[0] for half in halves], [half[1] for half in halves if len(half) == 2]
    assert top + below == [1, 2, 3, 4, 5]


def test_a_grid_laid_out_before_there_was_an_address_bears_no_qr(monkeypatch) -> None:
    monkeypatch.setattr(scoresheets, "has_phone_address", lambda: True)
    assert scoresheets.draw_qrs(scoresheets.Leaf((SimpleNamespace(),)), {}) == ""


def test_a_sheet_that_would_leave_a_page_half_empty_shares_it_with_the_next_round_s() -> None:
    names = [f"Joueuse {n}" for n in range(1, 7)]
    tournament = lifecycle.create_tournament(create_club(), name="Duels", date=DAY, game="briscola", players=names)
    entries = list(tournament.entries.order_by("pk"))
    for n in (1, 2):
        seat_round(tournament, n, [entries[at : at + 2] for at in range(0, 6, 2)])
    leaves = scoresheets.build_sheets(tournament)["leaves"]
    where = [[(paper.round_number, paper.sheet.table.n) for paper in leaf.sheets] for leaf in leaves]
    assert where == [[(1, n), (2, n)] for n in (1, 2, 3)], "cut, each pile is a round in table order"
    assert {leaf.share for leaf in leaves} == {scoresheets.COLUMNS}


def test_table_one_comes_before_table_two_whatever_room_they_take() -> None:
    names = [f"Joueuse {n}" for n in range(1, 12)]
    tournament = lifecycle.create_tournament(create_club(), name="Soirée", date=DAY, players=names)
    entries = list(tournament.entries.order_by("pk"))
    seat_round(tournament, 1, [entries[:5], entries[5:8], entries[8:]])
    leaves = scoresheets.build_sheets(tournament)["leaves"]
    assert [[paper.sheet.table.n for paper in leaf.sheets] for leaf in leaves] == [[1], [2, 3]]


@pytest.mark.parametrize(("options", "share"), [({}, 4), ({"mode": "points"}, 3)])
def test_short_sheets_of_two_lie_three_or_four_to_a_page_pile_by_pile(options: dict[str, str], share: int):
    names = [f"Joueuse {n}" for n in range(1, 13)]
    tournament = lifecycle.create_tournament(
        create_club(), name="Duels", date=DAY, game="brusquembille", options=options, players=names
    )
    entries = list(tournament.entries.order_by("pk"))
    seat_round(tournament, 1, [entries[n : n + 2] for n in range(0, 12, 2)])
    leaves = scoresheets.build_sheets(tournament)["leaves"]
    assert {leaf.sheets_a_page for leaf in leaves} == {share}
    piles = zip_longest(*([paper.sheet.table.n for paper in leaf.sheets] for leaf in leaves))
    assert [n for pile in piles for n in pile if n] == [1, 2, 3, 4, 5, 6]
    rename_entry(entries[0], "Marie-Antoinette de La Rochefoucauld-Liancourt d’Estissac")
    leaves = scoresheets.build_sheets(tournament)["leaves"]
    assert {leaf.sheets_a_page for leaf in leaves} == {3}  # its seats stand one under the other


@pytest.mark.parametrize(("tables", "pages"), [(90, 1), (150, 2)])
def test_the_fingerprints_of_a_ranking_take_none_of_its_rows_to_the_next_page(monkeypatch, tables: int, pages: int):
    tournament = create_tournament(23, "random")
    draw_and_publish(tournament, 1, (3, 4))
    monkeypatch.setattr(
        tournament_papers, "load_heads", lambda _tournament: ([(10, n, "0" * 64) for n in range(tables)], "0" * 64)
    )
    with override("fr"):
        paper = print_document(tournament, "standings")
    assert len(paper.pages) == pages
    assert paper.pages[0].extract_text().count("Joueur ") == 24


def test_the_call_list_names_who_rests_and_the_check_in_list_late_comers(drawn_tournament):
    assert "Se reposent : Joueur" in read_text(print_document(drawn_tournament, "calls"))
    known = read_text(print_document(drawn_tournament, "check-in"))
    assert "à partir de la ronde 2" in known
    assert "toujours à la table 2" in known


@pytest.mark.parametrize("length", [6, 8])
def test_a_line_of_who_forfeited_never_breaks_inside_a_name(length):
    """Of this length or that, the second name begins where the line of its box ends."""
    tournament = create_tournament(6, "random")
    draw_and_publish(tournament, 1, (3,))
    open_tournament(tournament)
    first, second = Table.objects.filter(round__tournament=tournament).order_by("n")
    record_events(first, build_coup())
    seats = list(second.seats.order_by("position"))
    rename_entry(seats[0].entry, "H" + "a" * length + " Irwin")
    rename_entry(seats[1].entry, "Grace Hull")
    mark_unplayed(second.pk, "forfeit", absent=[1, 2], actor="user:1", reason="absents")
    assert "Grace Hull" in " ".join(read_text(print_document(tournament, "results")).partition("Forfait")[2].split())


def test_what_is_known_of_somebody_is_parted_by_commas_and_one_round_is_said_as_one():
    one, both, fixed = Entry(first_round=2, last_round=2, fixed_table=3), Entry(first_round=2, last_round=4), Entry()
    assert describe_attendance(one) == ["à la ronde 2 seulement", "toujours à la table 3"]
    assert describe_attendance(both) == ["à partir de la ronde 2", "jusqu’à la ronde 4"]
    assert describe_attendance(fixed) == []
    tournament = create_tournament(4, "random")
    tournament.entries.filter(shown_name="Joueur 1").update(last_round=2, fixed_table=1)
    assert "jusqu’à la ronde 2, toujours à la table 1" in read_text(print_document(tournament, "check-in"))


def test_a_list_has_fewer_empty_lines_where_they_would_take_a_page_of_their_own():
    assert [round_papers.count_spare_lines(people) for people in (10, 23, 28, 120, 125)] == [12, 7, 12, 3, 12]
    assert round_papers.count_spare_lines(10, most=6) == 6


def test_a_ticket_of_many_rounds_names_table_and_place_by_a_number_and_a_letter():
    tournament = create_tournament(6, "random", 6)
    for n in range(1, 7):
        draw_and_publish(tournament, n, (3,))
    with override("fr"):
        told = read_text(print_document(tournament, "tickets"))
    assert told.count("place") == told.count("table 3, place B.") == 6, "what the letter means is told once a card"


def test_many_rounds_stand_in_parts_of_equal_length_that_have_room_on_a_page():
    assert [list(part) for part in round_papers.split_rounds(range(1, 11))] == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]
    assert [len(part) for part in round_papers.split_rounds(range(1, 24))] == [8, 8, 7]
    assert [len(part) for part in round_papers.split_rounds([])] == [0]


def test_names_beside_a_chart_stand_at_the_end_of_their_lines_and_never_on_each_other():
    box = replace(RANK_BOX, height=640)
    assert spread_names([8, 60, 600], box) == [8, 60, 600]
    parted = spread_names([100, 630, 100, 632, 100, 634], box)
    assert parted[:5:2] == [88, 100, 112], "those of one rank stand around it"
    assert parted[1::2] == [608, 620, 632], "none leaves the chart"


def test_the_legend_of_the_program_tells_its_own_first_seat(drawn_tournament):
    told = round_papers.build_program(drawn_tournament)
    seat, letter = told["example"].seat, told["example"].letter
    html = DOCUMENTS_BY_NAME["program"].build_paper(drawn_tournament).render_html()
    assert html.count(seat) >= 2
    assert f"{seat} : table {told['example'].table}, place {letter}." in html


def test_papers_of_a_game_of_points_speak_of_points_and_of_those_at_the_same_table():
    table = create_table(5, game="chiamata")
    coup = {"type": "coup", "caller": "4", "bid": 75, "called": "R♥", "partner": "5", "points": 78}
    record_events(table, coup)
    tournament = table.round.tournament
    with override("fr"):
        charts, cross, reasons = (
            DOCUMENTS_BY_NAME[name].build_paper(tournament).render_html()
            for name in ("table-charts", "cross-table", "reasons")
        )
    assert "les points de chacun" in charts
    assert "ce que chacun a devant lui" not in charts
    assert "ceux qui étaient à sa table, puis ses points" in cross
    assert ">Avec</th>" in reasons
    assert ">Contre</th>" not in reasons


@pytest.mark.parametrize(("rounds", "named"), [(1, False), (2, True)])
def test_the_first_round_of_free_tables_is_named_where_it_stands_beside_a_later_one(rounds: int, named: bool) -> None:
    tournament = create_simulated_tournament("briscola", 4, rounds, 7, FREE)
    seat_all_rounds(tournament, rounds, 7)
    for name in ("seating-tables", "calls", "result-slips"):
        assert ("onde 1" in DOCUMENTS_BY_NAME[name].build_paper(tournament).render_html()) is named
