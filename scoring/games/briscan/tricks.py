"""The reading of a coup of Briscan or Brisque given card by card: tricks, what they imply, and announcements."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from scoring.card_points import sum_trick_points
from scoring.declarations import Announcement
from scoring.games.briscan.announcements import AnnouncementContext, BriscanAnnouncement, read_announcements
from scoring.games.briscan.config import KING, LAST_TRICKS, PACK, QUEEN, SEVEN, TRICKS, BriscanConfig
from scoring.games.briscan.coup import BriscanCoup, CoupEnd, Exchange, read_exchange
from scoring.games.briscan.eligibility import AnnouncementChecker
from scoring.games.briscan.hands import Hands, HandsSoFar, PlayedHands, TurnUpHistory
from scoring.games.briscan.score import build_announcement_marks, build_marks
from scoring.model import Problem, Setting
from scoring.reading import check_keys, get_named_dealer, join_path
from scoring.tricks import Play, TakenCard, TricksSetup, read_play, read_turn_up

MARIAGES = tuple((suit << 4 | QUEEN, suit << 4 | KING) for suit in range(4))
TRICKS_KEYS = frozenset(("type", "dealer", "retourne", "tricks", "announcements", "exchange"))


def read_tricks(
    setting: Setting, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> BriscanCoup | None:
    """Read a coup in the tricks form; where there are problems the result, None or a coup, is not used."""
    config: BriscanConfig = setting.config
    check_keys(event, TRICKS_KEYS, path, problems)
    turn_up = read_turn_up(config.tricks, event, path, problems)
    swap = read_exchange(setting, event, turn_up, path, problems)
    play = read_play(_build_tricks_setup(config, turn_up, swap), event, 1 - dealer, path, problems)
    at = join_path(path, "announcements")
    trump = None if turn_up is None else turn_up >> 4
    announced = read_announcements(AnnouncementContext(setting, trump, True, problems), event, at)
    met = [] if play is None else _find_rencontres(play)
    counted = list[BriscanAnnouncement]()
    if announced:
        hands = _build_hands(config, turn_up, swap, play)
        uses = AnnouncementChecker(config, hands, turn_up, in_tricks=True, met=met)
        counted = _list_countable(uses, announced, at, problems)
    if play is None or turn_up is None:
        return None
    named = get_named_dealer(event, dealer)
    return BriscanCoup(named, turn_up, _merge_in_order(counted, met), swap.made, _derive_end(config, play), play)


def _build_tricks_setup(config: BriscanConfig, turn_up: int | None, swap: Exchange) -> TricksSetup:
    """Return the trump and the card to be drawn last: the turn-up, or the seven exchanged for it (BRC-21)."""
    if turn_up is None:
        return TricksSetup(config.tricks, None)
    if swap.made is None:
        return TricksSetup(config.tricks, turn_up >> 4, turn_up if swap.known else None)
    seat, before_trick = swap.made
    return TricksSetup(
        config.tricks, turn_up >> 4, turn_up >> 4 << 4 | SEVEN, TakenCard(turn_up, seat, before_trick - 1)
    )


def read_tricks_setup(setting: Setting, event: Mapping[str, Any], path: str, problems: list[Problem]) -> TricksSetup:
    """Read what is known before the first card (trump, last card to draw, exchange); the tricks may be incomplete."""
    turn_up = read_turn_up(setting.config.tricks, event, path, problems)
    swap = read_exchange(setting, {"tricks": [], **event}, turn_up, path, problems)
    return _build_tricks_setup(setting.config, turn_up, swap)


def list_announcements_so_far(
    setting: Setting, event: Mapping[str, Any], dealer: int, played: Play, path: str, problems: list[Problem]
) -> tuple[Announcement, ...]:
    """Return what has given points so far, in order: the turn-up, announcements, mariages that met in whole tricks
    (BRC-02 to 12)."""
    config: BriscanConfig = setting.config
    turn_up = read_turn_up(config.tricks, event, path, [])
    trump = None if turn_up is None else turn_up >> 4
    at = join_path(path, "announcements")
    met = _find_rencontres(played._replace(cards=played.cards[: 2 * len(played.takers)]))
    uses = AnnouncementChecker(config, HandsSoFar(played, trump), turn_up, in_tricks=True, met=met)
    announced = read_announcements(AnnouncementContext(setting, trump, True, problems), event, at)
    counted = _list_countable(uses, announced, at, problems)
    turned = build_announcement_marks(config, (), turn_up, dealer)
    calls = _merge_in_order(counted, met)
    marks = [(0, False, mark) for mark in turned]
    marks += [
        (call.before_trick, call.rencontre, mark)
        for call, mark in zip(calls, build_marks(config, calls, trump), strict=True)
    ]
    return tuple(
        Announcement(trick, setting.players[seat], points, rule, text, met)
        for trick, met, (seat, points, rule, text) in marks
        if points
    )


def _list_countable(
    uses: AnnouncementChecker, announced: list[BriscanAnnouncement], path: str, problems: list[Problem]
) -> list[BriscanAnnouncement]:
    """Return the announcements that may count, in the order in which they were made; append the problems of the others.
    `uses`: judges each beside those that it has counted before."""
    in_order = sorted(announced, key=attrgetter("before_trick"))
    return [each for each in in_order if uses.count_announcement(each, path, problems)]


def _build_hands(config: BriscanConfig, turn_up: int | None, swap: Exchange, play: Play | None) -> Hands:
    """Return what is known of both hands, to check announcements; from the tricks, where they could be read."""
    if turn_up is None or play is None:
        return Hands()
    drawer = 1 - play.takers[config.draws - 1]
    return PlayedHands(config, TurnUpHistory.after(turn_up, swap, drawer), play)


def _find_rencontres(play: Play) -> list[BriscanAnnouncement]:
    """Return the mariages that met in a trick, each marked for who wins it (BRC-05).

    The same suit's mariage cannot have been counted from a hand: two hands hold its cards.
    """
    rencontres = []
    for pair in MARIAGES:
        place = play.cards.find(pair[0])
        if place >= 0 and play.cards[place ^ 1] == pair[1]:
            number = place // 2
            rencontres.append(BriscanAnnouncement(-1, play.takers[number], "mariage", pair, number + 1, True))
    return rencontres


def _merge_in_order(
    counted: list[BriscanAnnouncement], met: list[BriscanAnnouncement]
) -> tuple[BriscanAnnouncement, ...]:
    """Return all announcements in order: a mariage that met in a trick comes after those made before that trick."""
    if not met:
        return tuple(counted)
    return tuple(sorted([*counted, *met], key=lambda each: (each.before_trick, each.rencontre)))


def _derive_end(config: BriscanConfig, play: Play) -> CoupEnd:
    """Return what the tricks show of the end: tricks won, card points, who has the last ten and the last five."""
    takers = play.takers
    won = takers.count(0)
    first, second = sum_trick_points(PACK, play, 2)
    last_takers = set(takers[-LAST_TRICKS:])
    return CoupEnd(
        (won, TRICKS - won),
        (first, second),
        1 - takers[config.draws - 1] if config.last_ten_on_talon_card else takers[-1],
        takers[-1] if len(last_takers) == 1 else None,
    )
