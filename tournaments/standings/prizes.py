"""Award prize lots from the standings of a tournament. Pure: knows no database, no game and no language.

Lots are awarded class by class: those of the general ranking, then each group's by name (capitals make no other group),
then the newcomers'. Inside a class places are counted anew among those who compete in it. Players who share a place
share the places that they fill (two seconds fill 2 and 3).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .ranking import StandingsRow, list_ranked_rows

RANK, GROUP, NEW = "rank", "group", "new"


@dataclass(frozen=True, slots=True)
class PrizeLot:
    """One lot to win.

    key: its id.
    kind: RANK, GROUP (of `group`) or NEW.
    place: the place in its class that wins it.
    cents: money, 0 for a thing.
    shared: True if equal players put the money of their places together.
    """

    key: int
    kind: str
    place: int
    group: str = ""
    cents: int = 0
    shared: bool = True


@dataclass(frozen=True, slots=True)
class LotAward:
    """Lots and who wins them.

    lots: the keys of the lots.
    winners: the entries that win them.
    cents: what each winner gets; a single winner also gets the things.
    settled: False if the winners are equal and the lots must be drawn among them.
    remainder: cents that do not divide.
    """

    lots: tuple[int, ...]
    winners: tuple[int, ...]
    cents: int
    settled: bool = True
    remainder: int = 0


def award_lots(
    rows: Sequence[StandingsRow],
    lots: Iterable[PrizeLot],
    groups: Mapping[int, str],
    newcomers: Collection[int],
    *,
    allow_several: bool,
) -> list[LotAward]:
    """Return who wins which lots.

    rows: the standings; who waits for a rank there wins nothing.
    groups: by entry, the group that the player competes in.
    newcomers: the entries of newcomers.
    allow_several: False if a player who has won a lot in an earlier class, or is to draw for one, is passed over in
        later ones.
    """
    playing = list_ranked_rows(rows)
    found: list[LotAward] = []
    for _, some in groupby(sorted(lots, key=_get_sort_key), key=lambda lot: _get_sort_key(lot)[:2]):
        same = list(some)
        taken = set() if allow_several else {entry for award in found for entry in award.winners}
        field = _find_competitors(same[0], groups, newcomers, [row.tally.entry for row in playing]) - taken
        found += _award_class([row for row in playing if row.tally.entry in field], same)
    return found


def _find_competitors(
    lot: PrizeLot, groups: Mapping[int, str], newcomers: Collection[int], playing: Iterable[int]
) -> set[int]:
    """Return the entries that may win such a lot."""
    if lot.kind == GROUP:
        return {entry for entry in playing if groups.get(entry, "").casefold() == lot.group.casefold()}
    return {entry for entry in playing if lot.kind == RANK or entry in newcomers}


def _get_sort_key(lot: PrizeLot) -> tuple[int, str, int, int]:
    """Return the key that sorts lots by class, group and place."""
    return (RANK, GROUP, NEW).index(lot.kind), lot.group.casefold(), lot.place, lot.key


def _award_class(rows: Sequence[StandingsRow], lots: Sequence[PrizeLot]) -> list[LotAward]:
    """Return the awards of one class.

    rows: the standings of those who compete in it.
    lots: the lots of the class.
    """
    found: list[LotAward] = []
    filled = 0
    for _, equals in groupby(rows, key=lambda row: row.rank):
        entries = tuple(row.tally.entry for row in equals)
        here = [lot for lot in lots if filled < lot.place <= filled + len(entries)]
        filled += len(entries)
        found += _award_equals([lot for lot in here if lot.shared and lot.cents], entries)
        found += _award_equals([lot for lot in here if not (lot.shared and lot.cents)], entries, drawn=True)
    return found


def _award_equals(lots: Sequence[PrizeLot], entries: tuple[int, ...], *, drawn: bool = False) -> list[LotAward]:
    """Award lots to players who share a place: money divided, or to be `drawn` among them.

    A single winner gets them all, each as an award of its own.
    """
    if not lots:
        return []
    if len(entries) == 1:
        return [LotAward((lot.key,), entries, lot.cents) for lot in lots]
    keys = tuple(lot.key for lot in lots)
    if drawn:
        return [LotAward(keys, entries, 0, settled=False)]
    each, left = divmod(sum(lot.cents for lot in lots), len(entries))
    return [LotAward(keys, entries, each, remainder=left)]
