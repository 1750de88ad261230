"""The announcements of Briscan and Brisque as a record writes them: their shape, and which cards each one names.

Whether an announcement may count is checked in `_briscan_uses`; it is scored in `_briscan_score`.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from scoring.cards import RANKS, SUIT_LETTERS, SUITS, is_card, spelt
from scoring.game import Call
from scoring.games.briscan.config import ACE, KING, LENGTHS, PACK, PIQUET, QUEEN
from scoring.games.briscan.names import CARRES, mariage, sequence
from scoring.games.briscan.names import SEQUENCES as NAMED
from scoring.language import Text
from scoring.model import Problem, Setting
from scoring.reading import bounded, known_keys, missing, one_of, player, under, wrong_type
from scoring.tricks import read_card

LAST_TRICK = 16


class Announcement(NamedTuple):
    """One announcement. `cards`: those it names, in the order of piquet; `before_trick`: 0 where it is not given."""

    place: int
    """Its index in the list of the record; -1 for a mariage that the tricks show."""
    seat: int
    kind: str
    cards: tuple[int, ...] = ()
    before_trick: int = 0
    rencontre: bool = False

    def write(self, setting: Setting) -> dict[str, Any]:
        """Return the announcement as `corbillon.partie/1` writes it."""
        told: dict[str, Any] = {"player": setting.players[self.seat], "kind": self.kind}
        if self.kind == "mariage":
            told["suit"] = SUITS[self.cards[0] >> 4]
        elif self.kind == "sequence":
            told["cards"] = PACK.write_all(self.cards)
        elif self.kind == "carre":
            told["rank"] = PACK.ranks[self.cards[0] & 15]
        if self.rencontre:
            told["rencontre"] = True
        if self.before_trick:
            told["before_trick"] = self.before_trick
        return told


class Announced(NamedTuple):
    """The context in which the announcements of one coup are read."""

    setting: Setting
    trump: int | None
    in_tricks: bool
    problems: list[Problem]


def read_announcements(announced: Announced, event: Mapping[str, Any], path: str) -> list[Announcement]:
    """Read the announcements of an event, in the order of the list, leaving out those whose shape is wrong."""
    given = event.get("announcements", [])
    if type(given) is not list:
        announced.problems.append(wrong_type(path, Text("la liste des annonces")))
        return []
    read = (_announcement(announced, each, place, f"{path}[{place}]") for place, each in enumerate(given))
    return [each for each in read if each is not None]


def _announcement(announced: Announced, given: Any, place: int, path: str) -> Announcement | None:
    """Read one announcement; return None and append problems where its shape is wrong."""
    problems = announced.problems
    before = len(problems)
    if type(given) is not dict:
        problems.append(wrong_type(path, Text("une annonce : un objet, entre accolades")))
        return None
    seat = player(announced.setting, given, "player", path, problems)
    kind = given.get("kind", "")
    form = KINDS.get(kind) if type(kind) is str else None
    if form is None:
        problems.append(_no_such_kind(given, under(path, "kind")))
    before_trick = given.get("before_trick", 0)
    if type(before_trick) is not int or not 0 < before_trick <= LAST_TRICK:
        before_trick = _no_trick(announced, given, under(path, "before_trick"))
    if form is None:
        return None
    in_tricks, in_totals, read = form
    known_keys(given, in_tricks if announced.in_tricks else in_totals, path, problems)
    cards = read(announced, given, path)
    rencontre = not announced.in_tricks and kind == "mariage" and _rencontre(given, path, problems)
    if len(problems) > before or seat is None:
        return None
    return Announcement(place, seat, kind, cards, before_trick, rencontre)


def _no_such_kind(given: Mapping[str, Any], path: str) -> Problem:
    """Build the problem of a missing or unknown kind."""
    return Problem(path, None, one_of(list(KINDS))) if "kind" in given else missing(path)


def _no_trick(announced: Announced, given: Mapping[str, Any], path: str) -> int:
    """Return 0, for no trick of a coup; report a trick that is wrong, or missing in the tricks form, which needs it."""
    if "before_trick" in given:
        bounded(given["before_trick"], 1, LAST_TRICK, path, announced.problems)
    elif announced.in_tricks:
        announced.problems.append(missing(path))
    return 0


def _rencontre(given: Mapping[str, Any], path: str, problems: list[Problem]) -> bool:
    """Read whether a mariage met in a trick."""
    value = given.get("rencontre", False)
    if type(value) is bool:
        return value
    problems.append(wrong_type(under(path, "rencontre"), Text("true ou false")))
    return False


def _no_cards(announced: Announced, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Return no cards: this kind names none."""
    return ()


def _as_atout(announced: Announced, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Return the ace of trump, where the trump is known."""
    return () if announced.trump is None else (announced.trump << 4 | ACE,)


def _mariage(announced: Announced, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Read the suit of a mariage; return its queen and king."""
    if "suit" not in given:
        announced.problems.append(missing(under(path, "suit")))
        return ()
    text = given["suit"]
    suit = SUIT_BY_TEXT.get(text, SUIT_BY_TEXT.get(spelt(text))) if type(text) is str else None
    if suit is None:
        announced.problems.append(Problem(under(path, "suit"), None, one_of(list(SUITS))))
        return ()
    return (suit << 4 | QUEEN, suit << 4 | KING)


SUIT_BY_TEXT = {sign: suit for signs in (SUITS, SUIT_LETTERS) for suit, sign in enumerate(signs)}


def _carre(announced: Announced, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Read the rank of a carré; return its four cards."""
    at = under(path, "rank")
    if "rank" not in given:
        announced.problems.append(missing(at))
        return ()
    rank = spelt(given["rank"]) if type(given["rank"]) is str else ""
    if rank not in RANKS:
        announced.problems.append(Problem(at, None, one_of(("A", "10", "R", "D", "V"))))
        return ()
    height = PACK.ranks.index(rank) if rank in PACK.ranks else None
    if height not in CARRES:
        text = Text(
            "Un carré de {rank} ne se compte pas : seuls comptent les as, dix, rois, dames et valets.", rank=rank
        )
        announced.problems.append(Problem(at, "BRC-07", text))
        return ()
    return PACK.of_rank(rank)


def _sequence(announced: Announced, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Read the cards of a sequence; return them from the lowest to the highest."""
    texts = given.get("cards")
    in_order = SEQUENCES.get(frozenset(map(PACK.find, texts))) if type(texts) is list else None
    if type(texts) is list and in_order is not None and len(in_order) == len(texts):
        return in_order
    at, problems = under(path, "cards"), announced.problems
    if "cards" not in given:
        problems.append(missing(at))
        return ()
    if type(texts) is not list:
        problems.append(wrong_type(at, Text("la liste des cartes de la séquence")))
        return ()
    before = len(problems)
    for place, text in enumerate(texts):
        if not is_card(text):
            read_card(PACK, text, f"{at}[{place}]", "BRC-01", problems)
    if len(problems) == before:
        text = Text(
            "Ce n’est pas une séquence : il y faut de trois à cinq cartes d’une couleur qui se suivent, dans l’ordre "
            "7, 8, 9, 10, valet, dame, roi, as."
        )
        problems.append(Problem(at, "BRC-06", text))
    return ()


def _sequences(suit: int) -> Iterator[tuple[int, ...]]:
    """Yield the sequences of a suit, each from its lowest card to its highest (BRC-06)."""
    cards = [suit << 4 | PACK.ranks.index(rank) for rank in PIQUET]
    for length in LENGTHS.values():
        yield from (tuple(cards[start : start + length]) for start in range(len(cards) - length + 1))


SEQUENCES: Mapping[frozenset[int | None], tuple[int, ...]] = {
    frozenset(cards): cards for suit in range(4) for cards in _sequences(suit)
}


def possible_calls() -> Iterator[Call]:
    """Yield every kind of announcement that can ever be made, in the order of the rule book."""
    for suit, sign in enumerate(SUITS):
        yield Call({"kind": "mariage", "suit": sign}, mariage(suit, None, False), Text("Mariage"))
    for length, group in ((3, Text("Tierce")), (4, Text("Quatrième")), (5, Text("Quinte"))):
        for cards in SEQUENCES.values():
            if len(cards) == length and (length, cards[-1] & 15) in NAMED:
                keys = {"kind": "sequence", "cards": PACK.write_all(cards)}
                yield Call(keys, sequence(cards, None), group)
    for height, name in CARRES.items():
        yield Call({"kind": "carre", "rank": PACK.ranks[height]}, name, Text("Carré"))
    for kind, name in OTHERS.items():
        yield Call({"kind": kind}, name, Text("Autres annonces"))


OTHERS: Mapping[str, Text] = {
    "figures": Text("main toute de figures"),
    "blanches": Text("main toute de blanches"),
    "as_atout": Text("as d’atout en main"),
    "cinq_atouts": Text("main toute d’atouts, le talon épuisé"),
}

_Reading = Callable[[Announced, Mapping[str, Any], str], tuple[int, ...]]
EVERY = frozenset(("player", "kind", "before_trick"))
KINDS: Mapping[str, tuple[Set[str], Set[str], _Reading]] = {
    "mariage": (EVERY | {"suit"}, EVERY | {"suit", "rencontre"}, _mariage),
    "sequence": (EVERY | {"cards"}, EVERY | {"cards"}, _sequence),
    "carre": (EVERY | {"rank"}, EVERY | {"rank"}, _carre),
    "figures": (EVERY, EVERY, _no_cards),
    "blanches": (EVERY, EVERY, _no_cards),
    "as_atout": (EVERY, EVERY, _as_atout),
    "cinq_atouts": (EVERY, EVERY, _no_cards),
}
"""By kind: its keys in the tricks form, those in totals, and the function that reads its cards."""
