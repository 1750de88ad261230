"""What pages show of one sheet: the players with what they hold, and each event narrated. Made from the sheet alone.

Words and order only; it scores nothing and makes no database query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import phrases
from tournaments.book.sheet import Sheet
from tournaments.models import ArbiterCall
from tournaments.text.rule_book import RuleEffect, list_rule_effects


@dataclass(frozen=True)
class SheetPlayer:
    """One player at the top of the page. `purse`: his fiches and jetons, None in a game of points; `total`: his gain or
    points, counted in `unit`; `left`: he has left the table."""

    position: int
    name: str
    purse: scoring.Purse | None
    total: int
    deals: bool
    leads: bool
    left: bool
    unit: scoring.Text


@dataclass(frozen=True)
class NarratedEvent:
    """One event of the partie, narrated: its title, what it moved, its sentences and the rules applied.

    `event`: the event as recorded, with names; `step`: its scoring; `before`: the table's state before it. `agreed`:
    the players who read it and agree; `readers`: (position, name) of those who still may agree; `dispute`: the open
    call of a player who disagrees.
    """

    n: int
    kind: str
    coup: int | None
    event: Mapping[str, Any]
    step: scoring.Step
    before: scoring.TableState
    agreed: tuple[str, ...] = ()
    readers: tuple[tuple[int, str], ...] = ()
    dispute: ArbiterCall | None = None

    @property
    def title(self) -> str:
        """The event's title: «Coup 2», «Pénalité : Chloé»."""
        return str(EVENT_TITLES[self.kind]) % {"n": self.coup, "player": self.event.get("player", "")}

    @property
    def net(self) -> list[tuple[str, int]]:
        """What each player won or lost, by name; empty if nothing moved."""
        outcome = self.step.outcome
        return list(outcome.net.items()) if outcome and any(outcome.net.values()) else []

    @property
    def sentences(self) -> tuple[scoring.Text, ...]:
        """The sentences that narrate the event; empty if it has no outcome, that is, if it could not be recorded."""
        return tuple(scoring.narrate_event(self.before, self.step)) if self.step.outcome else ()

    @property
    def pot_shares(self) -> list[int]:
        """What each winner of the pot took from it, in jetons."""
        return list_pot_shares(self.step.outcome)

    @property
    def in_fiches(self) -> bool:
        """True if the game is played with fiches and jetons, so that the outcome has holdings."""
        return bool(self.step.outcome and self.step.outcome.holdings)

    @property
    def hand_overs(self) -> tuple[scoring.Text, ...]:
        """What the players must now do by hand: who gives what to whom, and who changes a fiche."""
        outcome = self.step.outcome
        if outcome is None:
            return ()
        return (*phrases.narrate_payments(outcome), *phrases.narrate_changes(self.before.seat_purses, outcome))

    @property
    def reasons(self) -> list[RuleEffect]:
        """The rules applied to the event, each with its effect."""
        return list_rule_effects(self.step.state.setting.game, self.step)


EVENT_TITLES: dict[str, Promise] = {
    "coup": _("Coup %(n)s"),
    "penalty": _("Pénalité : %(player)s"),
    "recave": _("Recave : %(player)s"),
    "void": _("Donne annulée"),
    "leave": _("Départ : %(player)s"),
    "end": _("Fin de la partie"),
}


def list_players(sheet: Sheet) -> list[SheetPlayer]:
    """Return the table's players by position; empty if the table cannot play under its rules."""
    state = sheet.state
    if state is None:
        return []
    game = scoring.get_game(state.setting.game)
    return [
        SheetPlayer(
            position,
            name,
            state.purses.get(name),
            state.totals[name],
            name == state.dealer,
            name == state.leader,
            name in state.left,
            game.describe_unit(state.setting, state.totals[name]),
        )
        for name, position in sheet.positions.items()
    ]


def narrate_events(sheet: Sheet) -> list[NarratedEvent]:
    """Narrate a table's events in order; empty if the table cannot play under its rules."""
    found: list[NarratedEvent] = []
    if sheet.setting is None:
        return found
    before = scoring.build_initial_state(sheet.setting)
    for n, step in enumerate(sheet.steps, 1):
        kind = step.event.get("type", "")
        coup = step.state.coups_played if kind == "coup" else None
        found.append(NarratedEvent(n, kind, coup, step.event, step, before))
        before = step.state
    return found


def list_pot_shares(outcome: scoring.Outcome | None) -> list[int]:
    """List the jetons that each taker has of the pot."""
    taken: dict[str, int] = {}
    for transfer in outcome.transfers if outcome else ():
        if transfer.payer == "pot":
            taken[transfer.payee] = taken.get(transfer.payee, 0) + transfer.jetons
    return list(taken.values())
