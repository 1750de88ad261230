"""The many ways in which a document may write one name, one card, one suit: all of them right."""

import unicodedata

from tests.scoring.plain.reading import RANKS, SUITS

NAMES = [
    "Anne", "Basile", "Chloé", "Désirée", "Élodie", "François-Régis", "ليلى", "عمر", "Zoë", "Łukasz",
    "Nguyễn Thị Ánh", "O’Brien", "Marie M. 2", "Søren", "小林", "Ömer", "Ana María", "Ψυχή", "«Titi»", "x",
    "1", "Pot", "BANK", "null", "Jean\u00a0Paul", "🂡 as", "a.b", "events[0]", "İpek", "ß",
]  # fmt: skip
LETTERS = {"♠": "P", "♥": "C", "♦": "K", "♣": "T"}


def names(rng, count):
    """That many different names, tidy (as they are compared)."""
    chosen = rng.sample(NAMES, count)
    if rng.random() < 0.05:
        chosen[0] = "é" * 80
    return [unicodedata.normalize("NFC", name) for name in chosen]


def write_name(rng, name):
    """The name, sometimes with spaces around it or decomposed."""
    if rng.random() < 0.08:
        name = unicodedata.normalize("NFD", name)
    if rng.random() < 0.08:
        name = rng.choice([" ", "  ", "\u00a0", ""]) + name + rng.choice([" ", "\u2009", ""])
    return name


def write_suit(rng, suit):
    """♠, ♠️, P or p."""
    return rng.choice([suit, suit, suit, f"{suit}\ufe0f", LETTERS[suit], LETTERS[suit].lower()])


def write_rank(rng, rank):
    """R or r."""
    return rng.choice([rank, rank, rank.lower()])


def spellings(rank, suit):
    """The text forms of a card; half of them the plain one."""
    suits = [suit, f"{suit}\ufe0f", LETTERS[suit], LETTERS[suit].lower()]
    texts = [word + space + sign for word in {rank, rank.lower()} for space in ("", " ") for sign in suits]
    texts += [f" {rank}{suit}", f"{rank}{suit} "]
    return sorted(texts) + [rank + suit] * len(texts)


SPELLINGS = {(rank, suit): spellings(rank, suit) for rank in RANKS for suit in SUITS}


def write_card(rng, card):
    """A card (rank, suit) in one of its text forms."""
    forms = SPELLINGS[card]
    return forms[int(rng.random() * len(forms))]


def write_tricks(rng, tricks):
    """Tricks as lists of written cards; one document in three is tidy."""
    if rng.random() < 0.33:
        return [[rank + suit for rank, suit in trick] for trick in tricks]
    return [[write_card(rng, card) for card in trick] for trick in tricks]
