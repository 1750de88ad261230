"""The announcements of Briscan and Brisque as a record writes them: their shape, and which cards each one names.

Whether an announcement may count is checked in `eligibility`; it is scored in `score`.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from scoring.cards import RANKS, SUIT_LETTERS, SUITS, is_card, normalise_card_text
from scoring.declarations import AnnouncementKind
from scoring.games.briscan.config import ACE, KING, LENGTHS, PACK, PIQUET, QUEEN, TRICKS
from scoring.games.briscan.names import CARRE_NAMES, name_mariage, name_sequence
from scoring.games.briscan.names import SEQUENCE_NAMES as NAMED
from scoring.language import Text
from scoring.model import Problem, Setting
from scoring.reading import (
    build_missing_problem,
    build_type_problem,
    check_keys,
    describe_choices,
    join_path,
    read_bounded,
    read_player_seat,
)
from scoring.tricks import read_card


class BriscanAnnouncement(NamedTuple):
    """One announcement of a player. `cards`: those it names, in the order of piquet; `before_trick`: the number of the
    trick that it came before, 0 where the record does not say."""

    list_index: int
    """Its index in the list of the record; -1 for a mariage that the tricks show."""
    seat: int
    kind: str
    cards: tuple[int, ...] = ()
    before_trick: int = 0
    rencontre: bool = False

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return the announcement as `corbillon.partie/1` writes it."""
        fields: dict[str, Any] = {"player": setting.players[self.seat], "kind": self.kind}
        if self.kind == "mariage":
            fields["suit"] = SUITS[self.cards[0] >> 4]
        elif self.kind == "sequence":
            fields["cards"] = PACK.write_cards(self.cards)
        elif self.kind == "carre":
            fields["rank"] = PACK.ranks[self.cards[0] & 15]
        if self.rencontre:
            fields["rencontre"] = True
        if self.before_trick:
            fields["before_trick"] = self.before_trick
        return fields


class AnnouncementContext(NamedTuple):
    """What must be known to read the announcements of one coup: the table, the trump suit (None: not known), whether
    the coup is given in tricks; and the list to which problems are appended."""

    setting: Setting
    trump: int | None
    in_tricks: bool
    problems: list[Problem]

    def allows(self, kind: str) -> bool:
        """Return True if the options of the table allow announcements of this kind (BRC-22)."""
        return kind == "mariage" or not self.setting.config.mariages_only


def read_announcements(context: AnnouncementContext, event: Mapping[str, Any], path: str) -> list[BriscanAnnouncement]:
    """Read the announcements of an event, in the order of the list, leaving out those whose shape is wrong."""
    given = event.get("announcements", [])
    if type(given) is not list:
        context.problems.append(build_type_problem(path, Text("la liste des annonces")))
        return []
    read = (_read_announcement(context, each, place, f"{path}[{place}]") for place, each in enumerate(given))
    return [each for each in read if each is not None]


def _read_announcement(context: AnnouncementContext, given: Any, place: int, path: str) -> BriscanAnnouncement | None:
    """Read one announcement; return None and append problems where its shape is wrong. `given`: as the record has it;
    `place`: its index in the list."""
    problems = context.problems
    before = len(problems)
    if type(given) is not dict:
        problems.append(build_type_problem(path, Text("une annonce : un objet, entre accolades")))
        return None
    kind = given.get("kind", "")
    form = SHAPE_BY_KIND.get(kind) if type(kind) is str else None
    if form is not None and not context.allows(kind):
        text = Text("À cette table, seuls les mariages s’annoncent.")
        problems.append(Problem(join_path(path, "kind"), "BRC-22", text))
        return None
    seat = read_player_seat(context.setting, given, "player", path, problems)
    if form is None:
        problems.append(_build_unknown_kind_problem(given, join_path(path, "kind")))
    before_trick = given.get("before_trick", 0)
    if type(before_trick) is not int or not 0 < before_trick <= TRICKS:
        before_trick = _report_wrong_trick(context, given, join_path(path, "before_trick"))
    if form is None:
        return None
    in_tricks, in_totals, read = form
    check_keys(given, in_tricks if context.in_tricks else in_totals, path, problems)
    cards = read(context, given, path)
    rencontre = not context.in_tricks and kind == "mariage" and _read_rencontre(given, path, problems)
    if len(problems) > before or seat is None:
        return None
    return BriscanAnnouncement(place, seat, kind, cards, before_trick, rencontre)


def _build_unknown_kind_problem(given: Mapping[str, Any], path: str) -> Problem:
    """Build the problem of a missing or unknown kind."""
    return (
        Problem(path, None, describe_choices(list(SHAPE_BY_KIND))) if "kind" in given else build_missing_problem(path)
    )


def _report_wrong_trick(context: AnnouncementContext, given: Mapping[str, Any], path: str) -> int:
    """Report a trick number that is wrong, or missing though the coup is given in tricks. Always return 0, the number
    of an announcement that names no trick."""
    if "before_trick" in given:
        read_bounded(given["before_trick"], 1, TRICKS, path, context.problems)
    elif context.in_tricks:
        context.problems.append(build_missing_problem(path))
    return 0


def _read_rencontre(given: Mapping[str, Any], path: str, problems: list[Problem]) -> bool:
    """Return True if the record says that the king and queen of a mariage met in a trick."""
    value = given.get("rencontre", False)
    if type(value) is bool:
        return value
    problems.append(build_type_problem(join_path(path, "rencontre"), Text("true ou false")))
    return False


def _read_no_cards(context: AnnouncementContext, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Return no cards: the announcement is of a kind that names none."""
    return ()


def _read_as_atout(context: AnnouncementContext, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Return the ace of trump as the only card of the announcement; no card where the trump is not known."""
    return () if context.trump is None else (context.trump << 4 | ACE,)


def _read_mariage(context: AnnouncementContext, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Read the suit of a mariage; return its queen and king."""
    if "suit" not in given:
        context.problems.append(build_missing_problem(join_path(path, "suit")))
        return ()
    text = given["suit"]
    suit = SUIT_BY_TEXT.get(text, SUIT_BY_TEXT.get(normalise_card_text(text))) if type(text) is str else None
    if suit is None:
        context.problems.append(Problem(join_path(path, "suit"), None, describe_choices(list(SUITS))))
        return ()
    return (suit << 4 | QUEEN, suit << 4 | KING)


SUIT_BY_TEXT = {sign: suit for signs in (SUITS, SUIT_LETTERS) for suit, sign in enumerate(signs)}


def _read_carre(context: AnnouncementContext, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Read the rank of a carré; return its four cards."""
    at = join_path(path, "rank")
    if "rank" not in given:
        context.problems.append(build_missing_problem(at))
        return ()
    rank = normalise_card_text(given["rank"]) if type(given["rank"]) is str else ""
    if rank not in RANKS:
        context.problems.append(Problem(at, None, describe_choices(("A", "10", "R", "D", "V"))))
        return ()
    height = PACK.ranks.index(rank) if rank in PACK.ranks else None
    if height not in CARRE_NAMES:
        text = Text(
            "Un carré de {rank} ne se compte pas : seuls comptent les as, dix, rois, dames et valets.", rank=rank
        )
        context.problems.append(Problem(at, "BRC-07", text))
        return ()
    return PACK.get_cards_of_rank(rank)


def _read_sequence(context: AnnouncementContext, given: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """Read the cards of a sequence; return them from the lowest to the highest."""
    texts = given.get("cards")
    in_order = SEQUENCES_BY_CARDS.get(frozenset(map(PACK.find_card, texts))) if type(texts) is list else None
    if type(texts) is list and in_order is not None and len(in_order) == len(texts):
        return in_order
    at, problems = join_path(path, "cards"), context.problems
    if "cards" not in given:
        problems.append(build_missing_problem(at))
        return ()
    if type(texts) is not list:
        problems.append(build_type_problem(at, Text("la liste des cartes de la séquence")))
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


def _iter_sequences(suit: int) -> Iterator[tuple[int, ...]]:
    """Yield the sequences of a suit, each from its lowest card to its highest (BRC-06)."""
    cards = [suit << 4 | PACK.ranks.index(rank) for rank in PIQUET]
    for length in LENGTHS.values():
        yield from (tuple(cards[start : start + length]) for start in range(len(cards) - length + 1))


SEQUENCES_BY_CARDS: Mapping[frozenset[int | None], tuple[int, ...]] = {
    frozenset(cards): cards for suit in range(4) for cards in _iter_sequences(suit)
}


def iter_announcement_kinds() -> Iterator[AnnouncementKind]:
    """Yield every kind of announcement that can ever be made, in the order of the rule book."""
    for suit, sign in enumerate(SUITS):
        pair = tuple(PACK.write_cards((suit << 4 | QUEEN, suit << 4 | KING)))
        name = name_mariage(suit, None, False)
        yield AnnouncementKind({"kind": "mariage", "suit": sign}, name, Text("Mariage"), pair)
    for length, group in ((3, Text("Tierce")), (4, Text("Quatrième")), (5, Text("Quinte"))):
        for cards in SEQUENCES_BY_CARDS.values():
            if len(cards) == length and (length, cards[-1] & 15) in NAMED:
                shown, name = PACK.write_cards(cards), name_sequence(cards, None, is_house_worth=False)
                yield AnnouncementKind({"kind": "sequence", "cards": shown}, name, group, tuple(shown))
    for height, name in CARRE_NAMES.items():
        four = tuple(PACK.write_cards(suit << 4 | height for suit in range(4)))
        yield AnnouncementKind({"kind": "carre", "rank": PACK.ranks[height]}, name, Text("Carré"), four)
    for kind, name in OTHER_NAMES.items():
        yield AnnouncementKind({"kind": kind}, name, Text("Autres annonces"))


OTHER_NAMES: Mapping[str, Text] = {
    "figures": Text("main toute de figures"),
    "blanches": Text("main toute de blanches"),
    "as_atout": Text("as d’atout en main"),
    "cinq_atouts": Text("main toute d’atouts, le talon épuisé"),
}

_CardReader = Callable[[AnnouncementContext, Mapping[str, Any], str], tuple[int, ...]]
COMMON_KEYS = frozenset(("player", "kind", "before_trick"))
SHAPE_BY_KIND: Mapping[str, tuple[Set[str], Set[str], _CardReader]] = {
    "mariage": (COMMON_KEYS | {"suit"}, COMMON_KEYS | {"suit", "rencontre"}, _read_mariage),
    "sequence": (COMMON_KEYS | {"cards"}, COMMON_KEYS | {"cards"}, _read_sequence),
    "carre": (COMMON_KEYS | {"rank"}, COMMON_KEYS | {"rank"}, _read_carre),
    "figures": (COMMON_KEYS, COMMON_KEYS, _read_no_cards),
    "blanches": (COMMON_KEYS, COMMON_KEYS, _read_no_cards),
    "as_atout": (COMMON_KEYS, COMMON_KEYS, _read_as_atout),
    "cinq_atouts": (COMMON_KEYS, COMMON_KEYS, _read_no_cards),
}
"""By kind: its keys in the tricks form, those in totals, and the function that reads its cards."""
