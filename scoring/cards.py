"""Cards: suits, ranks, packs, and the texts of a card. Who wins a trick is in `tricks`.

A card is a small integer, `suit << 4 | height`: in one pack, the higher integer of a suit is the higher card.
"""

from collections.abc import Iterable
from dataclasses import dataclass

SUITS = "♠♥♦♣"
SUIT_LETTERS = "PCKT"  # pique, cœur, carreau, trèfle
RED = frozenset((1, 2))
RANKS = ("A", "R", "D", "V", "10", "9", "8", "7", "6", "5", "4", "3", "2")


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a game: its ranks from low to high, what each is worth, the texts that name them."""

    texts: dict[str, int]
    """The plain spellings («A♠», «AP», «ap»); `find` knows all the others."""
    points: bytes
    """By card, its card points: a table as `bytes.translate` asks for."""
    ranks: tuple[str, ...]

    @classmethod
    def of(cls, ranks: tuple[str, ...], points: dict[str, int]) -> "Pack":
        """`ranks` from the lowest to the highest; `points` of those that have any."""
        texts: dict[str, int] = {}
        worth = bytearray(256)
        for suit, signs in enumerate(zip(SUITS, SUIT_LETTERS, strict=True)):
            for height, rank in enumerate(ranks):
                card = suit << 4 | height
                worth[card] = points.get(rank, 0)
                for sign in signs:
                    texts[rank + sign] = texts[(rank + sign).lower()] = card
        return cls(texts, bytes(worth), ranks)

    def find(self, text: object) -> int | None:
        """The card that a text names, however it is spelt; None where it names none of this pack."""
        if not isinstance(text, str):
            return None
        card = self.texts.get(text)
        return self.texts.get(spelt(text)) if card is None else card

    def write(self, card: int) -> str:
        """The one text of a card in what we write."""
        return self.ranks[card & 15] + SUITS[card >> 4]

    def write_all(self, cards: Iterable[int]) -> list[str]:
        """The texts of several cards."""
        return [self.write(card) for card in cards]

    def cards(self) -> Iterable[int]:
        """Every card, suit by suit."""
        return (suit << 4 | height for suit in range(4) for height in range(len(self.ranks)))

    def of_rank(self, rank: str) -> tuple[int, ...]:
        """The four cards of a rank, by suit."""
        height = self.ranks.index(rank)
        return tuple(suit << 4 | height for suit in range(4))


def spelt(text: str) -> str:
    """A card's text without what does not matter: case, spaces, U+FE0F."""
    return "".join(text.split()).replace("\ufe0f", "").upper()


def is_card(text: object) -> bool:
    """Whether a text names a card at all, of whatever pack."""
    if not isinstance(text, str):
        return False
    plain = spelt(text)
    return plain[-1:] in (*SUITS, *SUIT_LETTERS) and plain[:-1] in RANKS
