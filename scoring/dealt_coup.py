"""A coup of which the deal is known as well: who held which cards when each was played, and what of them was allowed.

A record holds the cards that were played, never the deal. Whoever teaches a game knows both; nothing here is kept.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.coup_progress import FollowedTrick, follow_coup
from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import TableState
from scoring.tricks import WINNING_CARDS, TricksSetup, build_duty_fault

LED, FOLLOWED, TRUMPED, DISCARDED = "led", "followed", "trumped", "discarded"
LEADS, FREE, UNTIL_TALON_GONE, DUE, ALL_ALIKE = "leads", "free", "until_talon_gone", "due", "all_alike"
"""Why a card may be played: its player leads; nothing is ever due in this game; nothing is due while there is a talon;
it is what is due; nothing that is due is in the hand."""


class Deal(NamedTuple):
    """The cards dealt: each player's first hand, and the talon in the order in which it is drawn (the turn-up last)."""

    hands: Mapping[str, Sequence[str]]
    talon: Sequence[str]


class DealtTurn(NamedTuple):
    """One player about to play a card. `trick`: the number of the trick (from 1); `before`: the cards already in it;
    `hand`: his cards, by suit, the highest first; `card`: the one that he then played; `drawn`: the one that he has
    drawn since his last turn, "" for none; `talon`: how many cards are left to draw; `turn_up`: which of them lies face
    up, "" for none."""

    trick: int
    before: tuple[str, ...]
    player: str
    hand: tuple[str, ...]
    card: str
    drawn: str
    talon: int
    turn_up: str


class CardJudgment(NamedTuple):
    """What would come of playing `card` now.

    `rule`, `fault`: the id of the rule that forbids it, and why; "" and None if it may be played. `ground`: why it may
    be played, as `_find_ground` names it. `trick`: the trick with this card in it. `is_best`: the card would be the
    best of that trick so far; `is_sure`: and no card that its player has not seen can beat it; `only_better`: if it is
    the best and a single unseen card can beat it, that card, else "". `hand_overs`: sentences that tell its player what
    changes hands, if the card makes the trick whole.
    """

    card: str
    rule: str
    fault: Text | None
    ground: str
    is_best: bool
    is_sure: bool
    only_better: str
    trick: FollowedTrick
    hand_overs: tuple[Text, ...]


def list_turns(state: TableState, event: Mapping[str, Any], deal: Deal) -> tuple[DealtTurn, ...]:
    """Return every turn of a coup in the tricks form, in order; raise ValueError where somebody plays a card that this
    deal does not give him, or where the deal leaves cards over."""
    names, opened = state.setting.players, _read_setup(state, event)
    hands, talon = {name: list(deal.hands[name]) for name in names}, list(deal.talon)
    turns, drawn = list[DealtTurn](), dict[str, str]()
    for trick in follow_coup(state, event).tricks:
        _exchange_cards(state, opened, hands, talon, trick.number)
        for place, (player, card) in enumerate(trick.played):
            if card not in hands[player]:
                raise ValueError(f"trick {trick.number}: {player} has no {card}")
            hand = tuple(sorted(hands[player], key=lambda each: _place_in_hand(opened, each)))
            shown = (drawn.get(player, ""), len(talon), talon[-1] if talon else "")
            turns.append(DealtTurn(trick.number, trick.cards[:place], player, hand, card, *shown))
            hands[player].remove(card)
        drawn = {player: talon.pop(0) for player in _list_from(names, trick.taker)} if talon else {}
        for player, card in drawn.items():
            hands[player].append(card)
    if talon or any(hands.values()):
        raise ValueError("cards are left over")
    return tuple(turns)


def _place_in_hand(opened: TricksSetup, card: str) -> tuple[int, int]:
    """Return the key by which a card is sorted in a hand: by suit, the highest card first. `opened`: what was settled
    before the first card of the coup."""
    code = opened.config.pack.texts[card]
    return code >> 4, -code


def _read_setup(state: TableState, event: Mapping[str, Any]) -> TricksSetup:
    """Read what is settled before the first card of a coup: the trump, the last card to draw, an exchange."""
    return BY_KEY[state.setting.game].read_tricks_setup(state.setting, event, "", [])


def _exchange_cards(
    state: TableState, opened: TricksSetup, hands: Mapping[str, list[str]], talon: list[str], number: int
) -> None:
    """Make the exchange that is recorded before trick `number`, if any: the turn-up goes to its taker's hand, and the
    card that he gives takes its place in the talon. Changes `hands` and `talon`."""
    taken = opened.taken_card
    if taken is None or taken.first != number - 1 or opened.last_card is None:
        return
    write, hand = opened.config.pack.write_card, hands[state.setting.players[taken.seat]]
    hand[hand.index(write(opened.last_card))] = write(taken.card)
    talon[-1] = write(opened.last_card)


def _list_from(names: tuple[str, ...], first: str | None) -> tuple[str, ...]:
    """Return all the names, beginning with `first` and going on round the table."""
    start = names.index(first) if first is not None else 0
    return names[start:] + names[:start]


def judge_card(state: TableState, event: Mapping[str, Any], turn: DealtTurn, card: str) -> CardJudgment:
    """Judge a card that might be played in this turn: one of the hand, or one that lies on the table (played or turned
    up). Raise ValueError for any other card."""
    opened = _read_setup(state, event)
    cards = (*turn.before, card)
    shown = follow_coup(state, {**event, "tricks": [*event["tricks"][: turn.trick - 1], [*cards]]})
    trick = shown.tricks[-1]
    faults = [(problem.rule or "", problem.message) for problem in shown.problems if problem.path.startswith("tricks")]
    grades = _grade_hand(opened, turn)
    code = opened.config.pack.texts[card]
    if not faults and grades.get(code, 0) < max(grades.values()):
        fault = build_duty_fault(opened.config, turn.trick - 1, len(turn.before), code, grades)
        faults = [(fault.rule, fault.text)]
    if not faults and card not in turn.hand:
        raise ValueError(card)
    rule, text = faults[0] if faults else ("", None)
    best = _find_best_place(opened, cards) == len(turn.before)
    better = _list_better(opened, event, turn, code)
    only = opened.config.pack.write_card(better[0]) if best and len(better) == 1 else ""
    ground = _find_ground(opened, turn, grades)
    return CardJudgment(
        card, rule, text, ground, best, best and not better, only, trick, describe_hand_overs(state, trick, turn.player)
    )


def _list_better(opened: TricksSetup, event: Mapping[str, Any], turn: DealtTurn, code: int) -> list[int]:
    """Return the cards that a player still to play may hold and that beat the card `code`."""
    assert opened.trump is not None, "a deal has its trump"
    winning = WINNING_CARDS[opened.trump][code]
    return [each for each in _list_unseen(opened, event, turn) if each in winning]


def _list_unseen(opened: TricksSetup, event: Mapping[str, Any], turn: DealtTurn) -> set[int]:
    """Return the cards that others may hold, as this player sees it: all but those played, his own and the turn-up."""
    codes = opened.config.pack.texts
    played = [card for trick in event["tricks"][: turn.trick - 1] for card in trick]
    seen = {codes[card] for card in (*played, *turn.before, *turn.hand, turn.turn_up) if card}
    return {*codes.values()} - seen


def describe_hand_overs(state: TableState, trick: FollowedTrick, listener: str) -> tuple[Text, ...]:
    """Say to one player, `listener`, what changes hands as a trick is taken; nothing if the trick is not whole."""
    if trick.taker is None:
        return ()
    return tuple(BY_KEY[state.setting.game].narrate_trick(state.setting, trick.played, trick.taker, listener))


def count_card_points(state: TableState, event: Mapping[str, Any], card: str) -> int:
    """Return the card points of one card in the game of this coup."""
    pack = _read_setup(state, event).config.pack
    return pack.points[pack.texts[card]]


def _grade_hand(opened: TricksSetup, turn: DealtTurn) -> dict[int, int]:
    """Return the duty grade of each card of the hand, by the card's code: only cards of the highest grade may be
    played; all are equal where any card may be."""
    duty, codes, trump = opened.config.duty, opened.config.pack.texts, opened.trump
    if duty is None or trump is None or turn.talon or not turn.before:
        return {codes[card]: 0 for card in turn.hand}
    return {codes[card]: duty(codes[card], codes[turn.before[0]], trump) for card in turn.hand}


def _find_ground(opened: TricksSetup, turn: DealtTurn, grades: Mapping[int, int]) -> str:
    """Return why a card of the hand may be played: LEADS, FREE, UNTIL_TALON_GONE, DUE or ALL_ALIKE."""
    if not turn.before:
        return LEADS
    if opened.config.duty is None:
        return FREE
    if turn.talon:
        return UNTIL_TALON_GONE
    return DUE if len(set(grades.values())) > 1 else ALL_ALIKE


def name_move(trump: str | None, cards: Sequence[str]) -> str:
    """Return what the last of these cards of a trick does: LED, FOLLOWED (the suit led), TRUMPED or DISCARDED."""
    led, card = cards[0][-1], cards[-1][-1]
    if len(cards) == 1:
        return LED
    if card == led:
        return FOLLOWED
    return TRUMPED if card == trump else DISCARDED


def _find_best_place(opened: TricksSetup, cards: Sequence[str]) -> int:
    """Return the index of the card that wins a trick, or wins it so far."""
    codes = [opened.config.pack.texts[card] for card in cards]
    best = codes[0]
    for code in codes:
        if opened.trump is not None and code in WINNING_CARDS[opened.trump][best]:
            best = code
    return codes.index(best)
