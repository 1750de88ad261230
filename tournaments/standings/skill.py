"""Skill through time: what each day's tables say of everybody's skill on every other day, as a band.

A player's skill is how much better than the average player of the club he does, in units of how much luck one table
brings. It is computed as TrueSkill Through Time does it. How far apart the skills of a club's players are is learnt
from its own tables: of a few suppositions, that by which the results were predicted best.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, log, sqrt

from trueskillthroughtime import Gaussian, History

from .rated_tables import Chances, RatedTable, iter_days, list_side_pairs
from .skill_points import SkillPoint

SPREADS = (0.125, 0.25, 0.5, 1.0)  # how far apart players may be, in units of luck
USUAL_SPREAD = 0.5
DRIFT = 0.005  # how much a player changes from one day to the next, in units of luck
LEVEL_CHANCE = 0.02  # that two sides end level
ROUNDS, CLOSE_ENOUGH = 6, 1e-3  # of going back and forth through time
SURE = 0.01  # nobody is surer than that to come first


@dataclass(frozen=True, slots=True)
class Skills:
    """The players' skills by a model of skill through time. `curves`: by player, his skill on each day that he played,
    judged by all tables; `chances`: what was expected at each table, judged by earlier days alone; `spread`: the
    supposed standard deviation of skill among players."""

    curves: Mapping[int, tuple[SkillPoint, ...]]
    chances: Chances
    spread: float


def compute_skills(tables: Iterable[RatedTable]) -> Skills:
    """Return the skill of each player on each of his days, computed from these tables."""
    days = list(iter_days(tables))
    if not days:
        return Skills({}, {}, USUAL_SPREAD)
    histories = {spread: _build_history(days, spread) for spread in SPREADS}
    evidence = dict.fromkeys(SPREADS, 0.0)  # how well each supposition did so far
    chances: Chances = {}
    for n, (_day, those) in enumerate(days):
        batch = histories[_choose_spread(evidence)].batches[n]
        before = {player: skill.forward for player, skill in batch.skills.items()}
        chances |= {table.table: _list_chances(table, before) for table in those}
        for spread, history in histories.items():
            evidence[spread] += sum(log(max(event.evidence, 1e-300)) for event in history.batches[n].events)
    spread = _choose_spread(evidence)
    histories[spread].convergence(epsilon=CLOSE_ENOUGH, iterations=ROUNDS, verbose=False)
    curves = histories[spread].learning_curves()
    points = {who: tuple(SkillPoint(day, each.mu, each.sigma) for day, each in curve) for who, curve in curves.items()}
    return Skills(points, chances, spread)


def _build_history(days: Sequence[tuple[int, Sequence[RatedTable]]], spread: float) -> History:
    """Return the history of these days, gone through once in their order, so that each day is judged by earlier ones
    alone. `spread`: the supposed standard deviation of skill among players.

    The library (1.1.0) is given the best side first: with three or more sides in some other orders it credits what it
    has learnt to the wrong ones. The players of a side are sorted, so that the order in which a table names them
    changes nothing.
    """
    tables = [table for _day, those in days for table in those]
    best_first = [
        sorted((place, sorted(side)) for place, side in zip(table.places, table.sides, strict=True)) for table in tables
    ]
    return History(
        [[side for _place, side in sides] for sides in best_first],
        results=[[-place for place, _side in sides] for sides in best_first],
        times=[table.day for table in tables],
        sigma=spread,
        beta=1.0,
        gamma=DRIFT,
        p_draw=LEVEL_CHANCE,
    )


def _choose_spread(evidence: Mapping[float, float]) -> float:
    """Return the spread of skill, one of SPREADS, by which results were predicted best; of equal ones the usual one.
    `evidence`: by spread, how well it did (the logarithm of the chance that it gave to the results)."""
    return max(SPREADS, key=lambda spread: (evidence[spread], spread == USUAL_SPREAD))


def _list_chances(table: RatedTable, skills: Mapping[int, Gaussian]) -> list[float]:
    """Return, for each pair of sides of the table, how likely the first is placed before the second, from 0 to 1.
    `skills`: by player, as known before that day."""
    means = [sum(skills[player].mu for player in side) for side in table.sides]
    spans = [sum(skills[player].sigma ** 2 + 1 for player in side) for side in table.sides]
    return [
        min(1 - SURE, max(SURE, _integrate_normal((means[one] - means[other]) / sqrt(spans[one] + spans[other]))))
        for one, other in ((pair.one, pair.other) for pair in list_side_pairs(table))
    ]


def _integrate_normal(bound: float) -> float:
    """Return the part, from 0 to 1, of the standard normal distribution that lies below the bound."""
    return (1 + erf(bound / sqrt(2))) / 2
