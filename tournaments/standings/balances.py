"""What the players of a tournament owe and have paid, in minor units of its currency, and what remains of it. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayerBalance:
    """The balance of one player, in minor units.

    entry: the id of his entry.
    group: the group that he competes in for prizes, or "".
    due: what he owes in all.
    paid: what he has paid.
    """

    entry: int
    name: str
    group: str
    due: int
    paid: int

    @property
    def missing(self) -> int:
        """What the player still has to pay, in minor units; negative where he paid too much."""
        return self.due - self.paid

    @property
    def overpaid(self) -> int:
        """What the player paid too much and is to get back."""
        return max(0, -self.missing)


@dataclass(frozen=True)
class TournamentBalance:
    """What each player owes and has paid, in the order of the names, and the sum of the money prizes; all in minor
    units."""

    lines: tuple[PlayerBalance, ...]
    prizes: int

    @property
    def due(self) -> int:
        """What all players owe together."""
        return sum(line.due for line in self.lines)

    @property
    def paid(self) -> int:
        """What all players have paid together."""
        return sum(line.paid for line in self.lines)

    @property
    def missing(self) -> int:
        """What is still to be received from the players who have paid too little, in minor units."""
        return sum(max(0, line.missing) for line in self.lines)

    @property
    def difference(self) -> int:
        """What is still to be received, less what is to be given back, in minor units; below zero where more is to be
        given back."""
        return self.due - self.paid

    @property
    def overpaid(self) -> int:
        """What is to be given back to the players who paid too much, in minor units."""
        return sum(line.overpaid for line in self.lines)

    @property
    def remaining(self) -> int:
        """What remains of the money received once the prizes are paid."""
        return self.paid - self.prizes
