"""The replay of a coup that was written trick by trick: the cards of each trick, and what was marked before and by it.

Pure: it reads a Sheet's steps; `scoring` decides who took each trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from tournaments.book.sheet import Sheet

SideSum = tuple[tuple[str, ...], int]
"""The names of a side, or of one player, and its points."""


@dataclass(frozen=True)
class ReplayCard:
    """A card of a trick: who played it, whether it led the trick (`led`), whether it took the trick (`took`)."""

    player: str
    card: str
    led: bool
    took: bool


@dataclass(frozen=True)
class ReplayTrick:
    """One trick: its cards in order of play, its taker and card points.

    `totals`: the card points of each player once it is taken; `sums`: the same of each side. `marked_before`,
    `marked_by_trick`: the announcements marked before the trick, and by it.
    """

    number: int
    cards: tuple[ReplayCard, ...]
    taker: str
    points: int
    totals: Mapping[str, int]
    sums: tuple[SideSum, ...]
    marked_before: tuple[scoring.Announcement, ...]
    marked_by_trick: tuple[scoring.Announcement, ...]

    def by_player(self, names: tuple[str, ...]) -> list[ReplayCard]:
        """Return the trick's cards in the order of the seats. `names`: the players in that order."""
        return sorted(self.cards, key=lambda each: names.index(each.player))


class FollowedEvent:
    """A coup written trick by trick: its event, its step on the sheet, and what `scoring` followed of its tricks."""

    event: Mapping[str, Any]
    step: scoring.Step
    followed: scoring.FollowedCoup

    @property
    def retourne(self) -> str:
        """The turn-up card as written; "" if none is turned up."""
        return str(self.event.get("retourne", ""))

    @property
    def marks(self) -> tuple[scoring.ScoreLine, ...]:
        """The score lines that the coup marks once all its tricks are played, without those of announcements."""
        lines = self.step.outcome.lines if self.step.outcome else ()
        return lines[len(self.followed.announcements) :]


@dataclass(frozen=True)
class Replay(FollowedEvent):
    """A coup at position `n` of its sheet's events, the `coup`-th coup of the table (both from 1)."""

    sheet: Sheet
    n: int
    coup: int
    event: Mapping[str, Any]
    step: scoring.Step
    followed: scoring.FollowedCoup

    @property
    def tricks(self) -> list[ReplayTrick]:
        return [self.build_trick(each) for each in self.followed.tricks]

    @property
    def rows(self) -> list[tuple[ReplayTrick, list[ReplayCard]]]:
        """Each trick with its cards in the order of the seats."""
        return [(trick, trick.by_player(self.sheet.names)) for trick in self.tricks]

    def build_trick(self, each: scoring.FollowedTrick) -> ReplayTrick:
        """Build the replay of one trick."""
        cards = tuple(
            ReplayCard(player, card, place == 0, player == each.taker)
            for place, (player, card) in enumerate(each.played)
        )
        marked = self.followed.announcements
        first = (0, 1) if each.number == 1 else (each.number,)
        return ReplayTrick(
            each.number,
            cards,
            each.taker or "",
            each.points,
            each.totals,
            sum_sides(self.sheet.setting, each.totals),
            tuple(call for call in marked if call.before_trick in first and not call.met),
            tuple(call for call in marked if call.before_trick == each.number and call.met),
        )


def sum_sides(setting: scoring.Setting | None, totals: Mapping[str, int]) -> tuple[SideSum, ...]:
    """Return (player names, points) of each side, partners once; of each player where all play singly. `totals`: by
    player; partners have the points of their side."""
    sides = (setting and setting.sides) or tuple((name,) for name in totals)
    return tuple((side, totals[side[0]]) for side in sides)


def build_replays(sheet: Sheet) -> Iterator[Replay]:
    """Yield a replay of every coup of the table that was written trick by trick."""
    if sheet.setting is None:
        return
    before, coup = scoring.build_initial_state(sheet.setting), 0
    for n, step in enumerate(sheet.steps, 1):
        coup += step.event.get("type") == "coup"
        if "tricks" in step.event and step.outcome is not None:
            yield Replay(sheet, n, coup, step.event, step, scoring.follow_coup(before, step.event))
        before = step.state


def find_replay(sheet: Sheet, n: int) -> Replay | None:
    """Return the replay of the coup at event position n; None if it is no coup, or not written trick by trick."""
    return next((replay for replay in build_replays(sheet) if replay.n == n), None)
