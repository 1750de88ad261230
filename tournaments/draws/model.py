"""What a draw is asked for and what it returns: frozen values, players numbered from 1.

Knows nothing of names, of a game, or of how a draw is found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

TablePlayers = tuple[int, ...]
"""The players of one table in seat order: each sits on the right of the one before; the first deals first."""

MateGroup = tuple[int, ...]
"""Players who should not sit together if that can be helped: of one team, of one club."""


@dataclass(frozen=True)
class DrawRound:
    """The seating of one round: its tables in the order of their numbers, and the players who rest."""

    tables: tuple[TablePlayers, ...]
    resting: tuple[int, ...] = ()

    def renumber(self, offset: int) -> DrawRound:
        """Return the round with every player's number raised by `offset`."""
        tables = tuple([tuple([p + offset for p in table]) for table in self.tables])
        return DrawRound(tables, tuple([p + offset for p in self.resting]))


@dataclass(frozen=True)
class DrawRequest:
    """The draw to make: which players, which table sizes, which rounds before, and what must be respected.

    players: how many, numbered 1 to players.
    sizes: either the table sizes that the game allows, in ascending order; or the size of every single table, the
        largest first: a round has these very tables if they seat all who can sit.
    rounds: how many rounds to draw.
    seed: of all random choices.
    previous: rounds already played; they count as meetings, rests and seats.
    forbidden: pairs of players who must not sit together; this comes before every other objective.
    mates: by round to draw, the groups of players who should not sit together if that can be helped; empty where there
        are none.
    absent: by round to draw, the players who are away (neither seated nor resting); empty when everybody stays.
    locked: by round to draw, (table number, table) of tables that are kept as they are.
    fixed: (player, table number from 1) for players who cannot walk and keep their table.
    scores: each player's points so far, the higher the better, where players close in the ranking should meet; None
        otherwise.
    effort: 1 for up to some seconds of search, less for less; never a clock, so that the same request gives the same
        draw everywhere.

    Raises ValueError where the request contradicts itself.
    """

    players: int
    sizes: tuple[int, ...]
    rounds: int = 1
    seed: int = 0
    previous: tuple[DrawRound, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    mates: tuple[tuple[MateGroup, ...], ...] = ()
    absent: tuple[frozenset[int], ...] = ()
    locked: tuple[tuple[tuple[int, TablePlayers], ...], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    scores: tuple[int, ...] | None = None
    effort: float = 1.0

    def __post_init__(self) -> None:
        for problem in self._list_problems():
            raise ValueError(problem)

    def _list_problems(self) -> list[str]:
        """Return in English what makes this request impossible; an empty list where nothing does."""
        problems = []
        if self.players < 0 or self.rounds < 0:
            problems.append("players and rounds are counts")
        if not self.sizes or min(self.sizes) < 2:
            problems.append("a table seats two players or more")
        for name, given in (("mates", self.mates), ("absent", self.absent), ("locked", self.locked)):
            if given and len(given) != self.rounds:
                problems.append(f"{name} has one entry for each round to draw")
        if self.scores is not None and len(self.scores) != self.players:
            problems.append("standing has one score for each player")
        if self.scores is not None and self.rounds != 1:
            problems.append("one round is drawn by standing at a time")
        if any(not 1 <= p <= self.players for pair in self.forbidden for p in pair):
            problems.append("forbidden names a player who is not there")
        return problems

    def list_present(self, index: int) -> list[int]:
        """Return the players who are there in the round `index` (from 0) to draw."""
        away = self.absent[index] if self.absent else frozenset()
        return [p for p in range(1, self.players + 1) if p not in away]

    def list_mates(self, index: int) -> tuple[MateGroup, ...]:
        """Return the groups of players (of one team or club) who should not sit together in the round `index` (from 0)
        to draw."""
        return self.mates[index] if self.mates else ()

    def take_rounds(self, first: int, end: int) -> DrawRequest:
        """Return the request for these of its rounds alone, from `first` to before `end` (from 0)."""
        mates, absent, locked = self.mates[first:end], self.absent[first:end], self.locked[first:end]
        return replace(self, rounds=end - first, mates=mates, absent=absent, locked=locked)

    def get_locked_tables(self, index: int) -> tuple[tuple[int, TablePlayers], ...]:
        """Return (table number, table) for the tables of round `index` (from 0) that are not drawn again."""
        return self.locked[index] if self.locked else ()


@dataclass(frozen=True)
class Proof:
    """The measures that a draw reaches, and the bounds that no draw can beat.

    Meetings of `previous` rounds are counted in.

    repeats: Σ over pairs of max(0, meetings − 1).
    lower_bound: the least possible `repeats`.
    pair_cost: Σ over pairs of C(meetings, 2).
    pair_cost_bound: the least possible `pair_cost`.
    forbidden_met: meetings of forbidden pairs in the rounds drawn.
    seat_gap: the largest difference between two of one player's seat counts.
    seat_gap_bound: the least possible `seat_gap`, whether or not pairs are forbidden and whoever met whom.
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
        """True where no draw can have fewer repeated meetings."""
        return self.repeats == self.lower_bound


@dataclass(frozen=True)
class Draw:
    """The rounds drawn, and the proof of how good they are."""

    rounds: tuple[DrawRound, ...]
    proof: Proof
