"""What a club's games say of skill: how each model predicted, the players by their bands, a player's gains by Elo."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.models import Tournament
from tournaments.presentation.line_charts import NARROW, WIDE, Chart, build_chart
from tournaments.presentation.text.numbers import format_decimals
from tournaments.presentation.text.option_text import localise
from tournaments.reading.kept_ratings import ELO, HABIT, SKILL, GameRatings, KeptGain, RatedPlayer
from tournaments.standings.elo import START_TENTHS
from tournaments.standings.log_loss import COIN, ModelLoss, SkillVerdict
from tournaments.standings.skill_points import SkillPoint, compute_chance_against_average

from .row_table import NameColumn, NumberColumn, RowColumn, RowTable

MODEL_NAMES: dict[str, Promise] = {
    SKILL: _("L’adresse dans le temps"),
    ELO: _("Elo, paire par paire"),
    HABIT: _("Qui a gagné plus souvent"),
}
VERDICT_WORDS: dict[SkillVerdict, Promise] = {
    SkillVerdict.BETTER: _("devine mieux qu’une pièce"),
    SkillVerdict.UNKNOWN: _("on ne sait pas encore"),
    SkillVerdict.WORSE: _("devine moins bien qu’une pièce"),
}
SCORE_WORDS = (_("derrière"), _("à égalité"), _("devant"))
"""The words for how a player ended beside an opponent, by the score in halves (0, 1, 2)."""
EVEN = 50  # of a hundred times


class LossRow(NamedTuple):
    """How well one model predicts who wins: its name, its log loss, the standard error of that, and a verdict against
    guessing by a coin."""

    name: Any
    loss: float
    error: float
    verdict: Any


def list_loss_rows(losses: Mapping[str, ModelLoss]) -> list[LossRow]:
    """Return a row for the coin (a guess at even odds), then one for each rating model. `losses`: by the name of the
    model."""
    rows = [
        LossRow(MODEL_NAMES[name], each.loss, each.error, VERDICT_WORDS[each.verdict]) for name, each in losses.items()
    ]
    return [LossRow(_("Une pièce"), COIN, 0, ""), *rows]


class LossTable(RowTable):
    """How well each rating model predicted the results of a club's tables, against a coin."""

    name = RowColumn(_("Manière de deviner"), names_row=True)
    loss = NumberColumn(_("Perte"), show=lambda loss: format_decimals(loss, 3))
    error = NumberColumn(_("À peu près"), show=lambda error: f"± {format_decimals(2 * error, 3)}" if error else "")
    verdict = RowColumn(_("Ce que cela dit"))


def compute_share(skill: float) -> int:
    """Return the chance, in per cent, that a player of this skill finishes ahead of an average one."""
    return round(100 * compute_chance_against_average(skill))


def describe_band(point: SkillPoint) -> str:
    """Return a player's skill as text: the lower and upper end of what is likely, in per cent: «de 40 à 65»."""
    return gettext("de %(low)s à %(high)s") % {"low": compute_share(point.low), "high": compute_share(point.high)}


def describe_skill(game: GameRatings, curve: Sequence[SkillPoint], gains: Sequence[KeptGain]) -> dict[str, Any]:
    """Return the context of `public/_skill.html`, what one rated game says of a player: `name`, the game's; `band` and
    `charts`, his skill; `elo`, his Elo. Skill and Elo are left out where that model does not predict better than a
    coin. `curve`: his skill day by day; `gains`: what he won by Elo from each opponent."""
    part: dict[str, Any] = {"name": localise(scoring.get_game(game.game).name)}
    if game.shows_skill:
        part |= {"band": describe_band(curve[-1]), "charts": draw_curve(curve)}
    if game.shows_elo:
        part["elo"] = format_tenths(sum(gain.tenths for gain in gains) + START_TENTHS)
    return part


def draw_curve(curve: Sequence[SkillPoint]) -> list[Chart]:
    """Return the wide and the narrow chart of a player's skill, day by day: upper end, middle and lower end of its
    band."""
    series = {
        gettext("au plus"): [compute_share(point.high) for point in curve],
        gettext("au milieu"): [compute_share(point.mean) for point in curve],
        gettext("au moins"): [compute_share(point.low) for point in curve],
    }
    labels = [date_format(date.fromordinal(point.day), "j N") for point in curve]
    return [chart for box in (WIDE, NARROW) if (chart := build_chart(series, labels, EVEN, box))]


class LevelList(NamedTuple):
    """The level of each player at a rated game, as short texts. `is_skill`: they are skill bands, not Elo; `heading`:
    the heading of their column; `texts`: by player id, the best first."""

    game: str
    name: str
    is_skill: bool
    heading: str
    texts: dict[int, str]


def list_levels(game: GameRatings) -> LevelList:
    """Return each player's skill band, or his Elo if the skill model does not predict better than a coin."""
    heading = gettext("Adresse au jeu, sur 100") if game.shows_skill else gettext("Elo")
    texts = {
        each.player: describe_band(each.skill) if game.shows_skill else format_tenths(each.tenths)
        for each in game.players
    }
    return LevelList(game.game, localise(scoring.get_game(game.game).name), game.shows_skill, heading, texts)


def describe_seeding(tournament: Tournament, n: int, names: Mapping[int, str]) -> dict[str, Any] | None:
    """Return the context of `organiser/_seeding.html`: `figures`, (name, rating) of each rated player, from which round
    n was drawn; `unrated`, the names of the others; the `day` of these ratings; and `is_skill`, whether they are skill
    and not Elo. None if the round was not drawn by rating. `names`: by entry id."""
    seeding = tournament.seeding
    if seeding.get("round") != n:
        return None
    is_skill = seeding["kind"] == SKILL
    figures = {int(entry): figure for entry, figure in seeding["figures"].items() if int(entry) in names}
    known = sorted((entry for entry in figures if figures[entry] is not None), key=lambda entry: -figures[entry])
    return {
        "is_skill": is_skill,
        "is_middle": not tournament.has_duels,
        "day": date.fromordinal(seeding["day"]),
        "figures": [
            (names[entry], compute_share(figures[entry]) if is_skill else format_tenths(figures[entry]))
            for entry in known
        ],
        "unrated": [names[entry] for entry in figures if figures[entry] is None],
    }


def format_tenths(tenths: int) -> str:
    """Return a rating or a rating gain, given in tenths of a point, as text in points."""
    return format_decimals(tenths / 10, 1)


class RatedPlayersTable(RowTable):
    """The rated players of a club with skill band and Elo, sorted by the lower end of the band. `names`: by player
    id."""

    tables = NumberColumn(_("Tables"))
    band = RowColumn(_("Sur 100"), lambda row: row.skill, show=describe_band, style="n")
    elo = NumberColumn(_("Elo"), lambda row: row.tenths, show=format_tenths)

    def __init__(self, rows: Iterable[RatedPlayer], names: Mapping[int, str], **options: Any) -> None:
        player = NameColumn(_("Joueur"), lambda row: names[row.player])
        super().__init__(rows, columns=[("player", player)], sequence=("player", "band", "elo", "tables"), **options)


def format_day(day: int) -> str:
    """Return a day, given as a proleptic ordinal (`date.fromordinal`), as text: «21 nov. 2026»."""
    return date_format(date.fromordinal(day), "j N Y")


class EloGainsTable(RowTable):
    """The Elo points that a player won from or lost to each opponent, table by table. `names`: by player id."""

    day = RowColumn(_("Jour"), show=format_day)
    own = NumberColumn(_("Son camp"), "level", show=format_tenths)
    theirs = NumberColumn(_("L’autre"), "other_level", show=format_tenths)
    expected = NumberColumn(_("Attendu, sur 100"))
    result = RowColumn(_("Fini"), lambda row: SCORE_WORDS[row.score])
    tenths = NumberColumn(_("Pris"))

    def __init__(self, rows: Iterable[KeptGain], names: Mapping[int, str], **options: Any) -> None:
        opponent = RowColumn(_("Contre"), lambda row: names.get(row.opponent, ""), names_row=True)
        sequence = ("day", "opponent", "tenths", "result", "expected", "own", "theirs")
        super().__init__(rows, columns=[("opponent", opponent)], sequence=sequence, **options)

    def render_day(self, row: KeptGain) -> Any:
        """Return the day of the meeting, as a link to the page of its table."""
        return self.link(row, format_day(row.day))

    def render_tenths(self, row: KeptGain) -> str:
        """Return the Elo gain or loss with its sign, in points: «+4,2»."""
        sign = "+" if row.tenths > 0 else "−" if row.tenths else ""
        return f"{sign}{format_tenths(abs(row.tenths))}"
