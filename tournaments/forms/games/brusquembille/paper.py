"""Brusquembille on paper: a grid. Its columns come from the game's own fields, so that no rule is stated twice."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

import scoring
from tournaments.forms.games.game_paper import (
    Column,
    ColumnGroup,
    Figure,
    GamePaper,
    build_card_points_group,
    describe_planned_length,
    describe_target,
    describe_tie,
    get_letter,
    mark_sentence,
    name_columns,
)
from tournaments.presentation.text.numbers import format_holding

from .form import are_brusquembilles_paid


def build_groups(setting: scoring.Setting) -> tuple[ColumnGroup, ...]:
    """Return the sheet's groups of columns: card points by player or side; where they are paid, aces and tens won and
    lost; what each player then holds."""
    players = setting.players if are_brusquembilles_paid(setting) else ()
    aces_and_tens = [_build_aces_and_tens(setting, name) for name in players]
    return (build_card_points_group(setting), *aces_and_tens, _build_sums(setting))


def _build_aces_and_tens(setting: scoring.Setting, name: str) -> ColumnGroup:
    """Return a player's group of four columns: aces and tens, won and lost."""

    def cell(head: str, sign: str, key: str) -> Column:
        return Column(head, lambda step: str(get_aces_and_tens(step, name).get(key) or ""), sign)

    return ColumnGroup(
        name_columns(setting, name),
        (
            cell(_("as"), "+", "aces_won"),
            cell(_("as"), "−", "aces_lost"),
            cell(_("dix"), "+", "tens_won"),
            cell(_("dix"), "−", "tens_lost"),
        ),
        is_of_player=True,
    )


def get_aces_and_tens(step: scoring.Step, name: str) -> Mapping[str, int]:
    """Return how many aces and tens a player won and lost in a coup, by key («aces_won»); empty if they are not
    recorded."""
    known: Mapping[str, Mapping[str, int]] = (step.outcome and step.outcome.extra.get("brusquembilles")) or {}
    return known.get(name, {})


def explain_coup(before: scoring.TableState, step: scoring.Step) -> Sequence[scoring.Text]:
    """Return the sentences on a coup that the cells alone do not explain, such as a short pack (PEN-02, PEN-03,
    PEN-11)."""
    return scoring.narrate_event(before, step) if {"short_pack", "claimed"} & set(step.event) else ()


def _build_sums(setting: scoring.Setting) -> ColumnGroup:
    """Return the last group of columns: what each player holds after the coup, in jetons; in a game of points, his
    total."""
    if scoring.build_initial_state(setting).purses:
        title, figure = _("Avoir, en jetons"), _build_holding_reader
    else:
        title, figure = _("Total des points"), _build_total_reader
    return ColumnGroup(
        title, tuple(Column(get_letter(setting, name), figure(name), sum=True) for name in setting.players)
    )


def _build_holding_reader(name: str) -> Figure:
    """Return the function that gives, for a coup, what this player holds after it, in jetons."""
    return lambda step: format_holding(step.state.purses[name].total)


def _build_total_reader(name: str) -> Figure:
    """Return the function that gives, for a coup, this player's total after it."""
    return lambda step: format_holding(step.state.totals[name])


def list_reminders(setting: scoring.Setting) -> list[str]:
    """Return the reminders printed on the sheet: the rules to remember at the table."""
    if setting.options["mode"] == "points":
        return [_("Les points d’un coup font toujours 120."), *describe_end(setting)]
    stakes = _("Avant la donne, chacun met une fiche au corbillon.")
    if setting.sides:
        share = _("Chacun du camp qui a le plus de points en prend la moitié ; 60 à 60, chacun reprend sa fiche.")
        pot = [mark_sentence(stakes), share]
    else:
        pot = [
            stakes,
            mark_sentence(_("Après le compte, le plus de points le prend ; à égalité, on le partage."), partly=True),
        ]
    return [*pot, *_describe_payments(setting)]


def describe_end(setting: scoring.Setting) -> list[str]:
    """Say how a partie to a target ends; nothing where a number of coups is planned."""
    if setting.options["mode"] != "points":
        return []
    ending = _("La partie finit avec le coup où quelqu’un atteint %(target)s : le plus haut total gagne.")
    return [ending % {"target": setting.options["target"]}, describe_tie()]


def _describe_payments(setting: scoring.Setting) -> list[str]:
    """Return the sentences that say what brusquembilles cost, where they are paid; else nothing."""
    sentence = _(
        "À chaque levée, un as vaut 2 jetons, un dix 1 jeton : chacun les paie à qui gagne la levée avec sa carte ; "
        "qui la perd les paie à chacun."
    )
    return [sentence] if are_brusquembilles_paid(setting) else []


def describe_length(opening: scoring.TableState) -> str:
    """Say how long the partie is: «2 tours», «en 300 points»."""
    return describe_target(opening) if opening.coups_planned is None else describe_planned_length(opening)


PAPER = GamePaper(
    list_reminders,
    build_groups,
    describe_length=describe_length,
    explain_coup=explain_coup,
    describe_end=describe_end,
)
