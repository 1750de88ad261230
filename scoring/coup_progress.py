"""A coup as it is played, card by card: whose turn it is, who took each trick, the points so far, and what is wrong.

A coup written only in part is no event yet, and `play_event` would refuse it; `follow_coup` says as much of it as its
cards show. Once all the cards are there, the problems are those of `play_event`, which is called for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.card_points import pool
from scoring.cards import SUITS, Pack
from scoring.game import Called
from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import Problem, TableState
from scoring.reading import under, wrong_type
from scoring.session import play, read_dealer
from scoring.tricks import Play, TrickLaw, play_so_far, read_card


class FollowedTrick(NamedTuple):
    """One trick of a coup: its cards in order of play, who played each card, and who took the trick.

    `taker` is None while cards are missing or the trump is unknown. `points` are the card points in the trick, `totals`
    those of each player once it was taken.
    """

    number: int
    cards: tuple[str, ...]
    players: tuple[str, ...]
    taker: str | None
    points: int
    totals: Mapping[str, int]

    @property
    def played(self) -> tuple[tuple[str, str], ...]:
        """(player, card) in order of play, for those cards whose player is known."""
        return tuple(zip(self.players, self.cards, strict=False))


@dataclass(frozen=True, slots=True)
class Followed:
    """A coup as far as it is written.

    `suits`: the cards of the game, the highest of each suit first. `keys`: the keys of the tricks form, in order.
    `planned`: the number of tricks of a whole coup. `turn`: who plays now (None: all the cards are played, or it is not
    known). `talon`: the number of cards left to draw, the turn-up included.
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
    called: tuple[Called, ...]
    problems: tuple[Problem, ...]

    @property
    def complete(self) -> bool:
        """True once every card of every trick is played."""
        return len(self.tricks) == self.planned and (not self.tricks or len(self.tricks[-1].cards) == self.size)

    @property
    def size(self) -> int:
        """The number of players."""
        return len(self.totals)


def follow(state: TableState, event: Mapping[str, Any], path: str = "") -> Followed:
    """Follow a coup in the tricks form, whole or not, from this table's state; `path` begins its problems' paths."""
    problems: list[Problem] = []
    setting, game = state.setting, BY_KEY[state.setting.game]
    dealer = read_dealer(state, event, path, problems)
    opened = game.open_play(setting, event, path, problems)
    cards = _cards(opened.law, event.get("tricks", []), under(path, "tricks"), problems)
    leader = (dealer + 1) % setting.size
    tricks, turn = _untaken(opened.law, state, cards, leader), None
    called: tuple[Called, ...] = ()
    if opened.trump is not None:
        played, fault = play_so_far(opened.law, cards, leader, opened.trump, opened.last_card, opened.taken)
        tricks, turn = _taken(opened.law, state, played), _turn(opened.law, state, played, leader)
        if fault is not None:
            at = f"{under(path, 'tricks')}[{fault.number}][{fault.place}]"
            problems.append(Problem(at, fault.rule, fault.text))
        called = game.called(setting, event, dealer, played, path, problems)
    if len(cards) == opened.law.cards:
        problems = list(play(state, dict(event), path).problems)
    return Followed(
        _by_suit(opened.law.pack),
        game.tricks_keys,
        setting.players[dealer],
        None if opened.trump is None else SUITS[opened.trump],
        opened.law.tricks,
        tricks,
        turn,
        _talon(opened.law, len(cards)),
        tricks[-1].totals if tricks else setting.by_name((0,) * setting.size),
        called,
        tuple(problems),
    )


def _by_suit(pack: Pack) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each suit's sign with its cards, the highest first."""
    return tuple((sign, tuple(f"{rank}{sign}" for rank in reversed(pack.ranks))) for sign in SUITS)


def _cards(law: TrickLaw, given: Any, path: str, problems: list[Problem]) -> list[int]:
    """Read the cards up to the first that cannot be read, or that is one too many."""
    if type(given) is not list or any(type(trick) is not list for trick in given):
        problems.append(wrong_type(path, Text("la liste des levées")))
        return []
    cards: list[int] = []
    for number, text in enumerate(text for trick in given for text in trick):
        at = "{}[{}][{}]".format(path, *divmod(number, law.size))
        card = read_card(law.pack, text, at, law.rule_of(text), problems)
        if card is None or number >= law.cards:
            break
        cards.append(card)
    return cards


def _untaken(law: TrickLaw, state: TableState, cards: Sequence[int], leader: int) -> tuple[FollowedTrick, ...]:
    """Build the tricks of a coup without a known trump: no taker is known, nor who played, from the second trick on."""
    names, nothing = state.setting.players, state.setting.by_name((0,) * law.size)
    tricks = [cards[first : first + law.size] for first in range(0, len(cards), law.size)]
    first = [names[(leader + place) % law.size] for place in range(law.size)]
    return tuple(
        FollowedTrick(
            number + 1,
            tuple(law.pack.write_all(trick)),
            tuple(first[: len(trick)] if not number else ()),
            None,
            0,
            nothing,
        )
        for number, trick in enumerate(tricks)
    )


def _taken(law: TrickLaw, state: TableState, played: Play) -> tuple[FollowedTrick, ...]:
    """Build the tricks with the player of each card and the taker of each trick."""
    names, setting = state.setting.players, state.setting
    taken, found = [0] * law.size, []
    for number, (trick, leader) in enumerate(zip(played.tricks, played.leaders, strict=True)):
        points = sum(law.pack.points[card] for card in trick)
        taker = played.takers[number] if number < len(played.takers) else None
        if taker is not None:
            taken[taker] += points
        players = tuple(names[(leader + place) % law.size] for place in range(len(trick)))
        totals = setting.by_name(pool(setting, taken))
        name = None if taker is None else names[taker]
        found.append(FollowedTrick(number + 1, tuple(law.pack.write_all(trick)), players, name, points, totals))
    return tuple(found)


def _turn(law: TrickLaw, state: TableState, played: Play, leader: int) -> str | None:
    """Return the name of the player whose turn it is; None once every trick is taken."""
    if len(played.takers) == law.tricks:
        return None
    if len(played.tricks) > len(played.takers):
        seat = (played.leaders[-1] + len(played.tricks[-1])) % law.size
    else:
        seat = played.takers[-1] if played.takers else leader
    return state.setting.players[seat]


def _talon(law: TrickLaw, played: int) -> int:
    """Return how many cards are left to draw: each player draws one when a trick is taken, while there is a talon."""
    return max(0, law.draws - played // law.size) * law.size
