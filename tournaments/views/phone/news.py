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
from tournaments.presentation.text.event_text import format_event_title

MOST_LINES = 8


@dataclass(frozen=True)
class NewsLine:
    """A record that gave an event its form, or took it away. `kind`: "marked", "corrected", "undone" or "replaced"
    (undone and marked anew); `title`: the event's; `writer`: a player's name, "" for an account."""

    number: int
    key: str
    kind: str
    title: str
    writer: str
    at: datetime
    reason: str


class UnnamedAccounts(AccountNames):
    """Accounts as a table sees them: none is named."""

    def __init__(self) -> None:
        """Ask for no names."""

    def describe(self, actor: str, at: datetime) -> str | None:
        """Return «l’organisateur» for any account or key of another program."""
        return _("l’organisateur") if actor.startswith(("user:", "token:")) else None


class NewsFacts:
    """The facts of what was written last, of one sheet."""

    sheet: Sheet

    @cached_property
    def news(self) -> list[NewsLine]:
        """What was written last at the table."""
        return list_news(self.sheet)

    @property
    def corrected_title(self) -> str:
        """The title of the event that was corrected, if nothing was written since; else ""."""
        last = self.news[-1] if self.sheet.records else None
        return last.title if last and last.kind == "corrected" else ""


def list_news(sheet: Sheet) -> list[NewsLine]:
    """Return what was written last at the table, the oldest first; a coup that replaced another is one line."""
    events: list[dict[str, Any]] = []
    coups = [0]  # among the first of them
    told: list[tuple[Record, str, dict[str, Any], int]] = []
    for record in sheet.records:
        body, kind = record.body or {}, "marked"
        if record.kind == Record.RecordKind.EVENT:
            if told and told[-1][1] == "undone" and told[-1][0].position == record.position:
                told.pop()
                kind = "replaced"
            events.append(body)
            coups.append(coups[-1] + (body["type"] == "coup"))
        elif record.kind == Record.RecordKind.CORRECTION:
            events[record.position - 1], kind = body, "corrected"
            coups = [0, *accumulate(each["type"] == "coup" for each in events)]
        elif record.kind == Record.RecordKind.UNDO:
            body, kind = events.pop(), "undone"
            coups.pop()
        else:
            continue
        told.append((record, kind, body, coups[record.position - 1] + 1))
    return [
        NewsLine(
            record.number,
            record.key,
            kind,
            format_event_title(sheet.to_names(body), coup),
            name_writer(sheet, record),
            record.at,
            record.reason,
        )
        for record, kind, body, coup in told[-MOST_LINES:]
    ]


def name_writer(sheet: Sheet, record: Record) -> str:
    """Return the name of the player whose phone wrote the record, «la table» if it did not say whose it is; "" for an
    account."""
    return sheet.find_actor_name(record.actor) or (_("la table") if record.actor.startswith("table") else "")


UNNAMED = UnnamedAccounts()
