"""What any page says of one sheet, made from it alone: who sits where with what, and each event as it is told.

Words and order; it scores nothing, and asks the database nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import phrases
from tournaments.forms.play_brusquembille import from_pot
from tournaments.models import Call
from tournaments.rulebook import Reason, reasons
from tournaments.sheets import Sheet


@dataclass(frozen=True)
class Place:
    """A player at the top of the page: `purse` where there are fiches, else `total`, of `unit`."""

    position: int
    name: str
    purse: scoring.Purse | None
    total: int
    deals: bool
    leads: bool
    left: bool
    unit: scoring.Text


@dataclass(frozen=True)
class Told:
    """One event of the partie: what it is called, what it moved, how it is told, and by which rules. `agreed`: who has
    read it and agrees; `readers`: who still may, by place; `dispute`: the open call of who does not."""

    n: int
    kind: str
    coup: int | None
    event: Mapping[str, Any]
    step: scoring.Step
    before: scoring.TableState
    agreed: tuple[str, ...] = ()
    readers: tuple[tuple[int, str], ...] = ()
    dispute: Call | None = None

    @property
    def title(self) -> str:
        """«Coup 2», «Pénalité: Chloé»."""
        return str(TITLES[self.kind]) % {"n": self.coup, "player": self.event.get("player", "")}

    @property
    def net(self) -> list[tuple[str, int]]:
        outcome = self.step.outcome
        return list(outcome.net.items()) if outcome and any(outcome.net.values()) else []

    @property
    def sentences(self) -> tuple[scoring.Text, ...]:
        """Nothing where it is not in the book and could not be."""
        return tuple(scoring.told(self.before, self.step)) if self.step.outcome else ()

    @property
    def shares(self) -> list[int]:
        return from_pot(self.step.outcome)

    @property
    def in_fiches(self) -> bool:
        return bool(self.step.outcome and self.step.outcome.holdings)

    @property
    def handed(self) -> tuple[scoring.Text, ...]:
        """What hands must do now: who gives what to whom, who changes a fiche."""
        outcome = self.step.outcome
        if outcome is None:
            return ()
        return (*phrases.hand_overs(outcome), *phrases.changes(self.before.seat_purses, outcome))

    @property
    def reasons(self) -> list[Reason]:
        """What each rule did in it."""
        return reasons(self.step.state.setting.game, self.step)


TITLES: dict[str, Promise] = {
    "coup": _("Coup %(n)s"),
    "penalty": _("Pénalité : %(player)s"),
    "recave": _("Recave : %(player)s"),
    "void": _("Donne annulée"),
    "leave": _("Départ : %(player)s"),
    "end": _("Fin de la partie"),
}


def places(sheet: Sheet) -> list[Place]:
    """Who sits there, in the order of the places; nobody where the table's rules make no sense."""
    state = sheet.state
    if state is None:
        return []
    game = scoring.game(state.setting.game)
    return [
        Place(
            position,
            name,
            state.purses.get(name),
            state.totals[name],
            name == state.dealer,
            name == state.leader,
            name in state.left,
            game.unit(state.setting, state.totals[name]),
        )
        for name, position in sheet.positions.items()
    ]


def story(sheet: Sheet) -> list[Told]:
    """A table's events in order, each with its explanation."""
    found: list[Told] = []
    if sheet.setting is None:
        return found
    before = scoring.opening(sheet.setting)
    for n, step in enumerate(sheet.steps, 1):
        kind = step.event.get("type", "")
        coup = step.state.coups_played if kind == "coup" else None
        found.append(Told(n, kind, coup, step.event, step, before))
        before = step.state
    return found
