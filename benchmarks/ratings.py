"""How well skill is estimated on a simulated club whose skills are known, and how long ten years take.

Thirty people, 150 evenings, tables of three to five; everybody's skill moves a little from one evening to the next.
Then 500 evenings and 5,000 tables, as processor time.
"""

import random
import sys
from collections import Counter
from itertools import combinations
from math import erf
from pathlib import Path
from statistics import fmean
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.standings.elo import compute_elo
from tournaments.standings.log_loss import COIN, ModelLoss, list_habit_chances, measure_loss
from tournaments.standings.rated_tables import LEAST_TABLES, Chances, RatedTable, iter_days, list_side_pairs
from tournaments.standings.skill import Skills, compute_skills

PEOPLE, EVENINGS, SEEDS = 30, 150, (1, 2, 3)
SPREAD, DRIFT = 0.5, 0.013  # of skills among people, and from one evening to the next, in units of luck
WEEK = 7  # days
TEN_YEARS, TABLES_AN_EVENING = 500, 10
TRIED_SPREADS = (0.0, 0.25, SPREAD, 1.0)


class SimulatedClub:
    """A club whose skills are known. `true`: each player's skill, by day."""

    def __init__(self, seed: int, evenings: int, spread: float, tables: int | None = None) -> None:
        self.chance = random.Random(seed)
        skills = [self.chance.gauss(0, spread) for _ in range(PEOPLE)]
        self.true: dict[int, list[float]] = {}
        self.tables: list[RatedTable] = []
        for evening in range(evenings):
            skills = [self.chance.gauss(skill, DRIFT if spread else 0) for skill in skills]
            self.true[evening * WEEK] = skills
            for group in self.draw_groups(tables):
                self.play(evening, group)

    def draw_groups(self, tables: int | None) -> list[list[int]]:
        """Return who sits together: some of the people at tables of three to five, or so many tables of all."""
        if tables:
            return [self.chance.sample(range(PEOPLE), self.chance.randint(3, 5)) for _ in range(tables)]
        here = self.chance.sample(range(PEOPLE), self.chance.randint(9, 18))
        groups = []
        while len(here) >= 3:
            size = min(len(here), self.chance.randint(3, 5))
            size = size if len(here) - size not in (1, 2) else 3
            groups.append([here.pop() for _ in range(size)])
        return groups

    def play(self, evening: int, group: list[int]) -> None:
        """Play a table: each does as well as his skill and his luck."""
        day = evening * WEEK
        order = sorted(group, key=lambda one: -self.chance.gauss(self.true[day][one], 1))
        n = len(self.tables)
        self.tables.append(RatedTable(n, evening, day, tuple((one,) for one in order), tuple(range(1, len(order) + 1))))

    def list_true_chances(self) -> Chances:
        """Return what whoever knew the skills would expect."""
        found = {}
        for table in self.tables:
            levels = [self.true[table.day][one] for one in table.players]
            found[table.table] = [
                (1 + erf((levels[pair.one] - levels[pair.other]) / 2)) / 2 for pair in list_side_pairs(table)
            ]
        return found


def list_openskill_chances(tables: list[RatedTable]) -> Chances | None:
    """Return what openskill expects as it comes, each pair of a table by itself; None where it is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model, ratings, found = PlackettLuce(), {}, {}
    for _day, those in iter_days(tables):
        for table in those:
            for one in table.players:
                ratings.setdefault(one, model.rating())
            pairs = combinations(table.players, 2)
            found[table.table] = [
                min(0.99, max(0.01, model.predict_win([[ratings[one]], [ratings[other]]])[0])) for one, other in pairs
            ]
        for table in those:
            rated = model.rate([[ratings[one]] for one in table.players], ranks=list(table.places))
            ratings |= {one: each[0] for one, each in zip(table.players, rated, strict=True)}
    return found


def measure_coverage(club: SimulatedClub, skills: Skills) -> tuple[float, float]:
    """Return how many of the bands hold the true skill, of those after the last table and of all days, in players with
    tables enough; a club's skills are measured from its own average."""
    counts = Counter(one for table in club.tables for one in table.players)
    last, every = [], []
    for player, curve in skills.curves.items():
        if counts[player] >= LEAST_TABLES:
            holds = [
                point.low <= club.true[point.day][player] - fmean(club.true[point.day]) <= point.high for point in curve
            ]
            last.append(holds[-1])
            every += holds
    return fmean(last), fmean(every)


def print_loss(name: str, loss: ModelLoss) -> None:
    """Print one line."""
    print(f"  {name:<26} {loss.loss:.3f} ± {loss.error:.3f}   {loss.verdict}")


def try_club(seed: int, spread: float) -> tuple[float, float]:
    """Print how well each model does on one club, and return how well the bands hold."""
    club = SimulatedClub(seed, EVENINGS, spread)
    skills = compute_skills(club.tables)
    print(f"Club {seed}, skills {spread} apart, {len(club.tables)} tables; it seems {skills.spread}")
    print(f"  {'a coin':<26} {COIN:.3f}")
    models = {
        "who won more often": list_habit_chances(club.tables),
        "Elo by pairs": compute_elo(club.tables).chances,
        "skill through time": skills.chances,
        "openskill as it comes": list_openskill_chances(club.tables),
        "the true skills": club.list_true_chances(),
    }
    for name, chances in models.items():
        if chances is not None:
            print_loss(name, measure_loss(club.tables, chances))
    last, every = measure_coverage(club, skills)
    print(f"  bands of 90 % that hold the true skill: {last:.0%} at the end, {every:.0%} of all days")
    return last, every


def time_ten_years() -> None:
    """Print how long everything takes after ten years, in seconds of processor time."""
    club = SimulatedClub(1, TEN_YEARS, SPREAD, TABLES_AN_EVENING)
    print(f"{TEN_YEARS} evenings, {len(club.tables)} tables, seconds of processor time:")
    for name, compute in (("skill", compute_skills), ("Elo", compute_elo), ("who won", list_habit_chances)):
        begun = process_time()
        compute(club.tables)
        print(f"  {name:<26} {process_time() - begun:.1f}")


if __name__ == "__main__":
    held = [try_club(seed, spread) for spread in TRIED_SPREADS for seed in SEEDS if spread or seed == SEEDS[0]]
    last, every = (fmean(shares) for shares in zip(*held, strict=True))
    print(f"All clubs: {last:.0%} at the end, {every:.0%} of all days")
    time_ten_years()
