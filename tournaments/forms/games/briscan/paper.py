"""Briscan and Brisque on paper: a ledger.

A coup has as many announcements as its cards allow, and their order may decide the partie; so each coup is a column of
lines, with the figures under the players' letters.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

import scoring
from tournaments.forms.games.game_paper import (
    GamePaper,
    PaperCell,
    PaperEntry,
    describe_target,
    mark_sentence,
    mark_value,
)
from tournaments.presentation.text.numbers import format_holding
from tournaments.presentation.text.option_text import localise

BLANK_LINES = 8  # nine coups in ten have no more announcements
WITH_WORDS, TOTAL, LONG_HEAD = 13, 10, 9  # mm on half a page: a card with its ten, a sum of three figures, a long head
MARKED_A_COUP = 100  # what one player marks: card points, the points that go with them, some announcements
LAST, LAST_FIVE, MOST_TRICKS, CARD_POINTS = "BRC-13", "BRC-14", "BRC-15", "BRC-16"
TURN_UP = "BRC-02"
END_RULES = {LAST, LAST_FIVE, MOST_TRICKS, CARD_POINTS}


def build_entries(setting: scoring.Setting) -> tuple[PaperEntry, ...]:
    """Return the entries of the score sheet: the fields of a coup's totals in their order, and between them, shaded,
    the sums that follow from them."""
    talon_card = setting.options["last_ten"] == "talon_card"
    return (
        PaperEntry(
            _("Retourne"), read_turn_up, _("as, dix ou figure : 10 au donneur"), head=_("Ret."), room=WITH_WORDS
        ),
        PaperEntry(
            _("Annonces"),
            read_announcements,
            _("dans l’ordre, les points sous qui les fait"),
            lines=BLANK_LINES,
            head=_("Annonces"),
            room=0,
        ),
        PaperEntry(
            _("Sept d’atout échangé"),
            read_exchange,
            _("une croix sous qui l’échange"),
            _("avant la levée"),
            head=_("Sept"),
        ),
        PaperEntry(_("Total d’avant et annonces"), read_called_totals, _describe_target_end(setting), sum=True),
        PaperEntry(_("Levées"), read_tricks, _("16 en tout"), head=_("Levées"), room=LONG_HEAD),
        PaperEntry(
            _("Dernière carte du talon") if talon_card else _("Dernière levée"),
            build_end_reader(LAST),
            _("10 points"),
            head=_("Dern."),
        ),
        PaperEntry(_("Les cinq dernières"), build_end_reader(LAST_FIVE), _("20 points"), head=_("Cinq")),
        PaperEntry(
            _("Le plus de levées"),
            build_end_reader(MOST_TRICKS),
            mark_value(_("10 points ; huit à huit, rien")),
            sum=True,
            head=_("Le plus"),
        ),
        PaperEntry(_("Points de cartes"), read_card_points, _("120 en tout"), head=_("Cartes")),
        PaperEntry(_("Points du coup"), read_coup_points, sum=True, head=_("Coup"), room=TOTAL),
        PaperEntry(_("Total"), read_totals, sum=True, head=_("Total"), room=TOTAL),
    )


def _describe_target_end(setting: scoring.Setting) -> str:
    """Return the sentence that says when reaching the target ends the partie."""
    if setting.options["order"] == "end_of_coup":
        return _("on ne compare qu’à la fin du coup")
    return mark_value(_("à %(target)s, on a gagné") % {"target": setting.options["target"]})


def read_turn_up(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line for the turn-up: the card, and the ten points that the dealer scores for it."""
    marks = [_put_under_player(step, line) for line in _list_marks(step) if line.rule == TURN_UP]
    return [PaperCell(str(step.event.get("retourne", "")), *marks)]


def read_announcements(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's lines for the announcements and mariages de rencontre, in the order in which they were
    scored."""
    lines = (line for line in _list_marks(step) if line.rule not in END_RULES and line.rule != TURN_UP)
    return [PaperCell(localise(line.text), _put_under_player(step, line)) for line in lines]


def read_exchange(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line for the exchange: a cross under the player who took the turn-up, and «avant la levée N»;
    empty if nobody did."""
    made = step.event.get("exchange")
    if not made:
        return []
    before = made.get("before_trick")
    words = _("avant la levée %(n)s") % {"n": before} if before else ""
    return [PaperCell(words, _build_figures(step, lambda name: "×" if name == made["player"] else ""))]


def read_called_totals(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line with each player's total after the announcements: his total before the coup, the
    turn-up's ten and what he announced."""
    marked = compute_called_totals(step)
    return [PaperCell("", _build_figures(step, lambda name: format_holding(marked[name])))]


def compute_called_totals(step: scoring.Step) -> dict[str, int]:
    """Return each player's total, by name, after the announcements and before anything of the tricks is counted."""
    marked = {name: _get_total_before(step, name) for name in step.state.setting.players}
    for line in _list_marks(step):
        marked[line.player] += 0 if line.rule in END_RULES else line.points
    return marked


def read_tricks(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line with the tricks that each player won; blank figures if an announcement ended the partie
    before."""
    won: Mapping[str, int] = (step.outcome and step.outcome.extra.get("tricks_won")) or {}
    return [PaperCell("", _build_figures(step, lambda name: format_holding(won.get(name))))]


def build_end_reader(rule: str) -> Callable[[scoring.Step], Sequence[PaperCell]]:
    """Return a function that gives the sheet's lines for the points of one rule at the end of a coup."""

    def found(step: scoring.Step) -> list[PaperCell]:
        return [PaperCell("", _put_under_player(step, line)) for line in _list_marks(step) if line.rule == rule]

    return found


def read_card_points(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line with each player's card points; empty if they were not counted."""
    points: Mapping[str, int] = (step.outcome and step.outcome.points) or {}
    return (
        [PaperCell("", _build_figures(step, lambda name: format_holding(points[name])))] if any(points.values()) else []
    )


def read_coup_points(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line with the points that each player scores in the coup, all in all."""
    net: Mapping[str, int] = step.outcome.net if step.outcome else {}
    return [PaperCell("", _build_figures(step, lambda name: format_holding(net.get(name))))]


def read_totals(step: scoring.Step) -> list[PaperCell]:
    """Return the sheet's line with each player's total after the coup."""
    return [PaperCell("", _build_figures(step, lambda name: format_holding(step.state.totals[name])))]


def _list_marks(step: scoring.Step) -> tuple[scoring.ScoreLine, ...]:
    """Return the scored lines of the coup: one for each announcement, bonus or sum of cards."""
    return step.outcome.lines if step.outcome else ()


def _get_total_before(step: scoring.Step, name: str) -> int:
    """Return a player's total before the coup."""
    return step.state.totals[name] - (step.outcome.net[name] if step.outcome else 0)


def _put_under_player(step: scoring.Step, line: scoring.ScoreLine) -> tuple[str, ...]:
    """Return one line's points as figures in seat order: under the player who scores them, empty for the others."""
    return _build_figures(step, lambda name: format_holding(line.points) if name == line.player else "")


def _build_figures(step: scoring.Step, figure: Callable[[str], str]) -> tuple[str, ...]:
    """Return what `figure` says of each player's name, in seat order."""
    return tuple(figure(name) for name in step.state.setting.players)


def list_reminders(setting: scoring.Setting) -> list[str]:
    """Return the reminders printed on the sheet: what announcements are worth, and the vole."""
    mariages = _("Mariage 40 en atout, 20 ailleurs ; de rencontre, autant, au joueur du roi.")
    vole = _("La vole, les seize levées, gagne la partie.")
    if setting.options["announcements"] == "mariages":
        return [mariages, _("Rien d’autre ne s’annonce."), vole]
    return [
        mariages,
        _("Quatre as 150, dix 100, rois 80, dames 60, valets 40."),
        _("As d’atout 30 (s’il n’est pas la retourne). Talon épuisé, toute la main en atout : 30."),
        _("Main toute de figures 20, toute de blanches 10 : dès la donne, puis à chaque carte tirée sans rompre."),
        vole,
    ]


def explain_coup(before: scoring.TableState, step: scoring.Step) -> list[str]:
    """Say how the partie was won before its points were compared: by reaching the target with a mark, or by the vole,
    that is, all the tricks (BRC-17, BRC-19)."""
    if not step.state.seat_winners_override:
        return []
    values = {"n": step.state.coups_played, "target": step.state.setting.options["target"]}
    values["name"] = step.state.winners[0]
    if compute_called_totals(step)[values["name"]] >= values["target"]:
        sentence = (
            _("Coup %(n)s : %(name)s atteint le but (%(target)s) par une marque, et gagne sur-le-champ.") % values
        )
        return [mark_sentence(sentence)]
    return [_("Coup %(n)s : %(name)s fait la vole, et gagne.") % values]


def count_coups(setting: scoring.Setting) -> int:
    """Return for how many coups a blank sheet leaves room: as many as the target usually takes."""
    return max(1, -(-int(setting.options["target"]) // MARKED_A_COUP))


PAPER = GamePaper(
    list_reminders,
    entries=build_entries,
    describe_length=describe_target,
    count_coups=count_coups,
    explain_coup=explain_coup,
)
