"""The lessons in the reader's language: what a move does, why a card may be played, a rule with its source's words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournaments.forms.games.lesson import RuleCitation
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.rule_book import Article, build_source_anchor, get_article, translate_words

PLAYER_NAMES = {
    "Anne": pgettext_lazy("nom d’un joueur des leçons", "Anne"),
    "Basile": pgettext_lazy("nom d’un joueur des leçons", "Basile"),
    "Chloé": pgettext_lazy("nom d’un joueur des leçons", "Chloé"),
    "Damien": pgettext_lazy("nom d’un joueur des leçons", "Damien"),
    "Élise": pgettext_lazy("nom d’un joueur des leçons", "Élise"),
}
"""What the players of the lessons are called, by the names that the records give them. A translated note says the names
of its own language."""
MOVES = {
    "led": _("entame"),
    "followed": _("fournit"),
    "trumped": pgettext_lazy("ce que fait qui joue", "coupe"),
    "discarded": _("autre couleur"),
}
CHARGES = pgettext_lazy("ce que fait qui joue", "charge")
"""The words for giving an ace or a ten to a trick that one's partner takes."""
GROUNDS = {
    "leads": _("Qui entame joue la carte qu’il veut."),
    "free": _("On n’est tenu à rien : ni de fournir, ni de couper, ni de forcer."),
    "until_talon_gone": _("Tant qu’il reste des cartes au talon, on n’est tenu à rien."),
    "due": _("Le talon est épuisé, et cette carte est de celles que vous devez jouer."),
    "all_alike": _("Le talon est épuisé, mais toutes vos cartes sont permises : vous êtes libre."),
}
GAME_WORDS = {
    "coup": _("Un coup : une donne, jouée jusqu’à la dernière carte."),
    "right": _("On donne et l’on joue vers la droite : le joueur suivant est celui de droite."),
    "talon": _(
        "Le talon : les cartes qui restent à tirer. La retourne est sous lui, à découvert : sa couleur est l’atout."
    ),
    "jeton": _("Un jeton : ce qui se paie d’un joueur à l’autre. Une fiche vaut vingt jetons."),
    "corbillon": _("Le corbillon : la corbeille où l’on met les enjeux du coup."),
    "cave": _("La cave : ce que chacun apporte pour jouer ; ici, trois fiches et vingt jetons."),
    "mariage": _(
        "Un mariage : le roi et la dame d’une couleur, dans une main, ou dans une levée où ils se rencontrent."
    ),
    "ten_cards": _(
        "Les cartes, de la plus forte à la plus faible : as (11 points), dix (10), roi (4), dame (3), valet (2), puis "
        "neuf, huit et sept, qui ne valent rien."
    ),
    "three_cards": _(
        "Les cartes, de la plus forte à la plus faible : as (11 points), trois (10), roi (4), dame (3), valet (2), "
        "puis sept, six, cinq, quatre et deux, qui ne valent rien."
    ),
}
"""The games' own words that a lesson explains before it begins."""
LAST_CARD = _("C’est votre dernière carte.")
TALON_GONE = _("Le talon est épuisé : jouez %(cards)s.")
"""Why a card may not be played: another one is due, as the talon is used up."""
TURN_UP_FAULT = _("La retourne est encore sous le talon : elle n’est à personne, et personne ne peut la jouer.")
SETTLED = _("Si rien n’a été payé pendant les levées : %(handed)s.")


@dataclass(frozen=True)
class DescribedCount:
    """How a lesson's coup is counted, sentence by sentence. `detail`: a sentence on what each player owed each other
    while it was played, if that is not what is paid at its end; else ""."""

    sentences: tuple[str, ...]
    detail: str = ""


def describe_count(texts: Iterable[scoring.Text]) -> DescribedCount:
    """Return the sentences on a coup's count from those of scoring. A text with `owed` among its values (the debts of
    each to each) becomes the detail; one with `handed` says what is still to be paid at the end."""
    sentences, detail, owed = list[str](), "", None
    for text in texts:
        if "owed" in text.values:
            owed, detail = text.values["owed"], localise(text)
        elif "handed" in text.values:
            handed = text.values["handed"]
            sentences.append(SETTLED % {"handed": localise(scoring.Text("{handed}", handed=handed))})
            detail = "" if handed == owed else detail
        else:
            sentences.append(localise(text))
    return DescribedCount(tuple(sentences), detail)


def describe_mark(mark: scoring.ScoreLine) -> str:
    """Return a scored line in words, without its number of points, which the page shows before it."""
    return localise(mark.text).removeprefix(f"{mark.points} ")


@dataclass(frozen=True)
class ShownCitation:
    """A rule with a quotation, as the page shows it: the source's name, the link to it in the list of sources, the
    source's words, and their translation (none on a French page); "" for each that there is not."""

    article: Article
    source: str
    anchor: str
    words: str
    translation: str


def show_citation(game_key: str, citation: RuleCitation) -> ShownCitation:
    """Return what the page shows of a cited rule of this game, or of another game whose rule it shares."""
    keys = [game_key, *(game.key for game in scoring.list_games())]
    owner = next(key for key in keys if any(rule.id == citation.rule for rule in scoring.get_game(key).rules))
    quotation = citation.find_quotation()
    article = get_article(scoring.get_game(owner), citation.rule)
    name = localise(scoring.list_sources()[quotation.source].quoted) if quotation else ""
    words = quotation.words if quotation else ""
    anchor = build_source_anchor(quotation.source) if quotation else ""
    return ShownCitation(article, name, anchor, words, translate_words(words))


def cite(game_key: str, citation: RuleCitation | None) -> ShownCitation | None:
    """Return what the page shows of a cited rule of this game, or of another game whose rule it shares; None where no
    rule is cited."""
    return show_citation(game_key, citation) if citation else None
