"""Brusquembille on paper: a grid. Its columns come from the game's own fields, so that no rule is stated twice."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

import scoring
from tournaments.printing.game_paper import (
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
    """Return the groups: card points by player or side; aces and tens won and lost, where they are paid; what each then
    has."""
    fields = scoring.game(setting.game).fields(setting)
    paid = {each.player for each in fields if each.path.startswith("brusquembilles.")}
    aces_and_tens = [_aces_and_tens(setting, name) for name in setting.players if name in paid]
    return (card_points(setting), *aces_and_tens, _sums(setting))


def _aces_and_tens(setting: scoring.Setting, name: str) -> Group:
    """Return a player's group of four columns: aces and tens, won and lost."""

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
    """Return a player's aces and tens won and lost in a coup, by key; empty where they are not known."""
    known: Mapping[str, Mapping[str, int]] = (step.outcome and step.outcome.extra.get("brusquembilles")) or {}
    return known.get(name, {})


def words(before: scoring.TableState, step: scoring.Step) -> Sequence[scoring.Text]:
    """Narrate the whole coup where its cells alone do not explain it (PEN-02, PEN-03, PEN-11)."""
    return scoring.told(before, step) if {"short_pack", "claimed"} & set(step.event) else ()


def _sums(setting: scoring.Setting) -> Group:
    """Return the group of what each holds after the coup, in jetons; in a game of points, of his total."""
    if scoring.table_setup(setting).purses:
        title, figure = _("Avoir, en jetons"), _holding
    else:
        title, figure = _("Total des points"), _total
    return Group(title, tuple(Column(letter(setting, name), figure(name), sum=True) for name in setting.players))


def _holding(name: str) -> Figure:
    """Return the function that reads what a player holds after a coup, in jetons."""
    return lambda step: counted(step.state.purses[name].total)


def _total(name: str) -> Figure:
    """Return the function that reads a player's total after a coup."""
    return lambda step: counted(step.state.totals[name])


def reminders(setting: scoring.Setting) -> list[str]:
    """Remind of the rules at the table, in a few sentences."""
    if setting.options["mode"] == "points":
        return [_("Les points d’un coup font toujours 120."), *_to_the_target(setting)]
    return [
        _("Chacun met une fiche au corbillon."),
        _of_two_sides() if setting.sides else _("Le plus de points le prend ; à égalité, on le partage."),
        *_payments(setting),
    ]


def _to_the_target(setting: scoring.Setting) -> list[str]:
    """Say how a partie to a target ends."""
    ending = _(
        "La partie finit avec le coup où quelqu’un atteint %(target)s : le plus haut total gagne ; "
        "à égalité, un coup de plus."
    )
    return [ending % {"target": setting.options["target"]}]


def _of_two_sides() -> str:
    """Say how two sides share the corbillon."""
    return _("Chacun du camp qui a le plus de points en prend la moitié ; 60 à 60, chacun reprend sa fiche.")


def _payments(setting: scoring.Setting) -> list[str]:
    """Say what brusquembilles cost, where they are paid."""
    paid = any(each.path.startswith("brusquembilles.") for each in scoring.game(setting.game).fields(setting))
    told = _(
        "As : 2 jetons, dix : 1 jeton. Chacun les paie à qui gagne la levée avec sa carte ; qui la perd les paie "
        "à chacun."
    )
    return [told] if paid else []


def length(opening: scoring.TableState) -> str:
    """Say how long the partie is: «2 tours», «en 300 points»."""
    return to_the_target(opening) if opening.coups_planned is None else coups_of(opening)


PAPER = GamePaper(reminders, groups, length=length, words=words)
