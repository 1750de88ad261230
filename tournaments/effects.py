"""What one scored event moves in the book: transfers between accounts, and what it changes for each place. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import scoring

if TYPE_CHECKING:
    from tournaments.sheets import Sheet


class Move(NamedTuple):
    """`payer` gives `payee` so many jetons (below zero when it takes them back). Accounts: "1"…"n", "pot", "bank"."""

    payer: str
    payee: str
    jetons: int
    rule: str


class Gain(NamedTuple):
    """What changes for one place, as in a `Line`."""

    net: int = 0
    coups: int = 0
    coups_won: int = 0
    points: int = 0
    brusquembilles_won: int = 0
    brusquembilles_lost: int = 0

    def plus(self, other: "Gain") -> "Gain":
        return Gain(*(mine + its for mine, its in zip(self, other, strict=True)))

    def reversed(self) -> "Gain":
        return Gain(*(-value for value in self))


@dataclass(frozen=True)
class Effect:
    """The transfers in their order, and the gain of each place (1…n)."""

    moves: tuple[Move, ...]
    gains: Mapping[int, Gain]

    def reversed(self) -> "Effect":
        """The effect that takes this one back."""
        moves = tuple(move._replace(jetons=-move.jetons) for move in self.moves)
        return Effect(moves, {place: gain.reversed() for place, gain in self.gains.items()})

    def then(self, other: "Effect") -> "Effect":
        """This effect and then the other, of the same table, in one."""
        gains = {place: gain.plus(other.gains[place]) for place, gain in self.gains.items()}
        return Effect(self.moves + other.moves, gains)


def effect(before: scoring.TableState, step: scoring.Step) -> Effect:
    """What this event moves, played on `before`. The step must have its outcome."""
    outcome = step.outcome
    assert outcome is not None
    places = {name: place for place, name in enumerate(before.setting.players, 1)}
    gains = {place: gain_of(name, before, step) for name, place in places.items()}
    return Effect(tuple(moves_of(outcome.transfers, places)), gains)


def effect_at(sheet: "Sheet", n: int) -> Effect:
    """What the event at position n of the sheet moves there."""
    return effect(sheet.before(n), sheet.steps[n - 1])


def nothing(sheet: "Sheet") -> Effect:
    """What moves nothing at this table."""
    return Effect((), {place: Gain() for place in sheet.positions.values()})


def gains_by_sitter(sheet: "Sheet") -> dict[int, Gain]:
    """By seat row (its id), the sum of what the events in force gave to who sat there."""
    found: dict[int, Gain] = {}
    for n in range(1, len(sheet.steps) + 1):
        for place, gain in effect_at(sheet, n).gains.items():
            seat = sheet.sitter(place, n).pk
            found[seat] = found.get(seat, Gain()).plus(gain)
    return found


def moves_of(transfers: Iterable[scoring.Transfer], places: Mapping[str, int]) -> Iterable[Move]:
    for each in transfers:
        payer, payee = (str(places.get(party, party)) for party in (each.payer, each.payee))
        yield Move(payer, payee, each.jetons, each.rule)


def gain_of(name: str, before: scoring.TableState, step: scoring.Step) -> Gain:
    """What one step brought to the player of that name; `before` is the table's state when it began."""
    outcome = step.outcome
    assert outcome is not None
    net = step.state.totals[name] - before.totals[name]
    if outcome.type != "coup":
        return Gain(net)
    settled = outcome.extra.get("brusquembilles", {}).get(name, {})
    return Gain(
        net=net,
        coups=1,
        coups_won=int(name in outcome.winners),
        points=(outcome.points or {}).get(name, 0),
        brusquembilles_won=settled.get("aces_won", 0) + settled.get("tens_won", 0),
        brusquembilles_lost=settled.get("aces_lost", 0) + settled.get("tens_lost", 0),
    )


def differ(old: scoring.Step, new: scoring.Step, gains: tuple[Mapping[int, Gain], Mapping[int, Gain]]) -> bool:
    """Has the outcome of one same event changed: who deals, what moves, who wins, what is marked?"""
    return gains[0] != gains[1] or told(old) != told(new)


def told(step: scoring.Step) -> tuple[object, ...]:
    outcome = step.outcome
    assert outcome is not None
    lines = [(line.player, line.points, line.rule) for line in outcome.lines]
    return outcome.dealer, list(outcome.transfers), lines, dict(outcome.points or {}), tuple(outcome.winners)
