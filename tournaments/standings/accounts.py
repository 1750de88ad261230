"""What an event's players owe and have paid, in cents, and what is left of it. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Owing:
    """One player's account, in cents."""

    entry: int
    name: str
    group: str
    due: int
    paid: int

    @property
    def missing(self) -> int:
        return self.due - self.paid

    @property
    def over(self) -> int:
        """What he paid too much, and is to get back."""
        return max(0, -self.missing)


@dataclass(frozen=True)
class Accounts:
    """Everybody's, by name; and what the prizes cost."""

    lines: tuple[Owing, ...]
    prizes: int

    @property
    def due(self) -> int:
        return sum(line.due for line in self.lines)

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.lines)

    @property
    def missing(self) -> int:
        return self.due - self.paid

    @property
    def left(self) -> int:
        """What stays of the money that came in once the prizes are paid."""
        return self.paid - self.prizes
