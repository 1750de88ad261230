"""Tricks: who wins one, whether the cards are the whole pack, what they imply. Knows no game by name.

A game describes its tricks in a `TrickConfig`. `read_play` first reads all the cards and reports every text that is no
card, and wrong lengths; then it checks that they are the pack and plays them: the first illegal card (of another pack,
played before, not his to play) ends the reading. The last card drawn (the turn-up, or the seven that took its place) is
played by who drew it, once the talon is gone.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.cards import Pack, is_card
from scoring.language import Text
from scoring.model import Problem
from scoring.reading import build_missing_problem, build_type_problem, join_path, shorten_value

DutyGrade = Callable[[int, int, int], int]
"""(card, card led, trump suit) → how much the card is due: of a hand, only the cards most due may be played."""


class TrickRuleIds(NamedTuple):
    """The ids of the rules that errors in tricks contradict in one game, by kind of error."""

    how_many: str
    pack: str
    last_card: str
    follow: str
    left_out: str = ""
    """For the cards left out of the pack before the deal, where that is another rule than `pack`."""


@dataclass(frozen=True, slots=True)
class TrickConfig:
    """The pack and the tricks of one coup: `size` players play `tricks` tricks, and after each of the first `draws`
    tricks everybody draws a card from the talon."""

    pack: Pack
    size: int
    tricks: int
    draws: int
    ids: TrickRuleIds
    removable_cards: frozenset[int] = frozenset()
    """Cards of which some are left out of the pack before the deal."""
    kept_sets: tuple[frozenset[int], ...] = ()
    """The sets of loose cards of which exactly one must be in the pack."""
    duty: DutyGrade | None = None
    """Which cards must be played once the talon is gone; None: any card may be."""
    full_pack: Pack | None = None
    """The pack before cards of known ranks were left out of it."""

    def get_foreign_card_rule(self, foreign: object) -> str:
        """Return the id of the rule that `foreign`, a card that is not in this pack, contradicts."""
        was_there = self.full_pack is not None and self.full_pack.find_card(foreign) is not None
        return self.ids.left_out if was_there else self.ids.pack

    @property
    def card_count(self) -> int:
        """The number of cards dealt."""
        return self.size * self.tricks

    def is_pack(self, cards: Set[int]) -> bool:
        """Return True if these cards, of the right number, are the pack less cards that may be left out together."""
        return not self.removable_cards or cards & self.removable_cards in self.kept_sets


class TakenCard(NamedTuple):
    """A card taken in exchange for another: only `seat` may play it, from trick number `first` (from 0) on."""

    card: int
    seat: int
    first: int


class TricksSetup(NamedTuple):
    """What is known of a coup before its first card: trump, last card to draw, exchange.

    `trump` is None where it is not given or could not be read; then nothing can be played.
    """

    config: TrickConfig
    trump: int | None
    last_card: int | None = None
    """The card that is drawn last; None where there is no talon, or it is not known."""
    taken_card: TakenCard | None = None
    """What a player took in exchange for the card that is drawn last."""


class Play(NamedTuple):
    """The tricks of a coup: their cards in order of play, who led each, who took each (seats).
    While a coup is being played the last trick may have too few cards, and then no taker."""

    tricks: tuple[tuple[int, ...], ...]
    leaders: tuple[int, ...]
    takers: tuple[int, ...]
    cards: bytes
    """All the cards, trick after trick, one byte each: the fastest way to find where a card is."""

    def find_place(self, card: int) -> tuple[int, int]:
        """Return the trick (from 0) in which a card is played, and its place in it."""
        return divmod(self.cards.index(card), len(self.tricks[0]))

    def find_player(self, card: int) -> int:
        """Return the seat that plays a card."""
        number, place = self.find_place(card)
        return (self.leaders[number] + place) % len(self.tricks[0])

    def get_cards_of(self, seat: int) -> bytes:
        """Return the cards that a seat plays, in the order in which it plays them; every trick must be whole."""
        size = len(self.tricks[0])
        return bytes([trick[(seat - leader) % size] for trick, leader in zip(self.tricks, self.leaders, strict=True)])

    def name_seats(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return {"takers": …, "leaders": …}: the names of who took and of who led each trick. `names`: by seat."""
        seats = {"takers": self.takers, "leaders": self.leaders}
        return {key: tuple(names[seat] for seat in each) for key, each in seats.items()}


class TrickFault(NamedTuple):
    """An illegal card: the number of its trick, its place in it, the rule it contradicts, the message, and the seat
    that alone may play it (None: not known)."""

    number: int
    place: int
    rule: str
    text: Text
    owner: int | None = None


def _build_winning_cards(trump: int) -> tuple[frozenset[int], ...]:
    """Return, by card (its code is the index), the cards that beat it once it is winning a trick."""
    cards = range(64)
    return tuple(
        frozenset(card for card in cards if (card > best if card >> 4 == best >> 4 else card >> 4 == trump))
        for best in cards
    )


WINNING_CARDS = tuple(_build_winning_cards(trump) for trump in range(4))
FOREIGN_CARD = -1  # a card of another pack


def read_turn_up(config: TrickConfig, event: Mapping[str, Any], path: str, problems: list[Problem]) -> int | None:
    """Read the turn-up of a coup; None and a problem where it is missing or no card of the pack."""
    at = join_path(path, "retourne")
    if "retourne" not in event:
        problems.append(build_missing_problem(at))
        return None
    given = event["retourne"]
    return read_card(config.pack, given, at, config.get_foreign_card_rule(given), problems)


def read_play(
    setup: TricksSetup, event: Mapping[str, Any], leader: int, path: str, problems: list[Problem]
) -> Play | None:
    """Read the tricks of a coup whose keys are under `path`; return None and append problems if something is wrong.
    `leader` is a seat."""
    at = join_path(path, "tricks")
    cards = _read_cards(setup.config, event["tricks"], at, problems)
    if cards is None:
        return None
    fault = _check_pack(setup, cards, event, path)
    if fault is not None or setup.trump is None:
        problems += () if fault is None else (fault,)
        return None
    play = _play_tricks(setup.config, cards, leader, setup.trump)
    first = _find_first_fault(setup, play, setup.trump)
    if first is not None:
        problems.append(Problem(f"{at}[{first.number}][{first.place}]", first.rule, first.text))
        return None
    return play


def _find_first_fault(setup: TricksSetup, play: Play, trump: int) -> TrickFault | None:
    """Return the first illegal card in order of play; None if there is none."""
    faults = _find_misplaced_cards(setup, play)
    if setup.config.duty is not None:
        faults += _find_duty_faults(setup.config, setup.config.duty, play, trump)
    return min(faults, key=lambda fault: (fault.number, fault.place)) if faults else None


def play_partial_tricks(
    setup: TricksSetup, cards: Sequence[int], leader: int, trump: int
) -> tuple[Play, TrickFault | None]:
    """Play the cards (codes) so far, in order, the seat `leader` leading first; return the tricks with their takers,
    and the first illegal card or None. It stays illegal: cards shown later only add duties."""
    config, seen = setup.config, frozenset(cards)
    whole = len(cards) // config.size * config.size
    play = _play_tricks(config, cards[:whole], leader, trump)
    if whole < len(cards):
        next_leader = play.takers[-1] if whole else leader
        tricks = (*play.tricks, tuple(cards[whole:]))
        play = Play(tricks, (*play.leaders, next_leader), play.takers, bytes(cards))
    last = setup.last_card if setup.last_card in seen else None
    taken = setup.taken_card if setup.taken_card is not None and setup.taken_card.card in seen else None
    known = setup._replace(last_card=last, taken_card=taken)
    return play, _find_impossible_card(config, cards) or _find_first_fault(known, play, trump)


def _find_impossible_card(config: TrickConfig, cards: Sequence[int]) -> TrickFault | None:
    """Return the first card that was played before, or that no pack holds together with those before it; else None."""
    for number, card in enumerate(cards):
        if card in cards[:number]:
            return TrickFault(
                *divmod(number, config.size), config.ids.pack, _describe_repeat(config, number // config.size, card)
            )
        present = config.removable_cards.intersection(cards[: number + 1])
        if present and not any(present <= pack for pack in config.kept_sets):
            return TrickFault(*divmod(number, config.size), config.ids.left_out or config.ids.pack, WRONG_PACK_TEXT)
    return None


WRONG_PACK_TEXT = Text("Les cartes jouées ne font pas le paquet de ce jeu : voyez celles qu’on ôte avant de donner.")


def _describe_repeat(config: TrickConfig, number: int, card: int) -> Text:
    return Text("Levée {n} : {card} a déjà été jouée.", n=number + 1, card=config.pack.write_card(card))


def _check_pack(setup: TricksSetup, cards: Sequence[int], event: Mapping[str, Any], path: str) -> Problem | None:
    """Return why the cards are not exactly the pack (a wrong card, or wrong cards left out); None if they are."""
    config, last_card, seen = setup.config, setup.last_card, {*cards}
    if len(seen) < len(cards) or FOREIGN_CARD in seen:
        return _find_first_wrong_card(config, cards, event, join_path(path, "tricks"))
    if not config.is_pack(seen):
        return Problem(join_path(path, "tricks"), config.ids.left_out or config.ids.pack, WRONG_PACK_TEXT)
    if last_card is not None and last_card not in seen:
        text = Text("{card} n’est pas parmi les cartes jouées.", card=config.pack.write_card(last_card))
        return Problem(join_path(path, "retourne"), config.ids.left_out or config.ids.pack, text)
    return None


def _find_first_wrong_card(config: TrickConfig, cards: Sequence[int], event: Mapping[str, Any], at: str) -> Problem:
    """Return the problem of the first card that is of another pack or comes a second time; there must be one."""
    first = next(place for place, card in enumerate(cards) if card == FOREIGN_CARD or card in cards[:place])
    number, place = divmod(first, config.size)
    spot = f"{at}[{number}][{place}]"
    if cards[first] == FOREIGN_CARD:
        given = event["tricks"][number][place]
        return _build_pack_problem(given, spot, config.get_foreign_card_rule(given))
    return Problem(spot, config.ids.pack, _describe_repeat(config, number, cards[first]))


def _read_cards(config: TrickConfig, given: Any, path: str, problems: list[Problem]) -> Sequence[int] | None:
    """Return the cards in order, FOREIGN_CARD for one of another pack; None where some are missing or are no cards."""
    if type(given) is not list:
        problems.append(build_type_problem(path, Text("la liste des levées")))
        return None
    plain = _read_plain_cards(config, given)
    if plain is not None:
        return plain
    before = len(problems)
    if len(given) != config.tricks:
        text = Text("Il y a {n} levées ; il en faut {wanted}.", n=len(given), wanted=config.tricks)
        problems.append(Problem(path, config.ids.how_many, text))
    tricks = [_read_trick(config, trick, f"{path}[{number}]", problems) for number, trick in enumerate(given)]
    return [card for trick in tricks for card in trick] if len(problems) == before else None


def _read_plain_cards(config: TrickConfig, given: list[Any]) -> bytes | None:
    """Read whole tricks of plainly spelt cards, as most are, the fast way; None where there is anything else."""
    if len(given) != config.tricks:
        return None
    for trick in given:
        if type(trick) is not list or len(trick) != config.size:
            return None
    try:
        return bytes(itemgetter(*chain.from_iterable(given))(config.pack.texts))
    except (KeyError, TypeError):
        return None


def _read_trick(config: TrickConfig, trick: Any, path: str, problems: list[Problem]) -> tuple[int, ...]:
    if type(trick) is not list:
        problems.append(build_type_problem(path, Text("la liste des cartes d’une levée")))
        return ()
    if len(trick) != config.size:
        text = Text("Il y a {n} cartes dans cette levée ; il en faut {wanted}.", n=len(trick), wanted=config.size)
        problems.append(Problem(path, config.ids.how_many, text))
    cards = [_read_any_card(config.pack, given, f"{path}[{place}]", problems) for place, given in enumerate(trick)]
    return tuple(cards)


def _read_any_card(pack: Pack, given: object, path: str, problems: list[Problem]) -> int:
    card = pack.find_card(given)
    if card is None and not is_card(given):
        problems.append(_build_card_problem(given, path))
    return FOREIGN_CARD if card is None else card


def read_card(pack: Pack, given: object, path: str, rule: str, problems: list[Problem]) -> int | None:
    """Read one card; None and a problem if it is none, or of another pack, which contradicts `rule`."""
    card = pack.find_card(given)
    if card is None:
        problems.append(_build_pack_problem(given, path, rule) if is_card(given) else _build_card_problem(given, path))
    return card


def _build_pack_problem(given: object, path: str, rule: str) -> Problem:
    return Problem(path, rule, Text("{card} n’est pas dans le paquet de ce jeu.", card=given))


def _build_card_problem(given: object, path: str) -> Problem:
    text = Text("« {given} » n’est pas une carte : écrivez par exemple 10♠ ou RC.", given=shorten_value(given))
    return Problem(path, None, text)


def _play_tricks(config: TrickConfig, cards: Sequence[int], leader: int, trump: int) -> Play:
    """Return who leads and who takes each of these tricks, which must all be whole."""
    takes, size = WINNING_CARDS[trump], config.size
    tricks = tuple(zip(*[iter(cards)] * size, strict=True))
    takers: list[int] = []
    taker = leader
    for trick in tricks:
        best = led = trick[0]
        better = takes[led]
        for card in trick:
            if card in better:
                best, better = card, takes[card]
        if best != led:
            taker = (taker + trick.index(best)) % size
        takers.append(taker)
    leaders = (leader, *takers[:-1]) if takers else ()
    return Play(tricks, leaders, tuple(takers), bytes(cards))


def _find_last_drawer(config: TrickConfig, play: Play) -> int:
    """Return the seat that draws the talon's last card, on the left of that trick's taker; -1 before it is drawn."""
    if len(play.takers) < config.draws:
        return -1
    return (play.takers[config.draws - 1] - 1) % config.size


DRAWN_LAST = Text(
    "Levée {n} : {card} est tirée la dernière ; qui l’a tirée la joue à partir de la levée {first}."
).msgid
TAKEN = Text("Levée {n} : {card} a été prise en échange ; qui l’a prise la joue à partir de la levée {first}.").msgid


def _find_misplaced_cards(setup: TricksSetup, play: Play) -> list[TrickFault]:
    """Return a fault for the last card drawn, and for the card taken in exchange, if played by another or too early."""
    config, bound, faults = setup.config, list[tuple[TakenCard, str]](), list[TrickFault]()
    if setup.last_card is not None:
        drawn = TakenCard(setup.last_card, _find_last_drawer(config, play), config.draws)
        bound.append((drawn, DRAWN_LAST))
    if setup.taken_card is not None:
        bound.append((setup.taken_card, TAKEN))
    for (card, seat, first), words in bound:
        number, place = play.find_place(card)
        if number < first or (play.leaders[number] + place) % config.size != seat:
            text = Text(words, n=number + 1, card=config.pack.write_card(card), first=first + 1)
            faults.append(TrickFault(number, place, config.ids.last_card, text, None if seat < 0 else seat))
    return faults


def _find_duty_faults(config: TrickConfig, duty: DutyGrade, play: Play, trump: int) -> list[TrickFault]:
    """Return a list of the first fault, once the talon is gone: a card that its player was not free to play; whoever
    leads is free. Goes from the last card back to the first, so that each hand fills with what it still held."""
    size, faults = config.size, list[TrickFault]()
    more_due = _build_more_due_table(duty, trump)
    hands: list[list[int]] = [[] for _ in range(size)]
    for number in range(len(play.tricks) - 1, config.draws - 1, -1):
        trick, leader = play.tricks[number], play.leaders[number]
        more_due_than = more_due[trick[0]]
        for place in range(len(trick) - 1, -1, -1):
            hand, card = hands[(leader + place) % size], trick[place]
            if place and not more_due_than[card].isdisjoint(hand):
                grades = {each: duty(each, trick[0], trump) for each in reversed(hand)}
                faults = [build_duty_fault(config, number, place, card, grades)]
            hand.append(card)
    return faults


@lru_cache(maxsize=16)
def _build_more_due_table(duty: DutyGrade, trump: int) -> tuple[tuple[frozenset[int], ...], ...]:
    """Return a table of sets of card codes: under [card led][card played], the cards that the player had to play
    instead if he held one of them."""
    cards = range(64)
    table = []
    for led in cards:
        grades = [duty(card, led, trump) for card in cards]
        above = {grade: frozenset(card for card in cards if grades[card] > grade) for grade in {*grades}}
        table.append(tuple(above[grade] for grade in grades))
    return tuple(table)


def build_duty_fault(config: TrickConfig, number: int, place: int, card: int, grades: Mapping[int, int]) -> TrickFault:
    """Build the fault that, at `place` of trick `number` (both from 0), another card had to be played than `card`.
    `grades`: the duty grade of each card left in the hand; only those of the highest may be played."""
    most = max(grades.values())
    text = Text(
        "Levée {n} : le talon est épuisé, il fallait jouer {due} plutôt que {card}.",
        n=number + 1,
        due=tuple(config.pack.write_card(each) for each, grade in grades.items() if grade == most),
        card=config.pack.write_card(card),
    )
    return TrickFault(number, place, config.ids.follow, text)
