"""Brusquembille on paper. Its columns come from the game's own fields, so no rule is told twice."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

import scoring
from tournaments.printing.columns import (
    Column,
    Figure,
    GamePaper,
    Group,
    card_points,
    coups_of,
    letter,
    to_the_target,
)
from tournaments.templatetags.corbillon import counted


def groups(setting: scoring.Setting) -> tuple[Group, ...]:
    """Card points by player or side; aces and tens won and lost, where they are settled; what each then has."""
    fields = scoring.game(setting.game).fields(setting)
    paid = {each.player for each in fields if each.path.startswith("brusquembilles.")}
    aces_and_tens = [_aces_and_tens(setting, name) for name in setting.players if name in paid]
    return (card_points(setting), *aces_and_tens, _sums(setting))


def _aces_and_tens(setting: scoring.Setting, name: str) -> Group:
    def cell(head: str, sign: str, key: str) -> Column:
        return Column(head, lambda step: str(settled(step, name).get(key) or ""), sign)

    return Group(
        f"{letter(setting, name)} · {name}",
        (
            cell(_("as"), "+", "aces_won"),
            cell(_("as"), "−", "aces_lost"),
            cell(_("dix"), "+", "tens_won"),
            cell(_("dix"), "−", "tens_lost"),
        ),
    )


def settled(step: scoring.Step, name: str) -> Mapping[str, int]:
    """The player's aces and tens won and lost in a coup; nothing where they are not known."""
    known: Mapping[str, Mapping[str, int]] = (step.outcome and step.outcome.extra.get("brusquembilles")) or {}
    return known.get(name, {})


def words(before: scoring.TableState, step: scoring.Step) -> Sequence[scoring.Text]:
    """The whole coup told, where its cells alone do not explain it (PEN-02, 03, 11)."""
    return scoring.told(before, step) if {"short_pack", "claimed"} & set(step.event) else ()


def _sums(setting: scoring.Setting) -> Group:
    """What each holds after the coup, in jetons; in a game of points, his total."""
    if scoring.opening(setting).purses:
        title, figure = _("Avoir, en jetons"), _holding
    else:
        title, figure = _("Total des points"), _total
    return Group(title, tuple(Column(letter(setting, name), figure(name), sum=True) for name in setting.players))


def _holding(name: str) -> Figure:
    return lambda step: counted(step.state.purses[name].total)


def _total(name: str) -> Figure:
    return lambda step: counted(step.state.totals[name])


def reminders(setting: scoring.Setting) -> list[str]:
    """What to remember at the table, in a few sentences."""
    if setting.options["mode"] == "points":
        return [_("Les points d’un coup font toujours 120."), *_to_the_target(setting)]
    return [
        _("Chacun met une fiche au corbillon."),
        _of_two_sides() if setting.sides else _("Le plus de points le prend ; à égalité, on le partage."),
        *_payments(setting),
    ]


def _to_the_target(setting: scoring.Setting) -> list[str]:
    ending = _(
        "La partie finit avec le coup où quelqu’un atteint %(target)s : le plus haut total gagne ; "
        "à égalité, un coup de plus."
    )
    return [ending % {"target": setting.options["target"]}]


def _of_two_sides() -> str:
    return _("Chacun du camp qui a le plus de points en prend la moitié ; 60 à 60, chacun reprend sa fiche.")


def _payments(setting: scoring.Setting) -> list[str]:
    paid = any(each.path.startswith("brusquembilles.") for each in scoring.game(setting.game).fields(setting))
    told = _(
        "As : 2 jetons, dix : 1 jeton. Chacun les paie à qui gagne la levée avec sa carte ; qui la perd les paie "
        "à chacun."
    )
    return [told] if paid else []


def length(opening: scoring.TableState) -> str:
    """«2 tours», «en 300 points»."""
    return to_the_target(opening) if opening.coups_planned is None else coups_of(opening)


PAPER = GamePaper(reminders, groups, length=length, words=words)
