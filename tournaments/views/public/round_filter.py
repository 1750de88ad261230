"""The filter of the standings by round: as they are now, or as they were after the round `?round=` in the address."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from tournaments.book.sheet import Sheet
from tournaments.models import Tournament
from tournaments.views.numbers import parse_number
from tournaments.views.requests import PageRequest


@dataclass(frozen=True)
class RoundFilter:
    """Which rounds count. `rounds`: the numbers of the published rounds; `n`: the last round that counts, None for
    all; `withdrawn`: the numbers of those that count nothing."""

    rounds: tuple[int, ...]
    n: int | None
    withdrawn: frozenset[int] = frozenset()

    @property
    def last_round(self) -> int:
        """The number of the last round that counts; 0 if there is none."""
        return self.n or (self.rounds[-1] if self.rounds else 0)

    @property
    def previous_round(self) -> int | None:
        """The number of the round before the last one that counts; None if there is none."""
        return next((n for n in reversed(self.rounds) if n < self.last_round), None)

    def includes(self, n: int) -> bool:
        """True if round n counts."""
        return self.n is None or n <= self.n

    def select_sheets(self, sheets: Sequence[Sheet]) -> list[Sheet]:
        """Return those of the sheets whose rounds count."""
        return [sheet for sheet in sheets if self.includes(sheet.table.round.n)]


def read_round_filter(request: PageRequest, tournament: Tournament) -> RoundFilter:
    """Return the `?round=` filter; raise Http404 if the tournament has no such published round. Free tables have no
    rounds."""
    found: dict[int, bool] = {}
    if tournament.format != Tournament.Format.FREE:
        found = dict(tournament.rounds.published().with_withdrawn().order_by("n").values_list("n", "withdrawn"))
    rounds, withdrawn = tuple(found), frozenset(n for n, is_withdrawn in found.items() if is_withdrawn)
    typed = request.GET.get("round", "")
    if not typed:
        return RoundFilter(rounds, None, withdrawn)
    n = parse_number(typed)
    if n is None or n not in found:
        raise Http404
    return RoundFilter(rounds, n, withdrawn)
