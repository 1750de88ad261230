"""A lesson walked through: what lies on the table before each card of the reader, what he may play, and what comes of
it. Everything is worked out by `scoring` from the lesson's partie and deal.
"""

from dataclasses import dataclass
from functools import cache

import scoring
from tournaments.book.replay import FollowedEvent, SideSum, sum_sides
from tournaments.forms.games.lesson_text import PLAYER_NAMES

from . import PARTS_BY_GAME
from .lesson import Lesson, LessonNote, RuleCitation

HIGH = 10
"""The least card points of the cards that count most: an ace, and a ten (or a three)."""


@dataclass(frozen=True)
class LessonMove:
    """A card played in a lesson: by whom, what it does (`kind`, from `scoring.name_move`), under which rule (None if
    none says it). `took`: it took the trick; `charges`: it is an ace or a ten off suit, given to a partner who took the
    trick."""

    player: str
    card: str
    kind: str
    citation: RuleCitation | None
    took: bool = False
    charges: bool = False


@dataclass(frozen=True)
class LessonTrick:
    """A trick, complete or not: its moves; of a complete one also who took it, sentences on the payments it caused, and
    each side's card points so far."""

    trick: scoring.FollowedTrick
    moves: tuple[LessonMove, ...]
    hand_overs: tuple[scoring.Text, ...]
    sums: tuple[SideSum, ...]


@dataclass(frozen=True)
class LessonStep:
    """The situation in which the reader plays to trick `n`. `last`: the trick before (None before the first);
    `current`: the cards already played to this one; `calls`: the announcements scored before it; `points`: each side's
    so far, announcements included; `exchanged`: who has just exchanged the seven of trump for the turn-up, or ""."""

    n: int
    note: LessonNote | None
    turn: scoring.DealtTurn
    last: LessonTrick | None
    current: LessonTrick
    calls: tuple[scoring.Announcement, ...]
    points: tuple[SideSum, ...]
    exchanged: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The cards that the reader may try."""
        return (*self.turn.hand, *(self.note.offered if self.note else ()))


class LessonWalk(FollowedEvent):
    """One lesson, played and scored. `setting`, `state`: the table before the coup; `event`: the coup; `step`: what it
    scores; `followed`: its tricks; `deal`: the cards dealt; `turns`: each card about to be played, with the hand it is
    in."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        partie = scoring.read_partie(lesson.partie)
        assert isinstance(partie, scoring.Partie), partie
        self.setting = partie.setting
        self.state = scoring.build_initial_state(partie.setting)
        (self.event,) = lesson.partie["events"]
        (self.step,) = partie.steps
        self.followed = scoring.follow_coup(self.state, self.event)
        hands = {player: tuple(cards.split()) for player, cards in lesson.hands.items()}
        self.deal = scoring.Deal(hands, tuple(lesson.talon.split()))
        self.turns = scoring.list_turns(self.state, self.event, self.deal)

    @property
    def game(self) -> scoring.Game:
        """The game that the lesson teaches."""
        return scoring.get_game(self.setting.game)

    def list_tricks(self) -> list[LessonTrick]:
        """Return every trick of the lesson's coup, complete."""
        return [self.build_trick(trick) for trick in self.followed.tricks]

    def build_trick(self, trick: scoring.FollowedTrick) -> LessonTrick:
        """Build what the lesson shows of a complete trick."""
        moves, sums = self.build_moves(trick), sum_sides(self.setting, trick.totals)
        return LessonTrick(trick, moves, scoring.describe_hand_overs(self.state, trick, self.lesson.reader), sums)

    def build_moves(self, trick: scoring.FollowedTrick) -> tuple[LessonMove, ...]:
        """Build what the lesson shows of each card of a trick, complete or not."""
        return tuple(self.build_move(trick, place) for place in range(len(trick.cards)))

    def build_move(self, trick: scoring.FollowedTrick, place: int) -> LessonMove:
        """Build what the lesson shows of one card of a trick. `place`: its index in order of play."""
        player, card, taker = trick.players[place], trick.cards[place], trick.taker
        kind = scoring.name_move(self.followed.trump, trick.cards[: place + 1])
        is_partner_s = taker in trick.players[:place] and taker in self.find_side(player)
        charges = kind == "discarded" and is_partner_s and self.count_points(card) >= HIGH
        return LessonMove(player, card, kind, self.find_citation(trick.number, kind), player == taker, charges)

    def find_side(self, player: str) -> tuple[str, ...]:
        """Return the names of the player and his partners. At a game with a caller these are the sides of this coup, at
        others those of the table."""
        outcome = self.step.outcome
        assert outcome is not None
        sides = self.setting.sides or ()
        if "caller" in self.event:
            sides = (outcome.winners, tuple(name for name in self.setting.players if name not in outcome.winners))
        return next((side for side in sides if player in side), (player,))

    def count_points(self, card: str) -> int:
        """Return the card points of a card."""
        return scoring.count_card_points(self.state, self.event, card)

    def find_citation(self, n: int, kind: str) -> RuleCitation | None:
        """Return the rule to cite in trick `n` for what a card does («followed») or why it may be played («due»); None
        if no rule says it."""
        lesson = self.lesson
        if n > 1 and kind in ("led", "leads"):
            return lesson.citations.get("led_next")
        after = {} if self.find_turn(n).talon else lesson.after_talon
        return after.get(kind) or lesson.citations.get(kind)

    def build_step(self, n: int) -> LessonStep:
        """Return the situation in which the reader plays to trick `n`; raise ValueError if there is no such trick."""
        turn = self.find_turn(n)
        trick = self.followed.tricks[n - 1]
        so_far = trick._replace(cards=turn.before, players=trick.players[: len(turn.before)], taker=None)
        current = LessonTrick(so_far, self.build_moves(so_far), (), ())
        last = self.build_trick(self.followed.tricks[n - 2]) if n > 1 else None
        exchange = self.event.get("exchange") or {}
        return LessonStep(
            n,
            self.lesson.notes.get(n),
            turn,
            last,
            current,
            self.list_calls(n),
            sum_sides(self.setting, self.followed.sum_points(n - 1)),
            str(exchange["player"]) if exchange.get("before_trick") == n else "",
        )

    def find_turn(self, n: int) -> scoring.DealtTurn:
        """Return the reader's turn in trick n; raise ValueError where there is none."""
        for turn in self.turns:
            if (turn.trick, turn.player) == (n, self.lesson.reader):
                return turn
        raise ValueError(n)

    def list_calls(self, n: int) -> tuple[scoring.Announcement, ...]:
        """Return the announcements scored between the reader's card to trick n - 1 and his card to trick n."""
        return tuple(
            call
            for call in self.followed.announcements
            if (call.before_trick == n - 1 if call.met else call.before_trick in ((0, 1) if n == 1 else (n,)))
        )

    def judge(self, n: int, card: str) -> scoring.CardJudgment:
        """Return what `scoring` says of this card, played by the reader to trick `n`: whether it is allowed, and what
        would follow."""
        return scoring.judge_card(self.state, self.event, self.find_turn(n), card)

    def list_allowed(self, n: int) -> list[str]:
        """Return the cards of the reader's hand that he may play to trick n."""
        return [card for card in self.find_turn(n).hand if not self.judge(n, card).fault]

    def loses_less(self, n: int, judged: scoring.CardJudgment) -> bool:
        """True if the reader's recorded card of trick `n`, one that counts high, went to another side, and the judged
        card would have lost fewer points. (A small loss may be worth it for the trump that it saves.)"""
        side, lost = self.find_side(self.lesson.reader), self.count_points(self.find_turn(n).card)
        if lost < HIGH or self.followed.tricks[n - 1].taker in side:
            return False
        takes = judged.is_sure or judged.trick.taker in side
        return (0 if takes else self.count_points(judged.card)) < lost

    def list_later_players(self, n: int) -> tuple[str, ...]:
        """Return the names of those who play after the reader in trick `n`, in order."""
        return self.followed.tricks[n - 1].players[len(self.find_turn(n).before) + 1 :]


def open_lesson(lesson_key: str) -> LessonWalk:
    """Return a game's lesson, played and scored, its players named as is usual in the reader's language. Raise KeyError
    if the game has none."""
    return _open_lesson_of(lesson_key, tuple(str(name) for name in PLAYER_NAMES.values()))


@cache
def _open_lesson_of(lesson_key: str, names: tuple[str, ...]) -> LessonWalk:
    """Return a game's lesson, played and scored, with these names for those of `PLAYER_NAMES`, in their order;
    cached."""
    lesson = PARTS_BY_GAME[lesson_key].lesson
    if lesson is None:
        raise KeyError(lesson_key)
    return LessonWalk(lesson.name_players(dict(zip(PLAYER_NAMES, names, strict=True))))
