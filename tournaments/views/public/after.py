"""Which standings are looked at: as they are now, or as they stood after a round, `?round=` in the address."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest

from tournaments.models import Event
from tournaments.sheets import Sheet
from tournaments.views.numbers import number


@dataclass(frozen=True)
class After:
    """`n`: the round asked for (None: as they are now), among the `rounds` there are."""

    rounds: tuple[int, ...]
    n: int | None

    @property
    def last(self) -> int:
        return self.n or (self.rounds[-1] if self.rounds else 0)

    @property
    def before(self) -> int | None:
        """The round before the last one counted; None where there is none."""
        return next((n for n in reversed(self.rounds) if n < self.last), None)

    def counts(self, n: int) -> bool:
        return self.n is None or n <= self.n

    def among(self, sheets: Sequence[Sheet]) -> list[Sheet]:
        """Those of the rounds that count."""
        return [sheet for sheet in sheets if self.counts(sheet.table.round.n)]


def after(request: HttpRequest, event: Event) -> After:
    """A round that the event has not is missing (404)."""
    free = event.format == Event.Format.FREE
    rounds = () if free else tuple(event.rounds.published().order_by("n").values_list("n", flat=True))
    asked = request.GET.get("round", "")
    if not asked:
        return After(rounds, None)
    n = number(asked)
    if n is None or n not in rounds:
        raise Http404
    return After(rounds, n)
