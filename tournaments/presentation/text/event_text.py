"""What each event is called and what it says, in one line, and a table's records as text, for the log. Pure: it reads a
Sheet, never the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import scoring
from tournaments.book.sheet import Sheet, TableFacts
from tournaments.models import Record
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.option_text import join_label, localise
from tournaments.presentation.text.rule_book import get_rule_text


@dataclass(frozen=True)
class EventCorrection:
    """A correction of an event. `was`: the event before it, as text; `actor`, `at`, `reason`: who corrected it, when
    and why; `number`: the number of the correcting record; `player`: the name of who corrected it at the table, "" if
    it was anybody else; `agreed`: the players at the table who agreed to the correction."""

    was: str
    actor: str
    at: datetime
    reason: str
    number: int
    player: str
    agreed: tuple[str, ...] = ()


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


KIND_TITLES: Mapping[str, Promise] = {
    "coup": gettext_lazy("Coup"),
    "penalty": gettext_lazy("Pénalité"),
    "recave": gettext_lazy("Recave"),
    "leave": gettext_lazy("Départ"),
    "end": gettext_lazy("Fin de la partie"),
    "void": gettext_lazy("Donne annulée"),
}
"""The title of each kind of event, wherever it is named."""


def format_event_title(event: Mapping[str, Any], coup: int) -> str:
    """Return an event's title: «Coup 2», «Pénalité : Chloé», «Fin de la partie». `coup`: the number of the coup."""
    kind, player = str(event["type"]), event.get("player")
    if kind == "coup":
        return _("Coup %(n)s") % {"n": coup}
    return join_label(str(KIND_TITLES[kind]), player) if player else str(KIND_TITLES[kind])


def get_sheet_game(sheet: Sheet) -> scoring.Game:
    """Return the game that is played on a sheet."""
    return scoring.get_game(sheet.tournament.game)


def describe_event(event: Mapping[str, Any] | None, game: scoring.Game) -> str:
    """Return what an event records, as one line of text; "" for None."""
    if event is None:
        return ""
    kind, player = event.get("type"), event.get("player", "")
    if kind == "coup":
        return describe_coup(event, game)
    if kind == "penalty":
        words = join_label(player, get_rule_text(game, str(event.get("rule"))))
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


def name_sides(event: Mapping[str, Any] | None, sides: Sequence[Sequence[str]] | None) -> Mapping[str, Any] | None:
    """Return the event with the points of each side under the names of all its partners: {"Anne": 70} becomes {"Anne et
    Basile": 70}. The book records them under one of the partners alone. None stays None."""
    points = (event or {}).get("points")
    if not sides or not isinstance(points, Mapping):
        return event
    joined = {name: join_texts(side) for side in sides for name in side}
    return {**(event or {}), "points": {joined.get(name, name): n for name, n in points.items()}}


def name_contents(
    event: Mapping[str, Any] | None, setting: scoring.Setting | None, sides: Sequence[Sequence[str]] | None
) -> Mapping[str, Any] | None:
    """Return the event with names in place of keys: all partners' names for a side, the declared names for option
    keys. None stays None."""
    if event and setting and event.get("type") == "coup":
        event = scoring.get_game(setting.game).name_declared(setting, event)
    return name_sides(event, sides)


def contrast_events(was: Mapping[str, Any], now: Mapping[str, Any], game: scoring.Game) -> tuple[str, str]:
    """Return an event before and after a change, as texts; of two coups only what differs, "" if nothing does."""
    if not was.get("type") == now.get("type") == "coup":
        return _name_and_describe(was, game), _name_and_describe(now, game)
    before, after = ([localise(text) for text in game.describe_coup(event)] for event in (was, now))
    return " · ".join(_leave_out(before, after)), " · ".join(_leave_out(after, before))


def list_differences(was: Mapping[str, Any], now: Mapping[str, Any], game: scoring.Game) -> list[tuple[str, str]]:
    """Return (before, after) as texts for each thing that differs between two forms of an event; where a figure belongs
    to a player, one pair for each player."""
    if not was.get("type") == now.get("type") == "coup":
        return [(_name_and_describe(was, game), _name_and_describe(now, game))]
    split = [key for key in was if isinstance(was[key], dict) and isinstance(now.get(key), dict)]
    rows = [
        (_describe_share(was, key, name, game), _describe_share(now, key, name, game))
        for key in split
        for name in {**was[key], **now[key]}
        if was[key].get(name) != now[key].get(name)
    ]
    before, after = (
        [localise(text) for text in game.describe_coup({key: event[key] for key in event if key not in split})]
        for event in (was, now)
    )
    return rows + list(zip_longest(_leave_out(before, after), _leave_out(after, before), fillvalue=""))


def _describe_share(event: Mapping[str, Any], key: str, name: str, game: scoring.Game) -> str:
    """Return what a coup says of one player under `key` (as "points"), as text; "" for nothing."""
    own = event[key].get(name)
    return "" if own is None else describe_coup({"type": "coup", key: {name: own}}, game)


def _name_and_describe(event: Mapping[str, Any], game: scoring.Game) -> str:
    """Return an event's content as text, with the name of its kind before it: «Donne annulée : comptée deux fois». A
    coup has its content alone."""
    description, kind = describe_event(event, game), event.get("type")
    return description if kind in (None, "coup") else join_label(str(KIND_TITLES[kind]), description)


def _leave_out(texts: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the texts that are not among the others."""
    return [text for text in texts if text not in others]


def diff_events(
    was: Mapping[str, Any] | None, now: Mapping[str, Any] | None, game: scoring.Game
) -> list[tuple[str, str, str]]:
    """Return what differs between two forms of an event, as texts (what, before, after); None stands for no event. Of
    two coups written trick by trick: what stands beside the tricks, if it differs, then only the tricks that differ."""
    if not (was and now and "tricks" in was and "tricks" in now):
        return [("", describe_event(was, game), describe_event(now, game) or _("rien"))]
    beside_was, beside_now = ({key: event[key] for key in event if key != "tricks"} for event in (was, now))
    rows = (
        [("", describe_event(beside_was, game), describe_event(beside_now, game))] if beside_was != beside_now else []
    )
    pairs = enumerate(zip_longest(was["tricks"], now["tricks"], fillvalue=()), 1)
    return rows + [(_("Levée %(n)s") % {"n": n}, " ".join(a), " ".join(b)) for n, (a, b) in pairs if a != b]


def describe_coup(event: Mapping[str, Any], game: scoring.Game) -> str:
    """Return what a coup records, as one line of text in the words of its game."""
    return " · ".join(localise(text) for text in game.describe_coup(event))


def group_corrections(sheet: Sheet, writers: AccountNames) -> dict[int, tuple[EventCorrection, ...]]:
    """Return the corrections of a table's events, by the event's position, the first one first. `writers`: the names of
    accounts."""
    game = get_sheet_game(sheet)
    corrections: dict[int, tuple[EventCorrection, ...]] = {}
    for revision in sheet.list_revisions():
        record = revision.record
        if record.kind == Record.RecordKind.CORRECTION:
            change = EventCorrection(
                describe_event(name_contents(revision.was, sheet.setting, sheet.sides), game),
                describe_actor(record, sheet, writers),
                record.at,
                record.reason,
                record.number,
                sheet.find_actor_name(record.actor),
            )
            corrections[record.position] = (*corrections.get(record.position, ()), change)
    return corrections


def log_rows(sheet: Sheet, writers: AccountNames) -> list[LogRow]:
    """Return every record of a table as a log row, the latest first. `writers`: the names of accounts."""
    game = get_sheet_game(sheet)
    was = {revision.record.pk: revision for revision in sheet.list_revisions()}
    rows = [log_row(sheet, record, was.get(record.pk), game, writers) for record in sheet.records]
    return rows[::-1]


def log_row(sheet: Sheet, record: Record, revision: Any, game: scoring.Game, writers: AccountNames) -> LogRow:
    """Return one record of a table as a log row. `revision`: the change that the record made, or None; `writers`: the
    names of accounts."""
    is_event = record.kind in (Record.RecordKind.EVENT, Record.RecordKind.CORRECTION)
    now = sheet.to_names(record.body) if record.body and is_event else None
    return LogRow(
        number=record.number,
        at=record.at,
        actor=describe_actor(record, sheet, writers),
        what=describe_record(record, now),
        was=describe_event(name_contents(revision.was, sheet.setting, sheet.sides), game) if revision else "",
        now=describe_event(name_contents(now, sheet.setting, sheet.sides), game),
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
    kind = KIND_TITLES[str(now.get("type"))] if now else ""
    return _("Ligne %(n)s : %(kind)s") % {"n": record.position, "kind": kind}


def describe_actor(record: Record, facts: TableFacts, writers: AccountNames) -> str:
    """Name a record's actor: an account with its role then, a player at the table, or the table. `writers`: the names
    of accounts."""
    if account := writers.describe(record.actor, record.at):
        return account
    if name := facts.find_actor_name(record.actor):
        return _("la table, par %(name)s") % {"name": name}
    return _("la table") if record.actor.startswith("table") else _("un compte fermé")
