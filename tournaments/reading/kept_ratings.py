"""What is kept of a club's skill, as pages read it. The documents, all of plain figures:

- of a game: "losses", a ModelLoss by the name of its model; "players", a RatedPlayer each;
- of a player: "curve", a SkillPoint each; "gains", a KeptGain each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, QuerySet

from tournaments.models import Club, KeptRatings, Player
from tournaments.standings.log_loss import ModelLoss, SkillVerdict
from tournaments.standings.rated_tables import LEAST_TABLES
from tournaments.standings.skill_points import SkillPoint

from .rated_tables import UNRATED, compute_ratings_stamps, list_rated_tournaments, list_unrated_players
from .shown_names import Viewer, may_show_name

SKILL, ELO, HABIT = "skill", "elo", "habit"
"""Skill through time, Elo by pairs, and «who won more often»."""


class RatedPlayer(NamedTuple):
    """A player's rating after his last table. `mean`, `deviation`: his skill; `tenths`: his Elo, in tenths of a
    point."""

    player: int
    tables: int
    day: int
    mean: float
    deviation: float
    tenths: int

    @property
    def skill(self) -> SkillPoint:
        """His skill, with the band in which it probably lies."""
        return SkillPoint(self.day, self.mean, self.deviation)


class KeptGain(NamedTuple):
    """One stored gain or loss of Elo of a player, from one opponent at one table; the fields are those of EloGain in
    standings.elo."""

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
    """The stored ratings of one game in a club. `losses`: by model, how well it predicted results; `players`: those
    with enough tables, the best first (by the lower end of their skill's band, or by Elo where that model shows no
    skill); `stamp`: a digest of all that the ratings were computed from."""

    game: str
    losses: dict[str, ModelLoss]
    players: Sequence[RatedPlayer]
    stamp: str

    @property
    def tables(self) -> int:
        """The number of tables whose results the models predicted."""
        return self.losses[SKILL].tables

    @property
    def shows_skill(self) -> bool:
        """True if the skill model predicts results better than a coin."""
        return self.losses[SKILL].verdict is SkillVerdict.BETTER

    @property
    def shows_elo(self) -> bool:
        """True if Elo predicts results better than a coin."""
        return self.losses[ELO].verdict is SkillVerdict.BETTER

    @property
    def is_rated(self) -> bool:
        """True if some figure of this game deserves to be shown as a rating."""
        return self.shows_skill or self.shows_elo

    @property
    def verdict(self) -> SkillVerdict:
        """The verdict BETTER if some model predicts results better than a coin, else UNKNOWN."""
        verdicts = {each.verdict for each in self.losses.values()}
        return SkillVerdict.BETTER if SkillVerdict.BETTER in verdicts else SkillVerdict.UNKNOWN


def read_ratings(club: Club) -> tuple[list[GameRatings], bool]:
    """Return the stored ratings of each game of the club, and whether all of them are up to date with its evenings.
    Four queries, however many evenings and players."""
    unrated = list_unrated_players(club)
    stamps = compute_ratings_stamps(list_rated_tournaments(club), unrated)
    games = [_build_game(row, unrated) for row in _find_games(club) if row.game in stamps]
    return games, {each.game: each.stamp for each in games} == stamps


def list_shown_ratings(viewer: Viewer, club: Club) -> list[GameRatings]:
    """Return the stored ratings that this viewer may see, of the games that have some: those of the players whose names
    he may read in full; to anybody only if the club publishes ratings."""
    if viewer is Viewer.ANYBODY and not club.ratings_public:
        return []
    rows = list(_find_games(club))
    hidden = _list_hidden_players(viewer, club) if rows else set()
    return [each for row in rows if (each := _build_game(row, hidden)).is_rated]


def _list_hidden_players(viewer: Viewer, club: Club) -> set[int]:
    """Return the ids of the players whose ratings this viewer may not see."""
    unrated = ExpressionWrapper(UNRATED, BooleanField())
    people = Player.objects.filter(club=club).annotate(unrated=unrated).values_list("pk", "discreet", "unrated")
    return {pk for pk, discreet, is_unrated in people if is_unrated or not may_show_name(viewer, discreet, club)}


def are_ratings_public(player: Player) -> bool:
    """True if the club's public pages show this player's ratings."""
    club = player.club
    return club.ratings_public and player.rated and may_show_name(Viewer.ANYBODY, player.discreet, club)


def find_game_ratings(club: Club, game: str) -> GameRatings | None:
    """Return the stored ratings of one game of the club; None before any were computed, after one query."""
    row = KeptRatings.objects.filter(club=club, player=None, game=game).order_by("pk").first()
    return _build_game(row, list_unrated_players(club)) if row else None


def _find_games(club: Club) -> QuerySet[KeptRatings]:
    """Return the stored rows about a whole game of the club, not about one player."""
    return KeptRatings.objects.filter(club=club, player=None).order_by("game", "pk")


def _build_game(row: KeptRatings, hidden: set[int]) -> GameRatings:
    """Return the ratings of one game from its stored row, without the players in `hidden` and those with too few
    tables."""
    everybody = [RatedPlayer(*values) for values in row.document["players"]]
    rated = [each for each in everybody if each.tables >= LEAST_TABLES and each.player not in hidden]
    losses = {name: ModelLoss(**values) for name, values in row.document["losses"].items()}
    has_bands = losses[SKILL].verdict is SkillVerdict.BETTER
    rated.sort(key=lambda each: (-each.skill.low if has_bands else -each.tenths, each.player))
    return GameRatings(row.game, losses, rated, row.stamp)


def read_player_ratings(player: int) -> dict[str, tuple[list[SkillPoint], list[KeptGain]]]:
    """Return, by game, (the player's skill on each day, his gains of Elo at each table). `player`: his id."""
    return {
        row.game: (
            [SkillPoint(*values) for values in row.document["curve"]],
            [KeptGain(*values) for values in row.document["gains"]],
        )
        for row in KeptRatings.objects.filter(player=player).order_by("game", "pk")
    }
