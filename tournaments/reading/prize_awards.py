"""Who wins the prizes of a tournament, by its final order: the standings, or its matches where they decide."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.book.sheet import Sheet
from tournaments.models import Prize, Tournament
from tournaments.reading.prizes import find_newcomers, get_account, get_groups
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings
from tournaments.standings.prizes import LotAward, PrizeLot, award_lots
from tournaments.standings.ranking import StandingsRow

from .final_order import read_final_order


@dataclass(frozen=True)
class PrizeAward:
    """One award with its prizes and the standings rows of its winners, best first."""

    award: LotAward
    lots: tuple[Prize, ...]
    winners: tuple[StandingsRow, ...]


def award_prizes(
    tournament: Tournament,
    rows: Sequence[StandingsRow] | None = None,
    previewed: Iterable[Sheet] = (),
    before_round: int | None = None,
) -> list[PrizeAward]:
    """Return who wins which prizes by the present order: that of the matches once they have decided it, else that of
    the standings.

    rows: the tournament's standings, where they are known already. previewed: sheets to preview, each used instead of
    its table's own. before_round: only matches of rounds before this one count.
    """
    lots = {prize.pk: prize for prize in tournament.prizes.all()}
    if not lots:
        return []
    previewed = tuple(previewed)
    there = {seat.entry_id for sheet in previewed for seat in sheet.seats}
    last_round = None if before_round is None else before_round - 1
    placed = place_waiting_last(tournament, get_standings(tournament) if rows is None else rows, last_round, there)
    rows = read_final_order(tournament, placed, previewed, before_round).rows
    by_entry = {row.tally.entry: row for row in rows}
    asked = [PrizeLot(it.pk, it.kind, it.place, it.group, it.cents, it.shared) for it in lots.values()]
    awards = award_lots(
        rows, asked, get_groups(tournament), find_newcomers(tournament), choice=get_account(tournament).choice
    )
    return [
        PrizeAward(each, tuple(lots[key] for key in each.lots), tuple(by_entry[entry] for entry in each.winners))
        for each in awards
    ]


def list_unclaimed(lots: Iterable[Prize], awards: Iterable[PrizeAward]) -> list[Prize]:
    """Return the prizes that nobody wins: no player has the prize's place, or nobody competes in its group or as a
    newcomer."""
    taken = {lot.pk for each in awards for lot in each.lots}
    return [prize for prize in lots if prize.pk not in taken]
