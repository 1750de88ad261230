"""Turn what each won in jetons into money, and find who hands whom how much at the end. Pure: knows no database, no
currency and no language. Money is whole minor units of its currency, as cents; never a fraction of one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring import HandOver, settle_balances


@dataclass(frozen=True, slots=True)
class MoneySettlement:
    """Who hands whom how much.

    amounts: what each wins, below zero what he loses, in the order that was given; their sum is zero.
    hand_overs: who pays whom, by place in that order, in minor units.
    is_shortest: no fewer hand-overs can do it.
    is_rounded: some amount is not exactly what the jetons are worth; none is a whole minor unit off.
    """

    amounts: tuple[int, ...]
    hand_overs: tuple[HandOver, ...]
    is_shortest: bool
    is_rounded: bool


def settle_jetons(
    gains: Sequence[int], minor_units: int, jetons: int, tables: Iterable[Iterable[int]] = ()
) -> MoneySettlement:
    """Return the settlement of these gains in jetons, whose sum is zero.

    minor_units: what so many `jetons` are worth. tables: who played together, by place in `gains`; where there are too
    many players for the fewest hand-overs to be found, those who met nobody else may settle among themselves.
    """
    amounts = round_shares([gain * minor_units for gain in gains], jetons)
    settled = settle_balances(amounts, join_circles(tables))
    exact = all(amount * jetons == gain * minor_units for amount, gain in zip(amounts, gains, strict=True))
    return MoneySettlement(tuple(amounts), tuple(settled.hand_overs), settled.is_shortest, is_rounded=not exact)


def join_circles(tables: Iterable[Iterable[int]]) -> list[list[int]]:
    """Return the players in circles, each sorted: whoever shares a table, directly or through others, is in one
    circle."""
    circles: list[set[int]] = []
    for table in map(set, tables):
        met = [circle for circle in circles if circle & table]
        circles = [circle for circle in circles if not circle & table]
        circles.append(table.union(*met))
    return sorted(sorted(circle) for circle in circles)


def round_shares(shares: Sequence[int], by: int) -> list[int]:
    """Divide whole numbers whose sum is zero by `by`, so that the sum stays zero: each is rounded down, then those that
    lost most are rounded up instead, of equal ones the first."""
    rounded = [share // by for share in shares]
    lost_most = sorted(range(len(shares)), key=lambda n: -(shares[n] % by))
    for n in lost_most[: -sum(rounded)] if sum(rounded) else ():
        rounded[n] += 1
    return rounded
