"""Drawing the next rounds of formats in which two sides meet at each table: Swiss, round robin, knockout, groups and
their finals.

The sides that take part, and their order, are settled with the first draw of a phase and stored with the tournament;
later draws follow from the results.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.actions.decisions import seal_changed
from tournaments.actions.errors import NotNow
from tournaments.actions.saving import save_fields
from tournaments.draws import berger, knockout, late_mates, model, pair_matching, seats
from tournaments.draws.evaluation import Evaluation, evaluate_rounds
from tournaments.draws.knockout import Match
from tournaments.draws.mates import list_mate_pairs
from tournaments.models import Tournament
from tournaments.reading import phases
from tournaments.reading.duels import Duel
from tournaments.reading.phases import Phase, PhaseState
from tournaments.reading.seeding import build_seeding, compute_level, is_seeded_round

from .pairing_pool import PairingPool, Scores

Row = dict[str, Any]
TWO = (2,)


def add_phase(tournament: Tournament, phase: Phase, first_round: int) -> list[dict[str, Any]]:
    """Return the tournament's stored phases with the phase asked for: appended after the others, or in the place of a
    last phase that has not begun. `first_round`: the number of its first round. Raises NotNow if the phase has begun
    under other settings."""
    phase_list = phases.list_phases(tournament)
    if phase_list and phase_list[-1].since >= first_round:
        phase_list.pop()
    elif phase_list and phase_list[-1].format == phase.format == tournament.format:
        if phase_list[-1].settings != phase.settings:
            raise NotNow(_("Cette phase a commencé : ses réglages ne changent plus."))
        return tournament.phases  # type: ignore[no-any-return]
    return [*(each.as_json for each in phase_list), replace(phase, since=first_round).as_json]


def save_phase(tournament: Tournament, phase: Phase) -> Phase:
    """Save this phase as the tournament's last one, and return it."""
    save_fields(tournament, phases=[*tournament.phases[:-1], phase.as_json])
    seal_changed(Tournament, [tournament.pk])
    return phase


# --- who takes part ----------------------------------------------------------------------------------------


def settle_sides(field: PairingPool, seed: int, scores: Scores) -> Phase:
    """Settle and save which sides take part in the next round, and return the phase. Raises NotNow if no phase is
    planned."""
    tournament = field.tournament
    phase = phases.get_current_phase(tournament)
    if phase is None:
        raise NotNow(_("Dites d’abord comment se joue cette partie de la soirée."))
    present = [field.units[p - 1] for p in field.list_present(field.first)]
    if field.first == phase.since:
        seeded = replace(phase, sides=order_by_seed(field, phase, present, seed, scores), finals=None)
        phase = save_phase(tournament, part_mates(field, seeded))
    elif phase.format in (Tournament.Format.ALL, Tournament.Format.GROUPS) and not phase.qualified:
        known = {entry for side in phase.sides for entry in side}
        late = tuple(unit for unit in present if not known & set(unit))
        begun = phase.finals is not None and phase.finals < field.first
        phase = phase if begun or not late else save_phase(tournament, replace(phase, sides=(*phase.sides, *late)))
    elif phase.format == Tournament.Format.KNOCKOUT and not phase.qualified:
        phase = add_late_comers(field, phase, present)
    return phase


def add_late_comers(field: PairingPool, phase: Phase, present: Sequence[tuple[int, ...]]) -> Phase:
    """Return the knockout with the late-comers among `present` (tuples of entries), each added as its last seed in the
    place of a bye. It stops where no bye is left whose holder has not played on. Saves the phase."""
    known = {entry for side in phase.sides for entry in side}
    for unit in present:
        if known & set(unit):
            continue
        before, wider = phases.read_phase_state(field.tournament, phase), replace(phase, sides=(*phase.sides, unit))
        after = phases.read_phase_state(field.tournament, wider)
        pending = [duel.pair for duel in before.unfinished_duels]
        if not knockout.can_add_seed(before.compute_brackets()[0], after.compute_brackets()[0], pending):
            break
        phase = save_phase(field.tournament, wider)
    return phase


def list_late_comers(field: PairingPool, row: Row) -> list[int]:
    """Return the entries that are present for the draft's round, but came too late for a phase that was open to
    everybody."""
    phase = phases.get_current_phase(field.tournament)
    if phase is None or phase.qualified or phase.format == Tournament.Format.SWISS:
        return []
    known = {entry for side in phase.sides for entry in side}
    return [entry for entry in row.get("aside", ()) if entry not in known]


def keep_seeding(tournament: Tournament, n: int) -> None:
    """Save with the tournament which ratings round n is drawn from, if it is drawn by rating; else forget any saved for
    it. Raises NotNow if nobody who plays has a rating."""
    if is_seeded_round(tournament, n):
        seeding = build_seeding(tournament, n)
        if seeding is None:
            raise NotNow(_("Personne ici n’a encore d’estimation à ce jeu : choisissez un autre ordre pour commencer."))
        save_fields(tournament, seeded_by=tournament.seeding | seeding)
    elif tournament.seeding.get("round") == n:
        save_fields(tournament, seeded_by=None)


def order_by_seed(
    field: PairingPool, phase: Phase, present: Sequence[tuple[int, ...]], seed: int, scores: Scores
) -> phases.Sides:
    """Return the sides that are `present` (tuples of entries) in the order of their seeds: by scores, by list, by
    rating (those without one last) or by lot. If only some qualify, those with the best scores are taken."""
    merit = {unit: sum(scores.get(entry, 0) for entry in unit) for unit in present}
    lots = {unit: Random(f"{seed}/{unit}").random() for unit in present}
    ranked = sorted(present, key=lambda unit: (-merit[unit], lots[unit]))
    best = ranked[: phase.qualified] if phase.qualified else ranked
    if phase.seeding == phases.STANDINGS:
        return tuple(best)
    if phase.is_by_rating:
        levels = {unit: compute_level(field.tournament.seeding, unit) for unit in best}
        return tuple(sorted(best, key=lambda unit: (levels[unit] is None, -(levels[unit] or 0), lots[unit])))
    chosen = set(best)
    if phase.seeding == phases.LIST:
        return tuple(unit for unit in present if unit in chosen)
    return tuple(sorted(chosen, key=lambda unit: lots[unit]))


def part_mates(field: PairingPool, phase: Phase) -> Phase:
    """Return the phase with its sides reordered so that mates (of one team or club) meet late. A Swiss keeps its order,
    since each of its draws keeps mates apart."""
    mates = map_mates(field, phase)
    if not mates or phase.format == Tournament.Format.SWISS:
        return replace(phase, moved=None)
    taken = late_mates.put_mates_late(plan_seeds(phase), mates)
    moved = sum(seed != place for place, seed in enumerate(taken))
    return replace(phase, sides=tuple(phase.sides[seed] for seed in taken), moved=moved)


def map_mates(field: PairingPool, phase: Phase) -> dict[tuple[int, int], int]:
    """Return {pair of sides of one team or club: in how many first rounds of the phase they should not meet}; sides
    count from 0."""
    of = field.to_players(some[0] for some in phase.sides)
    side = {player: n for n, player in enumerate(of)}
    first_rounds = (field.tournament.club_rounds or 0) - phase.since + 1
    known = ((field.clubs, first_rounds), (field.teams, len(of) * 2))
    return {
        (min(side[a], side[b]), max(side[a], side[b])): until
        for groups, until in known
        for a, b in list_mate_pairs(groups)
        if until > 0 and a in side and b in side
    }


def plan_seeds(phase: Phase) -> late_mates.SeedPlan:
    """Return the plan that says when any two seeds of the phase meet for the first time, by their places from 0."""
    n = len(phase.sides)
    if phase.format == Tournament.Format.KNOCKOUT:
        return late_mates.plan_knockout(n)
    if phase.format == Tournament.Format.GROUPS:
        return late_mates.plan_groups(n, len(phase.group_sides), phase.double)
    return late_mates.plan_round_robin(n, phase.double)


# --- what is drawn -----------------------------------------------------------------------------------------


DrawChoice = tuple[int, list[Row], Evaluation | None]
"""One possible draw: its random seed, its rounds as a RoundDraft stores them, and their evaluation if it is known."""


def settle_phase(field: PairingPool, seed: int, scores: Scores) -> tuple[Phase, list[Row]]:
    """Settle who takes part in what comes next. Returns (the phase, its next rounds where they follow from the
    results); no rounds in a Swiss, whose draw is random. Raises NotNow if nothing is left to draw, or if a result that
    it needs is missing."""
    phase = settle_sides(field, seed, scores)
    if len(phase.sides) < 2:
        raise NotNow(_("Il faut au moins deux adversaires."))
    check_group_count(phase, field.first)
    if field.tournament.format == Tournament.Format.SWISS:
        return phase, []
    rounds = build_next_rounds(field, phases.read_phase_state(field.tournament, phase))
    update_planned_rounds(field.tournament, field.first, len(rounds))
    return phase, rounds


def check_group_count(phase: Phase, first: int) -> None:
    """Raise NotNow if groups are about to be drawn and there are too many of them to give each at least two sides.
    `first`: the number of the round to draw."""
    most = len(phase.sides) // 2
    if phase.format == Tournament.Format.GROUPS and phase.since == first and phase.groups > most:
        words = ngettext(
            "Avec %(n)s adversaires, il y a %(most)s poule au plus : changez-en le nombre.",
            "Avec %(n)s adversaires, il y a %(most)s poules au plus : changez-en le nombre.",
            most,
        )
        raise NotNow(words % {"n": len(phase.sides), "most": most})


def build_next_rounds(field: PairingPool, phase_state: PhaseState) -> list[Row]:
    """Return all rounds that are left of a round robin or of groups; of a bracket, only the next one. Raises NotNow if
    none is left."""
    left = list_rounds_to_come(phase_state)
    if left:
        return [build_row(field, phase_state, one, n) for n, one in enumerate(left, field.first)]
    if phase_state.phase.format == Tournament.Format.ALL:
        raise NotNow(_("Tout le monde a rencontré tout le monde : il n’y a plus de ronde à tirer."))
    return [build_row(field, phase_state, build_bracket_round(field, phase_state), field.first)]


def list_rounds_to_come(phase_state: PhaseState) -> Sequence[model.DrawRound]:
    """Return the remaining rounds that do not depend on results; none for a bracket."""
    phase = phase_state.phase
    if phase.format == Tournament.Format.ALL or (
        phase.format == Tournament.Format.GROUPS and not phase_state.has_finals_begun
    ):
        return phase_state.list_rounds_left()
    return ()


def update_planned_rounds(tournament: Tournament, first: int, drawn: int) -> None:
    """Save how many rounds the tournament will have, as far as is known; `drawn`: rounds drawn from `first` on."""
    phase = phases.get_current_phase(tournament)
    state = phases.read_phase_state(tournament, phase) if phase else None
    ahead = state.compute_brackets() if state else []
    after = state.count_rounds_of_finals() if state else 0
    rounds = first - 1 + max([drawn + after, *(bracket.rounds_left for bracket in ahead)])
    if rounds != tournament.planned_rounds:
        save_fields(tournament, planned_rounds=rounds)


def build_bracket_round(field: PairingPool, phase_state: PhaseState) -> model.DrawRound:
    """Return the round of all bracket matches that can be played now; a match that was put off waits, and so do those
    that depend on it. After groups, the first call settles and saves who qualifies. Raises NotNow."""
    check_results(phase_state)
    phase = phase_state.phase
    if phase.format == Tournament.Format.GROUPS and not phase_state.has_finals_begun:
        main, other = phase_state.find_qualifiers()
        phase = replace(phase, finals=field.first, main=main, other=other if phase.consolation else ())
        phase_state = replace(phase_state, phase=save_phase(field.tournament, phase))
    ready = list_ready_matches(phase_state)
    if not ready and (later := list_adjourned_duels(phase_state)):
        raise build_missing_results_error(later)
    if not ready:
        raise NotNow(_("Le tableau est joué : il n’y a plus de ronde à tirer."))
    first = Counter(duel.pair[0] for duel in phase_state.duels)
    pairs = [(match.sides[0] or 0, match.sides[1] or 0) for match in ready]
    return model.DrawRound(tuple(berger.order_pair(a, b, first) for a, b in pairs))


def list_ready_matches(phase_state: PhaseState) -> list[Match]:
    """Return the bracket matches that can be played now, without those that were put off."""
    later = {frozenset(duel.pair) for duel in list_adjourned_duels(phase_state)}
    return [
        match
        for each in phase_state.compute_brackets()
        for match in each.ready_matches
        if frozenset(match.sides) not in later
    ]


def check_results(phase_state: PhaseState) -> None:
    """Raise NotNow if a result is missing that the bracket needs. A side that left has lost; a match that was put off
    is not awaited. All games of the groups are needed before the finals, as who qualifies depends on each."""
    missing = [duel for duel in phase_state.unfinished_duels if not set(duel.pair) & phase_state.departed]
    if phase_state.phase.format == Tournament.Format.KNOCKOUT or phase_state.has_finals_begun:
        missing = [duel for duel in missing if not duel.adjourned]
    if missing:
        raise build_missing_results_error(missing)


def list_adjourned_duels(phase_state: PhaseState) -> list[Duel]:
    """Return the unfinished matches that were put off and whose sides are both still present."""
    return [
        duel for duel in phase_state.unfinished_duels if duel.adjourned and not set(duel.pair) & phase_state.departed
    ]


def build_missing_results_error(duels: Sequence[Duel]) -> NotNow:
    """Build the error that names the tables whose results are missing."""
    listing = ", ".join(str(duel.table) for duel in duels)
    words = _("Le tableau attend ces tables : %(tables)s. Jouez-les, ou dites ce qu’elles deviennent.")
    return NotNow(words % {"tables": listing})


def draw_swiss_row(
    field: PairingPool, phase: Phase, seed: int, scores: Scores, locked: Sequence[Any]
) -> tuple[Row, Evaluation]:
    """Draw one round of a Swiss. Returns (the round as a RoundDraft stores it, its evaluation). `locked`: by
    round (here one), the tables to keep, as (number, players of the draw); empty if none is kept."""
    request = build_swiss_request(field, phase, scores, seed=seed, locked=tuple(locked))
    one = pair_matching.draw_pairs(request)
    (row,) = build_draft_rows(field, (one,), locked)
    return add_aside(field, row, field.first), evaluate_rounds(request, (one,))


def compute_least_spread(field: PairingPool, scores: Scores) -> int | None:
    """Return the least spread (distances in the ranking between opponents, added up) that an equally good round of the
    Swiss can reach; None if it is not known."""
    phase = phases.get_current_phase(field.tournament)
    return pair_matching.find_least_spread(build_swiss_request(field, phase, scores)) if phase else None


def build_draft_rows(field: PairingPool, rounds: Sequence[model.DrawRound], locked: Sequence[Any]) -> list[Row]:
    """Return the drawn rounds as a RoundDraft stores them in `rounds`: with entries instead of players. `locked`: by
    round, the tables that were kept."""
    return [
        {
            "tables": field.to_tables(one.tables),
            "resting": [entry for player in one.resting for entry in field.list_seated(player)],
            "locked": [number for number, _table in locked[r]] if locked else [],
        }
        for r, one in enumerate(rounds)
    ]


def build_swiss_request(field: PairingPool, phase: Phase, scores: Scores, **asked: Any) -> model.DrawRequest:
    """Build the request for the next round of a Swiss. In a phase for which only some qualified, everybody else counts
    as absent; in any other, late-comers take part. `scores`: by entry, so far; `asked`: more fields of the request,
    such as `seed`."""
    request = field.build_request(1, **{"sizes": TWO, "scores": field.compute_scores(scores), **asked})
    if not phase.qualified or not phase.sides:
        return request
    within = {entry for side in phase.sides for entry in side}
    away = {p for p, unit in enumerate(field.units, 1) if not within & set(unit)}
    return replace(request, absent=(request.absent[0] | away,))


def build_row(field: PairingPool, phase_state: PhaseState, one: model.DrawRound, n: int) -> Row:
    """Return a round of sides as a RoundDraft stores it, with entries instead of sides; people with a fixed table sit
    at it."""
    number, sides = field.number_by_entry, phase_state.phase.sides
    player = {side: number[some[0]] for side, some in enumerate(sides, 1) if some[0] in number}
    tables = [tuple(player[side] for side in pair) for pair in one.tables]
    numbered = seats.number_tables(tables, field.fixed if field.boards is None else (), ())
    row = {
        "tables": field.to_tables(numbered),
        "resting": [
            entry
            for side in one.resting
            for entry in (field.list_seated(player[side]) if side in player else sides[side - 1])
        ],
        "locked": [],
    }
    return add_aside(field, row, n)


def add_aside(field: PairingPool, row: Row, n: int) -> Row:
    """Return the round with "aside": the entries that are present and have no part in it, being out or waiting for
    their next match."""
    seen = {entry for table in row["tables"] for entry in table} | set(row["resting"])
    return row | {"aside": sorted(field.list_entries(n) - seen)}


def check_follows_results(field: PairingPool, row: Row) -> None:
    """Raise NotNow if the draft's round no longer follows from the results."""
    phase = phases.get_current_phase(field.tournament)
    if phase is None or phase.format == Tournament.Format.SWISS:
        return
    now = build_next_rounds(field, phases.read_phase_state(field.tournament, phase))[0]
    if list_pairs(now) != list_pairs(row):
        raise NotNow(_("Un résultat a changé depuis ce tirage : tirez de nouveau."))


def list_pairs(row: Row) -> set[frozenset[int]]:
    """Return the tables of a stored round as sets of entries."""
    return {frozenset(table) for table in row["tables"]}


def is_phase_over(tournament: Tournament) -> bool:
    """True if every game of the current phase is played; never of a Swiss, which has no end of its own."""
    phase = phases.get_current_phase(tournament)
    if phase is None or not phase.sides:
        return False
    standing = phases.read_phase_state(tournament, phase)
    if list_rounds_to_come(standing):
        return False
    if phase.format == Tournament.Format.ALL:
        return True
    return bool(standing.compute_brackets()) and all(bracket.is_over for bracket in standing.compute_brackets())
