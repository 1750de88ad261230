"""The nouns of scoring: setting, state, outcome and their parts. All are immutable; the most frequent ones are tuples.

Tuples cost the least, and some of these are made by the thousand. Inside, players are seats (0 … n-1, each on the right
of the one before), with the pot and the bank as two more parties after them; callers see names. Nothing here knows a
rule of any game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from scoring.language import NO_VALUES, Text
from scoring.references import Doubt

FICHE = 20  # jetons, BRU-07

Move = tuple[int, int, int, str]  # payer, payee (seats, then pot, then bank), jetons, rule
Mark = tuple[int, int, str, Text]  # seat, points, rule, text
CountedCards = tuple[str, Text, int]  # of cards that several figures count together: key, name, how many in a pack


class Rule(NamedTuple):
    """One entry of the rule book.

    `provenance` says where it comes from: src (written in a source), inf (inferred), usage (custom) or house (the
    program's choice), or several of these joined by a space; `source` names the sources, as «S0 S1»; `doubt`: other
    readings of them.
    """

    id: str
    text: Text
    provenance: str
    source: str
    doubt: Doubt | None = None


class Purse(NamedTuple):
    """The holdings of one player: `total` jetons in all, as `fiches` of 20 and single `jetons`; below zero, a debt."""

    total: int
    fiches: int
    jetons: int


class Transfer(NamedTuple):
    """One payment: `payer` gives `payee` (each a player, "pot" or "bank") an amount in `jetons`, because of `rule`."""

    payer: str
    payee: str
    jetons: int
    rule: str


class ScoreLine(NamedTuple):
    """One score line of a game of points: `player` marks `points`, because of `rule`."""

    player: str
    points: int
    rule: str
    text: Text


class Problem(NamedTuple):
    """One error in a document, at `path`.

    `rule` is the id of the rule that the value contradicts, or None where only the format is broken.
    """

    path: str
    rule: str | None
    message: Text


class RankingRow(NamedTuple):
    """One row of the ranking: equal totals share the rank (1, 2, 2, 4)."""

    rank: int
    player: str
    total: int


class CoupField(NamedTuple):
    """One input field for a coup recorded by its totals. Paper sheet and screen form show the fields in the same order.

    `path`: its place in the event, as "points.Anne"; `kind`: of input, as "integer"; `low`, `high`: the bounds of a
    number. `total`: what this field and all others with the same `total` add up to, as 120 for card points. `counted`:
    the cards that this field counts together with others, as the four aces of a pack.
    """

    path: str
    player: str | None
    kind: str
    low: int
    high: int
    required: bool
    label: Text
    total: int | None
    counted: CountedCards | None = None


class InvalidSetting(Exception):
    """Raised by `build_setting` where the choices make no valid table; `problems` lists what is wrong."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{each.path}: {each.message}" for each in problems))
        self.problems = problems


class EventRecord(Protocol):
    """An event of a partie that was read and found valid, and that can be written back as JSON."""

    def to_json(self, setting: "Setting") -> dict[str, Any]:
        """Return the event as `corbillon.partie/1` writes it."""


@dataclass(frozen=True, slots=True)
class PlainRecord:
    """The record of an event that is not a coup: its type and the other keys that it was given."""

    type: str
    event_fields: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self, setting: "Setting") -> dict[str, Any]:
        """Return the event as `corbillon.partie/1` writes it."""
        return {"type": self.type, **self.event_fields}


@dataclass(frozen=True, slots=True)
class Setting:
    """One table: a game with its options, and the players around the table."""

    game: str
    preset: str
    options: Mapping[str, Any] = field(hash=False)
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], tuple[str, ...]] | None
    seats: Mapping[str, int] = field(compare=False, repr=False)
    side_of: tuple[int, ...] | None = field(compare=False, repr=False)
    """By seat, the number of the side (0 or 1); None where all play singly."""
    parties: tuple[str, ...] = field(compare=False, repr=False)
    """The players, then "pot", then "bank": the names behind the party numbers of a Move."""
    zero_wins: bool = field(compare=False, repr=False, default=True)
    """True where a complete partie in which every total is 0 is won by all; False where nobody wins it."""
    config: Any = field(compare=False, repr=False, default=None)
    """The game's config: its options as one typed frozen object."""
    size: int = field(init=False, compare=False, repr=False)
    """The number of players."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.players))

    def map_by_name(self, values: tuple[Any, ...]) -> Mapping[str, Any]:
        """Return a tuple of values by seat as a read-only mapping by player name."""
        return MappingProxyType(dict(zip(self.players, values, strict=True)))

    def list_scoring_sides(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of each side, as they sit; where all play singly, each player's name alone."""
        rows = self.sides or tuple((name,) for name in self.players)
        return tuple(tuple(sorted(names, key=self.seats.__getitem__)) for names in rows)

    def find_scoring_side(self, seat: int) -> tuple[str, ...]:
        """Return the names of this seat's side; where all play singly, the player's alone."""
        return next(names for names in self.list_scoring_sides() if self.players[seat] in names)


@dataclass(frozen=True, slots=True)
class DealerRotation:
    """The order in which players deal: the seats that deal, in turn, and the rule that says so.

    `next_seats` maps each dealing seat to the seat that deals next.
    """

    cycle: tuple[int, ...]
    rule: str
    next_seats: Mapping[int, int]

    @classmethod
    @lru_cache(maxsize=64)
    def in_turn(cls, cycle: tuple[int, ...], rule: str) -> "DealerRotation":
        """Build the rotation in which the seats of `cycle` deal one after the other, again and again. `rule`: the id of
        the rule that says so."""
        return cls(cycle, rule, dict(zip(cycle, cycle[1:] + cycle[:1], strict=True)))


class TableState(NamedTuple):
    """The state of one table between two events.

    Fields that start with `seat` hold seat numbers, or one value for each seat; the properties give names.
    """

    setting: Setting
    coups_played: int
    coups_planned: int | None
    """The number of coups after which the partie is over; None where a target ends it."""
    dealer_rotation: DealerRotation
    seat_dealer: int | None
    """The seat that deals the next coup; None until the first dealer is settled."""
    seat_totals: tuple[int, ...]
    seat_purses: tuple[Purse, ...] = ()
    """One purse a seat; empty in games of points."""
    pot: int | None = None
    carry_over: Any = None
    """What the game carries over from one coup to the next, in a form of its own."""
    complete: bool = False
    seat_winners_override: tuple[int, ...] = ()
    """The seats that override the totals as winners of the partie (BRC-17, BRC-19); empty where the totals decide."""
    seat_left: tuple[int, ...] = ()
    """The seat that left early, without its partners; the whole side is ranked last."""

    @property
    def tour(self) -> int:
        """The tour of the next coup, counted from 1; once the partie is over, the tour of the last coup."""
        coup = max(self.coups_played - 1, 0) if self.complete else self.coups_played
        return coup // len(self.dealer_rotation.cycle) + 1

    @property
    def next_dealer_seat(self) -> int:
        """The seat that deals the next coup; before the first deal, the lowest seat that may deal."""
        return min(self.dealer_rotation.cycle) if self.seat_dealer is None else self.seat_dealer

    @property
    def dealer(self) -> str | None:
        """The name of the player who deals the next coup; None once the partie is over."""
        return None if self.complete else self.setting.players[self.next_dealer_seat]

    @property
    def leader(self) -> str | None:
        """The name of the player who leads the next coup, on the dealer's right; None once the partie is over."""
        if self.complete:
            return None
        return self.setting.players[(self.next_dealer_seat + 1) % self.setting.size]

    @property
    def purses(self) -> Mapping[str, Purse]:
        """The purse of each player, by name; empty in games of points."""
        return self.setting.map_by_name(self.seat_purses) if self.seat_purses else NO_PURSES

    @property
    def totals(self) -> Mapping[str, int]:
        """The total of each player, by name: gain or loss in jetons against the purse brought, or points."""
        return self.setting.map_by_name(self.seat_totals)

    @property
    def ranking(self) -> tuple[RankingRow, ...]:
        """All players, best first; those who share a rank stand in the order of the players."""
        return rank_players(self)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who have won the partie; empty until it is over."""
        if not self.complete:
            return ()
        if self.seat_winners_override:
            return tuple(self.setting.players[seat] for seat in self.seat_winners_override)
        if not (self.setting.zero_wins or any(self.seat_totals) or self.seat_left):
            return ()
        last = find_last_ranked_seats(self.setting, self.seat_left)
        stayed = [total for seat, total in enumerate(self.seat_totals) if seat not in last]
        best = max(stayed)
        return tuple(
            name
            for seat, name in enumerate(self.setting.players)
            if self.seat_totals[seat] == best and seat not in last
        )

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the players who left before the end."""
        return tuple(self.setting.players[seat] for seat in self.seat_left)


NO_PURSES: Mapping[str, Purse] = MappingProxyType({})


def rank_players(state: TableState) -> tuple[RankingRow, ...]:
    """Return the ranking of a table, by total (formats.md, `ranking`).

    Players who won otherwise than by the totals come first; a player who left comes last, with his side.
    """
    setting, totals = state.setting, state.seat_totals
    last = find_last_ranked_seats(setting, state.seat_left)
    keys = [(seat in last, seat not in state.seat_winners_override, -total) for seat, total in enumerate(totals)]
    in_order = sorted(keys)
    order = sorted(range(setting.size), key=keys.__getitem__)
    return tuple([RankingRow(1 + in_order.index(keys[seat]), setting.players[seat], totals[seat]) for seat in order])


def find_last_ranked_seats(setting: Setting, left: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that are ranked last: those that left, and the partners on their side."""
    side_of = setting.side_of
    if side_of is None:
        return left
    sides = {side_of[seat] for seat in left}
    return tuple(seat for seat in range(setting.size) if side_of[seat] in sides)


class Outcome(NamedTuple):
    """The effect of one event: payments or points, and who won.

    Fields that start with `seat` hold seat numbers, or one value for each seat; the properties give names.
    """

    setting: Setting
    type: str
    event_fields: Mapping[str, Any] = NO_VALUES
    """The event's own keys that the answer repeats, with their values."""
    seat_dealer: int | None = None
    seat_points: tuple[int, ...] | None = None
    moves: tuple[Move, ...] = ()
    marks: tuple[Mark, ...] = ()
    seat_net: tuple[int, ...] = ()
    seat_purses: tuple[Purse, ...] = ()
    pot: int | None = None
    seat_winners: tuple[int, ...] = ()
    details: "CoupDetails | None" = None

    @property
    def dealer(self) -> str | None:
        """The name of the player who dealt the coup; None for other events."""
        return None if self.seat_dealer is None else self.setting.players[self.seat_dealer]

    @property
    def points(self) -> Mapping[str, int] | None:
        """Card points by player name; with sides, each name has the points of its side.

        None where the event has none.
        """
        return None if self.seat_points is None else self.setting.map_by_name(self.seat_points)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The payments in jetons, in the order of the rules."""
        who = self.setting.parties
        return tuple(Transfer(who[payer], who[payee], jetons, rule) for payer, payee, jetons, rule in self.moves)

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The score lines in points, in the order in which they were marked."""
        who = self.setting.players
        return tuple(ScoreLine(who[seat], points, rule, text) for seat, points, rule, text in self.marks)

    @property
    def net(self) -> Mapping[str, int]:
        """What the event changed for each player, by name: in jetons, or in points where there are no purses."""
        return self.setting.map_by_name(self.seat_net)

    @property
    def holdings(self) -> Mapping[str, Purse] | None:
        """The purse of each player after the event, by name; None in games of points."""
        return self.setting.map_by_name(self.seat_purses) if self.seat_purses else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners of the coup."""
        return tuple(self.setting.players[seat] for seat in self.seat_winners)

    @property
    def extra(self) -> Mapping[str, Any]:
        """Facts about the coup that only its own game has, by key (the game's module lists them)."""
        return NO_VALUES if self.details is None else self.details.build_extra(self.setting)


class CoupDetails(Protocol):
    """What a game knows of one coup beyond the score; worked out only when it is shown."""

    def build_extra(self, setting: Setting) -> Mapping[str, Any]:
        """Return the facts of the coup, by key; the game's module lists the keys."""


class Step(NamedTuple):
    """One event and its effect: an outcome where the event is valid, else problems.

    `given` is the event as it came in, `state` the table after it.
    """

    given: Any
    record: EventRecord | None
    outcome: Outcome | None
    problems: tuple[Problem, ...]
    state: TableState

    @property
    def event(self) -> dict[str, Any]:
        """The event as the record writes it; where it has problems, as it was given, or empty if that was no object."""
        if self.record is not None:
            return self.record.to_json(self.state.setting)
        return dict(self.given) if isinstance(self.given, dict) else {}
