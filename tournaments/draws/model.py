"""What is asked of a draw, and what it answers: frozen values, players numbered from 1.

Knows nothing of names, of a game, or of how a draw is found.
"""

from __future__ import annotations

from dataclasses import dataclass

Table = tuple[int, ...]
"""Players in seat order: each on the right of the one before; the first deals first."""


@dataclass(frozen=True)
class Round:
    """One round: its tables in the order of their numbers, and who rests."""

    tables: tuple[Table, ...]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True)
class Request:
    """A draw to make.

    players: how many, numbered 1 to players. sizes: the table sizes that the game allows.
    previous: rounds already played, which count as meetings, rests and seats.
    forbidden: pairs kept apart before all else. absent: by round to draw, who is away (neither seated nor
    resting); empty when everybody stays. locked: by round to draw, (number, table) of tables kept as they
    are. fixed: (player, table number from 1) for those who cannot walk. standing: each player's score, the
    higher the better, when neighbours in the ranking should meet. effort: 1 for up to some seconds of search,
    less for less; never a clock, so that the same request gives the same draw everywhere.
    """

    players: int
    sizes: tuple[int, ...]
    rounds: int = 1
    seed: int = 0
    previous: tuple[Round, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    absent: tuple[frozenset[int], ...] = ()
    locked: tuple[tuple[tuple[int, Table], ...], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    standing: tuple[int, ...] | None = None
    effort: float = 1.0

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise ValueError(problem)

    def _problems(self) -> list[str]:
        told = []
        if self.players < 0 or self.rounds < 0:
            told.append("players and rounds are counts")
        if not self.sizes or min(self.sizes) < 2:
            told.append("a table seats two players or more")
        for name, given in (("absent", self.absent), ("locked", self.locked)):
            if given and len(given) != self.rounds:
                told.append(f"{name} has one entry for each round to draw")
        if self.standing is not None and len(self.standing) != self.players:
            told.append("standing has one score for each player")
        if self.standing is not None and self.rounds != 1:
            told.append("one round is drawn by standing at a time")
        if any(not 1 <= p <= self.players for pair in self.forbidden for p in pair):
            told.append("forbidden names a player who is not there")
        return told

    def present(self, index: int) -> list[int]:
        """Who is there in the round `index` (from 0) to draw."""
        away = self.absent[index] if self.absent else frozenset()
        return [p for p in range(1, self.players + 1) if p not in away]

    def kept(self, index: int) -> tuple[tuple[int, Table], ...]:
        """The tables of round `index` that are not drawn again, each after its number."""
        return self.locked[index] if self.locked else ()


@dataclass(frozen=True)
class Proof:
    """What a draw reached, and what no draw can pass. Meetings of `previous` rounds are counted in.

    repeats: Σ over pairs of max(0, meetings − 1). pair_cost: Σ of C(meetings, 2). forbidden_met: meetings of
    forbidden pairs in the rounds drawn. seat_gap: the largest difference between two of a player's seat
    counts; seat_gap_bound: what it is at the least, people apart or not, whoever met whom.
    """

    repeats: int
    lower_bound: int
    pair_cost: int
    pair_cost_bound: int
    forbidden_met: int = 0
    seat_gap: int = 0
    seat_gap_bound: int = 0

    @property
    def optimal(self) -> bool:
        return self.repeats == self.lower_bound


@dataclass(frozen=True)
class Draw:
    """The rounds drawn, and how good they are."""

    rounds: tuple[Round, ...]
    proof: Proof
