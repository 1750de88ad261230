"""A coup that was written trick by trick, to be walked through: what lay on the table at each trick, and before it.

Pure: it reads a Sheet's step; who took what `scoring` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import scoring

if TYPE_CHECKING:
    from tournaments.sheets import Sheet


@dataclass(frozen=True)
class ReplayCard:
    """A card on the table: who played it, whether it led, whether it took the trick."""

    player: str
    card: str
    led: bool
    took: bool


@dataclass(frozen=True)
class ReplayTrick:
    """One trick: its cards in order of play, what was marked before it and by it, what each has once it is taken."""

    number: int
    cards: tuple[ReplayCard, ...]
    taker: str
    points: int
    totals: Mapping[str, int]
    before: tuple[scoring.Called, ...]
    met: tuple[scoring.Called, ...]

    def by_player(self, names: tuple[str, ...]) -> list[ReplayCard]:
        """Its cards in the order of the table."""
        return sorted(self.cards, key=lambda each: names.index(each.player))


@dataclass(frozen=True)
class Replay:
    """A coup at position `n` of its sheet, the `coup`-th one of the table."""

    sheet: Sheet
    n: int
    coup: int
    event: Mapping[str, Any]
    step: scoring.Step
    followed: scoring.Followed

    @property
    def retourne(self) -> str:
        """The turn-up as it is written; empty where none is turned up."""
        return str(self.event.get("retourne", ""))

    @property
    def marks(self) -> tuple[scoring.Line, ...]:
        """What is marked when the tricks are played."""
        lines = self.step.outcome.lines if self.step.outcome else ()
        return lines[len(self.followed.called) :]

    @property
    def tricks(self) -> list[ReplayTrick]:
        return [self.trick(each) for each in self.followed.tricks]

    @property
    def rows(self) -> list[tuple[ReplayTrick, list[ReplayCard]]]:
        """Each trick with its cards in the order of the table."""
        return [(trick, trick.by_player(self.sheet.names)) for trick in self.tricks]

    def trick(self, each: scoring.FollowedTrick) -> ReplayTrick:
        cards = tuple(
            ReplayCard(player, card, place == 0, player == each.taker)
            for place, (player, card) in enumerate(each.played)
        )
        marked = self.followed.called
        first = (0, 1) if each.number == 1 else (each.number,)
        return ReplayTrick(
            each.number,
            cards,
            each.taker or "",
            each.points,
            each.totals,
            tuple(call for call in marked if call.before_trick in first and not call.met),
            tuple(call for call in marked if call.before_trick == each.number and call.met),
        )


def replays(sheet: Sheet) -> Iterator[Replay]:
    """Every coup of the table that was written trick by trick."""
    if sheet.setting is None:
        return
    before, coup = scoring.opening(sheet.setting), 0
    for n, step in enumerate(sheet.steps, 1):
        coup += step.event.get("type") == "coup"
        if "tricks" in step.event and step.outcome is not None:
            yield Replay(sheet, n, coup, step.event, step, scoring.follow(before, step.event))
        before = step.state


def replay_of(sheet: Sheet, n: int) -> Replay | None:
    """The coup at that position; None where it is none, or was not written trick by trick."""
    return next((replay for replay in replays(sheet) if replay.n == n), None)
