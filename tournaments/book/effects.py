"""The effect of one scored event on the book: transfers between accounts, and the gain of each seat. Pure functions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

import scoring
from tournaments.book.sheet import Sheet


class Move(NamedTuple):
    """A transfer of `jetons` from account `payer` to account `payee`; negative where a transfer is taken back.

    Accounts: "1"…"n" (seat positions), "pot", "bank".
    """

    payer: str
    payee: str
    jetons: int
    rule: str


STATISTIC_KEYS = tuple(statistic.key for statistic in scoring.list_statistics())
"""The games' own statistics, each of which has a ledger column of this name."""
NO_STATISTICS = (0,) * len(STATISTIC_KEYS)
GAIN_COLUMNS = ("net", "coups", "coups_won", "points", *STATISTIC_KEYS)
"""The columns of a ledger line that hold the figures of a gain, in their order."""


class Gain(NamedTuple):
    """The change in one seat's figures, as in a `LedgerLine`. `statistics`: in the order of STATISTIC_KEYS."""

    net: int = 0
    coups: int = 0
    coups_won: int = 0
    points: int = 0
    statistics: tuple[int, ...] = NO_STATISTICS

    @classmethod
    def from_figures(cls, figures: Iterable[int]) -> "Gain":
        """Build a gain from its figures, in the order of GAIN_COLUMNS."""
        net, coups, coups_won, points, *statistics = figures
        return cls(net, coups, coups_won, points, tuple(statistics))

    @property
    def figures(self) -> tuple[int, ...]:
        """The gain as figures, in the order of GAIN_COLUMNS."""
        return (*self[:4], *self.statistics)

    def get_statistic(self, key: str) -> int:
        """Return the gain's figure of the statistic with this key."""
        return self.statistics[STATISTIC_KEYS.index(key)]

    def plus(self, other: "Gain") -> "Gain":
        """Return the sum of both gains."""
        net, coups, coups_won, points, statistics = other
        added = (self.net + net, self.coups + coups, self.coups_won + coups_won, self.points + points)
        return Gain(*added, tuple(map(add, self.statistics, statistics)))

    def reversed(self) -> "Gain":
        """Return the gain that takes this one back."""
        return Gain.from_figures(-figure for figure in self.figures)


@dataclass(frozen=True)
class Effect:
    """The transfers of an event in order, and the gain of each seat position (1…n)."""

    moves: tuple[Move, ...]
    gains: Mapping[int, Gain]

    def reversed(self) -> "Effect":
        """Return the effect that takes this one back."""
        moves = tuple(move._replace(jetons=-move.jetons) for move in self.moves)
        return Effect(moves, {place: gain.reversed() for place, gain in self.gains.items()})

    def followed_by(self, other: "Effect") -> "Effect":
        """Return this effect followed by `other`, of the same table, as one effect."""
        gains = {place: gain.plus(other.gains[place]) for place, gain in self.gains.items()}
        return Effect(self.moves + other.moves, gains)


def compute_effect(before: scoring.TableState, step: scoring.Step) -> Effect:
    """Compute the effect of a step that was played on the state `before`. The step must have its outcome."""
    outcome = step.outcome
    assert outcome is not None
    places = {name: place for place, name in enumerate(before.setting.players, 1)}
    gains = {place: compute_gain(name, before, step) for name, place in places.items()}
    return Effect(tuple(build_moves(outcome.transfers, places)), gains)


def compute_effect_at(sheet: "Sheet", n: int) -> Effect:
    """Compute the effect of the event at position n (from 1) of the sheet."""
    return compute_effect(sheet.get_state_before(n), sheet.steps[n - 1])


def build_empty_effect(sheet: "Sheet") -> Effect:
    """Return the effect that changes nothing at this table."""
    return Effect((), {place: Gain() for place in sheet.positions.values()})


def sum_gains_by_seat(sheet: "Sheet", effects: "Sequence[Effect] | None" = None) -> dict[int, Gain]:
    """Return, by id of the Seat row, the sum of the gains of the events in force while that entry sat there. `effects`:
    those of the events, where they are known."""
    gains: dict[int, Gain] = {}
    for n in range(1, len(sheet.steps) + 1):
        effect = effects[n - 1] if effects else compute_effect_at(sheet, n)
        for place, gain in effect.gains.items():
            seat = sheet.find_seat_at(place, n).pk
            gains[seat] = gains[seat].plus(gain) if seat in gains else gain
    return gains


def build_moves(transfers: Iterable[scoring.Transfer], places: Mapping[str, int]) -> Iterable[Move]:
    """Yield the transfers with seat positions in place of names. `places`: position by player name."""
    for each in transfers:
        payer, payee = (str(places.get(party, party)) for party in (each.payer, each.payee))
        yield Move(payer, payee, each.jetons, each.rule)


def compute_gain(name: str, before: scoring.TableState, step: scoring.Step) -> Gain:
    """Compute the gain of the player of that name from one step; `before` is the table's state before it."""
    outcome = step.outcome
    assert outcome is not None
    seat = before.setting.seats[name]
    net = step.state.seat_totals[seat] - before.seat_totals[seat]
    if outcome.type != "coup":
        return Gain(net)
    counted = {each.key: each.count_in_coup(outcome, name) for each in scoring.get_game(before.setting.game).statistics}
    return Gain(
        net=net,
        coups=1,
        coups_won=int(seat in outcome.seat_winners),
        points=(outcome.points or {}).get(name, 0),
        statistics=tuple(counted.get(key, 0) for key in STATISTIC_KEYS) if counted else NO_STATISTICS,
    )


def has_outcome_changed(
    old: scoring.Step, new: scoring.Step, gains: tuple[Mapping[int, Gain], Mapping[int, Gain]]
) -> bool:
    """True if two outcomes of the same event differ in dealer, transfers, winners, marked points or the given gains."""
    return gains[0] != gains[1] or list_compared_facts(old) != list_compared_facts(new)


def list_compared_facts(step: scoring.Step) -> tuple[object, ...]:
    """Return the parts of a step's outcome that are compared: dealer, transfers, marked lines, points, winners."""
    outcome = step.outcome
    assert outcome is not None
    lines = [(line.player, line.points, line.rule) for line in outcome.lines]
    return outcome.dealer, list(outcome.transfers), lines, dict(outcome.points or {}), tuple(outcome.winners)
