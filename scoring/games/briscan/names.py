"""The names of announcements, for score lines and for the narration."""

from collections.abc import Mapping
from functools import lru_cache

from scoring.games.briscan.config import ACE, KING, KNAVE, QUEEN, TEN
from scoring.language import Text
from scoring.provenance import mark_words

SUIT_NAMES = (Text("pique"), Text("cœur"), Text("carreau"), Text("trèfle"))

SEQUENCE_NAMES: Mapping[tuple[int, int], Text] = {
    (3, 2): Text("tierce au neuf"),
    (3, TEN): Text("tierce au dix"),
    (3, KNAVE): Text("tierce au valet"),
    (3, QUEEN): Text("tierce à la dame"),
    (3, KING): Text("tierce au roi"),
    (3, ACE): Text("tierce majeure"),
    (4, TEN): Text("quatrième au dix"),
    (4, KNAVE): Text("quatrième au valet"),
    (4, QUEEN): Text("quatrième à la dame"),
    (4, KING): Text("quatrième au roi"),
    (4, ACE): Text("quatrième majeure"),
    (5, KNAVE): Text("quinte au valet"),
    (5, QUEEN): Text("quinte à la dame"),
    (5, KING): Text("quinte au roi"),
    (5, ACE): Text("quinte majeure"),
}
"""The names of sequences, by length and the height of the highest card."""

CARRE_NAMES: Mapping[int, Text] = {
    ACE: Text("quatre as"),
    TEN: Text("quatre dix"),
    KING: Text("quatre rois"),
    QUEEN: Text("quatre dames"),
    KNAVE: Text("quatre valets"),
}
"""The names of carrés, by height of their cards."""


@lru_cache(maxsize=512)
def name_sequence(cards: tuple[int, ...], trump: int | None, is_house_worth: bool) -> Text:
    """Return the name of a sequence, as «tierce à la dame, en pique», marked as the house's choice where no source
    gives its value (`is_house_worth`); its highest card is given last."""
    sequence = SEQUENCE_NAMES[len(cards), cards[-1] & 15]
    if cards[0] >> 4 == trump:
        name = Text("{sequence}, en atout", sequence=sequence)
    else:
        name = Text("{sequence}, en {suit}", sequence=sequence, suit=SUIT_NAMES[cards[0] >> 4])
    return mark_words(name) if is_house_worth else name


@lru_cache(maxsize=64)
def name_mariage(suit: int, trump: int | None, rencontre: bool) -> Text:
    """Return the name of a mariage: «mariage de cœur», «mariage d’atout», «mariage de rencontre, en cœur»."""
    if rencontre and suit == trump:
        return Text("mariage de rencontre, en atout")
    if rencontre:
        return Text("mariage de rencontre, en {suit}", suit=SUIT_NAMES[suit])
    if suit == trump:
        return Text("mariage d’atout")
    return Text("mariage de {suit}", suit=SUIT_NAMES[suit])
