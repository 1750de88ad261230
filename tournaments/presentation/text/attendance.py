"""When somebody plays in a tournament of several rounds, and which table he keeps, in words."""

from django.utils.translation import gettext as _

from tournaments.models import Entry


def describe_attendance(entry: Entry) -> list[str]:
    """Return when and where an entry plays, as texts: «à partir de la ronde 2», «toujours à la table 4»; empty if it
    plays every round at any table."""
    rounds = _describe_rounds(entry.first_round, entry.last_round)
    if entry.fixed_table is not None:
        rounds.append(_("toujours à la table %(n)s") % {"n": entry.fixed_table})
    return rounds


def _describe_rounds(first: int, last: int | None) -> list[str]:
    """Return the texts on the first and last round that somebody plays; empty if he plays all rounds."""
    if first == last:
        return [_("à la ronde %(n)s seulement") % {"n": first}]
    phrases = [_("à partir de la ronde %(n)s") % {"n": first}] if first > 1 else []
    return phrases if last is None else [*phrases, _("jusqu’à la ronde %(n)s") % {"n": last}]
