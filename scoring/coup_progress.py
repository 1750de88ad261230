"""A coup as it is played, card by card: whose turn it is, who took each trick, the points so far, and what is wrong.

A coup written only in part is no event yet, and `play_event` would refuse it; `follow_coup` says as much of it as its
cards show. Once all the cards are there, the problems are those of `play_event`, which is called for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.card_points import pool_points
from scoring.cards import SUITS, Pack
from scoring.declarations import Announcement
from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import Problem, TableState
from scoring.reading import build_type_problem, join_path
from scoring.session import play_event, read_dealer
from scoring.tricks import Play, TrickConfig, TrickFault, play_partial_tricks, read_card


class FollowedTrick(NamedTuple):
    """One trick of a coup: its cards in order of play, who played each card, and who took the trick.

    `taker` is None while cards are missing or the trump is unknown. `points` are the card points in the trick, `totals`
    the card points of each player in the coup so far, this trick included.
    """

    number: int
    cards: tuple[str, ...]
    players: tuple[str, ...]
    taker: str | None
    points: int
    totals: Mapping[str, int]

    @property
    def played(self) -> tuple[tuple[str, str], ...]:
        """The cards of the trick in order of play, each as (player, card); only those whose player is known."""
        return tuple(zip(self.players, self.cards, strict=False))


class WrongCard(NamedTuple):
    """The first illegal card of a coup. `before`: how many cards were played before it; `player`: who played it;
    `owner`: another player who alone may play it, such as the one who drew the talon's last card; None if there is no
    such player, or if he is not known."""

    before: int
    card: str
    player: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class FollowedCoup:
    """A coup in the tricks form as far as it is written.

    `suits`: the cards of the game, the highest of each suit first. `keys`: the keys of the tricks form, in order.
    `planned`: the number of tricks of a whole coup. `turn`: who plays now (None: all the cards are played, or it is not
    known). `talon`: the number of cards left to draw, the turn-up included. `wrong_card`: the first illegal card.
    `left_out`: the cards taken out of the pack before the deal, as far as the cards written show (the black sevens).
    """

    suits: tuple[tuple[str, tuple[str, ...]], ...]
    keys: tuple[str, ...]
    dealer: str
    trump: str | None
    planned: int
    tricks: tuple[FollowedTrick, ...]
    turn: str | None
    talon: int
    totals: Mapping[str, int]
    announcements: tuple[Announcement, ...]
    problems: tuple[Problem, ...]
    wrong_card: WrongCard | None
    left_out: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """True once every card of every trick is played."""
        return len(self.tricks) == self.planned and (not self.tricks or len(self.tricks[-1].cards) == self.size)

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.totals)

    def sum_points(self, taken: int) -> dict[str, int]:
        """Return what each player has marked in the coup once `taken` tricks are taken (from 0), before the next one is
        led: the card points of those tricks, and what was announced until then."""
        card_points = self.tricks[taken - 1].totals if taken else dict.fromkeys(self.totals, 0)
        points = dict(card_points)
        for call in self.announcements:
            if call.before_trick <= (taken if call.met else taken + 1):
                points[call.player] += call.points
        return points


def follow_coup(state: TableState, event: Mapping[str, Any], path: str = "") -> FollowedCoup:
    """Return how far a coup in the tricks form has come, whole or not; the paths of its problems begin with `path`."""
    problems: list[Problem] = []
    setting, game = state.setting, BY_KEY[state.setting.game]
    dealer = read_dealer(state, event, path, problems)
    opened = game.read_tricks_setup(setting, event, path, problems)
    cards = _read_cards_so_far(opened.config, event.get("tricks", []), join_path(path, "tricks"), problems)
    leader = (dealer + 1) % setting.size
    tricks, turn = _build_tricks_without_trump(opened.config, state, cards, leader), None
    called: tuple[Announcement, ...] = ()
    wrong_card: WrongCard | None = None
    if opened.trump is not None:
        played, fault = play_partial_tricks(opened, cards, leader, opened.trump)
        tricks, turn = _build_tricks(opened.config, state, played), _find_turn(opened.config, state, played, leader)
        if fault is not None:
            at = f"{join_path(path, 'tricks')}[{fault.number}][{fault.place}]"
            problems.append(Problem(at, fault.rule, fault.text))
            wrong_card = _build_wrong_card(
                tricks[fault.number], fault, None if fault.owner is None else setting.players[fault.owner]
            )
        called = game.list_announcements(setting, event, dealer, played, path, problems)
    if len(cards) == opened.config.card_count:
        problems = list(play_event(state, dict(event), path).problems)
    return FollowedCoup(
        _list_cards_by_suit(opened.config.pack),
        game.tricks_form_keys,
        setting.players[dealer],
        None if opened.trump is None else SUITS[opened.trump],
        opened.config.tricks,
        tricks,
        turn,
        _count_talon_cards(opened.config, len(cards)),
        tricks[-1].totals if tricks else setting.map_by_name((0,) * setting.size),
        called,
        tuple(problems),
        wrong_card,
        _list_left_out(opened.config, cards if opened.last_card is None else (*cards, opened.last_card)),
    )


def _build_wrong_card(trick: FollowedTrick, fault: TrickFault, owner: str | None) -> WrongCard:
    player = trick.players[fault.place]
    before = fault.number * len(trick.totals) + fault.place
    return WrongCard(before, trick.cards[fault.place], player, None if owner == player else owner)


def _list_cards_by_suit(pack: Pack) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each suit's sign with its cards, the highest first."""
    return tuple((sign, tuple(f"{rank}{sign}" for rank in reversed(pack.ranks))) for sign in SUITS)


def _read_cards_so_far(config: TrickConfig, given: Any, path: str, problems: list[Problem]) -> list[int]:
    """Read the cards of a coup that may lack its last ones; return their codes in order of play. `given`: the tricks as
    the record has them. The reading ends at the first text that is no card of the pack, which is a problem, and at the
    number of cards of a whole coup."""
    if type(given) is not list or any(type(trick) is not list for trick in given):
        problems.append(build_type_problem(path, Text("la liste des levées")))
        return []
    cards: list[int] = []
    for number, text in enumerate(text for trick in given for text in trick):
        at = "{}[{}][{}]".format(path, *divmod(number, config.size))
        card = read_card(config.pack, text, at, config.get_foreign_card_rule(text), problems)
        if card is None or number >= config.card_count:
            break
        cards.append(card)
    return cards


def _build_tricks_without_trump(
    config: TrickConfig, state: TableState, cards: Sequence[int], leader: int
) -> tuple[FollowedTrick, ...]:
    """Build the tricks of a coup without a known trump: nobody is known to take one, so that only the players of the
    first trick are known. `cards`: as codes, in order of play; `leader`: the seat that leads the first trick."""
    names, nothing = state.setting.players, state.setting.map_by_name((0,) * config.size)
    tricks = [cards[first : first + config.size] for first in range(0, len(cards), config.size)]
    first = [names[(leader + place) % config.size] for place in range(config.size)]
    return tuple(
        FollowedTrick(
            number + 1,
            tuple(config.pack.write_cards(trick)),
            tuple(first[: len(trick)] if not number else ()),
            None,
            0,
            nothing,
        )
        for number, trick in enumerate(tricks)
    )


def _build_tricks(config: TrickConfig, state: TableState, played: Play) -> tuple[FollowedTrick, ...]:
    """Build the tricks with the player of each card and the taker of each trick."""
    names, setting = state.setting.players, state.setting
    taken, tricks = [0] * config.size, []
    for number, (trick, leader) in enumerate(zip(played.tricks, played.leaders, strict=True)):
        points = sum(config.pack.points[card] for card in trick)
        taker = played.takers[number] if number < len(played.takers) else None
        if taker is not None:
            taken[taker] += points
        players = tuple(names[(leader + place) % config.size] for place in range(len(trick)))
        totals = setting.map_by_name(pool_points(setting, taken))
        name = None if taker is None else names[taker]
        tricks.append(FollowedTrick(number + 1, tuple(config.pack.write_cards(trick)), players, name, points, totals))
    return tuple(tricks)


def _find_turn(config: TrickConfig, state: TableState, played: Play, leader: int) -> str | None:
    """Return the name of the player whose turn it is; None once every trick is taken. `leader`: the seat that leads the
    first trick."""
    if len(played.takers) == config.tricks:
        return None
    if len(played.tricks) > len(played.takers):
        seat = (played.leaders[-1] + len(played.tricks[-1])) % config.size
    else:
        seat = played.takers[-1] if played.takers else leader
    return state.setting.players[seat]


def _count_talon_cards(config: TrickConfig, played: int) -> int:
    """Return how many cards are left to draw, once so many are `played`: each player draws one when a trick is taken,
    while there is a talon."""
    return max(0, config.draws - played // config.size) * config.size


def _list_left_out(config: TrickConfig, seen: Iterable[int]) -> tuple[str, ...]:
    """Return the cards that were taken out of the pack, as those seen show: the red sevens, if a black one is seen."""
    present = config.removable_cards.intersection(seen)
    possible = frozenset[int]().union(*(each for each in config.kept_sets if present <= each))
    return tuple(config.pack.write_card(card) for card in sorted(config.removable_cards - possible - present))
