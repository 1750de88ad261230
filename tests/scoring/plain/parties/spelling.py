"""The many ways in which a document may write a name, a card or a suit: all of them legal."""

import unicodedata

from tests.scoring.plain.reading import RANKS, SUITS

NAMES = [
    "Anne", "Basile", "Chloé", "Désirée", "Élodie", "François-Régis", "ليلى", "عمر", "Zoë", "Łukasz",
    "Nguyễn Thị Ánh", "O’Brien", "Marie M. 2", "Søren", "小林", "Ömer", "Ana María", "Ψυχή", "«Titi»", "x",
    "1", "Pot", "BANK", "null", "Jean\u00a0Paul", "🂡 as", "a.b", "events[0]", "İpek", "ß",
]  # fmt: skip
LETTERS = {"♠": "P", "♥": "C", "♦": "K", "♣": "T"}


def choose_names(rng, count):
    """Return so many different names, in the normal form in which they are compared."""
    chosen = rng.sample(NAMES, count)
    if rng.random() < 0.05:
        chosen[0] = "é" * 80
    return [unicodedata.normalize("NFC", name) for name in chosen]


def write_name(rng, name):
    """Return the name, sometimes with spaces around it or in decomposed Unicode."""
    if rng.random() < 0.08:
        name = unicodedata.normalize("NFD", name)
    if rng.random() < 0.08:
        name = rng.choice([" ", "  ", "\u00a0", ""]) + name + rng.choice([" ", "\u2009", ""])
    return name


def write_suit(rng, suit):
    """Return the suit in one of its forms: ♠, ♠️, P or p."""
    return rng.choice([suit, suit, suit, f"{suit}\ufe0f", LETTERS[suit], LETTERS[suit].lower()])


def write_rank(rng, rank):
    """Return the rank as a capital or a small letter."""
    return rng.choice([rank, rank, rank.lower()])


def list_spellings(rank, suit):
    """Return the text forms of a card; half of the list is the plain one."""
    suits = [suit, f"{suit}\ufe0f", LETTERS[suit], LETTERS[suit].lower()]
    texts = [word + space + sign for word in {rank, rank.lower()} for space in ("", " ") for sign in suits]
    texts += [f" {rank}{suit}", f"{rank}{suit} "]
    return sorted(texts) + [rank + suit] * len(texts)


SPELLINGS = {(rank, suit): list_spellings(rank, suit) for rank in RANKS for suit in SUITS}


def write_card(rng, card):
    """Return a card (rank, suit) in one of its text forms."""
    forms = SPELLINGS[card]
    return forms[int(rng.random() * len(forms))]


def write_tricks(rng, tricks):
    """Return tricks as lists of written cards; in one document of three all are plain."""
    if rng.random() < 0.33:
        return [[rank + suit for rank, suit in trick] for trick in tricks]
    return [[write_card(rng, card) for card in trick] for trick in tricks]
