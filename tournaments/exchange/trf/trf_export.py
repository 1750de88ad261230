"""What a tournament of two sides says as a report: its sides are the players, numbered as they were seeded."""

import unicodedata
from collections.abc import Collection

from tournaments.models import Rest, Tournament
from tournaments.reading.duels import Duel
from tournaments.reading.grouping import group_pairs
from tournaments.reading.phases import Phase, PhaseState, Sides, list_phases, read_phase_state
from tournaments.reading.tallies import get_standings

from .report import TrfGame, TrfPlayer, TrfReport

BY_FORMAT = {
    Tournament.Format.SWISS: "Individual: Swiss-System",
    Tournament.Format.ALL: "Individual: Round-Robin",
    Tournament.Format.KNOCKOUT: "Individual: Knockout",
    Tournament.Format.GROUPS: "Individual: Round-Robin groups, then knockout",
}
"""The type of tournament (tag 092) of each format of two sides."""
PAIR_DASH = " – "  # between the names of the two of a pair
Unit = tuple[int, ...]  # the entries of one side


def build_trf_report(tournament: Tournament) -> TrfReport:
    """Return the report of a tournament's published rounds, over all its phases in which two sides meet."""
    states = list_phase_states(tournament)
    units = list_units(tournament, states)
    numbers = {unit: n for n, unit in enumerate(units, 1)}
    rounds = max((duel.round for state in states for duel in state.duels), default=0)
    games: dict[Unit, dict[int, TrfGame]] = {unit: {} for unit in units}
    for state in states:
        for duel in state.duels:
            first, second = (state.phase.sides[side - 1] for side in duel.pair)
            games[first][duel.round] = TrfGame(numbers[second], "w", find_result(duel, 0))
            games[second][duel.round] = TrfGame(numbers[first], "b", find_result(duel, 1))
    rested = group_pairs(Rest.objects.filter(round__tournament=tournament).values_list("round__n", "entry"))
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    ranks = {row.tally.entry: row.rank for row in get_standings(tournament)}
    players = (
        TrfPlayer(
            numbers[unit],
            clean_name(PAIR_DASH.join(names[entry] for entry in unit if entry in names)),
            ranks.get(unit[0], 0),
            tuple(games[unit].get(n) or build_bye(unit, rested.get(n, ())) for n in range(1, rounds + 1)),
        )
        for unit in units
    )
    kind = name_kind(states[0].phase) if states else BY_FORMAT[Tournament.Format(tournament.format)]
    planned = max(tournament.planned_rounds, rounds)
    return TrfReport(clean_name(tournament.name), tournament.date, planned, kind, tuple(players))


def name_kind(phase: Phase) -> str:
    """Return the type of tournament of a phase in English, as FIDE names it; «Double …» if all meet twice."""
    kind = BY_FORMAT[Tournament.Format(phase.format)]
    return kind.replace("Round-Robin", "Double Round-Robin") if phase.double else kind


def clean_name(name: str) -> str:
    """Return a name as a line of the file can hold it: its letters composed (NFC), and with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def list_phase_states(tournament: Tournament) -> list[PhaseState]:
    """Return the state of each phase with its duels, the first phase first."""
    phases = list_phases(tournament)
    ends = [*(phase.since for phase in phases[1:]), None][: len(phases)]
    return [read_phase_state(tournament, phase, until) for phase, until in zip(phases, ends, strict=True)]


def list_units(tournament: Tournament, states: list[PhaseState]) -> list[Unit]:
    """Return all sides (tuples of entry ids): first those of the phases, by seed, then the players or pairs that are in
    none yet."""
    sides: list[Sides] = [state.phase.sides for state in states]
    units: dict[Unit, None] = dict.fromkeys(side for some in sides for side in some)
    seated = {entry for side in units for entry in side}
    others = tournament.entries.exclude(pk__in=seated).order_by("pk")
    pairs = group_pairs((-entry.pk if entry.pair is None else entry.pair, entry.pk) for entry in others)
    return [*units, *(tuple(unit) for unit in pairs.values())]


def find_result(duel: Duel, at: int) -> str:
    """Return FIDE's code for the result of a duel, as seen by its first (`at` 0) or second (1) side: "1", "0", "=",
    "+", "-" or " "."""
    side = duel.pair[at]
    if not duel.over:
        return " "
    if duel.both_absent:
        return "-"
    if duel.winner is None:
        return "=" if duel.played else " "
    won, lost = ("+", "-") if duel.forfeit else ("1", "0")
    return won if duel.winner == side else lost


def build_bye(unit: Unit, rested: Collection[int]) -> TrfGame:
    """Return the game of a side that met nobody in a round: a pairing-allocated bye ("U") if it alone was left over,
    else an absence. `rested`: the ids of the entries that were there but had no table."""
    left_over = rested and set(rested) <= set(unit)
    return TrfGame(result="U") if left_over else TrfGame()
