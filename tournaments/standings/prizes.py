"""Award prize lots from the standings of a tournament. Pure: knows no database, no game and no language.

Lots are awarded class by class: those of the general ranking, then each group's by name (capitals make no other group),
then the newcomers'. Inside a class places are counted anew among those who compete in it. Players who share a place
share the places that they fill (two seconds fill 2 and 3).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from .ranking import StandingsRow, list_ranked_rows

RANK, GROUP, NEW = "rank", "group", "new"


class PrizeChoice(Enum):
    """Which prizes a player gets who would win some in several classes: all of them; only those of the first class (the
    general ranking, if he is in it); or the highest in money, of equal ones that of the first class."""

    SEVERAL = "yes"
    PLACE = "no"
    HIGHEST = "highest"


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
    choice: PrizeChoice,
) -> list[LotAward]:
    """Return who wins which lots.

    rows: the standings; players without a rank there win nothing.
    groups: by entry, the group that the player competes in.
    newcomers: the entries of newcomers.
    choice: which of several prizes one player gets; in the other classes the next one takes his place.
    """
    playing = list_ranked_rows(rows)
    everybody = [row.tally.entry for row in playing]
    in_order = groupby(sorted(lots, key=_get_sort_key), key=lambda lot: _get_sort_key(lot)[:2])
    classes = [list(same) for _, same in in_order]
    fields = [_find_competitors(same[0], groups, newcomers, everybody) for same in classes]
    if choice is PrizeChoice.HIGHEST:
        return _award_highest(playing, classes, fields)
    awards: list[LotAward] = []
    for same, field in zip(classes, fields, strict=True):
        taken = set() if choice is PrizeChoice.SEVERAL else {entry for award in awards for entry in award.winners}
        awards += _award_class([row for row in playing if row.tally.entry in field - taken], same)
    return awards


def _award_highest(
    playing: Sequence[StandingsRow], classes: Sequence[Sequence[PrizeLot]], fields: Sequence[set[int]]
) -> list[LotAward]:
    """Return who wins which lots where everybody gets the highest of those that he would win.

    From the highest down, whoever would win in several classes is passed over in the others, where the next one then
    takes his place. `playing`: the standings of all who may win; `classes`: the lots of each class; `fields`: by class,
    who competes in it.
    """
    order = [row.tally.entry for row in playing]
    fields = [set(field) for field in fields]
    while True:
        found = [
            _award_class([row for row in playing if row.tally.entry in field], same)
            for same, field in zip(classes, fields, strict=True)
        ]
        worths = _sum_worths(found)
        choices = [
            (-cents, n, order.index(entry))
            for entry, mine in worths.items()
            if len(mine) > 1
            for n, cents in mine.items()
        ]
        if not choices:
            return [award for awards in found for award in awards]
        _cents, chosen, at = min(choices)
        for n in worths[order[at]].keys() - {chosen}:
            fields[n].discard(order[at])


def _sum_worths(found: Sequence[Sequence[LotAward]]) -> dict[int, dict[int, int]]:
    """Return, by entry, the cents that it would win in each class in which it would win. `found`: by class."""
    worths: dict[int, dict[int, int]] = {}
    for n, awards in enumerate(found):
        for award in awards:
            for entry in award.winners:
                mine = worths.setdefault(entry, {})
                mine[n] = mine.get(n, 0) + award.cents
    return worths


def _find_competitors(
    lot: PrizeLot, groups: Mapping[int, str], newcomers: Collection[int], playing: Iterable[int]
) -> set[int]:
    """Return those of the entries `playing` that can win this lot: all, those of its group, or the newcomers."""
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
    awards: list[LotAward] = []
    filled = 0
    for _, equals in groupby(rows, key=lambda row: row.rank):
        entries = tuple(row.tally.entry for row in equals)
        here = [lot for lot in lots if filled < lot.place <= filled + len(entries)]
        filled += len(entries)
        awards += _award_equals([lot for lot in here if lot.shared and lot.cents], entries)
        awards += _award_equals([lot for lot in here if not (lot.shared and lot.cents)], entries, drawn=True)
    return awards


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
