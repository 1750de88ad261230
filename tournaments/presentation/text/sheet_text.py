"""What pages show of one sheet: the players with what they hold, and each event narrated. Made from the sheet alone.

Words and order only; it scores nothing and makes no database query.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import scoring
from tournaments.book.sheet import Sheet
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.event_text import (
    EventCorrection,
    describe_event,
    format_event_title,
    group_corrections,
    name_contents,
)
from tournaments.presentation.text.rule_book import RuleEffect, list_rule_effects

LONGEST_BESIDE_OTHERS = 8  # letters of a name in the usual size, where five stand side by side


@dataclass(frozen=True)
class SheetPlayer:
    """One player at the top of a table's page. `short_name`: his first word, if that differs from the others'; `purse`:
    his fiches and jetons, None in a game of points; `total`: his gain or points, counted in `unit`; `deals`, `leads`:
    he deals, leads the next coup; `left`: he has left the table."""

    position: int
    name: str
    short_name: str
    purse: scoring.Purse | None
    total: int
    deals: bool
    leads: bool
    left: bool
    unit: scoring.Text

    @property
    def has_long_name(self) -> bool:
        """True if the name is too long for the usual size where five players stand side by side on a phone."""
        return len(self.short_name) > LONGEST_BESIDE_OTHERS


@dataclass(frozen=True)
class NarratedEvent:
    """Event `n` of a table, narrated: its title and content, what it moved, its sentences and the rules applied.

    `event`: as recorded, with names; `step`: its scoring; `before`: the table's state before it; `corrections`: its
    earlier forms, the first one first. `agreed`: the players who read it and agree; `readers`: (position, name) of
    those who still may agree; `dispute`: the objection still open, or None.
    """

    n: int
    event: Mapping[str, Any]
    step: scoring.Step
    before: scoring.TableState
    corrections: tuple[EventCorrection, ...] = ()
    agreed: tuple[str, ...] = ()
    readers: tuple[tuple[int, str], ...] = ()
    dispute: object | None = None

    @property
    def kind(self) -> str:
        """The event's type: "coup", "penalty" …"""
        return str(self.event["type"])

    @property
    def title(self) -> str:
        """The event's title: «Coup 2», «Pénalité : Chloé»."""
        return format_event_title(self.event, self.before.coups_played + 1)

    @property
    def content(self) -> str:
        """What the event records, as one line of text."""
        setting = self.before.setting
        return describe_event(name_contents(self.event, setting, setting.sides), scoring.get_game(setting.game))

    @property
    def net(self) -> list[tuple[str, int]]:
        """What each player won or lost by the event, as (name, jetons or points); empty if nothing moved."""
        outcome = self.step.outcome
        return list(outcome.net.items()) if outcome and any(outcome.net.values()) else []

    @property
    def nets_by_camp(self) -> list[tuple[tuple[str, ...], int]]:
        """What each side won or lost by the event, as (names, amount), without sides that did not move; (one name,
        amount) for each player if there are no sides or partners moved unequally."""
        nets, camps = dict(self.net), self.before.setting.sides or ()
        if camps and all(len({nets.get(name) for name in side}) == 1 for side in camps):
            return [(side, nets[side[0]]) for side in camps if nets.get(side[0])]
        return [((name,), net) for name, net in nets.items()]

    @property
    def sentences(self) -> tuple[scoring.Text, ...]:
        """The sentences that narrate the event; empty if its scoring failed, that is, if it could not be recorded."""
        return tuple(scoring.narrate_event(self.before, self.step)) if self.step.outcome else ()

    @property
    def hand_overs(self) -> tuple[scoring.Text, ...]:
        """The sentences on what changes hands in a coup, and when; all its sentences if the event is no coup or the
        game has no fiches."""
        game = scoring.get_game(self.before.setting.game)
        sentences = game.narrate_hand_overs(self.before, self.step) if self.kind == "coup" and self.step.outcome else ()
        return tuple(sentences) or self.sentences

    @property
    def reasons(self) -> list[RuleEffect]:
        """The rules applied to the event, each with its effect."""
        return list_rule_effects(self.step.state.setting.game, self.step)


def list_players(sheet: Sheet) -> list[SheetPlayer]:
    """Return the table's players by position; empty if the table cannot play under its rules."""
    state = sheet.state
    if state is None:
        return []
    game = scoring.get_game(state.setting.game)
    short = shorten_names(sheet.names)
    return [
        SheetPlayer(
            position,
            name,
            short[name],
            state.purses.get(name),
            state.totals[name],
            name == state.dealer,
            bool(game.tricks_form_keys) and name == state.leader,
            name in state.left,
            game.describe_unit(state.setting, state.totals[name]),
        )
        for name, position in sheet.positions.items()
    ]


def shorten_names(names: tuple[str, ...]) -> dict[str, str]:
    """Return, by name, each name as it fits on a phone: its first word, if the first words of all players differ; with
    the number that parts two persons of one name («Anne 2»)."""
    first = [" ".join([name.split()[0], *(word for word in name.split()[-1:] if word.isdecimal())]) for name in names]
    return dict(zip(names, first if len(set(first)) == len(names) else names, strict=True))


def narrate_events(sheet: Sheet, writers: AccountNames | None = None) -> list[NarratedEvent]:
    """Return a table's events narrated, in order; empty if the table cannot play under its rules. `writers`: the names
    of accounts, with which each event also gets its corrections; None: no corrections."""
    corrections = {} if writers is None else group_corrections(sheet, writers)
    return [narrate_event(sheet, n, corrections.get(n, ())) for n in range(1, len(sheet.steps) + 1)]


def narrate_event(sheet: Sheet, n: int, corrections: tuple[EventCorrection, ...] = ()) -> NarratedEvent:
    """Return event n of a table narrated; the table must be able to play under its rules. `corrections`: the event's
    earlier forms."""
    step = sheet.steps[n - 1]
    return NarratedEvent(n, step.event, step, sheet.get_state_before(n), corrections)


def list_moves(before: scoring.TableState, step: scoring.Step) -> list[tuple[str, int, int, int]]:
    """List what each player wins or loses by this event, in jetons, or in points where there are none, and what he
    holds before and after it: (short name, net, before, after); empty where the event is wrong."""
    if step.outcome is None:
        return []
    short, net = shorten_names(before.setting.players), step.outcome.net
    held, then = before.purses, step.state.purses
    if not held:
        return [(short[name], net[name], total, step.state.totals[name]) for name, total in before.totals.items()]
    return [(short[name], net[name], purse.total, then[name].total) for name, purse in held.items()]


def foretell_departures(sheet: Sheet) -> list[NarratedEvent]:
    """Return, for each player in order of position, his departure narrated as if it were the table's next event. The
    table must be in play."""
    state = sheet.state
    assert state is not None and not state.complete
    steps = (scoring.play_event(state, {"type": "leave", "player": name}) for name in sheet.names)
    return [NarratedEvent(len(sheet.events) + 1, step.event, step, state) for step in steps]


def describe_replacements(sheet: Sheet) -> list[str]:
    """Return a sentence for each player who was replaced: «Jusqu’au coup 3, Anne avait la place de Luc.» All coups of
    the sheet are shown under the name of who sits there now."""
    if sheet.setting is None:
        return []
    sentences = []
    for seat in sheet.all_seats:
        if seat.since > 1:
            who = {"before": sheet.find_seat_at(seat.position, seat.since - 1).entry, "after": seat.entry}
            names = {key: entry.shown_name for key, entry in who.items()}
            n = sheet.get_state_before(seat.since).coups_played
            sentences.append(_("Jusqu’au coup %(n)s, %(before)s avait la place de %(after)s.") % (names | {"n": n}))
    return sentences
