"""Briscola on paper: a row for each deal, with the points of each player or side, the winner, and the total."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.forms.games.game_paper import (
    SPARE_COUPS,
    Column,
    ColumnGroup,
    GamePaper,
    build_card_points_group,
    build_totals_group,
    count_coups_to_target,
    describe_target,
    describe_tie,
    get_letters,
)
from tournaments.forms.phone.coup import PACK_POINTS

SPARE_DEALS = 2  # a deal that nobody wins does not count, and another follows


def build_groups(setting: scoring.Setting) -> tuple[ColumnGroup, ...]:
    """Return the sheet's three groups of columns: card points; who wins the deal; deals won, or points scored, so
    far."""
    won = ColumnGroup(_("Le coup"), (Column(_("gagné par"), lambda step: describe_winners(setting, step), sum=True),))
    title = _("Total des points") if setting.options["match"] == "target" else _("Coups gagnés")
    return (build_card_points_group(setting), won, build_totals_group(setting, title))


def describe_winners(setting: scoring.Setting, step: scoring.Step) -> str:
    """Return the letters of who wins the deal: «A C» for a side, «A, B» for two who win singly; a dash for nobody."""
    won = set(step.outcome.winners if step.outcome else ())
    return ", ".join(get_letters(setting, names) for names in setting.list_scoring_sides() if won & set(names)) or "—"


def list_reminders(setting: scoring.Setting) -> list[str]:
    """Return the reminders printed on the sheet: the cards, what wins a deal, and what ends the partie."""
    cards = _("As 11, trois 10, roi 4, dame 3, valet 2 : 120 en tout. Ordre : A 3 R D V 7 6 5 4 2.")
    reminders = [cards, *_describe_pack(setting), *describe_end(setting)]
    if setting.sides:
        reminders.append(_describe_signs(setting))
    return reminders


def _describe_pack(setting: scoring.Setting) -> list[str]:
    """Say which cards are taken out of the pack, if any."""
    if len(setting.players) == 6 or (len(setting.players) == 3 and setting.options["three_player_pack"] == "all"):
        return [_("On ôte les quatre deux.")]
    return [_("On ôte un deux.")] if len(setting.players) == 3 else []


def describe_end(setting: scoring.Setting) -> list[str]:
    """Say who wins a deal and what it scores him, and what ends the partie."""
    return [_describe_deal(setting), _describe_partie(setting)]


def _describe_deal(setting: scoring.Setting) -> str:
    """Say how many points win a deal."""
    if len(setting.players) != 3:
        return _("61 points gagnent le coup ; 60 à 60, il est nul.")
    if setting.options["three_player_win"] == "most":
        return _("Le plus de points gagne le coup, à deux ex æquo aussi ; 40 partout, il est nul.")
    return _("61 points gagnent le coup ; sinon personne ne le gagne ; 40 partout, il est nul.")


def _describe_partie(setting: scoring.Setting) -> str:
    """Say how many deals a partie has, or what ends it."""
    match, n = setting.options["match"], setting.options["match_n"]
    if match == "single":
        return _("La partie se joue en un coup.")
    if match == "fixed":
        return ngettext("La partie a %(n)s coup.", "La partie a %(n)s coups, les nuls compris.", n) % {"n": n}
    if match == "best_of":
        needed = (n + 1) // 2
        sentence = ngettext(
            "Qui a %(n)s coup gagne la partie ; un coup que personne ne gagne ne compte pas.",
            "Qui a %(n)s coups gagne la partie ; un coup que personne ne gagne ne compte pas.",
            needed,
        )
        return sentence % {"n": needed}
    marked = (
        _("Chacun marque ses points, sauf coup nul.")
        if setting.options["target_marks"] == "all"
        else _("Seul celui qui gagne le coup marque ses points.")
    )
    return f"{marked} {_describe_target_end(setting)} {describe_tie()}"


def _describe_target_end(setting: scoring.Setting) -> str:
    """Return the sentence that says how a partie to a target ends."""
    sentence = _("À %(target)s, la partie finit avec le coup : le plus haut total gagne.")
    return sentence % {"target": setting.options["target"]}


def _describe_signs(setting: scoring.Setting) -> str:
    """Say which signs partners may make."""
    if setting.options["signs"] == "forbidden":
        return _("Les signes entre partenaires sont défendus.")
    return _("Signes : lèvres serrées, as ; moue, trois ; yeux au ciel, roi ; langue, dame ; épaules, valet.")


def describe_length(opening: scoring.TableState) -> str:
    """Say how long the partie is: «en un coup», «au meilleur de 3 coups», «en 300 points»."""
    match, n = opening.setting.options["match"], opening.setting.options["match_n"]
    if match == "target":
        return describe_target(opening)
    if match == "best_of":
        return ngettext("en un coup", "au meilleur de %(n)s coups", n) % {"n": n}
    planned = opening.coups_planned or 1
    return ngettext("en un seul coup", "en %(n)s coups", planned) % {"n": planned}


def count_deals(setting: scoring.Setting) -> int:
    """Return how many deals to leave room for, where their number is not planned."""
    if setting.options["match"] == "best_of":
        return int(setting.options["match_n"]) + SPARE_DEALS
    if setting.options["target_marks"] == "all":
        return count_coups_to_target(setting)
    least = PACK_POINTS // 2 + 1
    return len(setting.list_scoring_sides()) * ((int(setting.options["target"]) - 1) // least) + 1 + SPARE_COUPS


PAPER = GamePaper(
    list_reminders,
    build_groups,
    describe_length=describe_length,
    count_coups=count_deals,
    describe_end=describe_end,
)
