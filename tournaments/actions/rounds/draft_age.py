"""The age of a draft, counted in results: how many tables have written since the scores were read from which it was
drawn."""

from django.db.models import Max

from tournaments.models import Record, RoundDraft, Tournament

FROM_SCORES = (Tournament.Format.STANDING, Tournament.Format.SWISS)
"""The formats in which a draw depends on the results."""


def find_last_record() -> int:
    """Return the id of the newest record of any table; 0 without one."""
    return Record.objects.aggregate(last=Max("pk"))["last"] or 0


def note_last_record(draft: RoundDraft, last_record: int) -> None:
    """Note in an unsaved draft which record was the newest when it was drawn."""
    draft.rounds[0]["last_record"] = last_record


def count_results_since(draft: RoundDraft) -> int:
    """Return how many tables have written since the draft was drawn; 0 if its format does not draw by results, or if it
    was drawn by an older program, which did not note the last record."""
    last_record = draft.rounds[0].get("last_record")
    if last_record is None or draft.tournament.format not in FROM_SCORES:
        return 0
    newer = Record.objects.filter(pk__gt=last_record, table__round__tournament=draft.tournament_id)
    return newer.values("table").distinct().count()
