"""The standings as they would be if one open table ended with certain gains. Writes nothing.

Gains and places at the table are those that are supposed; coups won and other counts stay as they are now.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from tournaments.book.table_cards import TableCard
from tournaments.standings.metrics import needs_results
from tournaments.standings.ranking import StandingsRow, rank_tallies
from tournaments.standings.scores import average_half_up
from tournaments.standings.tournament_results import TableResult, Tally, TournamentResults

from .races import bound_table, list_gains, list_sides


def find_wrong_seats(card: TableCard, gains: Sequence[int]) -> list[int]:
    """Return the positions whose final gain cannot be reached with the coups that are left at the table. `gains`: the
    final gains, by seat."""
    spans, _total = bound_table(card)
    steps = zip(count(1), spans, _list_steps(card, gains), strict=False)
    return [position for position, span, step in steps if not span.low <= step <= span.high]


def find_missing_gain(card: TableCard, gains: Sequence[int]) -> int:
    """Return how much the sum of these final gains must rise (below zero: fall) to be possible with the coups left; 0
    if it is. `gains`: by seat."""
    _spans, total = bound_table(card)
    brought = sum(_list_steps(card, gains))
    return max(0, total.low - brought) + min(0, total.high - brought)


def project_standings(
    rows: Sequence[StandingsRow],
    results: TournamentResults,
    precedence: Sequence[str],
    card: TableCard,
    gains: Sequence[int],
) -> tuple[StandingsRow, ...]:
    """Return the standings if this table ended with these gains.

    rows, results: the present standings, and what they were made from.
    precedence: the keys of the metrics that rank.
    gains: by seat, all that is won there from the first coup to the last.
    """
    first = not card.coups_played
    brought = {seat.entry_id: gain for seat, gain in zip(card.seats, _list_steps(card, gains), strict=True)}
    tallies = [
        _add_gain(row.tally, brought[row.tally.entry], len(results.granted.get(row.tally.entry, ())), first=first)
        if row.tally.entry in brought
        else row.tally
        for row in rows
    ]
    if not needs_results(precedence):
        return rank_tallies(tallies, precedence, results)
    there = _build_results(results, card, gains)
    elsewhere = (result for result in results.results if result.table != card.table.pk)
    totals = {tally.entry: tally.total for tally in tallies}
    played = TournamentResults((*elsewhere, *there), results.rests, results.scales, results.granted, totals)
    return rank_tallies(tallies, precedence, played)


def _list_steps(card: TableCard, gains: Sequence[int]) -> list[int]:
    """Return, by seat, how much the final gains differ from the present ones."""
    return [then - now for now, then in zip(list_gains(card), gains, strict=True)]


def _add_gain(tally: Tally, gain: int, granted: int, *, first: bool) -> Tally:
    """Return the tally with what one table still brings.

    granted: how many rounds count as won with the player's average, which changes with it.
    first: True if the table counts as played only now.
    """
    changed = replace(tally, total=tally.total + gain, tables=tally.tables + first, at_tables=tally.at_tables + gain)
    if not granted:
        return changed
    before = average_half_up(tally.at_tables, tally.tables) if tally.tables else 0
    after = average_half_up(changed.at_tables, changed.tables)
    return replace(changed, total=changed.total + granted * (after - before))


def _build_results(results: TournamentResults, card: TableCard, gains: Sequence[int]) -> list[TableResult]:
    """Return the results of the table with these gains; who sat there before a substitute keeps his own."""
    assert card.setting is not None
    sides = list_sides(card.setting)
    merits = [sum(gains[position - 1] for position in side) for side in sides]
    found: list[TableResult] = []
    for n, side in enumerate(sides):
        place = 1 + sum(merit > merits[n] for merit in merits)
        for position in side:
            seat, gain = card.seats[position - 1].entry_id, gains[position - 1]
            earlier = [
                each
                for each in results.results
                if each.table == card.table.pk and each.position == position and each.entry != seat
            ]
            mine = gain - sum(each.total for each in earlier)
            for entry, total in (*((each.entry, each.total) for each in earlier), (seat, mine)):
                purse = card.opening_holding + gain - total
                found.append(TableResult(card.table.round.n, card.table.pk, entry, n, total, place, purse, position))
    return found
