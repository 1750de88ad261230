"""The marks of a coup of Briscan or Brisque, in order, and who wins the partie by them (BRC-02 to 19)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from scoring.card_points import PACK_POINTS
from scoring.games.briscan.announcements import BriscanAnnouncement
from scoring.games.briscan.config import ACE, COURT, KING, KNAVE, PACK, QUEEN, TEN, TRICKS, BriscanConfig
from scoring.games.briscan.coup import CoupEnd
from scoring.games.briscan.names import CARRE_NAMES, name_mariage, name_sequence
from scoring.language import Text, plural
from scoring.model import Mark

TURN_UP_HEIGHTS = COURT | {ACE, TEN}
CARRE_POINTS = {ACE: 150, TEN: 100, KING: 80, QUEEN: 60, KNAVE: 40}


def build_announcement_marks(
    config: BriscanConfig, announcements: Sequence[BriscanAnnouncement], turn_up: int | None, dealer: int
) -> list[Mark]:
    """Return the turn-up's ten points, then those of announcements and of mariages that met, in order (BRC-02 to 12).

    Without a turn-up (it could not be read) there is no trump, and each mark has the least value it could have.
    """
    marks: list[Mark] = []
    if turn_up is not None and turn_up & 15 in TURN_UP_HEIGHTS:
        marks.append((dealer, 10, "BRC-02", _describe_turn_up(turn_up)))
    marks += build_marks(config, announcements, None if turn_up is None else turn_up >> 4)
    return [mark for mark in marks if mark[1]]


@lru_cache(maxsize=32)
def _describe_turn_up(turn_up: int) -> Text:
    """Return the words for the points of the turn-up: «retourne D♣»."""
    return Text("retourne {card}", card=PACK.write_card(turn_up))


def build_marks(config: BriscanConfig, announcements: Sequence[BriscanAnnouncement], trump: int | None) -> list[Mark]:
    """Return the points of each announcement as a mark, in their order; a mark may be of 0 points."""
    marks: list[Mark] = []
    runs = [0, 0]
    for call in announcements:
        runs[call.seat] += call.kind in RUNS
        marks.append(build_mark(config, call, trump, runs[call.seat]))
    return marks


def build_mark(config: BriscanConfig, announcement: BriscanAnnouncement, trump: int | None, number: int) -> Mark:
    """Return the points of one announcement as a mark; `number`: its player's marks so far for a hand all of one
    kind."""
    return (
        _mark_run(announcement, number)
        if announcement.kind in RUNS
        else WORTH[announcement.kind](config, announcement, trump)
    )


def _mark_mariage(config: BriscanConfig, call: BriscanAnnouncement, trump: int | None) -> Mark:
    suit = call.cards[0] >> 4
    rule = "BRC-05" if call.rencontre else "BRC-04"
    return call.seat, 40 if suit == trump else 20, rule, name_mariage(suit, trump, call.rencontre)


def _mark_sequence(config: BriscanConfig, call: BriscanAnnouncement, trump: int | None) -> Mark:
    cards = call.cards
    worth = config.sequences[len(cards), cards[-1] & 15]
    name = name_sequence(cards, trump, len(cards) in config.house_lengths)
    return call.seat, worth if cards[0] >> 4 == trump else worth // 2, "BRC-06", name


def _mark_carre(config: BriscanConfig, call: BriscanAnnouncement, trump: int | None) -> Mark:
    height = call.cards[0] & 15
    return call.seat, CARRE_POINTS[height], "BRC-07", CARRE_NAMES[height]


def _mark_ace(config: BriscanConfig, call: BriscanAnnouncement, trump: int | None) -> Mark:
    return call.seat, 30, "BRC-11", ACE_HELD


def _mark_all_trumps(config: BriscanConfig, call: BriscanAnnouncement, trump: int | None) -> Mark:
    return call.seat, 30, "BRC-12", ALL_TRUMPS[config.hand_size]


def _mark_run(call: BriscanAnnouncement, number: int) -> Mark:
    points, rule, first, again = RUNS[call.kind]
    return call.seat, points, rule, first if number == 1 else again


ACE_HELD = Text("as d’atout en main")
ALL_TRUMPS = {5: Text("cinq atouts en main, le talon épuisé"), 6: Text("six atouts en main, le talon épuisé")}
RUNS = {
    "figures": (20, "BRC-08", Text("main toute de figures"), Text("main encore toute de figures")),
    "blanches": (10, "BRC-09", Text("main toute de blanches"), Text("main encore toute de blanches")),
}
"""By kind of run: the points of each mark, its rule, the words of the first mark and of the others."""
WORTH: Mapping[str, Callable[[BriscanConfig, BriscanAnnouncement, int | None], Mark]] = {
    "mariage": _mark_mariage,
    "sequence": _mark_sequence,
    "carre": _mark_carre,
    "as_atout": _mark_ace,
    "cinq_atouts": _mark_all_trumps,
}


def build_end_marks(config: BriscanConfig, end: CoupEnd) -> list[Mark]:
    """Return the marks that are added once the tricks are played (BRC-13 to 16)."""
    marks: list[Mark] = []
    if end.last_ten_seat is not None:
        marks.append(
            (end.last_ten_seat, 10, "BRC-13", LAST_TALON_CARD if config.last_ten_on_talon_card else LAST_TRICK)
        )
    if end.last_five_seat is not None:
        marks.append((end.last_five_seat, 20, "BRC-14", LAST_FIVE))
    if end.tricks_won is not None and end.tricks_won[0] != end.tricks_won[1]:
        most = max(end.tricks_won)
        marks.append((end.tricks_won.index(most), 10, "BRC-15", _describe_most_tricks(most)))
    for seat, number in enumerate(end.card_points or ()):
        if number:
            marks.append((seat, number, "BRC-16", _describe_card_points(number)))
    return marks


LAST_TALON_CARD = Text("dernière carte du talon")
LAST_TRICK = Text("dernière levée")
LAST_FIVE = Text("les cinq dernières levées")


@lru_cache(maxsize=TRICKS)
def _describe_most_tricks(number: int) -> Text:
    return Text("le plus de levées : {n}", n=number)


@lru_cache(maxsize=PACK_POINTS)
def _describe_card_points(number: int) -> Text:
    return plural("{n} point de cartes", "{n} points de cartes", number)


def find_winning_mark(config: BriscanConfig, totals: Sequence[int], called: Sequence[Mark]) -> int | None:
    """Return the index, in the marks `called`, of the first by which a player's total reaches the target (BRC-19); None
    if none does. `totals`: by seat, before the coup.

    None also where an option lets no mark win, and where a total was at the target before the coup: then two totals
    were equal, and from there on they are compared at the end of each coup.
    """
    if not config.marks_win or max(totals) >= config.target:
        return None
    running = list(totals)
    for number, (seat, points, _, _) in enumerate(called):
        running[seat] += points
        if running[seat] >= config.target:
            return number
    return None


def find_winners_override(
    config: BriscanConfig, totals: Sequence[int], called: Sequence[Mark], end: CoupEnd
) -> tuple[int, ...]:
    """Return the seat that wins the partie by this coup, whatever the totals; empty where none does.

    `totals`: by seat, before the coup; `called`: the marks before the end of it. The seat wins by a mark that reaches
    the target (BRC-19), else by the vole (BRC-17).
    """
    place = find_winning_mark(config, totals, called)
    if place is not None:
        return (called[place][0],)
    if end.tricks_won is not None and TRICKS in end.tricks_won:
        return (end.tricks_won.index(TRICKS),)
    return ()
