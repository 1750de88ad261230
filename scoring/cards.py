"""Cards: suits, ranks, packs, and how cards are written. Which card wins a trick is in `tricks`.

A card is a small integer, `suit << 4 | height`: in one pack, the higher integer of a suit is the higher card.
"""

from collections.abc import Iterable
from dataclasses import dataclass

SUITS = "♠♥♦♣"
SUIT_LETTERS = "PCKT"  # pique, cœur, carreau, trèfle
RED_SUITS = frozenset((1, 2))
RANKS = ("A", "R", "D", "V", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a game: its ranks from low to high, the points of each card, and the spellings that name it."""

    texts: dict[str, int]
    """The card of each plain spelling («A♠», «AP», «ap»); `find_card` accepts all other spellings too."""
    points: bytes
    """The points of each card, as a 256-byte table for `bytes.translate`."""
    ranks: tuple[str, ...]

    @classmethod
    def build(cls, ranks: tuple[str, ...], points: dict[str, int]) -> "Pack":
        """Build a pack from its ranks, the lowest first, and the points of those ranks that have any."""
        texts: dict[str, int] = {}
        worth = bytearray(256)
        for suit, signs in enumerate(zip(SUITS, SUIT_LETTERS, strict=True)):
            for height, rank in enumerate(ranks):
                card = suit << 4 | height
                worth[card] = points.get(rank, 0)
                for sign in signs:
                    texts[rank + sign] = texts[(rank + sign).lower()] = card
        return cls(texts, bytes(worth), ranks)

    def find_card(self, text: object) -> int | None:
        """Return the card that `text` names, in any spelling; None where it names no card of this pack."""
        if not isinstance(text, str):
            return None
        card = self.texts.get(text)
        return self.texts.get(normalise_card_text(text)) if card is None else card

    def write_card(self, card: int) -> str:
        """Return the one spelling of a card that all output uses: «10♠», «R♥»."""
        return self.ranks[card & 15] + SUITS[card >> 4]

    def write_cards(self, cards: Iterable[int]) -> list[str]:
        """Return the spellings of several cards, as `write_card` gives them."""
        return [self.write_card(card) for card in cards]

    def iter_cards(self) -> Iterable[int]:
        """Return every card of the pack, suit by suit."""
        return (suit << 4 | height for suit in range(4) for height in range(len(self.ranks)))

    def get_cards_of_rank(self, rank: str) -> tuple[int, ...]:
        """Return the four cards of a rank, by suit."""
        height = self.ranks.index(rank)
        return tuple(suit << 4 | height for suit in range(4))


def normalise_card_text(text: str) -> str:
    """Return the spelling of a card without what does not matter: case, spaces, emoji variation selectors (U+FE0F)."""
    return "".join(text.split()).replace("\ufe0f", "").upper()


def is_card(text: object) -> bool:
    """Return True if `text` names a card at all, of whatever pack."""
    if not isinstance(text, str):
        return False
    plain = normalise_card_text(text)
    return plain[-1:] in (*SUITS, *SUIT_LETTERS) and plain[:-1] in RANKS
