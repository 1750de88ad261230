"""Cards as players say them and see them: letters, names and suits in the reader's language, and of the pack that the
club plays with. Files and commands keep the letters and symbols of `scoring.cards`; what is typed may have either.

A page or a print says once which club's pack it shows (`show_pack_of`); without that, cards have the French suits.
"""

import re
from contextvars import ContextVar
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext_lazy

import scoring
from scoring.letters import fold_letters
from tournaments.models import Club, Tournament

CARD = re.compile(r"(?<!\w)(10|[2-9ARDV])([♠♥♦♣])\ufe0f?")
CARRE = re.compile(r"(?<=\bcarré )([ARDV])(?!\w)")  # a rank alone, as lines of announcements write it
JOINING = {"de", "d", "di", "of"}  # between rank and suit of a card that is typed in words
RED = "♥♦"

Words = str | Promise


@dataclass(frozen=True)
class Suit:
    """A suit: its name, its drawing as the path of an SVG of 32 by 32, and the capital letter that is typed for it."""

    name: Words
    path: str
    letter: Words


@dataclass(frozen=True)
class CardFaces:
    """How a pack looks: its suits by the symbol that stands for them, and the names and letters of its court cards."""

    suits: dict[str, Suit]
    court: dict[str, tuple[Words, Words]]


KING = gettext_lazy("roi"), pgettext_lazy("lettre d’une carte", "R")
JACK = gettext_lazy("valet"), pgettext_lazy("lettre d’une carte", "V")
FACES = {
    Club.Cards.FRENCH: CardFaces(
        {
            "♠": Suit(
                gettext_lazy("pique"),
                "M16 1.5C11.5 8.5 3 12.8 3 20a6.4 6.4 0 0 0 11.3 4.1C13.9 27 13 29 11 30.5h10c-2-1.5-2.9-3.5-3.3-6.4"
                "A6.4 6.4 0 0 0 29 20c0-7.2-8.5-11.5-13-18.5z",
                pgettext_lazy("lettre d’une enseigne", "P"),
            ),
            "♥": Suit(
                gettext_lazy("cœur"),
                "M16 30C13.2 23.8 3 18.4 3 10.4a6.8 6.8 0 0 1 13-2.9 6.8 6.8 0 0 1 13 2.9C29 18.4 18.8 23.8 16 30z",
                pgettext_lazy("lettre d’une enseigne", "C"),
            ),
            "♦": Suit(
                gettext_lazy("carreau"),
                "M16 1.5c2.6 5.3 6.2 10.2 10.8 14.5C22.2 20.3 18.6 25.2 16 30.5 13.4 25.2 9.8 20.3 5.2 16 "
                "9.8 11.7 13.4 6.8 16 1.5z",
                pgettext_lazy("lettre d’une enseigne", "K"),
            ),
            "♣": Suit(
                gettext_lazy("trèfle"),
                "M16 1.5a6.3 6.3 0 0 1 4.9 10.3 6.3 6.3 0 1 1-3.4 10.8c.3 3.6 1.5 6 3.5 7.9H11"
                "c2-1.9 3.2-4.3 3.5-7.9A6.3 6.3 0 1 1 11.1 11.8 6.3 6.3 0 0 1 16 1.5z",
                pgettext_lazy("lettre d’une enseigne", "T"),
            ),
        },
        {"R": KING, "D": (gettext_lazy("dame"), pgettext_lazy("lettre d’une carte", "D")), "V": JACK},
    ),
    Club.Cards.ITALIAN: CardFaces(
        {
            "♠": Suit(
                gettext_lazy("épée"),
                "M16 1l3 4v15h6v3.4h-7V27a2.6 2.6 0 1 1-4 0v-3.600H7V20h6V5z",
                pgettext_lazy("lettre d’une enseigne italienne", "E"),
            ),
            "♥": Suit(
                gettext_lazy("coupe"),
                "M5 3h22c0 9-3 14-8.6 16v5H23v5H9v-5h4.600v-5C8 17 5 12 5 3z",
                pgettext_lazy("lettre d’une enseigne italienne", "C"),
            ),
            "♦": Suit(
                gettext_lazy("denier"),
                "M16 2a14 14 0 1 0 0 28 14 14 0 0 0 0-28zm0 3.500a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z"
                "m0 4L10.2 16 16 22.5 21.8 16z",
                pgettext_lazy("lettre d’une enseigne italienne", "D"),
            ),
            "♣": Suit(
                gettext_lazy("bâton"),
                "M20.5 2.200a5.6 5.6 0 0 1 7.4 8L12 30.5 6.5 27z",
                pgettext_lazy("lettre d’une enseigne italienne", "B"),
            ),
        },
        {"R": KING, "D": (gettext_lazy("cavalier"), pgettext_lazy("lettre d’une carte", "C")), "V": JACK},
    ),
}
PIPS = {
    "A": gettext_lazy("as"),
    "10": gettext_lazy("dix"),
    "9": gettext_lazy("neuf"),
    "8": gettext_lazy("huit"),
    "7": gettext_lazy("sept"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("cinq"),
    "4": gettext_lazy("quatre"),
    "3": gettext_lazy("trois"),
    "2": gettext_lazy("deux"),
}
RANKS_IN_SENTENCES = {
    "A": gettext_lazy("l’as"),
    "R": gettext_lazy("le roi"),
    "V": gettext_lazy("le valet"),
    "10": gettext_lazy("le dix"),
    "9": gettext_lazy("le neuf"),
    "8": gettext_lazy("le huit"),
    "7": gettext_lazy("le sept"),
    "6": gettext_lazy("le six"),
    "5": gettext_lazy("le cinq"),
    "4": gettext_lazy("le quatre"),
    "3": gettext_lazy("le trois"),
    "2": gettext_lazy("le deux"),
}
"""Ranks with the article, as a sentence names a card; `QUEENS_IN_SENTENCES` has that of each pack’s own."""
QUEENS_IN_SENTENCES = {Club.Cards.FRENCH: gettext_lazy("la dame"), Club.Cards.ITALIAN: gettext_lazy("le cavalier")}
_shown: ContextVar[str] = ContextVar("shown_pack", default=Club.Cards.FRENCH)


def show_pack_of(tournament: Tournament | None) -> None:
    """Choose how cards look from now on in this request or process: as the tournament's club has chosen; if it has
    chosen nothing, as the reader knows them. Italian suits are only for games that are played with such cards. None, or
    any other game: French suits."""
    game = scoring.get_game(tournament.game) if tournament else None
    if tournament is None or game is None or not game.italian_cards:
        _shown.set(Club.Cards.FRENCH)
    elif tournament.club.cards == Club.Cards.USUAL:
        show_usual_pack(game)
    else:
        _shown.set(tournament.club.cards)


def show_usual_pack(game: scoring.Game) -> None:
    """Show cards, from now on in this request or process, as the reader knows them: with Italian suits for an Italian
    reader of a game played with such cards, else with French suits."""
    italian = game.italian_cards and get_language() == "it"
    _shown.set(Club.Cards.ITALIAN if italian else Club.Cards.FRENCH)


def get_shown_pack() -> str:
    """Return the key of the pack that cards are now shown with; what is cached with cards in it depends on this key."""
    return _shown.get()


def get_suit(symbol: str) -> Suit:
    """Return the suit for which this symbol (♠ ♥ ♦ ♣) stands in the pack that is shown."""
    return FACES[Club.Cards(_shown.get())].suits[symbol]


def name_rank(rank: str) -> str:
    """Return a rank's name: "D" → «dame», or «cavallo» of an Italian pack."""
    court = FACES[Club.Cards(_shown.get())].court
    return str(court[rank][0] if rank in court else PIPS[rank])


def letter_rank(rank: str) -> str:
    """Return the letter or number in a card's corner: "D" → «Q» in English."""
    court = FACES[Club.Cards(_shown.get())].court
    return str(court[rank][1]) if rank in court else rank


def name_card(card: str) -> str:
    """Return a card's name: "A♠" → «as de pique», or «asso di spade» of an Italian pack."""
    return gettext("%(rank)s de %(suit)s") % {"rank": name_rank(card[:-1]), "suit": get_suit(card[-1]).name}


def name_card_in_sentence(card: str) -> str:
    """Return a card's name with the article: "A♠" → «l’as de pique», or «l’asso di spade» of an Italian pack."""
    rank = card[:-1]
    named = RANKS_IN_SENTENCES[rank] if rank in RANKS_IN_SENTENCES else QUEENS_IN_SENTENCES[Club.Cards(_shown.get())]
    return gettext("%(rank)s de %(suit)s") % {"rank": named, "suit": get_suit(card[-1]).name}


def list_court_letters() -> str:
    """List the letters of the court cards with their names: «K king, Q queen, J jack»."""
    return ", ".join(f"{letter_rank(rank)} {name_rank(rank)}" for rank in ("R", "D", "V"))


def letter_cards(text: str) -> str:
    """Return the text with the letters of cards («R♠»), and of announced carrés, in the reader's language; suit symbols
    stay."""
    lettered = CARD.sub(lambda found: letter_rank(found[1]) + found[2], text)
    return CARRE.sub(lambda found: letter_rank(found[1]), lettered)


def explain_court_letters() -> str:
    """Return the letters of the court cards with their names: «K king, Q queen, J jack». Return "" where no reader
    needs that: a French pack on a French or English page."""
    known = _shown.get() == Club.Cards.FRENCH and get_language() in ("fr", "en")
    return "" if known else list_court_letters()


def write_typed_cards(text: str) -> str:
    """Return the text with each card as the reader would type it: «Q♥». The suits of an Italian pack have no symbols,
    so that there a letter stands for the suit."""
    if _shown.get() == Club.Cards.FRENCH:
        return letter_cards(text)
    return CARD.sub(lambda found: letter_rank(found[1]) + str(get_suit(found[2]).letter), text)


def read_typed_card(text: str) -> str:
    """Return a typed card as the `scoring` package writes it: «qh» on an English page is "D♥", «3 di coppe» on an
    Italian one "3♥". The letters of the reader's language come before the French ones. A text that is no card is
    returned unchanged."""
    plain = "".join(text.split()).upper()
    card = read_typed_rank(plain[:-1]) + read_typed_suit(plain[-1:])
    return card if is_card(card) else read_card_in_words(text) or text


def is_card(text: str) -> bool:
    """True if the text is a card as the `scoring` package writes it: "10♥"."""
    return bool(CARD.fullmatch(text))


def describe_wrong_card(typed: str) -> str:
    """Return the sentence that says that what was typed is no card."""
    return gettext("« %(text)s » n’est pas une carte.") % {"text": typed}


def read_card_in_words(text: str) -> str:
    """Return the card that is typed in words of the reader's language: «as de pique», «3 coppe»; "" if it is none."""
    words = [word for word in re.split(r"[\s'’]+", fold_letters(text)) if word and word not in JOINING]
    if len(words) != 2:
        return ""
    faces = FACES[Club.Cards(_shown.get())]
    ranks = {fold_letters(name_rank(rank)): rank for rank in (*faces.court, *PIPS)}
    suits = {fold_letters(str(suit.name)).rstrip("s"): symbol for symbol, suit in faces.suits.items()}
    card = ranks.get(words[0], read_typed_rank(words[0].upper())) + suits.get(words[1].rstrip("s"), "")
    return card if is_card(card) else ""


def read_typed_rank(text: str) -> str:
    """Return a typed rank as the `scoring` package writes it: "k" on an English page is "R"."""
    court = FACES[Club.Cards(_shown.get())].court
    own = {str(letter): rank for rank, (_name, letter) in court.items()}
    return own.get(text.upper(), text)


def read_typed_suit(text: str) -> str:
    """Return a typed suit as the symbol that the `scoring` package uses: "h" on an English page is "♥"."""
    suits = FACES[Club.Cards(_shown.get())].suits
    return {str(suit.letter): symbol for symbol, suit in suits.items()}.get(text.upper(), text)


def describe_typed_cards() -> str:
    """Say how a card is typed: «Par exemple RC, roi de cœur : P pique, C cœur, K carreau, T trèfle.»"""
    suits = FACES[Club.Cards(_shown.get())].suits
    return gettext("Par exemple %(card)s, %(name)s : %(suits)s.") % {
        "card": letter_rank("R") + str(suits["♥"].letter),
        "name": name_card("R♥"),
        "suits": ", ".join(f"{suit.letter} {suit.name}" for suit in suits.values()),
    }


def spell_cards(text: str) -> str:
    """Return the text with each card as plain text, where nothing is drawn: «K♠»; for an Italian pack, whose suits have
    no symbols, the card's name."""
    if _shown.get() == Club.Cards.FRENCH:
        return letter_cards(text)
    return CARD.sub(lambda found: name_card(found[1] + found[2]), text)
