"""The geometry of the chart: what could be measured on the drawing is what its table of figures says."""

from fractions import Fraction
from itertools import pairwise

import pytest
from django.utils.html import strip_tags
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.book.loading import load_sheet
from tournaments.presentation.line_charts import (
    NARROW,
    TILE,
    WIDE,
    build_chart,
    build_rank_chart,
    compute_axis,
    shorten,
)
from tournaments.presentation.tables.charts import ChartFiguresTable
from tournaments.views.public.table_view import build_holdings_charts

values = st.integers(-2000, 2000)


@st.composite
def charts(draw):
    """A strategy of charts with two to six random series."""
    coups = draw(st.integers(2, 30))
    players = draw(st.integers(2, 6))
    series = {f"J{n}": draw(st.lists(values, min_size=coups, max_size=coups)) for n in range(players)}
    return build_chart(series, [str(n) for n in range(coups)], draw(values), draw(st.sampled_from([WIDE, NARROW])))


@given(charts())
def test_greater_values_are_drawn_higher_and_inside_the_chart(made):
    points = {}
    for curve in made.curves:
        for value, point in zip(curve.values, curve.points.split(), strict=True):
            x, y = map(float, point.split(","))
            assert made.box.left <= x <= made.box.end
            assert made.box.top - 1 <= y <= made.box.lowest + 1
            points[value] = y
    assert all(points[low] >= points[high] for low, high in pairwise(sorted(points)))


@given(charts())
def test_names_never_overlap(made):
    at = sorted(curve.last.y for curve in made.curves)
    assert all(below - above >= made.box.name_height - 0.2 for above, below in pairwise(at))
    assert TILE.name_height >= 20, "letters of 15, and what Arabic has above and below its own"
    assert made.box.top - 0.1 <= at[0]
    assert at[-1] <= made.box.lowest + 0.1


@given(charts())
def test_the_table_of_the_chart_holds_every_figure(made):
    for place, (label, row) in enumerate(made.rows):
        assert label == str(place)
        assert row == tuple(curve.values[place] for curve in made.curves)


@given(st.lists(values, min_size=1))
def test_the_axis_holds_every_value_with_few_round_marks(numbers):
    marks = compute_axis(numbers, 0)
    assert marks[0] <= min(*numbers, 0)
    assert max(*numbers, 0) <= marks[-1]
    assert 2 <= len(marks) <= 7


def test_a_long_name_takes_the_room_there_is_and_only_the_longest_are_cut():
    short, long, longest = "Anne", "Bartholomée de Saint-Cyr", "Marie-Élisabeth Prud’homme de la Tour"
    plain, roomy = build_chart({short: [0, 1]}, "01", 0), build_chart({short: [0, 1], long: [0, 2]}, "01", 0)
    cut = build_chart({short: [0, 1], longest: [0, 2]}, "01", 0)
    assert plain.box.end > roomy.box.end > cut.box.end > WIDE.width / 2
    assert [curve.last.text == curve.name for curve in (*roomy.curves, *cut.curves)] == [True, True, True, False]


def test_a_name_that_is_cut_keeps_a_namesake_s_number() -> None:
    assert shorten("Jean-Baptiste Müller 2", lambda text: len(text) < 18) == "Jean-Baptiste 2"


def test_a_long_number_of_the_upward_axis_takes_the_room_it_needs():
    short, thousands = (build_chart({"A": [0, top]}, "01", 0, NARROW) for top in (250, 12_500))
    assert short.box.left == NARROW.left
    assert thousands.box.left >= len("12 500") * 7 + 6  # it ends six before the lines


def test_those_who_share_a_rank_do_not_lie_on_each_other_and_who_came_later_begins_later():
    made = build_rank_chart([("Anne", [1, 2]), ("Basile", [1, 1]), ("Chloé", [None, 3])], ["r1", "r2"], [1, 2])
    anne, basile, chloe = made.curves
    assert anne.first.line_y < basile.first.line_y < anne.last.line_y < chloe.last.line_y
    assert (anne.first.text, chloe.first.text, chloe.last.text) == ("Anne", "", "Chloé")
    assert len(chloe.points.split()) == 1
    assert [tick.label for tick in made.x_ticks] == [1, 2]
    assert [tick.label for tick in made.y_ticks] == [1, 2, 3]


def test_series_of_one_value_give_no_chart():
    assert build_chart({"A": [1], "B": [2]}, ["0"], 0) is None


@given(charts())
def test_marks_along_the_horizontal_axis_are_far_enough_apart_to_be_read(made):
    assert all(right.at - left.at >= 14 for left, right in pairwise(made.x_ticks))


@pytest.mark.django_db
def test_a_stop_is_no_step_of_a_table_s_chart_and_what_follows_the_last_coup_has_a_word() -> None:
    tournament = create_evening(3, tours=2)
    table = get_table(tournament)
    record_events(table, build_coup(), {"type": "end"})
    (wide, _narrow) = build_holdings_charts(load_sheet(table.pk))
    assert len(wide.labels) == 2
    assert [tick.label for tick in wide.x_ticks] == [0, 1]
    made = build_chart({"A": [0, 3, 1]}, ["0", "1", "now"], 0, numbered=1)
    assert made is not None
    assert [tick.label for tick in made.x_ticks] == [0, 1, "now"]


@pytest.mark.django_db
def test_what_follows_the_last_coup_is_called_after_what_it_was() -> None:
    leaves = get_table(create_evening(3, tours=2))
    record_events(leaves, build_coup(), {"type": "leave", "player": "3"})
    penalised = get_table(create_evening(3, tours=2))
    record_events(penalised, build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    labels = [build_holdings_charts(load_sheet(table.pk))[0].labels[-1] for table in (leaves, penalised)]
    record_events(penalised, {"type": "end"})
    assert [*labels, build_holdings_charts(load_sheet(penalised.pk))[0].labels[-1]] == [
        "départ",
        "maintenant",
        "à la fin",
    ]


def test_half_points_stand_under_a_chart_as_in_the_standings_of_the_season():
    table = ChartFiguresTable([("28 nov.", [Fraction(67, 2), 26])], ["Anne", "Basile"])
    with override("it"):
        (row,) = table.list_html_rows()
        assert strip_tags(row.replace("</t", "|</t")) == "28 nov.|33,5|26||"
