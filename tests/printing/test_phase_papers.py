"""The bracket as it is drawn, and the papers of formats in which two sides meet."""

import datetime
from io import BytesIO
from itertools import pairwise

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from tests.book.evening_builders import create_club, create_evening, get_table, record_events
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import make_pair, plan_rounds
from tournaments.book.table_cards import load_cards
from tournaments.draws import knockout
from tournaments.draws.knockout import KnockoutScheme
from tournaments.exchange.simulation import simulate_tournament
from tournaments.models import Table, Tournament, UnplayedTable
from tournaments.presentation import brackets
from tournaments.printing.documents import PACK, PRINTABLES_BY_NAME, list_printable
from tournaments.printing.papers import PrintOptions
from tournaments.printing.round_papers import describe_result
from tournaments.reading.phases import Phase

SCHEMES = [
    KnockoutScheme(),
    KnockoutScheme(best_of=3, third=True),
    KnockoutScheme(losers=True),
    KnockoutScheme(consolation=True),
]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("players", [2, 3, 5, 13, 37, 64])
def test_every_match_is_drawn_and_no_box_covers_another(players, scheme):
    names = {n: f"Joueur {n}" for n in range(1, players + 1)}
    bracket = knockout.build_bracket(range(1, players + 1), scheme)
    drawings = brackets.draw_bracket(bracket, names)
    boxes = [box for drawing in drawings for box in drawing.boxes]
    assert len(boxes) >= sum(match.is_real for match in bracket.matches.values())
    assert {line.full_name for box in boxes for line in box.lines} >= set(names.values())
    for drawing in drawings:
        assert len(drawing.headings) <= brackets.MAX_COLUMNS
        assert all(
            box.x + brackets.BOX_WIDTH <= drawing.width and box.y + brackets.BOX_HEIGHT <= drawing.height
            for box in drawing.boxes
        )
        columns = {}
        for box in drawing.boxes:
            columns.setdefault(box.x, []).append(box.y)
        for ys in map(sorted, columns.values()):
            assert all(below - above >= brackets.BOX_HEIGHT for above, below in pairwise(ys))


def test_long_names_are_shortened_to_fit_into_a_box():
    assert brackets.shorten_name("Marie-Antoinette de La Rochefoucauld") == "Marie-Antoinette R."
    assert brackets.shorten_name("Quentin Lefèvre – Rose de La Rochefoucauld") == "Quentin – Rose"


@pytest.mark.django_db
def test_who_ended_where_stands_on_the_page_of_the_bracket_in_large_print() -> None:
    cup = simulate_tournament("briscola", 8, 3, 7, "knockout")
    paper = PRINTABLES_BY_NAME["bracket"].build_paper(cup, PrintOptions(look=("large",)))
    assert len(PdfReader(BytesIO(paper.render_pdf())).pages) == 1


@pytest.fixture
def cup(db) -> Tournament:
    """Two groups of three and their finals; the first of the two final rounds is drawn and not published."""
    names = [f"Joueur {n}" for n in range(1, 7)]
    tournament = create_tournament(create_club(), name="Coupe", date=datetime.date(2026, 11, 21), players=names)
    plan_rounds(tournament, format="groups", phase=Phase("groups", 0, through=2, third=True, seeding="list"))
    for n in range(1, 4):
        if n == 1:
            draw_rounds(tournament, sizes=(2,), seed=1)
        publish_round(tournament, n)
        tables = Table.objects.filter(round__tournament=tournament, round__n=n)
        UnplayedTable.objects.bulk_create(UnplayedTable(table=table, kind="forfeit", absent=[2]) for table in tables)
    draw_rounds(tournament, sizes=(2,), seed=1)
    with override("fr"):
        yield Tournament.objects.get(pk=tournament.pk)


def test_the_bracket_and_the_calendar_print_groups_finals_rounds_and_rests(cup):
    assert {"bracket", "calendar"} <= {document.name for document in list_printable(cup)}
    told = PRINTABLES_BY_NAME["bracket"].build_paper(cup).render_html()
    assert "Poule A" in told
    assert "Demi-finales" in told
    assert told.count("<svg") == 2
    assert told.count('class="tag go"') == 4
    assert told.count('class="small seeds"') == 1, "what the numbers of the bracket are"
    assert 'class="wide"' not in told, "on that page the head counts a score sheet's own pages"
    assert told.count('class="itself"') == 6
    assert "<strong>2</strong>" in told
    told = PRINTABLES_BY_NAME["calendar"].build_paper(cup).render_html()
    assert [f"Ronde {n}" in told for n in range(1, 6)] == [True, True, True, True, False]
    assert "Au repos" in told
    assert "forfait" in told


def test_nobody_who_is_out_of_a_knockout_rests_and_its_pack_holds_the_bracket(db):
    names = [f"Joueur {n}" for n in range(1, 5)]
    tournament = create_tournament(create_club(), name="Coupe", date=datetime.date(2026, 11, 21), players=names)
    plan_rounds(tournament, format="knockout", phase=Phase("knockout", 0))
    for n in (1, 2):
        draw_rounds(tournament, sizes=(2,), seed=1)
        publish_round(tournament, n)
        tables = Table.objects.filter(round__tournament=tournament, round__n=n)
        UnplayedTable.objects.bulk_create(UnplayedTable(table=table, kind="forfeit", absent=[2]) for table in tables)
    with override("fr"):
        seating = PRINTABLES_BY_NAME["seating-tables"].build_paper(tournament).context["rounds"]
        assert [each.resting for each in seating] == [[], []]
        guide = PRINTABLES_BY_NAME["paper-guide"].build_paper(tournament).render_html()
    assert "est écrit au tableau" in guide
    assert "rangez du plus grand" not in guide
    assert "bracket" in [paper.name for paper in PACK.build_papers(tournament, PrintOptions())]


def test_the_calendar_prints_the_result_of_a_meeting_that_is_over(db):
    evening = create_evening(2)
    coup = {"type": "coup", "points": {"1": 70, "2": 50}}
    record_events(get_table(evening), coup)
    assert describe_result(load_cards(evening)[0]) == ""
    record_events(get_table(evening), coup)
    assert describe_result(load_cards(evening)[0]) == "+40 / −40"


def test_the_calendar_of_a_league_prints_the_date_of_each_round(db):
    names = [f"Joueur {n}" for n in range(1, 5)]
    tournament = create_tournament(create_club(), name="Ligue", date=datetime.date(2026, 12, 25), players=names)
    plan_rounds(tournament, format="all", phase=Phase("all", 0, days=7, double=True))
    draw_rounds(tournament, sizes=(2,), seed=1)
    with override("fr"):
        told = PRINTABLES_BY_NAME["calendar"].build_paper(tournament).render_html()
    assert all(
        day in told for day in ("Ronde 1, 25 décembre\xa02026", "Ronde 2, 1er janvier\xa02027", "29 janvier\xa02027")
    )


def test_a_swiss_of_fixed_pairs_is_drawn_at_tables_of_four(db):
    names = [f"Joueur {n:02}" for n in range(1, 15)]
    tournament = create_tournament(create_club(), name="Paires", date=datetime.date(2026, 11, 21), players=names)
    people = list(tournament.entries.order_by("pk"))
    for one, other in zip(people[::2], people[1::2], strict=True):
        make_pair(tournament, one, other)
    plan_rounds(tournament, format="swiss", pairing="fixed", rounds=3)
    row = draw_rounds(tournament, sizes=(2,), seed=1).rounds[0]
    assert [len(table) for table in row["tables"]] == [4, 4, 4]
    assert len(row["resting"]) == 2
    partner = {a.pk: b.pk for a, b in zip(people[::2], people[1::2], strict=True)}
    assert all(partner[table[seat]] == table[seat + 1] for table in row["tables"] for seat in (0, 2))


def test_an_evening_of_free_tables_has_no_bracket_and_no_calendar(db):
    tournament = create_tournament(
        create_club(), name="Soirée", date=datetime.date(2026, 11, 21), players=["Anne", "Basile"]
    )
    assert not {"bracket", "calendar"} & {document.name for document in list_printable(tournament)}
