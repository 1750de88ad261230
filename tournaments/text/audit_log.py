"""The audit log of a tournament as text: the organisers' actions and every corrected or annulled line, by time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.formats import date_format
from django.utils.translation import gettext as _

import scoring
from tournaments.book import history, seat_names
from tournaments.book.sheet import Sheet
from tournaments.models import Deed, Event, Record, Table, Unplayed
from tournaments.text.event_text import apart_words, rule_texts, writer
from tournaments.text.option_text import rules_apart, table_called

Apart = list[tuple[str, str, str]]  # (what, before, after)


@dataclass(frozen=True)
class Written:
    """One action of the log: when, what, by whom and why. `apart`: the diff; `table`: the table's id, if at a table."""

    at: datetime
    what: str
    by: str
    reason: str
    apart: Apart
    table: int | None = None


def chronicle(event: Event) -> list[Written]:
    """Return every line of the tournament's log, the oldest first."""
    deeds, sheets = list(event.deeds.select_related("renaming")), Table.objects.for_event(event)
    writers = accounts(*(deed.by for deed in deeds), *(row.by for sheet in sheets for row in sheet.records))
    lines = [*told_deeds(event, deeds, writers), *(one for sheet in sheets for one in told_sheet(sheet, writers))]
    return sorted(lines, key=lambda line: line.at)


def accounts(*writers: str) -> dict[str, str]:
    """Return the user names of the accounts among the actors: "user:ID" → user name. Others are left out."""
    pks = {by.removeprefix("user:") for by in writers if by.startswith("user:")}
    users = get_user_model().objects.filter(pk__in=[pk for pk in pks if pk.isdigit()])
    return {f"user:{user.pk}": user.get_username() for user in users}


# ── At a table: corrected and annulled events


def told_sheet(sheet: Sheet, writers: Mapping[str, str]) -> Iterable[Written]:
    """Yield a log line for each correction and undo at one table. `writers`: account names by actor."""
    rules = rule_texts(sheet)
    for revision in history.revisions(sheet.records):
        record = revision.record
        names = sat_then(sheet, record.position)
        was, now = (seat_names.to_names(body, names) if body else None for body in (revision.was, revision.now))
        apart = apart_words(was, now, rules)
        by = writer(record.by, sheet, writers)
        yield Written(record.at, revised(sheet, record), by, record.reason, apart, sheet.table.pk)


def sat_then(sheet: Sheet, n: int) -> tuple[str, ...]:
    """Return the names by seat, in order of position, of who sat there when the table's event n was played."""
    return tuple(sheet.sitter(position, n).entry.shown_name for position in sheet.positions.values())


def revised(sheet: Sheet, record: Record) -> str:
    """Return what a record did: «Table 2 : ligne 3 corrigée», or annulled."""
    values = where(sheet.table.n, sheet.table.round.n) | {"n": str(record.position)}
    if record.kind == Record.Kind.UNDO:
        return _("%(where)s : ligne %(n)s annulée") % values
    return _("%(where)s : ligne %(n)s corrigée") % values


def where(table: int, n: int) -> dict[str, str]:
    """Return the value of %(where)s in the log's sentences: the table with its round."""
    return {"where": table_called(table, n)}


# ── Outside the tables: audit entries


def told_deeds(event: Event, deeds: Iterable[Deed], writers: Mapping[str, str]) -> Iterable[Written]:
    """Yield a log line for each audit entry of the tournament. `writers`: account names by actor."""
    names = dict(event.entries.filter(player__erasure=None).values_list("pk", "shown_name"))
    for deed in deeds:
        what, apart = TOLD[Deed.What(deed.what)](event, deed, names)
        yield Written(deed.at, what, who(deed.by, writers), deed.reason, apart)


def who(by: str, writers: Mapping[str, str]) -> str:
    """Name the actor of an audit entry: an account, a table, or ("") a command on the server."""
    if not by:
        return _("une commande de cet ordinateur")
    if by.startswith("table"):
        return _("la table")
    return writers.get(by, _("un compte fermé"))


def plainly(words: Any) -> Any:
    """Return a describer for an audit entry that has a fixed sentence and no diff. `words`: returns the sentence."""
    return lambda event, deed, names: (words(), [])


def changed(event: Event, deed: Deed, names: Mapping[int, str]) -> tuple[str, Apart]:
    """Describe a changed name or date, or both."""
    was, now = (date_format(date.fromisoformat(each["date"]), "l j F Y") for each in (deed.before, deed.after))
    apart = [(_("Nom"), deed.before["name"], deed.after["name"]), (_("Jour"), was, now)]
    return _("Nom ou jour de la soirée changé"), [each for each in apart if each[1] != each[2]]


def ruled(event: Event, deed: Deed, names: Mapping[int, str]) -> tuple[str, Apart]:
    """Describe a change of rules, with the round from which it holds if not from the first."""
    since = deed.after.get("since")
    words = _("Règle changée à partir de la ronde %(n)s") % {"n": since} if since else _("Règle changée")
    return words, rules_apart(scoring.game(event.game), deed.before, deed.after)


def renamed(event: Event, deed: Deed, names: Mapping[int, str]) -> tuple[str, Apart]:
    """Describe a renaming; without a diff if the player's names were erased since."""
    told = getattr(deed, "renaming", None)
    return _("Joueur renommé"), [("", told.was, told.now)] if told else []


def substituted(event: Event, deed: Deed, names: Mapping[int, str]) -> tuple[str, Apart]:
    """Describe a substitution at a seat, with the event from which the substitute plays."""
    after = deed.after
    values = where(after["table"], after["round"]) | {"place": after["place"], "since": after["since"]}
    words = _("%(where)s, place %(place)s : un autre joueur, à partir de la ligne %(since)s") % values
    was, now = (names.get(each["entry"], _("quelqu’un")) for each in (deed.before, after))
    return words, [("", was, now)]


def carded(event: Event, deed: Deed, names: Mapping[int, str]) -> tuple[str, Apart]:
    """Describe a new table card, which revokes the old key and code."""
    values = where(deed.after["table"], deed.after["round"])
    return _("%(where)s : nouvelle carte, l’ancienne ne marche plus") % values, []


def unplayed(event: Event, deed: Deed, names: Mapping[int, str]) -> tuple[str, Apart]:
    """Describe the decision that a table is not played, or is played after all."""
    kinds = dict(Unplayed.Kind.choices) | {"": _("se joue")}
    words = _("%(where)s : se joue-t-elle ?") % where(deed.after["table"], deed.after["round"])
    was, now = (str(kinds[each["kind"]]) for each in (deed.before, deed.after))
    absent = [names.get(entry, _("quelqu’un")) for entry in deed.after["absent"]]
    return words, [("", was, ", ".join([now, *absent]))]


TOLD = {
    Deed.What.OPENED: plainly(lambda: _("Soirée ouverte")),
    Deed.What.CLOSED: plainly(lambda: _("Soirée close")),
    Deed.What.REOPENED: plainly(lambda: _("Soirée rouverte")),
    Deed.What.HIDDEN: plainly(lambda: _("Soirée masquée")),
    Deed.What.SHOWN: plainly(lambda: _("Soirée remise dans les listes")),
    Deed.What.TYPING: plainly(lambda: _("Codes tapés rouverts")),
    Deed.What.CHANGED: changed,
    Deed.What.RULES: ruled,
    Deed.What.RENAMED: renamed,
    Deed.What.SUBSTITUTED: substituted,
    Deed.What.CARD: carded,
    Deed.What.UNPLAYED: unplayed,
}
