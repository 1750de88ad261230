"""Keeping in rows what closed tournaments came to, for careers and seasons, and comparing these rows with what the book
gives."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Entry, KeptEvening, Tournament
from tournaments.reading.played_evenings import (
    MOST_PLAYERS,
    PlayedEvening,
    Stamp,
    compute_stamp_digest,
    find_kept_evenings,
    read_stamps,
)

KEPT_AT_ONCE = 20  # of one transaction


def keep_evenings(tournaments: Iterable[int]) -> None:
    """Save a `KeptEvening` (ranking, results, teams) for each of these tournaments (ids) that is closed and has none,
    or an outdated one. A tournament of more than MOST_PLAYERS gets none. Runs in the transaction of the change."""
    closed = Tournament.objects.filter(pk__in=tournaments, status=Tournament.Status.CLOSED).in_bulk()
    if not closed:
        return
    stamps = read_stamps(closed)
    held = find_kept_evenings(stamps, closed)
    rows = [build_row(each, stamps[pk]) for pk, each in closed.items() if pk not in held and is_small(each)]
    KeptEvening.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["tournament"], update_fields=["stamp", "ranked", "results", "teams"]
    )


def is_small(tournament: Tournament) -> bool:
    """True if the tournament has at most MOST_PLAYERS players, so that a `KeptEvening` is saved for it."""
    return Entry.objects.filter(tournament=tournament).count() <= MOST_PLAYERS


def build_row(tournament: Tournament, stamp: Stamp) -> KeptEvening:
    """Build the `KeptEvening` of a tournament from the book as it is now, unsaved. `stamp`: the present one."""
    evening = PlayedEvening(tournament, {})
    return KeptEvening(
        tournament=tournament,
        stamp=compute_stamp_digest(stamp),
        ranked=[list(row) for row in evening.ranked],
        results=[list(result) for result in evening.results.results],
        teams=[list(row) for row in evening.teams],
    )


def keep_all_evenings() -> None:
    """Save a `KeptEvening` for every closed tournament that lacks one or has an outdated one, as after an older
    version."""
    pks = list(Tournament.objects.filter(status=Tournament.Status.CLOSED).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), KEPT_AT_ONCE):
        with transaction.atomic():
            keep_evenings(pks[start : start + KEPT_AT_ONCE])


def find_kept_difference(tournaments: Sequence[int]) -> str | None:
    """Return a sentence that names one of these tournaments (ids) whose `KeptEvening` is up to date and yet not what
    the book gives; None if there is none."""
    evenings = Tournament.objects.in_bulk(tournaments)
    stamps = read_stamps(evenings)
    for pk, row in find_kept_evenings(stamps, evenings).items():
        wanted = build_row(evenings[pk], stamps[pk])
        if (row.ranked, row.results, row.teams) != (wanted.ranked, wanted.results, wanted.teams):
            return _("%(evening)s : ce qui en est gardé pour les saisons n’est pas ce que donne le livre.") % {
                "evening": evenings[pk]
            }
    return None
