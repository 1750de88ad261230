"""Rounds of two sides at each table: what is drawn next in a Swiss, a round robin, a knockout, groups and their finals.

Which sides take part, and in which order, is settled with the first draw of a phase and kept with the event; later
draws follow from what was played.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import phases
from tournaments.draws import berger, judging, knockout, matching, model, seats
from tournaments.models import Event
from tournaments.phases import Duel, Phase, Stand

from .errors import NotNow
from .seating_field import Field

Row = dict[str, Any]
Scores = Mapping[int, int]
TWO = (2,)


def begin(event: Event, asked: Phase, following: int) -> list[dict[str, Any]]:
    """The event's phases once this one is asked for: it follows the others, or takes the place of one that has not
    begun. Raises NotNow where it has, and was asked for otherwise."""
    kept = phases.phases_of(event)
    if kept and kept[-1].since >= following:
        kept.pop()
    elif kept and kept[-1].format == asked.format == event.format:
        if kept[-1].asked != asked.asked:
            raise NotNow(_("Cette phase a commencé : ses réglages ne changent plus."))
        return event.phases  # type: ignore[no-any-return]
    return [*(each.kept for each in kept), replace(asked, since=following).kept]


def keep_phase(event: Event, phase: Phase) -> Phase:
    event.phases = [*event.phases[:-1], phase.kept]
    event.save(update_fields=["phases"])
    return phase


# --- who takes part ----------------------------------------------------------------------------------------


def settled(field: Field, seed: int, scores: Scores) -> Stand:
    """The phase with the sides that take part in its next round, kept, and how it stands."""
    event = field.event
    phase = phases.current(event)
    if phase is None:
        raise NotNow(_("Dites d’abord comment se joue cette partie de la soirée."))
    there = [field.units[p - 1] for p in field.present(field.first)]
    if field.first == phase.since:
        phase = keep_phase(event, replace(phase, sides=seeded(phase, there, seed, scores), finals=None))
    elif phase.format in (Event.Format.ALL, Event.Format.GROUPS) and not phase.qualified:
        known = {entry for side in phase.sides for entry in side}
        late = tuple(unit for unit in there if not known & set(unit))
        begun = phase.finals is not None and phase.finals < field.first
        phase = phase if begun or not late else keep_phase(event, replace(phase, sides=(*phase.sides, *late)))
    elif phase.format == Event.Format.KNOCKOUT and not phase.qualified:
        phase = with_byes_taken(field, phase, there)
    return phases.stand(event, phase)


def with_byes_taken(field: Field, phase: Phase, there: Sequence[tuple[int, ...]]) -> Phase:
    """The knockout with each late-comer as its last seed, for whom a bye is left whose holder has not played on."""
    known = {entry for side in phase.sides for entry in side}
    for unit in there:
        if known & set(unit):
            continue
        before, wider = phases.stand(field.event, phase), replace(phase, sides=(*phase.sides, unit))
        after = phases.stand(field.event, wider)
        pending = [duel.pair for duel in before.unfinished]
        if not knockout.takes_in(before.brackets()[0], after.brackets()[0], pending):
            break
        phase = keep_phase(field.event, wider)
    return phase


def too_late(field: Field, row: Row) -> list[int]:
    """Entries that are there for the draft's round and belong to no side of a phase that was open to everybody."""
    phase = phases.current(field.event)
    if phase is None or phase.qualified or phase.format == Event.Format.SWISS:
        return []
    known = {entry for side in phase.sides for entry in side}
    return [entry for entry in row.get("aside", ()) if entry not in known]


def seeded(phase: Phase, there: Sequence[tuple[int, ...]], seed: int, scores: Scores) -> phases.Sides:
    """The sides in the order of seeds; only the best of the standings where not all take part."""
    merit = {unit: sum(scores.get(entry, 0) for entry in unit) for unit in there}
    lots = {unit: Random(f"{seed}/{unit}").random() for unit in there}
    ranked = sorted(there, key=lambda unit: (-merit[unit], lots[unit]))
    best = ranked[: phase.qualified] if phase.qualified else ranked
    if phase.seeding == phases.STANDING:
        return tuple(best)
    chosen = set(best)
    if phase.seeding == phases.LIST:
        return tuple(unit for unit in there if unit in chosen)
    return tuple(sorted(chosen, key=lambda unit: lots[unit]))


# --- what is drawn -----------------------------------------------------------------------------------------


Choice = tuple[int, list[Row]]
"""The seed of a way to draw, and its rounds."""


def choices(field: Field, seed: int, scores: Scores, locked: Sequence[Any], ways: int) -> list[Choice]:
    """Ways to draw what comes next, the best one first: some where lots are drawn, one where everything follows. Raises
    NotNow where nothing is left to draw, or a result is missing for it."""
    standing = settled(field, seed, scores)
    if len(standing.phase.sides) < 2:
        raise NotNow(_("Il faut au moins deux adversaires."))
    if field.event.format != Event.Format.SWISS:
        found = follow(field, standing)
        plan(field.event, field.first, len(found))
        return [(seed, found)]
    drawn = [(*swiss_row(field, standing, each, scores, locked), each) for each in range(seed, seed + ways)]
    return [(each, [row]) for row, _repeats, each in sorted(drawn, key=lambda one: one[1:])]


def follow(field: Field, standing: Stand) -> list[Row]:
    """All the rounds of a round robin or of groups that are left; else the next one of the bracket."""
    left = rounds_to_come(standing)
    if left:
        return [row_of(field, standing, one, n) for n, one in enumerate(left, field.first)]
    if standing.phase.format == Event.Format.ALL:
        raise NotNow(_("Tout le monde a rencontré tout le monde : il n’y a plus de ronde à tirer."))
    return [row_of(field, standing, finals(field, standing), field.first)]


def rounds_to_come(standing: Stand) -> Sequence[model.Round]:
    """The rounds that are known beforehand."""
    phase = standing.phase
    if phase.format == Event.Format.ALL or (phase.format == Event.Format.GROUPS and not standing.finals_begun):
        return standing.rounds_left()
    return ()


def plan(event: Event, first: int, drawn: int) -> None:
    """How many rounds the evening will have, as far as is known."""
    phase = phases.current(event)
    ahead = phases.stand(event, phase).brackets() if phase else []
    rounds = first - 1 + max([drawn, *(bracket.rounds_left for bracket in ahead)])
    if rounds != event.planned_rounds:
        event.planned_rounds = rounds
        event.save(update_fields=["planned_rounds"])


def finals(field: Field, standing: Stand) -> model.Round:
    """The matches of a knockout that can be played now; one that is put off waits, and who comes from it."""
    check_results(standing)
    phase = standing.phase
    if phase.format == Event.Format.GROUPS and not standing.finals_begun:
        main, other = standing.qualifiers()
        phase = replace(phase, finals=field.first, main=main, other=other if phase.consolation else ())
        standing = replace(standing, phase=keep_phase(field.event, phase))
    later = {frozenset(duel.pair) for duel in put_off(standing)}
    ready = [match for each in standing.brackets() for match in each.ready if frozenset(match.sides) not in later]
    if not ready and later:
        raise awaited(put_off(standing))
    if not ready:
        raise NotNow(_("Le tableau est joué : il n’y a plus de ronde à tirer."))
    first = Counter(duel.pair[0] for duel in standing.duels)
    pairs = [(match.sides[0] or 0, match.sides[1] or 0) for match in ready]
    return model.Round(tuple(berger.seated(a, b, first) for a, b in pairs))


def check_results(standing: Stand) -> None:
    """A knockout goes on once the results are there; who left has lost, and a match that is put off is not awaited.
    Groups are awaited whole: who goes on depends on all of their games."""
    missing = [duel for duel in standing.unfinished if not set(duel.pair) & standing.gone]
    if standing.phase.format == Event.Format.KNOCKOUT or standing.finals_begun:
        missing = [duel for duel in missing if not duel.later]
    if missing:
        raise awaited(missing)


def put_off(standing: Stand) -> list[Duel]:
    return [duel for duel in standing.unfinished if duel.later and not set(duel.pair) & standing.gone]


def awaited(duels: Sequence[Duel]) -> NotNow:
    told = ", ".join(str(duel.table) for duel in duels)
    words = _("Le tableau attend ces tables : %(tables)s. Jouez-les, ou dites ce qu’elles deviennent.")
    return NotNow(words % {"tables": told})


def swiss_row(
    field: Field, standing: Stand, seed: int, scores: Scores, locked: Sequence[Any]
) -> tuple[Row, tuple[int, int]]:
    """One round of a Swiss, and what it costs: repeated meetings, distance in the ranking."""
    request = swiss_request(field, standing.phase, scores, seed=seed, locked=tuple(locked))
    drawn = matching.draw(request)
    one = drawn.rounds[0]
    row = {
        "tables": [field.entries(table) for table in one.tables],
        "resting": [entry for player in one.resting for entry in field.units[player - 1]],
        "locked": [number for number, _table in locked[0]] if locked else [],
    }
    return with_aside(field, row, field.first), (drawn.proof.repeats, judging.judge(request, drawn.rounds).spread)


def least_spread(field: Field, scores: Scores) -> int | None:
    """The smallest distance in the ranking that a round of the Swiss as good can reach; None where it is not known."""
    phase = phases.current(field.event)
    return matching.least_spread(swiss_request(field, phase, scores)) if phase else None


def swiss_request(field: Field, phase: Phase, scores: Scores, **asked: Any) -> model.Request:
    """The next round of a Swiss among the sides of the phase; who came later is among them."""
    request = field.request(1, **{"sizes": TWO, "standing": field.standing(scores), **asked})
    if not phase.qualified or not phase.sides:
        return request
    within = {entry for side in phase.sides for entry in side}
    away = {p for p, unit in enumerate(field.units, 1) if not within & set(unit)}
    return replace(request, absent=(request.absent[0] | away,))


def row_of(field: Field, standing: Stand, one: model.Round, n: int) -> Row:
    """A round of sides as the draft keeps it: people who keep a table at theirs."""
    number, sides = field.number_of, standing.phase.sides
    player = {side: number[some[0]] for side, some in enumerate(sides, 1) if some[0] in number}
    tables = [tuple(player[side] for side in pair) for pair in one.tables]
    numbered = seats.number(tables, field.fixed, ())
    row = {
        "tables": [field.entries(table) for table in numbered],
        "resting": [entry for side in one.resting for entry in sides[side - 1]],
        "locked": [],
    }
    return with_aside(field, row, n)


def with_aside(field: Field, row: Row, n: int) -> Row:
    """The row with whoever is there and has no part in the round: out, or waiting for his next match."""
    seen = {entry for table in row["tables"] for entry in table} | set(row["resting"])
    return row | {"aside": sorted(field.people(n) - seen)}


def check_follows(field: Field, row: Row) -> None:
    """Does the draft's round still follow from the results? Raises NotNow."""
    phase = phases.current(field.event)
    if phase is None or phase.format == Event.Format.SWISS:
        return
    now = follow(field, phases.stand(field.event, phase))[0]
    if pairs_of(now) != pairs_of(row):
        raise NotNow(_("Un résultat a changé depuis ce tirage : tirez de nouveau."))


def pairs_of(row: Row) -> set[frozenset[int]]:
    return {frozenset(table) for table in row["tables"]}


def ended(event: Event) -> bool:
    """Is everything of the current phase played?"""
    phase = phases.current(event)
    if phase is None or not phase.sides:
        return False
    standing = phases.stand(event, phase)
    if rounds_to_come(standing):
        return False
    if phase.format == Event.Format.ALL:
        return True
    return bool(standing.brackets()) and all(bracket.over for bracket in standing.brackets())
