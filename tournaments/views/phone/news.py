"""What others wrote at a table since a phone looked last: each line of the book that a player must hear of, with who,
when and why. Which of them this phone has read it knows itself (static/js/news.js)."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _

from tournaments.book.sheet import Sheet
from tournaments.models import Record
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.event_text import (
    format_event_title,
    get_sheet_game,
    list_differences,
    name_contents,
)

MOST_LINES = 8


@dataclass(frozen=True)
class NewsLine:
    """One change at the table. `kind`: an event was "marked" (recorded), "corrected", "undone" or "replaced" (undone
    and marked anew); `title`: the event's. `before`, `after`: what differs between the event and the one whose place it
    takes; of a new coup, `after` has its points and `before` is "". `writer`: a player's name, "" for an account;
    `reason`: an account's, since no player types one; `is_others`: what was replaced had been written by somebody else
    (another seat, or an account); `is_coup`: the event is a coup, not the end or a penalty."""

    number: int
    key: str
    kind: str
    title: str
    before: str
    after: str
    writer: str
    at: datetime
    reason: str
    is_others: bool
    is_coup: bool


class UnnamedAccounts(AccountNames):
    """The names of accounts as a table's phone sees them: «l’organisateur», whoever it is."""

    def __init__(self) -> None:
        """Hold no accounts: the database is not asked for a name."""

    def describe(self, actor: str, at: datetime) -> str | None:
        """Return «l’organisateur» for any account or key of another program; None for a player."""
        return _("l’organisateur") if actor.startswith(("user:", "token:")) else None


class NewsFacts:
    """The part of a phone's page on what was written last at the table."""

    sheet: Sheet

    @cached_property
    def news(self) -> list[NewsLine]:
        """The last changes at the table, the oldest first."""
        return list_news(self.sheet)

    @property
    def last_correction(self) -> NewsLine | None:
        """The correction of an event, if nothing was written since; else None."""
        last = self.news[-1] if self.news else None
        return last if last and last.kind == "corrected" else None

    @property
    def is_others_replaced(self) -> bool:
        """True if the last change replaced what another phone had marked."""
        return bool(self.sheet.records and self.news and self.news[-1].is_others)


def list_news(sheet: Sheet) -> list[NewsLine]:
    """Return what was written last at the table, the oldest first; a coup that replaced another is one line."""
    events: list[dict[str, Any]] = []
    actors: list[str] = []  # who wrote each
    coups = [0]  # among the first of them
    sentences: list[tuple[Record, str, dict[str, Any], int, dict[str, Any], bool]] = []
    undone_by = ""
    for record in sheet.records:
        body, kind, was, is_others = record.body or {}, "marked", {}, False
        if record.kind == Record.RecordKind.EVENT:
            if sentences and sentences[-1][1] == "undone" and sentences[-1][0].position == record.position:
                was, kind, is_others = sentences.pop()[2], "replaced", undone_by != record.actor
            events.append(body)
            actors.append(record.actor)
            coups.append(coups[-1] + (body["type"] == "coup"))
        elif record.kind == Record.RecordKind.CORRECTION:
            was, events[record.position - 1], kind = events[record.position - 1], body, "corrected"
            coups = [0, *accumulate(each["type"] == "coup" for each in events)]
        elif record.kind == Record.RecordKind.UNDO:
            body, undone_by, kind = events.pop(), actors.pop(), "undone"
            coups.pop()
        else:
            continue
        sentences.append((record, kind, body, coups[record.position - 1] + 1, was, is_others))
    return [
        NewsLine(
            record.number,
            record.key,
            kind,
            format_event_title(sheet.to_names(body), coup),
            *(describe_change(sheet, was, body) if was else ("", describe_points(sheet, body))),
            name_writer(sheet, record),
            record.at,
            "" if record.actor.startswith("table") else record.reason,
            is_others,
            body["type"] == "coup",
        )
        for record, kind, body, coup, was, is_others in sentences[-MOST_LINES:]
    ]


def describe_change(sheet: Sheet, was: dict[str, Any], body: dict[str, Any]) -> tuple[str, str]:
    """Return (what an event said before, what it says now), as texts without what is in both."""
    before, after = (name_contents(sheet.to_names(each), sheet.setting, sheet.sides) or {} for each in (was, body))
    rows = list_differences(before, after, get_sheet_game(sheet))
    then, now = (" · ".join(filter(None, side)) for side in zip(*rows, strict=True)) if rows else ("", "")
    return then, now


def describe_points(sheet: Sheet, body: dict[str, Any]) -> str:
    """Describe the points of a coup, by which two phones know it as the same; "" where the event has none by player."""
    points = body.get("points")
    return describe_change(sheet, {**body, "points": {}}, body)[1] if isinstance(points, dict) else ""


def name_writer(sheet: Sheet, record: Record) -> str:
    """Return the name of the player whose phone wrote the record, «la table» if it did not say whose it is; "" for an
    account."""
    return sheet.find_actor_name(record.actor) or (_("la table") if record.actor.startswith("table") else "")


UNNAMED = UnnamedAccounts()
