"""The lessons in the reader's language: what a move does, why a card may be played, a rule with its source's words."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.text.rule_book import SOURCES, Article, get_article

from .lesson import RuleCitation

MOVES = {
    "led": _("entame"),
    "followed": _("fournit"),
    "trumped": _("coupe"),
    "discarded": _("se défausse"),
}
GROUNDS = {
    "leads": _("Qui entame joue la carte qu’il veut."),
    "free": _("On n’est tenu à rien : ni de fournir, ni de couper, ni de forcer."),
    "until_talon_gone": _("Tant qu’il reste des cartes au talon, on n’est tenu à rien."),
    "due": _("Le talon est épuisé, et c’est une carte due."),
    "all_alike": _("Le talon est épuisé, mais toute votre main se vaut : vous êtes libre."),
}


@dataclass(frozen=True)
class ShownCitation:
    """A rule with the words of its source. `words`: "" where no source says anything; `title`: the source's."""

    article: Article
    source: str
    title: str
    words: str


def show_citation(game_key: str, citation: RuleCitation) -> ShownCitation:
    """Return a rule of this game, or of the game from which it has it, with the quotation that is shown of it."""
    keys = [game_key, *(game.key for game in scoring.list_games())]
    owner = next(key for key in keys if any(rule.id == citation.rule for rule in scoring.get_game(key).rules))
    found = citation.find_quotation()
    article = get_article(scoring.get_game(owner), citation.rule)
    return ShownCitation(
        article,
        found.source if found else "",
        str(SOURCES[found.source]) if found else "",
        found.words if found else "",
    )
