"""Briscan and Brisque on paper: a ledger.

A coup has as many announcements as its cards allow, and their order may decide the partie; so each coup is a column of
lines, with the figures under the players' letters.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

import scoring
from tournaments.printing.game_paper import Entry, GamePaper, Written, to_the_target
from tournaments.templatetags.corbillon import counted
from tournaments.text.option_text import said

BLANK_LINES = 8  # nine coups in ten have no more announcements
MARKED_A_COUP = 100  # what one player marks: card points, the points that go with them, some announcements
LAST, LAST_FIVE, MOST_TRICKS, CARD_POINTS = "BRC-13", "BRC-14", "BRC-15", "BRC-16"
TURN_UP = "BRC-02"
AT_THE_END = {LAST, LAST_FIVE, MOST_TRICKS, CARD_POINTS}


def entries(setting: scoring.Setting) -> tuple[Entry, ...]:
    """Return the fields of the totals form in their order; between them, shaded, the sums that follow from them."""
    talon_card = setting.options["last_ten"] == "talon_card"
    return (
        Entry(_("Retourne"), turn_up, _("as, dix ou figure : 10 au donneur")),
        Entry(_("Annonces"), announcements, _("dans l’ordre, les points sous qui les fait"), lines=BLANK_LINES),
        Entry(_("Sept d’atout échangé"), exchange, _("une croix sous qui l’échange"), _("avant la levée")),
        Entry(_("Total d’avant et annonces"), called, _reached(setting), sum=True),
        Entry(_("Levées"), tricks, _("16 en tout")),
        Entry(_("Dernière carte du talon") if talon_card else _("Dernière levée"), end(LAST), _("10 points")),
        Entry(_("Les cinq dernières"), end(LAST_FIVE), _("20 points")),
        Entry(_("Le plus de levées"), end(MOST_TRICKS), _("10 points ; huit à huit, rien"), sum=True),
        Entry(_("Points de cartes"), card_points, _("120 en tout")),
        Entry(_("Points du coup"), brought, sum=True),
        Entry(_("Total"), standing, sum=True),
    )


def _reached(setting: scoring.Setting) -> str:
    """Say when reaching the target ends the partie."""
    if setting.options["order"] == "end_of_coup":
        return _("on ne compare qu’à la fin du coup")
    return _("à %(target)s, on a gagné") % {"target": setting.options["target"]}


def turn_up(step: scoring.Step) -> list[Written]:
    """Return the turn-up card, and the ten that the dealer marks for it."""
    marks = [_under(step, line) for line in _lines(step) if line.rule == TURN_UP]
    return [Written(str(step.event.get("retourne", "")), *marks)]


def announcements(step: scoring.Step) -> list[Written]:
    """Return what was announced, and the mariages de rencontre, in the order in which they were marked."""
    shown = (line for line in _lines(step) if line.rule not in AT_THE_END and line.rule != TURN_UP)
    return [Written(said(line.text), _under(step, line)) for line in shown]


def exchange(step: scoring.Step) -> list[Written]:
    """Return a cross under the player who took the turn-up, and before which trick; empty where nobody did."""
    made = step.event.get("exchange")
    if not made:
        return []
    before = made.get("before_trick")
    words = _("avant la levée %(n)s") % {"n": before} if before else ""
    return [Written(words, _seats(step, lambda name: "×" if name == made["player"] else ""))]


def called(step: scoring.Step) -> list[Written]:
    """Return the totals after the announcements: the total before the coup, with the turn-up's ten and the
    announcements."""
    marked = called_to(step)
    return [Written("", _seats(step, lambda name: counted(marked[name])))]


def called_to(step: scoring.Step) -> dict[str, int]:
    """Return each player's total before anything of the tricks is counted."""
    marked = {name: _before(step, name) for name in step.state.setting.players}
    for line in _lines(step):
        marked[line.player] += 0 if line.rule in AT_THE_END else line.points
    return marked


def tricks(step: scoring.Step) -> list[Written]:
    """Return the tricks won; blank figures where a mark ended the partie before."""
    won: Mapping[str, int] = (step.outcome and step.outcome.extra.get("tricks_won")) or {}
    return [Written("", _seats(step, lambda name: counted(won.get(name))))]


def end(rule: str) -> Callable[[scoring.Step], Sequence[Written]]:
    """Return the function that reads the points of one rule at the end of the coup."""

    def found(step: scoring.Step) -> list[Written]:
        return [Written("", _under(step, line)) for line in _lines(step) if line.rule == rule]

    return found


def card_points(step: scoring.Step) -> list[Written]:
    """Return the card points; empty where they were not counted."""
    points: Mapping[str, int] = (step.outcome and step.outcome.points) or {}
    return [Written("", _seats(step, lambda name: counted(points[name])))] if any(points.values()) else []


def brought(step: scoring.Step) -> list[Written]:
    """Return what the coup marks in all."""
    net: Mapping[str, int] = step.outcome.net if step.outcome else {}
    return [Written("", _seats(step, lambda name: counted(net.get(name))))]


def standing(step: scoring.Step) -> list[Written]:
    """Return the totals after the coup."""
    return [Written("", _seats(step, lambda name: counted(step.state.totals[name])))]


def _lines(step: scoring.Step) -> tuple[scoring.Line, ...]:
    """Return what was marked in the coup, a line for each mark."""
    return step.outcome.lines if step.outcome else ()


def _before(step: scoring.Step, name: str) -> int:
    """Return a player's total before the coup."""
    return step.state.totals[name] - (step.outcome.net[name] if step.outcome else 0)


def _under(step: scoring.Step, line: scoring.Line) -> tuple[str, ...]:
    """Return a mark's points under its player's letter."""
    return _seats(step, lambda name: counted(line.points) if name == line.player else "")


def _seats(step: scoring.Step, figure: Callable[[str], str]) -> tuple[str, ...]:
    """Return a figure for each player, in seat order."""
    return tuple(figure(name) for name in step.state.setting.players)


def reminders(setting: scoring.Setting) -> list[str]:
    """Remind of what announcements are worth."""
    return [
        _("Mariage 40 en atout, 20 ailleurs ; de rencontre, autant, au joueur du roi."),
        _("Quatre as 150, dix 100, rois 80, dames 60, valets 40."),
        _("As d’atout 30 (s’il n’est pas la retourne). Talon épuisé, toute la main en atout : 30."),
        _("Main toute de figures 20, toute de blanches 10 : dès la donne, puis à chaque carte tirée sans rompre."),
        _("La vole, les seize levées, gagne la partie."),
    ]


def words(before: scoring.TableState, step: scoring.Step) -> list[str]:
    """Say how the partie was won before its points were compared: by a mark, or by the vole (BRC-17, BRC-19)."""
    if not step.state.seat_champions:
        return []
    values = {"n": step.state.coups_played, "target": step.state.setting.options["target"]}
    values["name"] = step.state.winners[0]
    if called_to(step)[values["name"]] >= values["target"]:
        return [_("Coup %(n)s : %(name)s arrive à %(target)s par une marque, et gagne sur-le-champ.") % values]
    return [_("Coup %(n)s : %(name)s fait la vole, et gagne.") % values]


def coups(setting: scoring.Setting) -> int:
    """Return how many coups to leave room for."""
    return max(1, -(-int(setting.options["target"]) // MARKED_A_COUP))


PAPER = GamePaper(reminders, entries=entries, length=to_the_target, coups=coups, words=words)
