"""Who would qualify after a change that is not written yet: out of the groups, past a match, into the next phase; and
the rounds drawn from the present results, which would change. Writes nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from tournaments.book.sheet import Sheet
from tournaments.models import Event
from tournaments.rounds.phases import STANDING, Duel, Phase, Stand, phases_of, stand
from tournaments.standings.ranking import Row

Places = tuple[str, list[str], list[str]]  # which qualification, names now, names then


@dataclass(frozen=True)
class Part:
    """One phase now and as it would be. `until`: the first round of the next phase, None for the last phase."""

    phase: Phase
    until: int | None
    now: Stand
    then: Stand

    def holds(self, n: int) -> bool:
        """True if round n belongs to the phase."""
        return self.phase.since <= n and (self.until is None or n < self.until)

    @property
    def changed(self) -> list[tuple[Duel, Duel]]:
        """(Now, then) of the matches that would have another outcome."""
        pairs = zip(self.now.duels, self.then.duels, strict=True)
        return [(was, would) for was, would in pairs if (was.winner, was.margin) != (would.winner, would.margin)]

    @property
    def lost(self) -> list[tuple[Duel, Duel]]:
        """(Now, then) of the bracket's matches that another side would win."""
        finals = self.phase.since if self.phase.format == Event.Format.KNOCKOUT else self.phase.finals
        others = [(was, would) for was, would in self.changed if was.winner != would.winner]
        return [(was, would) for was, would in others if finals is not None and was.round >= finals]


def parts(event: Event, foreseen: Sequence[Sheet]) -> list[Part]:
    """Preview the tournament's phases that have begun. `projected`: the sheets as the change would leave them."""
    phases = [phase for phase in phases_of(event) if phase.sides]
    ends = [phase.since for phase in phases[1:]]
    return [
        Part(phase, until, stand(event, phase, until), stand(event, phase, until, foreseen))
        for phase, until in zip_longest(phases, ends)
    ]


def qualified(found: Iterable[Part]) -> Iterator[Places]:
    """Yield each qualification that would go to others: (which, names now, names then)."""
    for part in found:
        if part.phase.format == Event.Format.GROUPS:
            now, then = (sorted(each.qualifiers()[0]) for each in (part.now, part.then))
            if now != then:
                yield _("Qualifiés des poules"), called(part, now), called(part, then)
        for was, would in part.lost:
            where = _("Ronde %(round)s, table %(table)s") % {"round": was.round, "table": was.table}
            yield where, called(part, [was.winner]), called(part, [would.winner])


def called(part: Part, sides: Iterable[int | None]) -> list[str]:
    """Return the names of these sides; None is left out."""
    return [part.now.names[side] for side in sides if side is not None]


def drawn_from(found: Sequence[Part], rounds: Iterable[int], before: Sequence[Row], after: Sequence[Row]) -> list[int]:
    """Return those of these rounds, all later than the change, that were drawn from results that would change."""
    return [n for n in rounds for part in found if part.holds(n) and depends(part, n, before != after)]


def depends(part: Part, n: int, ranks_move: bool) -> bool:
    """True if round n was drawn from an outcome of its own phase that would change, or if its phase was seeded by
    standings that would change."""
    phase, earlier = part.phase, [was.round for was, _would in part.changed if was.round < n]
    if not earlier:
        return ranks_move and phase.since > 1 and (phase.seeding == STANDING or phase.qualified is not None)
    if phase.format == Event.Format.GROUPS:
        from_groups = set(part.now.qualifiers()[0]) != set(part.then.qualifiers()[0])
        lost = any(was.round < n for was, _would in part.lost)
        return phase.finals is not None and n >= phase.finals and (from_groups or lost)
    if phase.format == Event.Format.KNOCKOUT:
        return any(was.round < n for was, _would in part.lost)
    return phase.format == Event.Format.SWISS
