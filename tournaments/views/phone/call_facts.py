"""What a table's page shows of its calls: the arbiter, called, coming or gone again; who does not agree, with what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tournaments.book.sheet import Sheet
from tournaments.models import ArbiterCall
from tournaments.presentation.text.sheet_text import narrate_event


@dataclass(frozen=True)
class ShownDispute:
    """An open call of a player who does not agree with the sheet. `who`: his name, "" if not known; `what`: the title
    of the event in dispute, "" for the whole sheet."""

    call: ArbiterCall
    who: str
    what: str


class CallFacts:
    """The part of a phone's page on one table's calls. `calls`: the open ones, and those settled since the sheet's last
    line."""

    sheet: Sheet
    calls: tuple[ArbiterCall, ...]

    @property
    def arbiter_call(self) -> ArbiterCall | None:
        """The table's open call for the arbiter, or None."""
        return next((call for call in self.calls if call.kind == ArbiterCall.CallKind.ARBITER and call.is_open), None)

    @property
    def settled_call(self) -> ArbiterCall | None:
        """The call that an organiser has settled last, since the sheet's last line; None while a call is open, or
        without any."""
        settled = [call for call in self.calls if call.done_at]
        return max(settled, key=lambda call: str(call.done_at)) if settled and len(settled) == len(self.calls) else None

    @cached_property
    def disputes_by_line(self) -> dict[int, ShownDispute]:
        """The open disputes, by line of the sheet (0: the whole sheet)."""
        open_calls = [call for call in self.calls if call.kind == ArbiterCall.CallKind.DISPUTE and call.is_open]
        return {
            call.line: ShownDispute(call, self.sheet.find_actor_name(call.actor), self.title_line(call.line))
            for call in open_calls
        }

    def title_line(self, n: int) -> str:
        """Return the title of event n; "" where there is none."""
        return narrate_event(self.sheet, n).title if 0 < n <= len(self.sheet.steps) else ""

    @property
    def open_disputes(self) -> list[ShownDispute]:
        """The open disputes about a line or the whole sheet, by line: nobody confirms before they are settled."""
        return [dispute for _line, dispute in sorted(self.disputes_by_line.items())]

    @property
    def is_hall_asked(self) -> bool:
        """True while the table waits for an organiser to answer its call or dispute, so that the page asks more
        often."""
        return self.arbiter_call is not None or bool(self.disputes_by_line)

    @property
    def call_state(self) -> str:
        """A short text that changes whenever the part of the page that shows the calls changes."""
        return "-".join(f"{call.pk}{'t' if call.taken_at else ''}{'d' if call.done_at else ''}" for call in self.calls)
