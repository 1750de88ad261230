"""The nouns of scoring: setting, state, outcome and what they are made of. All immutable; those that
are made by the thousand are tuples, which cost the least.

Inside, players are seats (0 … n-1, each on the right of the one before), with the pot and the bank as two
more parties after them; callers see names. Nothing here knows a rule of any game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from scoring.language import NO_VALUES, Text

FICHE = 20  # jetons, BRU-07

Move = tuple[int, int, int, str]  # payer, payee (seats, then pot, then bank), jetons, rule
Mark = tuple[int, int, str, Text]  # seat, points, rule, text


class Rule(NamedTuple):
    """One line of the rule book. `standing`: src, inf, usage, house, or several joined by a space."""

    id: str
    text: Text
    standing: str
    source: str


class ValueRow(NamedTuple):
    """One row of a table of values: None where there is nothing to count. `standing` as a rule's."""

    label: Text
    cells: tuple[int | None, ...]
    standing: str


class ValueTable(NamedTuple):
    """What a rule leaves to a table: `columns` are the cards' ranks, the highest first."""

    rule: str
    title: Text
    columns: tuple[str, ...]
    rows: tuple[ValueRow, ...]


class Purse(NamedTuple):
    """What a player holds: `total` jetons in all, as `fiches` of 20 and `jetons`; a debt is below zero."""

    total: int
    fiches: int
    jetons: int


class Transfer(NamedTuple):
    """`payer` gives `payee` (a player, "pot" or "bank") so many `jetons`, because of `rule`."""

    payer: str
    payee: str
    jetons: int
    rule: str


class Line(NamedTuple):
    """`player` marks `points`, because of `rule`."""

    player: str
    points: int
    rule: str
    text: Text


class Problem(NamedTuple):
    """What is wrong at `path`; `rule`: which the value contradicts, None where only the form is broken."""

    path: str
    rule: str | None
    message: Text


class Rank(NamedTuple):
    """A row of the ranking: equal totals share the rank (1, 2, 2, 4)."""

    rank: int
    player: str
    total: int


class Field(NamedTuple):
    """One entry of the totals form of a coup, in the order of sheet and form."""

    path: str
    player: str | None
    kind: str
    low: int
    high: int
    required: bool
    label: Text
    total: int | None


class Refused(Exception):
    """A setting that is no table: `problems` says why."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{each.path}: {each.message}" for each in problems))
        self.problems = problems


class Record(Protocol):
    """An event, read and found good; it can be written back."""

    def event(self, setting: "Setting") -> dict[str, Any]:
        """The event as `corbillon.partie/1` writes it."""


@dataclass(frozen=True, slots=True)
class Plain:
    """The record of an event that is no coup: its type and the keys it was given."""

    type: str
    told: Mapping[str, Any] = field(default_factory=dict)

    def event(self, setting: "Setting") -> dict[str, Any]:
        """The event as `corbillon.partie/1` writes it."""
        return {"type": self.type, **self.told}


@dataclass(frozen=True, slots=True)
class Setting:
    """A game with its options and the players around one table."""

    game: str
    preset: str
    options: Mapping[str, Any] = field(hash=False)
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], tuple[str, ...]] | None
    seats: Mapping[str, int] = field(compare=False, repr=False)
    side_of: tuple[int, ...] | None = field(compare=False, repr=False)
    """By seat, the number of the side; None where everybody plays singly."""
    parties: tuple[str, ...] = field(compare=False, repr=False)
    """The players, then "pot", then "bank": what a Move's numbers mean."""
    zero_wins: bool = field(compare=False, repr=False, default=True)
    """Whether all at 0 win a complete partie together; else nobody does."""
    law: Any = field(compare=False, repr=False, default=None)
    """The game's own reading of the options: one typed frozen object."""
    size: int = field(init=False, compare=False, repr=False)
    """How many play."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.players))

    def by_name(self, values: tuple[Any, ...]) -> Mapping[str, Any]:
        """What is kept by seat, for callers."""
        return MappingProxyType(dict(zip(self.players, values, strict=True)))


@dataclass(frozen=True, slots=True)
class Deal:
    """Who deals: the seats that do, in turn, and the rule that says so."""

    cycle: tuple[int, ...]
    rule: str
    after: Mapping[int, int]

    @classmethod
    @lru_cache(maxsize=64)
    def in_turn(cls, cycle: tuple[int, ...], rule: str) -> "Deal":
        """The deal goes round `cycle`."""
        return cls(cycle, rule, dict(zip(cycle, cycle[1:] + cycle[:1], strict=True)))


class TableState(NamedTuple):
    """A table between two events. Fields that start with `seat` count by seat; the properties give names."""

    setting: Setting
    n: int
    """Events so far."""
    coups_played: int
    coups_planned: int | None
    """None where a target ends the partie."""
    deal: Deal
    seat_dealer: int | None
    """Who deals the next coup; None until the first dealer is settled."""
    seat_totals: tuple[int, ...]
    seat_purses: tuple[Purse, ...] = ()
    """Empty in games of points."""
    pot: int | None = None
    memory: Any = None
    """What the game itself must remember from coup to coup."""
    complete: bool = False
    seat_champions: tuple[int, ...] = ()
    """Who has won whatever the totals say."""
    seat_left: tuple[int, ...] = ()
    """Who left, alone: his side is ranked with him."""

    @property
    def tour(self) -> int:
        """The tour of the next coup, from 1; of the last one once the partie is over."""
        coup = max(self.coups_played - 1, 0) if self.complete else self.coups_played
        return coup // len(self.deal.cycle) + 1

    @property
    def next_dealer(self) -> int:
        """The seat that deals the next coup, the first one of the cycle where nobody has said."""
        return min(self.deal.cycle) if self.seat_dealer is None else self.seat_dealer

    @property
    def dealer(self) -> str | None:
        """Who deals the next coup; None once the partie is over."""
        return None if self.complete else self.setting.players[self.next_dealer]

    @property
    def leader(self) -> str | None:
        """Who leads the next coup, on the dealer's right."""
        if self.complete:
            return None
        return self.setting.players[(self.next_dealer + 1) % self.setting.size]

    @property
    def purses(self) -> Mapping[str, Purse]:
        """What each holds; empty in games of points."""
        return self.setting.by_name(self.seat_purses) if self.seat_purses else NO_PURSES

    @property
    def totals(self) -> Mapping[str, int]:
        """Gain or loss in jetons against what was brought; in games of points, the points."""
        return self.setting.by_name(self.seat_totals)

    @property
    def ranking(self) -> tuple[Rank, ...]:
        """Everybody, best first; inside a rank in the order of the players."""
        return rank(self)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won the partie; nobody until it is over."""
        if not self.complete:
            return ()
        if self.seat_champions:
            return tuple(self.setting.players[seat] for seat in self.seat_champions)
        if not (self.setting.zero_wins or any(self.seat_totals) or self.seat_left):
            return ()
        last = gone(self.setting, self.seat_left)
        stayed = [total for seat, total in enumerate(self.seat_totals) if seat not in last]
        best = max(stayed)
        return tuple(
            name
            for seat, name in enumerate(self.setting.players)
            if self.seat_totals[seat] == best and seat not in last
        )

    @property
    def left(self) -> tuple[str, ...]:
        """Who left before the end."""
        return tuple(self.setting.players[seat] for seat in self.seat_left)


NO_PURSES: Mapping[str, Purse] = MappingProxyType({})


def rank(state: TableState) -> tuple[Rank, ...]:
    """By total; but champions first, and who left last, with his side (formats.md, `ranking`)."""
    setting, totals = state.setting, state.seat_totals
    last = gone(setting, state.seat_left)
    keys = [(seat in last, seat not in state.seat_champions, -total) for seat, total in enumerate(totals)]
    in_order = sorted(keys)
    order = sorted(range(setting.size), key=keys.__getitem__)
    return tuple([Rank(1 + in_order.index(keys[seat]), setting.players[seat], totals[seat]) for seat in order])


def gone(setting: Setting, left: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that are ranked last: who left, and his side."""
    side_of = setting.side_of
    if side_of is None:
        return left
    sides = {side_of[seat] for seat in left}
    return tuple(seat for seat in range(setting.size) if side_of[seat] in sides)


class Outcome(NamedTuple):
    """What one event did. Fields that start with `seat` count by seat; the properties give names."""

    setting: Setting
    type: str
    told: Mapping[str, Any] = NO_VALUES
    """The event's own keys that the answer repeats."""
    seat_dealer: int | None = None
    seat_points: tuple[int, ...] | None = None
    moves: tuple[Move, ...] = ()
    marks: tuple[Mark, ...] = ()
    seat_net: tuple[int, ...] = ()
    seat_purses: tuple[Purse, ...] = ()
    pot: int | None = None
    seat_winners: tuple[int, ...] = ()
    details: "Details | None" = None

    @property
    def dealer(self) -> str | None:
        """Who dealt the coup."""
        return None if self.seat_dealer is None else self.setting.players[self.seat_dealer]

    @property
    def points(self) -> Mapping[str, int] | None:
        """Card points by player; with sides, every name with his side's."""
        return None if self.seat_points is None else self.setting.by_name(self.seat_points)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Jetons, in the order of the rules."""
        who = self.setting.parties
        return tuple(Transfer(who[payer], who[payee], jetons, rule) for payer, payee, jetons, rule in self.moves)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Points, in the order they were marked."""
        who = self.setting.players
        return tuple(Line(who[seat], points, rule, text) for seat, points, rule, text in self.marks)

    @property
    def net(self) -> Mapping[str, int]:
        """What the event moved, by player: jetons, or points where there are no purses."""
        return self.setting.by_name(self.seat_net)

    @property
    def holdings(self) -> Mapping[str, Purse] | None:
        """What each holds afterwards; None in games of points."""
        return self.setting.by_name(self.seat_purses) if self.seat_purses else None

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won the coup."""
        return tuple(self.setting.players[seat] for seat in self.seat_winners)

    @property
    def extra(self) -> Mapping[str, Any]:
        """What else this game can say of the coup (its own module says what)."""
        return NO_VALUES if self.details is None else self.details.extra(self.setting)


class Details(Protocol):
    """What a game knows of a coup beyond the score; asked for only when it is shown."""

    def extra(self, setting: Setting) -> Mapping[str, Any]:
        """By key, as the game's module says."""


class Step(NamedTuple):
    """One event and what it did: an outcome, or problems."""

    given: Any
    record: Record | None
    outcome: Outcome | None
    problems: tuple[Problem, ...]
    state: TableState

    @property
    def event(self) -> dict[str, Any]:
        """The event in canonical form; as it was given where there are problems."""
        if self.record is not None:
            return self.record.event(self.state.setting)
        return dict(self.given) if isinstance(self.given, dict) else {}
