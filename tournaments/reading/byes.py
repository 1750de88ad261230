"""Who is still in a bracket and has no match in one of its rounds: a bye, or a wait for the opponent."""

from tournaments.models import Round, Tournament

from .phases import PhaseState, list_phases, read_phase_state


def list_byes(tournament: Tournament) -> dict[int, set[int]]:
    """Return, by the number of a bracket's round, the entry ids of those who are still in it and play no match there;
    empty without a bracket."""
    found: dict[int, set[int]] = {}
    following: int | None = None
    for phase in reversed(list_phases(tournament)):
        if phase.format == Tournament.Format.KNOCKOUT or phase.finals is not None:
            found |= find_byes(read_phase_state(tournament, phase, following))
        following = phase.since
    return found


def is_resting(current: Round, entry: int) -> bool:
    """True if the entry rests in this round, or has a bye there."""
    return current.rests.filter(entry=entry).exists() or entry in list_byes(current.tournament).get(current.n, ())


def find_byes(state: PhaseState) -> dict[int, set[int]]:
    """Return the same of one phase with a bracket: who plays later, or has a match still to win."""
    phase, seated = state.phase, dict[int, set[int]]()
    for duel in state.duels:
        if duel.round >= (phase.finals or phase.since):
            seated.setdefault(duel.round, set()).update(duel.pair)
    matches = [match for bracket in state.compute_brackets() for match in bracket.matches.values()]
    staying = {side for match in matches if match.winner is None for side in match.sides if side}
    found: dict[int, set[int]] = {}
    for n in sorted(seated, reverse=True):
        found[n] = {entry for side in staying - seated[n] for entry in phase.sides[side - 1]}
        staying |= seated[n]
    return found
