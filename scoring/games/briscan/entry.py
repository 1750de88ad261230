"""Help while a coup of Briscan or Brisque is typed in: marks so far, announcements still possible, figures that follow.

Used for coups typed in totals. The same checks as for a whole coup decide, and say why an announcement may not count;
the record may lack what is not known yet.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scoring.card_points import PACK_POINTS
from scoring.games.briscan.announcements import (
    SEQUENCES_BY_CARDS,
    AnnouncementContext,
    BriscanAnnouncement,
    read_announcements,
)
from scoring.games.briscan.config import ACE, KING, LAST_TRICKS, PACK, QUEEN, TRICKS, BriscanConfig
from scoring.games.briscan.coup import is_exchangeable, read_exchange
from scoring.games.briscan.eligibility import AnnouncementChecker
from scoring.games.briscan.hands import build_announced_hands
from scoring.games.briscan.names import CARRE_NAMES
from scoring.games.briscan.score import RUNS, build_announcement_marks, build_mark, find_winning_mark
from scoring.model import Problem, ScoreLine, Setting, TableState
from scoring.tricks import read_turn_up


class AnnouncementOffer(NamedTuple):
    """An announcement that was made, or that may be made, as a form shows it.

    `announcement`: as the record writes it. `cards`: the cards that it names. `line`: the score line that it is or
    would be. `problems`: why it may not count.
    """

    announcement: Mapping[str, Any]
    cards: tuple[str, ...]
    line: ScoreLine
    problems: tuple[Problem, ...]


class AnnouncementStatus(NamedTuple):
    """The state of a coup's announcements.

    `turn_up_line`: the score line of the turn-up. `made`: the announcements, in order. `totals`: by player, the table's
    totals with all these marks. `winner`: who has reached the target by one of them (BRC-19), which ends the coup.
    `possible`: every announcement of either player, good or not; none after the winning mark. `problems`: those of the
    turn-up, of the exchange and of the list's form. `may_exchange`: whether somebody can hold the seven of trump, to
    exchange it for the turn-up.
    """

    turn_up_line: ScoreLine | None
    made: tuple[AnnouncementOffer, ...]
    totals: Mapping[str, int]
    winner: str | None
    possible: tuple[AnnouncementOffer, ...]
    problems: tuple[Problem, ...]
    may_exchange: bool


def get_announcement_status(state: TableState, event: Mapping[str, Any]) -> AnnouncementStatus:
    """Return the state of a coup's announcements; `event` is the record in totals, as far as it is known."""
    return _StatusReader(state, event).build_status()


class _StatusReader:
    """Finds what was announced, and what may be, in a coup of which only a part is recorded yet."""

    def __init__(self, state: TableState, event: Mapping[str, Any]) -> None:
        self.config: BriscanConfig = state.setting.config
        self.state = state
        self.setting = state.setting
        self.event = event
        self.problems: list[Problem] = []
        self.turn_up = read_turn_up(self.config.tricks, event, "", self.problems) if event.get("retourne") else None
        swap = read_exchange(self.setting, event, self.turn_up, "", self.problems)
        self.trump = None if self.turn_up is None else self.turn_up >> 4
        named = event.get("last_talon_card")
        drawer = self.setting.seats.get(named) if isinstance(named, str) else None
        hands = build_announced_hands(self.config, self.turn_up, swap, drawer)
        self.announced = AnnouncementContext(self.setting, self.trump, False, self.problems)
        self.uses = AnnouncementChecker(self.config, hands, self.turn_up, in_tricks=False)
        self.run_lengths = [0, 0]

    def build_status(self) -> AnnouncementStatus:
        """Check each announcement in turn, then list those that may follow."""
        calls: list[BriscanAnnouncement] = []
        made: list[AnnouncementOffer] = []
        for each in read_announcements(self.announced, self.event, "announcements"):
            problems: list[Problem] = []
            if self.uses.count_announcement(each, "announcements", problems):
                calls.append(each)
                self.run_lengths[each.seat] += each.kind in RUNS
            made.append(self._build_offer(each, self.run_lengths[each.seat], tuple(problems)))
        marks = build_announcement_marks(self.config, calls, self.turn_up, find_dealer(self.state, self.event))
        winning = find_winning_mark(self.config, self.state.seat_totals, marks)
        totals = list(self.state.seat_totals)
        for seat, points, _, _ in marks:
            totals[seat] += points
        turned = next((build_score_line(self.setting, mark) for mark in marks if mark[2] == "BRC-02"), None)
        return AnnouncementStatus(
            turned,
            tuple(made),
            dict(zip(self.setting.players, totals, strict=True)),
            None if winning is None else self.setting.players[marks[winning][0]],
            tuple(self._iter_possible_offers()) if winning is None else (),
            tuple(self.problems),
            is_exchangeable(self.turn_up),
        )

    def _build_offer(self, each: BriscanAnnouncement, number: int, problems: tuple[Problem, ...]) -> AnnouncementOffer:
        """Build the entry of one announcement; `number`: which mark of its player it is, for a hand all of one kind."""
        mark = build_mark(self.config, each, self.trump, number)
        return AnnouncementOffer(
            each.to_json(self.setting),
            tuple(PACK.write_cards(each.cards)),
            build_score_line(self.setting, mark),
            problems,
        )

    def _iter_possible_offers(self) -> Iterator[AnnouncementOffer]:
        """Yield every announcement that the table allows either player, with its problems."""
        for seat in (0, 1):
            for each in iter_thinkable_announcements(seat, self.trump):
                if not self.announced.allows(each.kind):
                    continue
                faults = self.uses.find_faults(each)
                problems = tuple(Problem("announcements", rule, text) for rule, text in faults)
                yield self._build_offer(each, self.run_lengths[seat] + 1, problems)


def build_score_line(setting: Setting, mark: tuple[int, int, str, Any]) -> ScoreLine:
    """Build the score line of a mark, given as (seat, points, rule, reason in words), with its player's name for the
    seat."""
    seat, points, rule, text = mark
    return ScoreLine(setting.players[seat], points, rule, text)


def find_dealer(state: TableState, event: Mapping[str, Any]) -> int:
    """Return the seat that deals: the one the record names while nobody has dealt, else the one whose turn it is."""
    named = event.get("dealer")
    if state.seat_dealer is None and isinstance(named, str):
        return state.setting.seats.get(named, state.next_dealer_seat)
    return state.next_dealer_seat


def iter_thinkable_announcements(seat: int, trump: int | None) -> Iterator[BriscanAnnouncement]:
    """Yield every announcement that the player at `seat` can make with the 32 cards, each once. `trump`: the suit, None
    if not known."""
    for suit in range(4):
        pair = (suit << 4 | QUEEN, suit << 4 | KING)
        yield BriscanAnnouncement(0, seat, "mariage", pair)
        yield BriscanAnnouncement(0, seat, "mariage", pair, rencontre=True)
    for cards in SEQUENCES_BY_CARDS.values():
        yield BriscanAnnouncement(0, seat, "sequence", cards)
    for height in CARRE_NAMES:
        yield BriscanAnnouncement(0, seat, "carre", tuple(suit << 4 | height for suit in range(4)))
    yield BriscanAnnouncement(0, seat, "as_atout", () if trump is None else (trump << 4 | ACE,))
    for kind in ("figures", "blanches", "cinq_atouts"):
        yield BriscanAnnouncement(0, seat, kind)


def derive_end_figures(setting: Setting, event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the end figures of a coup that follow from those already given (BRC-01, 13, 14, 16).

    The keys are those of the record, without those already given; `last_five` None means that nobody has it.
    """
    config: BriscanConfig = setting.config
    tricks = _complete_pair(event.get("tricks_won"), setting.players, TRICKS)
    points = _complete_pair(event.get("card_points"), setting.players, PACK_POINTS)
    derived = _derive_from_all_tricks(config, tricks) or _derive_last_tricks(config, tricks, event)
    points = points or derived.pop("card_points", {})
    numbers = {"tricks_won": tricks, "card_points": points}
    lacking = {key: value for key, value in numbers.items() if len(value) > len(event.get(key) or {})}
    return {key: value for key, value in derived.items() if key not in event} | lacking


def _derive_from_all_tricks(config: BriscanConfig, tricks: Mapping[str, int]) -> dict[str, Any]:
    """Return the keys of a coup's record, with their values, that follow where one player won every trick: the last
    five, the last trick and all the points are his.

    Only the last card of the talon is the other's: he who wins every trick draws first.
    """
    if TRICKS not in tricks.values():
        return {}
    other, winner = sorted(tricks, key=lambda name: tricks[name])
    last = {"last_talon_card": other} if config.last_ten_on_talon_card else {"last_trick": winner}
    return {"last_five": winner, "card_points": {winner: PACK_POINTS, other: 0}, **last}


def _derive_last_tricks(config: BriscanConfig, tricks: Mapping[str, int], event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a coup's record, with their values, that follow of the last trick and the last five. `tricks`:
    how many each player won.

    Who took the last five took the last one; who made fewer than five tricks in all did not take the last five.
    """
    if config.last_ten_on_talon_card:
        return {}
    if event.get("last_five"):
        return {"last_trick": event["last_five"]}
    few = tricks.get(str(event.get("last_trick")), LAST_TRICKS) < LAST_TRICKS
    return {"last_five": None} if few else {}


def _complete_pair(given: Any, names: tuple[str, ...], total: int) -> dict[str, int]:
    """Return both players' numbers, where one of them or both are given; else an empty dict. They sum to `total`."""
    known = {name: n for name, n in given.items() if isinstance(n, int)} if isinstance(given, dict) else {}
    if len(known) != 1:
        return known
    name = next(iter(known))
    other = next(each for each in names if each != name)
    return {name: known[name], other: total - known[name]} if 0 <= known[name] <= total else {}
