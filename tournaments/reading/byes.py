"""Who is still in a bracket and has no match in one of its rounds: a bye, or a wait for the opponent."""

from django.db.models import Exists, OuterRef

from tournaments.models import Entry, Rest, Round, Seat, Tournament
from tournaments.standings.ranking import get_name_key

from .phases import PhaseState, list_phases, read_phase_state


def list_byes(tournament: Tournament) -> dict[int, set[int]]:
    """Return, by the number of a bracket's round, the entry ids of those who are still in it and play no match there;
    empty without a bracket."""
    byes: dict[int, set[int]] = {}
    following: int | None = None
    for phase in reversed(list_phases(tournament)):
        if phase.format == Tournament.Format.KNOCKOUT or phase.finals is not None:
            byes |= find_byes(read_phase_state(tournament, phase, following))
        following = phase.since
    return byes


def is_resting(current: Round, entry: int) -> bool:
    """True if the entry rests in this round, or has a bye there."""
    return current.rests.filter(entry=entry).exists() or entry in list_byes(current.tournament).get(current.n, ())


def find_byes(state: PhaseState) -> dict[int, set[int]]:
    """Return, by round number, the entry ids of those who play no match in that round of this phase's bracket, though
    they play in a later round or have a match still to win."""
    phase, seated = state.phase, dict[int, set[int]]()
    for duel in state.duels:
        if duel.round >= (phase.finals or phase.since):
            seated.setdefault(duel.round, set()).update(duel.pair)
    matches = [match for bracket in state.compute_brackets() for match in bracket.matches.values()]
    staying = {side for match in matches if match.winner is None for side in match.sides if side}
    byes: dict[int, set[int]] = {}
    for n in sorted(seated, reverse=True):
        byes[n] = {entry for side in staying - seated[n] for entry in phase.sides[side - 1]}
        staying |= seated[n]
    return byes


def list_resting(tournament: Tournament) -> dict[int, list[str]]:
    """Return the names of the entries that rest or have a bye, sorted, by round number."""
    resting = list_resting_entries(tournament)
    names = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "shown_name")) if resting else {}
    return {n: sorted((names[entry] for entry in some), key=get_name_key) for n, some in resting.items()}


def list_resting_entries(tournament: Tournament) -> dict[int, set[int]]:
    """Return the ids of the entries that rest or have a bye, by round number."""
    entries = {n: some for n, some in list_byes(tournament).items() if some}
    sat = Seat.objects.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    rests = Rest.objects.filter(~Exists(sat), round__tournament=tournament)
    for entry, n in rests.values_list("entry", "round__n"):
        entries.setdefault(n, set()).add(entry)
    return entries
