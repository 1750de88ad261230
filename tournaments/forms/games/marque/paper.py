"""A club's own game on paper: a row for each coup, with the points, the marks, what each then marks, and the total."""

from django.utils.translation import gettext as _

import scoring
from scoring.games.marque.config import DeclaredMark, MarqueConfig
from tournaments.forms.games.game_paper import (
    Column,
    ColumnGroup,
    Figure,
    GamePaper,
    build_points_group,
    build_side_group,
    build_totals_group,
    describe_planned_length,
    describe_target,
    get_letter,
    get_letters,
)
from tournaments.presentation.text.numbers import format_holding, format_signed

ROWS = 12  # coups on a blank sheet where nothing says how many there will be: two such sheets share an A4


def build_groups(setting: scoring.Setting) -> tuple[ColumnGroup, ...]:
    """Return the sheet's groups of columns: points; one for each mark (a bonus that the club declared) and, with marks,
    what each player or side scores; the totals."""
    config: MarqueConfig = setting.config
    title = _("Points") if config.sum is None else _("Points (%(total)s)") % {"total": format_holding(config.sum)}
    groups = [build_points_group(setting, title)]
    groups += [ColumnGroup(mark.name, tuple(_build_mark_columns(setting, mark))) for mark in config.marks.values()]
    if config.marks:
        groups.append(build_side_group(setting, _("On marque"), _read_net, sum=True))
    return (*groups, build_totals_group(setting, _("Total")))


def _build_mark_columns(setting: scoring.Setting, mark: DeclaredMark) -> list[Column]:
    """Return the columns of one mark. It has a single column, for the letter of its holder, or a column for each player
    or side that may have it."""
    if mark.by_one:
        return [
            Column(_("à qui"), lambda step: ", ".join(get_letter(setting, name) for name in _list_holders(step, mark)))
        ]
    return [Column(get_letters(setting, names), _read_cross(mark, names)) for names in setting.list_scoring_sides()]


def _read_cross(mark: DeclaredMark, names: tuple[str, ...]) -> Figure:
    """Return the function that gives, for a coup, «×» if one of these players has the mark, else an empty text."""
    return lambda step: "×" if set(names) & set(_list_holders(step, mark)) else ""


def _list_holders(step: scoring.Step, mark: DeclaredMark) -> list[str]:
    """Return the names of the players who have this mark in a coup."""
    return [each["player"] for each in step.event.get("marks", []) if each["mark"] == mark.key]


def _read_net(step: scoring.Step, name: str) -> str:
    """Return what a player scores in a coup, with its sign, as text."""
    return format_signed(step.outcome.net[name]) if step.outcome else ""


def list_reminders(setting: scoring.Setting) -> list[str]:
    """Return the reminders printed on the sheet: what the club declared of the sum, the marks and the deal."""
    config: MarqueConfig = setting.config
    sum_words = _("Les points d’un coup font %(total)s en tout, primes à part.")
    reminders = [] if config.sum is None else [sum_words % {"total": format_holding(config.sum)}]
    reminders += [
        _("%(mark)s : %(points)s.") % {"mark": mark.name, "points": format_signed(mark.points)}
        for mark in config.marks.values()
    ]
    if config.multiple_of > 1:
        reminders.append(_("On marque par multiples de %(n)s.") % {"n": config.multiple_of})
    return [*reminders, _("La donne passe à droite après chaque coup."), _("Règle du club.")]


def describe_length(opening: scoring.TableState) -> str:
    """Say what ends the partie: the coups or the target that were declared, or whoever organises."""
    if opening.coups_planned is not None:
        return describe_planned_length(opening)
    return describe_target(opening) if opening.setting.config.target is not None else _("sans terme fixé")


def count_coups(setting: scoring.Setting) -> int:
    """Return for how many coups a blank sheet leaves room: as many as the target takes if all win alike; ROWS if
    nothing says."""
    config: MarqueConfig = setting.config
    if config.target is None or config.sum is None or config.sum <= 0:
        return ROWS
    return len(setting.list_scoring_sides()) * (config.target - 1) // config.sum + 1


PAPER = GamePaper(list_reminders, build_groups, describe_length=describe_length, count_coups=count_coups)
