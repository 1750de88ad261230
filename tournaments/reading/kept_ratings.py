"""What is kept of a club's skill, as pages read it. The documents, all of plain figures:

- of a game: "losses", a ModelLoss by the name of its model; "players", a RatedPlayer each;
- of a player: "curve", a SkillPoint each; "gains", a KeptGain each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.models import Club, KeptRatings, Player
from tournaments.standings.log_loss import ModelLoss, SkillVerdict
from tournaments.standings.rated_tables import LEAST_TABLES
from tournaments.standings.skill_points import SkillPoint

from .rated_tables import compute_ratings_stamps, list_rated_tournaments, list_unrated_players

SKILL, ELO, HABIT = "skill", "elo", "habit"
"""Skill through time, Elo by pairs, and «who won more often»."""


class RatedPlayer(NamedTuple):
    """A player after his last table. `mean`, `deviation`: his skill; `tenths`: his Elo."""

    player: int
    tables: int
    day: int
    mean: float
    deviation: float
    tenths: int

    @property
    def skill(self) -> SkillPoint:
        """His skill, as a band."""
        return SkillPoint(self.day, self.mean, self.deviation)


class KeptGain(NamedTuple):
    """An EloGain of the player whom the row is about."""

    day: int
    table: int
    opponent: int
    level: int
    other_level: int
    expected: int
    score: int
    tenths: int


@dataclass(frozen=True)
class GameRatings:
    """What a club's evenings of one game say. `losses`: of each model; `players`: those with tables enough, the best
    first, by the lower end of their band, or by Elo where skill through time shows nothing; `is_current`: nothing has
    changed since."""

    game: str
    losses: dict[str, ModelLoss]
    players: Sequence[RatedPlayer]
    is_current: bool

    @property
    def tables(self) -> int:
        """How many tables were foretold."""
        return self.losses[SKILL].tables

    @property
    def shows_skill(self) -> bool:
        """True if skill through time beats a coin."""
        return self.losses[SKILL].verdict is SkillVerdict.BETTER

    @property
    def shows_elo(self) -> bool:
        """True if Elo beats a coin."""
        return self.losses[ELO].verdict is SkillVerdict.BETTER

    @property
    def verdict(self) -> SkillVerdict:
        """Whether some model beats a coin."""
        found = {each.verdict for each in self.losses.values()}
        return SkillVerdict.BETTER if SkillVerdict.BETTER in found else SkillVerdict.UNKNOWN


def read_ratings(club: Club) -> tuple[list[GameRatings], bool]:
    """Return what is kept of each game of the club, and whether all of it is what its evenings say now. Four queries,
    however many evenings and players."""
    unrated = list_unrated_players(club)
    stamps = compute_ratings_stamps(list_rated_tournaments(club), unrated)
    kept = KeptRatings.objects.filter(club=club, player=None, game__in=stamps).order_by("game", "pk")
    found = {row.game: _build_game(row, unrated, is_current=row.stamp == stamps[row.game]) for row in kept}
    return list(found.values()), set(found) == set(stamps) and all(each.is_current for each in found.values())


def _build_game(row: KeptRatings, unrated: set[int], *, is_current: bool) -> GameRatings:
    """Return what a row says of a game; nothing of who wants none reckoned of him, whenever he said so."""
    everybody = [RatedPlayer(*values) for values in row.document["players"]]
    shown = [each for each in everybody if each.tables >= LEAST_TABLES and each.player not in unrated]
    losses = {name: ModelLoss(**values) for name, values in row.document["losses"].items()}
    has_bands = losses[SKILL].verdict is SkillVerdict.BETTER
    shown.sort(key=lambda each: (-each.skill.low if has_bands else -each.tenths, each.player))
    return GameRatings(row.game, losses, shown, is_current)


def read_player_ratings(player: Player) -> dict[str, tuple[list[SkillPoint], list[KeptGain]]]:
    """Return a player's curve and what he took at each table, by game."""
    return {
        row.game: (
            [SkillPoint(*values) for values in row.document["curve"]],
            [KeptGain(*values) for values in row.document["gains"]],
        )
        for row in KeptRatings.objects.filter(player=player).order_by("game", "pk")
    }
