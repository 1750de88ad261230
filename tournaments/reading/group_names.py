"""What the groups of a phase are called, and who is in which; which teams meet at a table."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Tournament

from .phases import Phase, find_phase


def name_group(n: int) -> str:
    """Return the name of group n (from 0): Poule A."""
    return _("Poule %(letter)s") % {"letter": letter_of(n)}


def map_group_names(phase: Phase | None) -> dict[int, str]:
    """Return, by entry id, the name of its group while groups are played; empty in any other phase."""
    if phase is None or phase.format != Tournament.Format.GROUPS or phase.finals is not None:
        return {}
    return {entry: name_group(n) for entry, n in map_groups(phase).items()}


def map_groups(phase: Phase) -> dict[int, int]:
    """Return, by entry id, the number of its group, from 0."""
    numbered = enumerate(phase.group_sides)
    return {entry: n for n, sides in numbered for side in sides for entry in phase.sides[side - 1]}


def map_round_groups(tournament: Tournament, n: int) -> dict[int, int]:
    """Return, by entry id, the number of the group, from 0, in which it plays round n; empty where no groups are
    played."""
    if not tournament.has_duels:
        return {}
    phase = find_phase(tournament, n)
    if phase is None or phase.format != Tournament.Format.GROUPS or (phase.finals is not None and n >= phase.finals):
        return {}
    return map_groups(phase)


def find_group_name(tournament: Tournament, n: int, entry: int) -> str:
    """Return the name of the group in which this entry plays round n; "" where no groups are played."""
    group = map_round_groups(tournament, n).get(entry)
    return "" if group is None else name_group(group)


def name_match(tournament: Tournament, entries: Iterable[int]) -> str:
    """Return the names of the two teams that meet, «Lyon – Tours», for the entries at one of their tables; "" where no
    teams meet."""
    teams = tournament.team_names
    return " – ".join(sorted({teams[entry] for entry in entries if entry in teams}))


def letter_of(n: int) -> str:
    """Return the letter of group n (from 0): A, B … Z, then 27, 28…"""
    return chr(ord("A") + n) if n < 26 else str(n + 1)
