"""What the next round of a phase of duels waits for, and who will play it, before it is drawn. Writes nothing."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournaments.actions.errors import NotNow
from tournaments.models import Tournament
from tournaments.reading import phases
from tournaments.reading.phases import PhaseState

from .pairing_pool import PairingPool
from .phases import check_results, list_ready_matches, list_rounds_to_come


@dataclass(frozen=True)
class BracketOutlook:
    """The next round of a bracket. `entries`: who plays it, as far as is known; `awaited`: why it cannot be drawn yet,
    or ""."""

    entries: Collection[int] = ()
    awaited: str = ""


def read_bracket_outlook(field: PairingPool) -> BracketOutlook | None:
    """Return what is known of the next round of the bracket; None if the next round is of no bracket, or begins a
    knockout."""
    phase = phases.get_current_phase(field.tournament)
    brackets = (Tournament.Format.KNOCKOUT, Tournament.Format.GROUPS)
    if phase is None or phase.format not in brackets or field.first == phase.since:
        return None
    state = phases.read_phase_state(field.tournament, phase)
    if list_rounds_to_come(state):
        return None
    try:
        check_results(state)
    except NotNow as why:
        return BracketOutlook(awaited=str(why))
    playing = {side for side in list_next_sides(state) if side}
    return BracketOutlook({entry for side in playing for entry in phase.sides[side - 1]})


def list_next_sides(state: PhaseState) -> list[int | None]:
    """Return the sides (None: not known yet) in the next round of the bracket, or of the finals that follow the
    groups."""
    if state.phase.format == Tournament.Format.GROUPS and not state.has_finals_begun:
        state = state.foresee_finals()
    return [side for match in list_ready_matches(state) for side in match.sides]


def count_planned_rounds(field: PairingPool) -> int:
    """Return how many rounds the tournament will have, as far as is known: as many as are planned; but before the first
    draw of a round robin, of groups or of a knockout, as many as those who are present now would need."""
    tournament = field.tournament
    phase = phases.get_current_phase(tournament)
    if phase is None or phase.format == Tournament.Format.SWISS or field.first != phase.since:
        return tournament.planned_rounds
    sides = tuple(field.units[p - 1] for p in field.list_present(field.first))[: phase.qualified]
    if len(sides) < 2:
        return tournament.planned_rounds
    state = PhaseState(replace(phase, sides=sides, finals=None), ())
    brackets = [bracket.rounds_left for bracket in state.compute_brackets()]
    return field.first - 1 + max([len(list_rounds_to_come(state)) + state.count_rounds_of_finals(), *brackets])
