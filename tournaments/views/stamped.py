"""What was made of a tournament for a page, kept in this process while nothing that its pages show has changed."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.models.summaries import RecentItems
from tournaments.views.public.stamp import compute_stamp

MOST_TOURNAMENTS = 20

T = TypeVar("T")


class StampedItems(Generic[T]):
    """A cache of one item for each of the tournaments looked at last, in the language in which it was made."""

    def __init__(self) -> None:
        self._items: RecentItems[tuple[str, T]] = RecentItems(MOST_TOURNAMENTS)

    def find(self, tournament: Tournament, make: Callable[[], T], *more: Any) -> T:
        """Return the item of this tournament: the kept one if nothing has changed, which one small query tells, else
        what `make` returns. `more`: what else it depends on. The stamp is read before the item is made, so that what
        changes meanwhile makes it anew next time."""
        stamp = compute_stamp(tournament, get_language(), *more)
        known = self._items.find(tournament.pk)
        if known is None or known[0] != stamp:
            known = stamp, make()
            self._items.keep(tournament.pk, known)
        return known[1]
