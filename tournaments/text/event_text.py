"""A table's events and records as text, for the sheet and the log. Pure: it reads a Sheet, never the database."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.book.sheet import Sheet
from tournaments.models import Record
from tournaments.text.option_text import localise
from tournaments.text.rule_book import RuleEffect, list_rule_effects


@dataclass(frozen=True)
class EventRow:
    """One event in force, as text. `words`: its content, in one line; `told`: its effects, as sentences; `reasons`: the
    effect of each rule in it; `net`: (name, jetons or points) if it moves any; `changes`: its earlier forms."""

    n: int
    kind: str
    title: str
    words: str
    narration: tuple[scoring.Text, ...]
    rule_effects: list[RuleEffect]
    net: tuple[tuple[str, int], ...]
    corrections: tuple["EventCorrection", ...]


@dataclass(frozen=True)
class EventCorrection:
    """A correction of an event: its earlier form (`was`), who corrected it, when and why."""

    was: str
    actor: str
    at: datetime
    reason: str


@dataclass(frozen=True)
class LogRow:
    """One record of the table as text; records are never deleted. `was`, `now`: the event before and after it."""

    number: int
    at: datetime
    actor: str
    what: str
    was: str
    now: str
    reason: str


def get_sheet_game(sheet: Sheet) -> scoring.Game:
    """Return the game of a sheet."""
    return scoring.get_game(sheet.tournament.game)


def event_rows(sheet: Sheet, writers: Mapping[str, str]) -> list[EventRow]:
    """Return every event in force as text, the first one first. `writers`: account names by actor."""
    game, coup, rows = get_sheet_game(sheet), 0, []
    changes = group_corrections(sheet, writers)
    for n, (event, step) in enumerate(zip(sheet.events, sheet.steps, strict=True), 1):
        coup += event.get("type") == "coup"
        rows.append(event_row(sheet, n, coup, event, step, game, changes.get(n, ())))
    return rows


def event_row(
    sheet: Sheet,
    n: int,
    coup: int,
    event: dict[str, Any],
    step: scoring.Step,
    game: scoring.Game,
    changes: tuple[EventCorrection, ...],
) -> EventRow:
    """Return event n as text. `coup`: the number of coups up to and with it; `game`: the table's game."""
    outcome = step.outcome
    return EventRow(
        n=n,
        kind=str(event.get("type")),
        title=format_event_title(event, coup, outcome),
        words=describe_event(event, game),
        narration=narrate_step(sheet, n, step),
        rule_effects=list_rule_effects(sheet.tournament.game, step),
        net=tuple(outcome.net.items()) if outcome and any(outcome.net.values()) else (),
        corrections=changes,
    )


def narrate_step(sheet: Sheet, n: int, step: scoring.Step) -> tuple[scoring.Text, ...]:
    """Return the effects of event n as sentences; for a coup without the first, which its title repeats."""
    if step.outcome is None:
        return ()
    sentences = scoring.narrate_event(sheet.get_state_before(n), step)
    return sentences[1:] if step.outcome.type == "coup" else sentences


def format_event_title(event: Mapping[str, Any], coup: int, outcome: scoring.Outcome | None) -> str:
    """Return an event's heading: «Coup 2, donné par Anne», «Pénalité»…"""
    if event.get("type") != "coup":
        return KIND_LABELS[str(event.get("type"))]()
    if outcome is None or outcome.dealer is None:
        return _("Coup %(n)s") % {"n": coup}
    return _("Coup %(n)s, donné par %(name)s") % {"n": coup, "name": outcome.dealer}


KIND_LABELS = {
    "coup": lambda: _("Coup"),
    "penalty": lambda: _("Pénalité"),
    "recave": lambda: _("Recave"),
    "leave": lambda: _("Départ"),
    "end": lambda: _("Fin à la cloche"),
    "void": lambda: _("Donne annulée"),
}


def describe_event(event: Mapping[str, Any] | None, game: scoring.Game) -> str:
    """Describe the content of an event in one line; "" for None."""
    if event is None:
        return ""
    kind, player = event.get("type"), event.get("player", "")
    if kind == "coup":
        return describe_coup(event, game)
    if kind == "penalty":
        rule = str(event.get("rule"))
        words = _("%(name)s, %(rule)s : %(text)s") % {"name": player, "rule": rule, "text": find_rule_text(game, rule)}
        return f"{words} → {event['to']}" if event.get("to") else words
    if kind == "recave":
        n = event.get("fiches") or 0
        words = ngettext("%(name)s achète %(n)s fiche à la banque", "%(name)s achète %(n)s fiches à la banque", n)
        return words % {"name": player, "n": n}
    if kind == "leave":
        return _("%(name)s s’en va avant la fin") % {"name": player}
    if kind == "void":
        return str(event.get("reason") or _("rien ne bouge, le même donneur redonne"))
    return _("la table s’arrête telle qu’elle est")


def find_rule_text(game: scoring.Game, rule: str) -> str:
    """Return the text of the game's rule with this id; "" for one that it has not."""
    return next((localise(each.text) for each in game.rules if each.id == rule), "")


def diff_events(
    was: Mapping[str, Any] | None, now: Mapping[str, Any] | None, game: scoring.Game
) -> list[tuple[str, str, str]]:
    """Return the diff of two forms of an event as texts (what, before, after); None stands for no event.

    Of two coups written trick by trick, only the tricks that differ.
    """
    if not (was and now and "tricks" in was and "tricks" in now):
        return [("", describe_event(was, game), describe_event(now, game) or _("rien"))]
    beside_was, beside_now = ({key: event[key] for key in event if key != "tricks"} for event in (was, now))
    rows = (
        [("", describe_event(beside_was, game), describe_event(beside_now, game))] if beside_was != beside_now else []
    )
    pairs = enumerate(zip_longest(was["tricks"], now["tricks"], fillvalue=()), 1)
    return rows + [(_("Levée %(n)s") % {"n": n}, " ".join(a), " ".join(b)) for n, (a, b) in pairs if a != b]


def describe_coup(event: Mapping[str, Any], game: scoring.Game) -> str:
    """Describe the content of a coup in one line, as its game says it."""
    return " · ".join(localise(text) for text in game.describe_coup(event))


def group_corrections(sheet: Sheet, writers: Mapping[str, str]) -> dict[int, tuple[EventCorrection, ...]]:
    """Return the corrections by event position, the first one first."""
    game = get_sheet_game(sheet)
    found: dict[int, tuple[EventCorrection, ...]] = {}
    for revision in sheet.list_revisions():
        record = revision.record
        if record.kind == Record.RecordKind.CORRECTION:
            change = EventCorrection(
                describe_event(revision.was, game),
                describe_actor(record.actor, sheet, writers),
                record.at,
                record.reason,
            )
            found[record.position] = (*found.get(record.position, ()), change)
    return found


def log_rows(sheet: Sheet, writers: Mapping[str, str]) -> list[LogRow]:
    """Return every record as text, the last one first. `writers`: account names by actor."""
    game = get_sheet_game(sheet)
    was = {revision.record.pk: revision for revision in sheet.list_revisions()}
    rows = [log_row(sheet, record, was.get(record.pk), game, writers) for record in sheet.records]
    return rows[::-1]


def log_row(sheet: Sheet, record: Record, revision: Any, game: scoring.Game, writers: Mapping[str, str]) -> LogRow:
    """Return one record as text. `revision`: the change it made, or None; `writers`: account names by actor."""
    is_event = record.kind in (Record.RecordKind.EVENT, Record.RecordKind.CORRECTION)
    now = sheet.to_names(record.body) if record.body and is_event else None
    return LogRow(
        number=record.number,
        at=record.at,
        actor=describe_actor(record.actor, sheet, writers),
        what=describe_record(record, now),
        was=describe_event(revision.was, game) if revision else "",
        now=describe_event(now, game),
        reason=record.reason,
    )


def describe_record(record: Record, now: Mapping[str, Any] | None) -> str:
    """Describe what a record does: «Correction de la ligne 3». `now`: the event it writes, with names, or None."""
    if record.kind == Record.RecordKind.CORRECTION:
        return _("Correction de la ligne %(n)s") % {"n": record.position}
    if record.kind == Record.RecordKind.UNDO:
        return _("Ligne %(n)s annulée") % {"n": record.position}
    if record.kind == Record.RecordKind.RULES:
        return _("Règle de la soirée changée : la table est recomptée")
    if record.kind == Record.RecordKind.CONSEQUENCE:
        values = {"n": record.position, "cause": record.cause}
        return _("Ligne %(n)s recomptée, suite de la ligne %(cause)s") % values
    kind = KIND_LABELS[str(now.get("type"))]() if now else ""
    return _("Ligne %(n)s : %(kind)s") % {"n": record.position, "kind": kind}


def describe_actor(actor: str, sheet: Sheet, writers: Mapping[str, str]) -> str:
    """Name a record's actor: an account, a player at the table, or the table. `writers`: account names by actor."""
    if actor in writers:
        return writers[actor]
    if name := sheet.find_actor_name(actor):
        return _("la table, par %(name)s") % {"name": name}
    return _("la table") if actor.startswith("table") else _("un compte fermé")
