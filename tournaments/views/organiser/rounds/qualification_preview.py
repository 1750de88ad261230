"""Who would qualify after a change that is not written yet: out of the groups, past a match, into the next phase; and
the rounds drawn from the present results, which would change. Writes nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from tournaments.book.sheet import Sheet
from tournaments.models import Tournament
from tournaments.reading.phases import STANDINGS, Duel, Phase, PhaseState, list_phases, read_phase_state
from tournaments.standings.ranking import StandingsRow

QualificationChange = tuple[str, list[str], list[str]]  # which qualification, names now, names then


@dataclass(frozen=True)
class PhasePreview:
    """One phase now and as it would be. `until`: the first round of the next phase, None for the last phase."""

    phase: Phase
    until: int | None
    now: PhaseState
    then: PhaseState

    def contains_round(self, n: int) -> bool:
        """True if round n belongs to the phase."""
        return self.phase.since <= n and (self.until is None or n < self.until)

    @property
    def changed_matches(self) -> list[tuple[Duel, Duel]]:
        """(Now, then) of the matches that would have another outcome."""
        pairs = zip(self.now.duels, self.then.duels, strict=True)
        return [(was, would) for was, would in pairs if (was.winner, was.margin) != (would.winner, would.margin)]

    @property
    def lost_matches(self) -> list[tuple[Duel, Duel]]:
        """(Now, then) of the bracket's matches that another side would win."""
        finals = self.phase.since if self.phase.format == Tournament.Format.KNOCKOUT else self.phase.finals
        others = [(was, would) for was, would in self.changed_matches if was.winner != would.winner]
        return [(was, would) for was, would in others if finals is not None and was.round >= finals]


def preview_phases(tournament: Tournament, projected: Sequence[Sheet]) -> list[PhasePreview]:
    """Preview the tournament's phases that have begun. `projected`: the sheets as the change would leave them."""
    phases = [phase for phase in list_phases(tournament) if phase.sides]
    ends = [phase.since for phase in phases[1:]]
    return [
        PhasePreview(
            phase,
            until,
            read_phase_state(tournament, phase, until),
            read_phase_state(tournament, phase, until, projected),
        )
        for phase, until in zip_longest(phases, ends)
    ]


def list_qualification_changes(found: Iterable[PhasePreview]) -> Iterator[QualificationChange]:
    """Yield each qualification that would go to others: (which, names now, names then)."""
    for part in found:
        if part.phase.format == Tournament.Format.GROUPS:
            now, then = (sorted(each.find_qualifiers()[0]) for each in (part.now, part.then))
            if now != then:
                yield _("Qualifiés des poules"), list_side_names(part, now), list_side_names(part, then)
        for was, would in part.lost_matches:
            where = _("Ronde %(round)s, table %(table)s") % {"round": was.round, "table": was.table}
            yield where, list_side_names(part, [was.winner]), list_side_names(part, [would.winner])


def list_side_names(part: PhasePreview, sides: Iterable[int | None]) -> list[str]:
    """Return the names of these sides; None is left out."""
    return [part.now.names[side] for side in sides if side is not None]


def list_affected_rounds(
    found: Sequence[PhasePreview], rounds: Iterable[int], before: Sequence[StandingsRow], after: Sequence[StandingsRow]
) -> list[int]:
    """Return those of these rounds, all later than the change, that were drawn from results that would change."""
    return [
        n for n in rounds for part in found if part.contains_round(n) and is_round_affected(part, n, before != after)
    ]


def is_round_affected(part: PhasePreview, n: int, ranks_move: bool) -> bool:
    """True if round n was drawn from an outcome of its own phase that would change, or if its phase was seeded by
    standings that would change."""
    phase, earlier = part.phase, [was.round for was, _would in part.changed_matches if was.round < n]
    if not earlier:
        return ranks_move and phase.since > 1 and (phase.seeding == STANDINGS or phase.qualified is not None)
    if phase.format == Tournament.Format.GROUPS:
        from_groups = set(part.now.find_qualifiers()[0]) != set(part.then.find_qualifiers()[0])
        lost = any(was.round < n for was, _would in part.lost_matches)
        return phase.finals is not None and n >= phase.finals and (from_groups or lost)
    if phase.format == Tournament.Format.KNOCKOUT:
        return any(was.round < n for was, _would in part.lost_matches)
    return phase.format == Tournament.Format.SWISS
