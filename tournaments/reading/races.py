"""Read what the rest of a tournament can still bring each player: who is sure of a place, and who is out.

The bounds of a table come from its game, those of a place from the totals; a round that is not drawn yet can seat
anybody at any table that the rules allow. Nothing is bounded where an organiser decides: what a table counts that is
adjourned, how many tables are opened in an evening of free tables. Writes nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import scoring
from tournaments.book.sheet import build_setting
from tournaments.book.table_cards import TableCard, list_cards
from tournaments.models import Entry, Table, Tournament, UnplayedTable
from tournaments.reading.tallies import get_ranking_with_results
from tournaments.standings.metrics import METRICS, MetricKind
from tournaments.standings.place_outcomes import PLACE_SCORES, compute_side_values, list_side_values
from tournaments.standings.prospects import Race
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.score_pools import ANYTHING, UNBOUNDED, OpenTable, Span
from tournaments.standings.scores import SCORES, Number
from tournaments.standings.tournament_results import AVERAGE, NOTHING, TableResult, TournamentResults

from .phases import is_available, is_bracket_round

NOTHING_IN_ALL = Span(0, 0)
"""The span (0 to 0) of what all players of a table can win together, where one wins what others lose."""
SETTLED_KINDS = (MetricKind.SUM, MetricKind.DERIVED, MetricKind.SCORE, MetricKind.LOT)
"""The kinds of metrics whose figure can no longer change for a player who has nothing more to play."""


@dataclass(frozen=True)
class TournamentRace:
    """Who can still reach which place in a tournament.

    rows: the present standings; results: those that they were made from.
    score: the metric that ranks first; unit: how many integer points of `race` make one point of that metric.
    race: the scores of all who have not left; cards: the tables not over; rounds_left: how many rounds are not
    published.
    """

    rows: Sequence[StandingsRow]
    results: TournamentResults
    score: str
    unit: int
    race: Race
    cards: Sequence[TableCard]
    rounds_left: int

    @property
    def is_over(self) -> bool:
        """True if nothing more is to come."""
        return not self.race.tables


@dataclass(frozen=True)
class _RawTable:
    """What an open table can still bring, while scores may be fractions; `scale` makes an `OpenTable` of it. `ways`:
    the ways in which it can end; empty where any scores within the spans are possible."""

    spans: Mapping[int, tuple[Number, Number]]
    total: Span = ANYTHING
    ways: tuple[Mapping[int, Number], ...] = ()

    def scale(self, unit: int) -> OpenTable:
        """Return the table with its scores as integers: `unit` times each."""
        spans = {entry: _scale(span, unit) for entry, span in self.spans.items()}
        ways = tuple({entry: int(number * unit) for entry, number in way.items()} for way in self.ways)
        return OpenTable(spans, _scale(self.total, unit), ways)


def _scale(span: tuple[Number, Number], unit: int) -> Span:
    """Return `unit` times the span; what is unbounded stays so."""
    return Span(_scale_number(span[0], unit), _scale_number(span[1], unit))


def _scale_number(number: Number, unit: int) -> int:
    """Return `unit` times the number; what is unbounded stays so."""
    return int(number) if not -UNBOUNDED < number < UNBOUNDED else int(number * unit)


def read_race(tournament: Tournament, names: Mapping[int, str] | None = None) -> TournamentRace | None:
    """Return who can still reach which place; None where nothing bounds the figure that ranks first, or where a bracket
    decides.

    names: other names for the entries, by entry.
    """
    order = RankingOrder.from_json(tournament.ranking)
    score, published = order.precedence[1], _find_last_round(tournament)
    if score not in ("total", *PLACE_SCORES) or _is_bracket_next(tournament, published):
        return None
    rows, results = get_ranking_with_results(tournament, names)
    cards, rounds_left = _list_open_cards(tournament), _count_rounds_left(tournament, published)
    scores = _compute_closed_scores(rows, results, score, {card.table.pk for card in cards})
    tables = [_build_raw_table(card, score, order, results) for card in cards]
    if rounds_left:
        to_come = range(published + 1, published + 1 + rounds_left)
        tables.append(_build_rounds_to_come(tournament, score, order, to_come, scores, results))
    unit = lcm(*(Fraction(number).denominator for number in _iter_numbers(scores, tables)))
    return TournamentRace(
        rows, results, score, unit, _build_race(rows, scores, tables, order, unit), cards, rounds_left
    )


def is_decided_by_bracket(tournament: Tournament) -> bool:
    """True if a bracket is being played, or comes next, so that the tournament has no race."""
    return _is_bracket_next(tournament, _find_last_round(tournament))


def _is_bracket_next(tournament: Tournament, published: int) -> bool:
    """True if a bracket is being played, or comes next: it decides, not the standings. `published`: the last round
    published."""
    if tournament.format == Tournament.Format.KNOCKOUT or is_bracket_round(tournament, published):
        return True
    return tournament.status != Tournament.Status.CLOSED and is_bracket_round(tournament, published + 1)


def _find_last_round(tournament: Tournament) -> int:
    """Return the number of the last published round; 0 before the first."""
    current = tournament.rounds.current()
    return current.n if current else 0


def _build_race(
    rows: Iterable[StandingsRow],
    scores: Mapping[int, Number],
    tables: Sequence[_RawTable],
    order: RankingOrder,
    unit: int,
) -> Race:
    """Return the scores and the open tables of all who have not left, as integers: `unit` times the scores."""
    ranks = {row.tally.entry: row.rank for row in rows if not row.tally.left}
    return Race(
        {entry: int(scores[entry] * unit) for entry in ranks},
        [_keep_entries(table, ranks.keys()).scale(unit) for table in tables],
        ranks,
        ties_part=len(order.precedence) > 2,
        ranks_hold=not tables or all(METRICS[key].kind in SETTLED_KINDS for key in order.precedence),
    )


def _list_open_cards(tournament: Tournament) -> list[TableCard]:
    """Return the cards of all tables that are not over, while the tournament is open."""
    if tournament.status == Tournament.Status.CLOSED:
        return []
    tables = Table.objects.filter(round__tournament=tournament).exclude(summary__complete=True)
    tables = tables.exclude(unplayed__kind__in=UnplayedTable.FINAL)
    return [card for card in list_cards(tables.order_by("round__n", "n")) if card.seats]


def _count_rounds_left(tournament: Tournament, published: int) -> int:
    """Return how many rounds are planned after those published."""
    unplanned = (Tournament.Format.FREE, Tournament.Format.KNOCKOUT)
    if tournament.status == Tournament.Status.CLOSED or tournament.format in unplanned:
        return 0
    return max(0, tournament.planned_rounds - published)


def _compute_closed_scores(
    rows: Iterable[StandingsRow], results: TournamentResults, score: str, open_tables: set[int]
) -> dict[int, Number]:
    """Return each entry's score without what the open tables can still bring, by entry.

    A total counts from the first coup of a table on; a place counts only once its table is over.
    """
    if score == "total":
        return {row.tally.entry: row.tally.total for row in rows}
    closed = tuple(result for result in results.results if result.table not in open_tables)
    without = TournamentResults(closed, results.rests, results.scales, results.granted)
    return {row.tally.entry: SCORES[score].compute(without, row.tally.entry) for row in rows}


def _iter_numbers(scores: Mapping[int, Number], tables: Iterable[_RawTable]) -> Iterator[Number]:
    """Yield every score and every bound of a table, so that one unit can be found in which all are integers."""
    yield from scores.values()
    for table in tables:
        for way in table.ways:
            yield from way.values()
        for span in table.spans.values():
            yield from span


def _keep_entries(table: _RawTable, entries: AbstractSet[int]) -> _RawTable:
    """Return the table without the players who are not among these entries: they are out of the race."""
    if table.spans.keys() <= entries:
        return table
    spans = {entry: span for entry, span in table.spans.items() if entry in entries}
    ways = tuple({entry: number for entry, number in way.items() if entry in entries} for way in table.ways)
    return _RawTable(spans, ANYTHING, ways)


def _build_raw_table(card: TableCard, score: str, order: RankingOrder, results: TournamentResults) -> _RawTable:
    """Return what one open table can still bring each of its players in the metric `score`."""
    sitters = _list_sitters(card, () if score == "total" else results.results)
    everybody = [entry for entries in sitters.values() for entry in entries]
    averaged = SCORES[score].win_value is None and any(entry in results.granted for entry in everybody)
    replaced = card.unplayed is not None and order.scales.adjourned != NOTHING
    if card.setting is None or averaged or replaced:
        return _RawTable(dict.fromkeys(everybody, ANYTHING))
    spans, total = bound_table(card)
    if score == "total":
        return _RawTable({seat.entry_id: span for seat, span in zip(card.seats, spans, strict=True)}, total)
    gains = list_gains(card)
    whole = [Span(gain, gain).plus(span) for gain, span in zip(gains, spans, strict=True)]
    return _build_place_table(card.setting, whole, Span(sum(gains), sum(gains)).plus(total), sitters, score, order)


def _list_sitters(card: TableCard, results: Iterable[TableResult]) -> dict[int, list[int]]:
    """Return, by position, the entry that sits there, then those that sat there before and have a result at this
    table."""
    sitters = {position: [seat.entry_id] for position, seat in enumerate(card.seats, 1)}
    for result in results:
        if result.table == card.table.pk and result.entry not in sitters[result.position]:
            sitters[result.position].append(result.entry)
    return sitters


def list_gains(card: TableCard) -> list[int]:
    """Return what each seat of a table has won so far, in order of position."""
    return list(card.summary.totals) if card.summary else [0] * len(card.seats)


def bound_table(card: TableCard) -> tuple[list[Span], Span]:
    """Return (what the coups left can bring each seat, what they can bring all seats together), for a table that can
    play."""
    assert card.setting is not None
    left = None if card.coups_planned is None else max(0, card.coups_planned - card.coups_played)
    bounds = scoring.get_game(card.tournament.game).bound_gains(card.setting, list_gains(card), left)
    return [_to_span(each) for each in bounds.seats], _to_span(bounds.total)


def _to_span(bounds: scoring.GainBounds) -> Span:
    """Return bounds as a span, with numbers for what is unbounded."""
    low, high = bounds
    return Span(-UNBOUNDED if low is None else low, UNBOUNDED if high is None else high)


def _build_place_table(
    setting: scoring.Setting,
    spans: Sequence[Span],
    total: Span,
    sitters: Mapping[int, Sequence[int]],
    score: str,
    order: RankingOrder,
) -> _RawTable:
    """Return what a table can bring in a score of places.

    spans: by seat, the final totals that it can have; total: of their sum.
    sitters: by position, everybody whose result there counts.
    """
    sides = list_sides(setting)
    merged = []
    for side in sides:
        merged.append(Span(0, 0))
        for position in side:
            merged[-1] = merged[-1].plus(spans[position - 1])
    values = list_side_values(score, order.scales, [len(side) for side in sides], merged, total)
    entries = [[entry for position in side for entry in sitters[position]] for side in sides]
    ways = tuple(
        {entry: number for side, number in zip(entries, way, strict=True) for entry in side} for way in sorted(values)
    )
    spans_of = {entry: (min(way[entry] for way in ways), max(way[entry] for way in ways)) for entry in ways[0]}
    return _RawTable(spans_of, ANYTHING, ways)


def list_sides(setting: scoring.Setting) -> list[tuple[int, ...]]:
    """Return the positions of each side, whose players win and lose together."""
    place = {name: position for position, name in enumerate(setting.players, 1)}
    return [tuple(place[name] for name in side) for side in setting.list_scoring_sides()]


def _build_rounds_to_come(
    tournament: Tournament,
    score: str,
    order: RankingOrder,
    rounds: range,
    scores: Mapping[int, Number],
    results: TournamentResults,
) -> _RawTable:
    """Return what the rounds that are not published can bring in the metric `score`, as if they were one table.

    If what one player wins at a table is always what others lose, the gains of all add up to 0. They need not if a
    player is given the average of his tables for a round that he did not play: nobody loses that.
    """
    spans: dict[int, tuple[Number, Number]] = defaultdict(lambda: (0, 0))
    entries = list(Entry.objects.filter(tournament=tournament, pk__in=scores))
    averaged = bool(results.granted) or order.scales.exempt == AVERAGE
    total = NOTHING_IN_ALL if score == "total" and not averaged else ANYTHING
    for n in rounds:
        ruled = tournament.with_round_rules(n)
        low, high = _bound_round(ruled, score, order)
        if total == NOTHING_IN_ALL and not all(_sums_to_nothing(ruled, setting) for setting in _iter_settings(ruled)):
            total = ANYTHING
        for entry in entries:
            if is_available(entry, n):
                least, most = spans[entry.pk]
                spans[entry.pk] = (max(-UNBOUNDED, least + low), min(UNBOUNDED, most + high))
    return _RawTable(dict(spans), total)


def _bound_round(ruled: Tournament, score: str, order: RankingOrder) -> tuple[Number, Number]:
    """Return the least and the most that one round brings in the metric `score`, at any table that the rules allow, or
    resting. `ruled`: the tournament with the rules of that round."""
    if order.scales.exempt == AVERAGE and SCORES[score].win_value is None:
        return ANYTHING
    scores: list[Number] = [SCORES[score].rest_value(order.scales)]
    if win := SCORES[score].win_value:
        scores.append(win(order.scales))
    for setting in _iter_settings(ruled):
        if score == "total":
            scores += [number for each in _bound_new_table(ruled, setting).seats for number in _to_span(each)]
        else:
            seats = tuple(len(side) for side in list_sides(setting))
            scores += [number for way in compute_side_values(score, order.scales, seats).values() for number in way]
    return min(scores), max(scores)


def _bound_new_table(ruled: Tournament, setting: scoring.Setting) -> scoring.RemainingGains:
    """Return what a table that has not begun can bring, by its game. `ruled`: the tournament with the rules of the
    round."""
    planned = scoring.build_initial_state(setting).coups_planned
    return scoring.get_game(ruled.game).bound_gains(setting, [0] * setting.size, planned)


def _sums_to_nothing(ruled: Tournament, setting: scoring.Setting) -> bool:
    """True if the gains at a table of this setting always sum to 0, as what one wins another loses. `ruled`: the
    tournament with the rules of the round."""
    return _to_span(_bound_new_table(ruled, setting).total) == NOTHING_IN_ALL


def _iter_settings(ruled: Tournament) -> Iterator[scoring.Setting]:
    """Yield the setting of every kind of table that the tournament may seat. `ruled`: the tournament with the rules of
    the round."""
    sizes = ruled.table_sizes
    if ruled.has_duels:
        sizes = (4,) if ruled.pairing == Tournament.Pairing.FIXED else (2,)
    for size in sizes:
        names = tuple(str(place) for place in range(1, size + 1))
        for two_sides in (False, True) if size == 4 else (False,):
            setting, _problems = build_setting(ruled, names, two_sides)
            if setting is not None:
                yield setting
