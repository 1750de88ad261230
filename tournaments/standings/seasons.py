"""Rank a season: several evenings counted together by a rule that is data.

An evening has a worth for each player; a player's best evenings count. Exact: fractions, never floats. Pure: knows no
database, no game's rules and no language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeVar

from .ranking import get_name_key
from .scores import Number

WAYS = ("total", "places", "beaten", "card_points")
"""How an evening can be counted; see `SeasonRule`."""
PER_CENT = 100  # per cent: a factor of 100 takes a total as it is; «beaten» goes from 0 to 100
MOST_PLACES = 40
BOUNDS = (-10_000, 10_000)
FACTORS = (0, 100_000)
MOST_EVENINGS = 400
CLUB_PLAYERS = 4
"""How many players make up a club's points where several clubs play a season: its best."""


class EveningOutcome(NamedTuple):
    """One player's outcome of one evening.

    rank: his rank there.
    sharing: how many players share that rank, himself included.
    players: how many played.
    total: his gain.
    card_points: the card points that he took.

    The share of the others placed behind him follows from these.
    """

    player: int
    rank: int
    sharing: int
    players: int
    total: int
    card_points: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of the season, with the outcome of each player who played there."""

    tournament: int
    game: str
    outcomes: tuple[EveningOutcome, ...]


@dataclass(frozen=True)
class SeasonRule:
    """How the evenings of a season count.

    way: "total", the gains, each game's times its factor in per cent; "places", points for the first, second… place, 0
        below the last one listed; "beaten", the per cent of the other players placed behind; "card_points", the card
        points that the player took.
    places: the points of "places".
    factors: by game, the factor of "total".
    best: how many evenings count at most (None: all).
    least: a player with fewer evenings is not ranked yet.
    presence: what every evening adds, whether or not it counts among the best.
    average: the evenings that count are not added up, their average counts.
    """

    way: str = "places"
    places: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    factors: Mapping[str, int] = field(default_factory=dict)
    best: int | None = None
    least: int = 1
    presence: int = 0
    average: bool = False

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "SeasonRule":
        """Return the rule from its stored mapping. Raises TypeError where it is not valid."""
        given: dict[str, Any] = dict(stored)
        return cls(**given | ({"places": tuple(given["places"])} if "places" in given else {}))

    @property
    def as_json(self) -> dict[str, Any]:
        """The rule as a mapping for storage."""
        return asdict(self) | {"places": list(self.places), "factors": dict(self.factors)}

    def compute_score(self, worths: Sequence[Number]) -> Number:
        """Return a player's score in the season. `worths`: what each of his evenings is worth, without the points for
        presence."""
        best = sorted(worths, reverse=True)[: self.best]
        parts = len(best) if self.average and best else 1
        return divide(sum(best), parts) + self.presence * len(worths)


def check_season_rule(rule: SeasonRule) -> list[tuple[str, str]]:
    """Return why no season can be counted by this rule; an empty list where one can.

    A problem is (field, "unknown" or "bounds").
    """
    low, high = BOUNDS
    falling = all(first >= second for first, second in pairwise(rule.places))
    wrong = {
        "way": rule.way not in WAYS,
        "places": not (1 <= len(rule.places) <= MOST_PLACES and falling and _are_within(rule.places, BOUNDS)),
        "factors": not _are_within(rule.factors.values(), FACTORS),
        "best": rule.best is not None and not 1 <= rule.best <= MOST_EVENINGS,
        "least": not 1 <= rule.least <= MOST_EVENINGS,
        "presence": not low <= rule.presence <= high,
    }
    return [(what, "unknown" if what == "way" else "bounds") for what, is_wrong in wrong.items() if is_wrong]


def _are_within(numbers: Any, bounds: tuple[int, int]) -> bool:
    """True if all numbers are within the bounds. `bounds`: the least and the most."""
    return all(bounds[0] <= each <= bounds[1] for each in numbers)


RankedRow = TypeVar("RankedRow", "SeasonRow", "ClubRow")


class SeasonPart(NamedTuple):
    """What one evening brought a player, and whether it counts among his best."""

    tournament: int
    outcome: EveningOutcome
    worth: Number
    is_counted: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player of the season. `rank`: None while he has too few evenings; `won`: how many evenings he won."""

    rank: int | None
    tied: bool
    player: int
    name: str
    score: Number
    evenings_won: int
    parts: tuple[SeasonPart, ...]


def build_season_rows(evenings: Sequence[Evening], rule: SeasonRule, names: Mapping[int, str]) -> tuple[SeasonRow, ...]:
    """Return a row for everybody who played an evening, best first.

    Players are ranked by score, then by evenings won; equals share a rank (1, 2, 2, 4). Players who are not ranked yet
    come last, by score. `names`: by player.
    """
    parts: dict[int, list[tuple[int, EveningOutcome, Number]]] = {}
    for evening in evenings:
        for outing in evening.outcomes:
            worth = compute_worth(outing, evening.game, rule)
            parts.setdefault(outing.player, []).append((evening.tournament, outing, worth))
    rows = [_build_season_row(player, names[player], mine, rule) for player, mine in parts.items()]
    rows.sort(key=lambda row: (row.rank is None, -row.score, -row.evenings_won, get_name_key(row.name), row.player))
    return tuple(_add_ranks(rows))


def compute_worth(outcome: EveningOutcome, game: str, rule: SeasonRule) -> Number:
    """Return what the evening is worth, without presence.

    Players who share a place share the points of the places that they fill.
    """
    if rule.way == "total":
        return divide(outcome.total * rule.factors.get(game, PER_CENT), PER_CENT)
    if rule.way == "card_points":
        return outcome.card_points
    if rule.way == "beaten":
        others = outcome.players - 1
        behind = outcome.players - outcome.rank - (outcome.sharing - 1)
        return divide(PER_CENT * (2 * behind + outcome.sharing - 1), 2 * others) if others else PER_CENT // 2
    filled = range(outcome.rank - 1, outcome.rank - 1 + outcome.sharing)
    return divide(sum(rule.places[place] for place in filled if place < len(rule.places)), outcome.sharing)


def divide(number: Number, parts: int) -> Number:
    """Return the number divided by `parts`, exactly, as a whole number where it is one: a season adds and compares
    thousands of them, and fractions take ten times as long."""
    whole, rest = divmod(number, parts)
    return Fraction(number, parts) if rest else whole


def _build_season_row(
    player: int, name: str, parts: list[tuple[int, EveningOutcome, Number]], rule: SeasonRule
) -> SeasonRow:
    """Return a player's row with the best evenings counted, not ranked among the others yet. `parts`: his evenings,
    with what each brought him and is worth."""
    worths = [worth for _evening, _outcome, worth in parts]
    best = set(sorted(range(len(parts)), key=worths.__getitem__, reverse=True)[: rule.best])
    season_parts = tuple(SeasonPart(*part, is_counted=n in best) for n, part in enumerate(parts))
    score = rule.compute_score(worths)
    won = sum(part.outcome.rank == 1 for part in season_parts)
    return SeasonRow(1 if len(season_parts) >= rule.least else None, False, player, name, score, won, season_parts)


def _add_ranks(rows: Sequence[RankedRow]) -> list[RankedRow]:
    """Return the same rows in their order, each with its rank: rows with equal score and evenings won share one. Rows
    that are not ranked keep None."""
    ranked: list[RankedRow] = []
    for _, group in groupby(rows, key=lambda row: (row.rank is None, row.score, row.evenings_won)):
        equals = list(group)
        rank = None if equals[0].rank is None else len(ranked) + 1
        tied = rank is not None and len(equals) > 1
        ranked += [replace(each, rank=rank, tied=tied) for each in equals]
    return ranked


@dataclass(frozen=True, slots=True)
class ClubRow:
    """One club's row in a season that several clubs play: the sum of its best players' scores, and these players, best
    first. `rank`: None while none of its players is ranked."""

    rank: int | None
    tied: bool
    club: int
    name: str
    score: Number
    evenings_won: int
    players: tuple[SeasonRow, ...]


def build_club_rows(
    rows: Sequence[SeasonRow], club_of: Mapping[int, int], names: Mapping[int, str]
) -> tuple[ClubRow, ...]:
    """Return a row for each club, best first, with ranks; equals share one. `rows`: the players' rows of the season;
    `club_of`: by player; `names`: by club."""
    best: dict[int, list[SeasonRow]] = {club: [] for club in names}
    for row in rows:
        if row.rank is not None and len(best[club_of[row.player]]) < CLUB_PLAYERS:
            best[club_of[row.player]].append(row)
    club_rows = [
        ClubRow(
            1 if mine else None,
            False,
            club,
            names[club],
            sum(row.score for row in mine),
            sum(row.evenings_won for row in mine),
            tuple(mine),
        )
        for club, mine in best.items()
    ]
    club_rows.sort(key=lambda row: (row.rank is None, -row.score, -row.evenings_won, get_name_key(row.name), row.club))
    return tuple(_add_ranks(club_rows))


def list_running_scores(rows: Sequence[SeasonRow], events: Sequence[int], rule: SeasonRule) -> dict[int, list[Number]]:
    """Return, by player, his scores in the season, one after each of the evenings `events` (ids, in order): of his
    evenings until then the best ones count, and each adds its points for presence. Where `events` are all of the
    season's, the last score is that of his row."""
    running_scores: dict[int, list[Number]] = {}
    for row in rows:
        brought = {part.tournament: part.worth for part in row.parts}
        played: list[Number] = []
        scores: list[Number] = []
        score = rule.compute_score(played)
        for event in events:
            if event in brought:
                played.append(brought[event])
                score = rule.compute_score(played)
            scores.append(score)
        running_scores[row.player] = scores
    return running_scores
