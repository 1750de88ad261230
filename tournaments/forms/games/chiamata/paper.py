"""Briscola chiamata on paper: a grid with the auction, the result, what each player marks and has."""

from collections.abc import Callable

from django.utils.translation import gettext as _

import scoring
from tournaments.forms.games.game_paper import (
    Column,
    ColumnGroup,
    Figure,
    GamePaper,
    build_totals_group,
    get_letter,
    mark_sentence,
)
from tournaments.presentation.text.numbers import format_signed


def build_groups(setting: scoring.Setting) -> tuple[ColumnGroup, ...]:
    """Return the sheet's groups of columns: the fields of a coup in their order, then what each player scores and his
    total."""

    def field(head: str, key: str, say: Callable[[object], str] = str) -> Column:
        return Column(head, lambda step: read_key(step, key, say))

    def player(name: object) -> str:
        return get_letter(setting, str(name))

    auction = (field(_("qui"), "caller", player), field(_("points"), "bid"), field(_("carte"), "called"))
    result = [
        Column(_("avec"), lambda step: describe_partner(setting, step)),
        Column(_("points"), lambda step: str(step.outcome.extra["side_points"]) if step.outcome else ""),
    ]
    if setting.options["cappotto"]:
        result.append(Column(_("8 lev."), lambda step: "×" if has_all_tricks(step) else ""))
    marks = tuple(Column(get_letter(setting, name), _build_mark_reader(name), sum=True) for name in setting.players)
    return (
        ColumnGroup(_("Enchère"), auction),
        ColumnGroup(_("Son camp"), tuple(result)),
        ColumnGroup(_("Points du coup"), marks),
        build_totals_group(setting, _("Total")),
    )


def read_key(step: scoring.Step, key: str, say: Callable[[object], str]) -> str:
    """Return what the coup's record holds under this key, as `say` words it; empty if it holds nothing."""
    return say(step.event[key]) if key in step.event else ""


def describe_partner(setting: scoring.Setting, step: scoring.Step) -> str:
    """Return the letter of the caller's partner; «en solo» if the caller held the called card himself and plays alone
    (CHI-04)."""
    if step.outcome is None:
        return ""
    name = step.outcome.extra["partner"]
    return get_letter(setting, name) if name else _("en solo")


def has_all_tricks(step: scoring.Step) -> bool:
    """True where the caller's side took all eight tricks (CHI-05), as the event says or as its tricks show."""
    side = {step.event.get("caller"), step.outcome.extra["partner"] if step.outcome else None}
    takers = step.outcome.extra.get("takers") if step.outcome else None
    return bool(step.event.get("cappotto")) or bool(takers and side >= set(takers))


def _build_mark_reader(name: str) -> Figure:
    """Return the function that gives, for a coup, what this player scores in it."""
    return lambda step: format_signed(step.outcome.net[name]) if step.outcome else ""


def list_reminders(setting: scoring.Setting) -> list[str]:
    """Return the reminders printed on the sheet: the cards, the auction, and what is scored."""
    options = setting.options
    sentences = [
        _("As 11, trois 10, roi 4, dame 3, valet 2 : 120 en tout. Ordre : A 3 R D V 7 6 5 4 2."),
        _("L’enchère va de 61 à 120. La couleur de la carte nommée est l’atout ; qui la tient est le partenaire."),
        _("Enchère réussie : demandeur +2, partenaire +1, les autres −1 chacun. Manquée : l’inverse."),
        mark_sentence(
            _("Seul contre quatre : +8 et −2 chacun, ou l’inverse.")
            if options["solo"] == 8
            else _("Seul contre quatre : +4 et −1 chacun, ou l’inverse.")
        ),
    ]
    if options["cappotto"]:
        sentences.append(_("Les huit levées doublent."))
    if options["multiplier"]:
        sentences.append(_("Enchère de 71 et plus : × 2 ; 81 : × 3 ; 91 : × 4 ; 101 : × 5."))
    return [*sentences, _("Chaque coup fait 0 en tout.")]


PAPER = GamePaper(list_reminders, build_groups)
