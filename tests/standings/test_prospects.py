"""Who is sure of a place, who is out, who is still in the race: against every way in which small races can end."""

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fixtures.amounts import choose_amount
from tournaments.standings.place_outcomes import is_reachable, list_place_orders
from tournaments.standings.prospects import PlaceVerdict, Race
from tournaments.standings.score_pools import ANYTHING, OpenTable, Span

Finals = Mapping[int, int]


def list_endings(race: Race) -> Iterator[Finals]:
    """Yield every way in which the race can end: by entry, the final scores."""
    for ways in product(*[list(list_table_ways(table)) for table in race.tables]):
        yield {entry: score + sum(way.get(entry, 0) for way in ways) for entry, score in race.scores.items()}


def list_table_ways(table: OpenTable) -> Iterator[Finals]:
    """Yield everything that one table can bring."""
    if table.outcomes:
        yield from table.outcomes
        return
    for gains in product(*[range(low, high + 1) for low, high in table.spans.values()]):
        if table.total.low <= sum(gains) <= table.total.high:
            yield dict(zip(table.spans, gains, strict=True))


def count_ahead(race: Race, finals: Finals, entry: int, *, worst: bool) -> int:
    """Count who is before the player, the criteria after the score being as bad (or as good) as can be for him."""
    playing = {each for table in race.tables for each in table.spans}
    ahead = 0
    for other, score in finals.items():
        if other == entry or score < finals[entry]:
            continue
        settled = race.ranks_hold and not {entry, other} & playing
        by_ranks = race.ranks.get(other, 0) < race.ranks.get(entry, 0)
        ahead += score > finals[entry] or (by_ranks if settled else worst and race.ties_part)
    return ahead


@st.composite
def races(draw: st.DrawFn) -> Race:
    """Races of up to six players at up to two tables, in jetons or by ways to end, with ties of both kinds."""
    size = draw(st.integers(2, 6))
    scores = {entry: draw(st.integers(-3, 3)) for entry in range(size)}
    left, tables = list(range(size)), []
    for _ in range(draw(st.integers(0, 2))):
        seats = [left.pop() for _ in range(min(len(left), draw(st.integers(2, 3))))]
        if len(seats) > 1:
            tables.append(draw(open_tables(seats)))
    ties_part = draw(st.booleans())
    ranks = {entry: draw(st.integers(1, 3)) for entry in range(size)} if ties_part else {}
    return Race(scores, tables, ranks, ties_part, ranks_hold=not ties_part or draw(st.booleans()))


@st.composite
def open_tables(draw: st.DrawFn, seats: list[int]) -> OpenTable:
    """Tables whose players share a fixed sum, or one within bounds, or that end in one of some ways."""
    if draw(st.booleans()):
        ways = draw(st.lists(st.tuples(*[st.integers(0, 2)] * len(seats)), min_size=1, max_size=5))
        outcomes = tuple(dict(zip(seats, way, strict=True)) for way in ways)
        spans = {seat: Span(min(way[seat] for way in outcomes), max(way[seat] for way in outcomes)) for seat in seats}
        return OpenTable(spans, ANYTHING, outcomes)
    spans = {seat: Span(draw(st.integers(-3, 0)), draw(st.integers(0, 3))) for seat in seats}
    low = draw(st.integers(sum(span.low for span in spans.values()), 0))
    total = draw(st.sampled_from([Span(0, 0), Span(low, 0), ANYTHING]))
    return OpenTable(spans, total)


@given(races(), st.integers(1, 3))
@settings(max_examples=choose_amount(66, 200), deadline=None)
def test_every_verdict_is_that_of_all_the_ways_to_end(race: Race, places: int) -> None:
    endings = list(list_endings(race))
    for entry in race.scores:
        certain = all(count_ahead(race, finals, entry, worst=True) < places for finals in endings)
        possible = any(count_ahead(race, finals, entry, worst=False) < places for finals in endings)
        found = race.judge(entry, places)
        expected = PlaceVerdict.CERTAIN if certain else PlaceVerdict.OPEN if possible else PlaceVerdict.OUT
        assert found.verdict is expected
        reached = {finals[entry] for finals in endings}
        assert found.span == (min(reached), max(reached))


@given(races(), st.integers(1, 3))
@settings(max_examples=choose_amount(66, 200), deadline=None)
def test_the_least_scores_are_those_of_all_the_ways_to_end(race: Race, places: int) -> None:
    endings = list(list_endings(race))
    for entry in {each for table in race.tables for each in table.spans}:
        reached = sorted({finals[entry] for finals in endings})
        at = {score: [finals for finals in endings if finals[entry] == score] for score in reached}
        sure = {s for s in reached if all(count_ahead(race, f, entry, worst=True) < places for f in at[s])}
        can = [s for s in reached if any(count_ahead(race, f, entry, worst=False) < places for f in at[s])]
        from_on = [s for s in reached if {each for each in reached if each >= s} <= sure]
        assert race.find_least_scores(entry, places) == (min(can, default=None), min(from_on, default=None))


@given(races(), races(), st.integers(1, 3))
@settings(max_examples=choose_amount(33, 100), deadline=None)
def test_nothing_is_called_certain_in_vain_where_players_sit_at_several_tables(
    race: Race, more: Race, places: int
) -> None:
    """The second race's tables are played by the same players: what is certain holds, though more may stay open."""
    extra = [table for table in more.tables if table.spans.keys() <= race.scores.keys()]
    twice = Race(race.scores, [*race.tables, *extra], race.ranks, race.ties_part, race.ranks_hold)
    endings = list(list_endings(twice))
    for entry in twice.scores:
        found = twice.judge(entry, places).verdict
        if found is PlaceVerdict.CERTAIN:
            assert all(count_ahead(twice, finals, entry, worst=True) < places for finals in endings)
        if found is PlaceVerdict.OUT:
            assert not any(count_ahead(twice, finals, entry, worst=False) < places for finals in endings)


def test_two_rivals_at_one_table_cannot_both_win() -> None:
    table = OpenTable({2: Span(-5, 5), 3: Span(-5, 5)}, Span(0, 0))
    together = Race({1: 4, 2: 0, 3: 0}, [table])
    apart = Race({1: 4, 2: 0, 3: 0}, [OpenTable(table.spans)])
    assert together.judge(1, places=2).verdict is PlaceVerdict.CERTAIN
    assert apart.judge(1, places=2).verdict is PlaceVerdict.OPEN


def test_a_finished_player_s_place_hangs_on_the_tables_that_may_pass_him_and_no_other() -> None:
    near, far, sure = ({n: Span(-5, 5), n + 1: Span(-5, 5)} for n in (2, 4, 6))
    scores = {1: 0, 2: -3, 3: -3, 4: -40, 5: -40, 6: 40, 7: 40}
    race = Race(scores, [OpenTable(spans, Span(0, 0)) for spans in (near, far, sure)])
    assert race.list_deciding_tables(1) == [0], "the second table stays behind him, the third before him"


def test_five_who_share_what_they_win_need_far_less_than_each_alone() -> None:
    """Ten coups of chiamata are left, of which one brings or costs 4 at the most."""
    scores = {"Anna": -2, "Ciro": -4, "Donatella": 4, "Beppe": 2, "Franco": 0}
    race = Race(dict(enumerate(scores.values())), [OpenTable({n: Span(-40, 40) for n in range(5)}, Span(0, 0))])
    least = {name: race.find_least_scores(n, places=3) for n, name in enumerate(scores)}
    steps = {name: (least[name].possible - at, least[name].certain - at) for name, at in scores.items()}
    assert steps == {
        "Anna": (-26, 13),
        "Ciro": (-24, 14),
        "Donatella": (-31, 7),
        "Beppe": (-30, 9),
        "Franco": (-28, 11),
    }


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 2)), min_size=4, max_size=5), st.integers(1, 3))
@settings(max_examples=choose_amount(20, 60), deadline=None)
def test_all_who_share_their_points_are_judged_by_all_the_ways_to_end(
    players: list[tuple[int, int]], places: int
) -> None:
    """Everybody at one table, as five are at chiamata in the rounds to come."""
    scores = {entry: score for entry, (score, _most) in enumerate(players)}
    table = OpenTable({entry: Span(-most, most) for entry, (_score, most) in enumerate(players)}, Span(0, 0))
    race = Race(scores, [table])
    endings = list(list_endings(race))
    for entry in scores:
        certain = all(count_ahead(race, finals, entry, worst=True) < places for finals in endings)
        possible = any(count_ahead(race, finals, entry, worst=False) < places for finals in endings)
        verdict = PlaceVerdict.CERTAIN if certain else PlaceVerdict.OPEN if possible else PlaceVerdict.OUT
        assert race.judge(entry, places).verdict is verdict


def test_a_verdict_is_settled_once_no_fine_and_no_departure_can_change_it() -> None:
    table = OpenTable({3: Span(-5, 5), 4: Span(-5, 5)}, Span(0, 0))
    race = Race({1: 40, 2: 30, 3: 0, 4: 0, 5: -10}, [table])
    assert (race.judge(1, places=1).verdict, race.judge(1, places=1).settled) == (PlaceVerdict.CERTAIN, False)
    assert race.judge(1, places=3).settled
    assert (race.judge(5, places=2).verdict, race.judge(5, places=2).settled) == (PlaceVerdict.OUT, True)
    assert (race.judge(3, places=1).verdict, race.judge(3, places=1).settled) == (PlaceVerdict.OUT, False)


def test_scores_that_no_rule_bounds_leave_the_place_open() -> None:
    race = Race({1: 500, 2: 0, 3: 0}, [OpenTable({2: Span(0, 10**9), 3: Span(0, 10**9)})])
    assert race.judge(2, places=1).verdict is PlaceVerdict.OPEN
    assert race.find_least_scores(2, places=1) == (500, None)
    assert race.judge(1, places=1).verdict is PlaceVerdict.OPEN


@given(st.lists(st.tuples(st.integers(-3, 0), st.integers(0, 3)), min_size=2, max_size=3), st.integers(-3, 3))
@settings(max_examples=choose_amount(33, 100), deadline=None)
def test_the_places_that_a_table_can_reach_are_those_of_all_its_totals(
    bounds: list[tuple[int, int]], whole: int
) -> None:
    """Places that nobody shares are exact; where some are equal, more may be taken for reachable than is."""
    spans, total = [Span(*each) for each in bounds], Span(whole, whole)
    totals = [each for each in product(*[range(low, high + 1) for low, high in bounds]) if sum(each) == whole]
    reached = {tuple(1 + sum(other > mine for other in each) for mine in each) for each in totals}
    found = {places for places in list_place_orders(len(spans)) if is_reachable(places, spans, total)}
    assert reached <= found
    assert {places for places in found - reached if len(set(places)) == len(places)} == set()
