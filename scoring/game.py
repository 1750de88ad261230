"""What a game is to the rest: its declarations, and the few things that only its own file can say.

A game is one object of a subclass of `Game`, in its own file of `games/`. Everything that games
share (dealer, leave, end, void, problems, ranking, sides, names, options) is outside it, in `session` and its
neighbours.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from scoring.language import Text, plural
from scoring.model import Deal, Field, Outcome, Plain, Problem, Record, Rule, Setting, Step, TableState, ValueTable
from scoring.options import Option, Preset
from scoring.outcomes import still
from scoring.phrases import points
from scoring.reading import under
from scoring.seating import Sides
from scoring.tricks import Play, Taken, TrickLaw, read_card

GENERAL_RULES = (
    Rule(
        "GEN-01",
        Text(
            "Qui quitte avant la fin : la partie s’arrête là, il est classé dernier (avec son camp), et "
            "rien d’autre ne bouge. À la Brusquembille en fiches : voir l’article PEN-12."
        ),
        "house",
        "",
    ),
    Rule(
        "GEN-02",
        Text("Une partie peut s’arrêter d’un commun accord ou à la cloche : on la classe telle qu’elle est."),
        "house",
        "",
    ),
    Rule(
        "GEN-03",
        Text("Un coup donné et non compté (maldonne, donne annulée) : rien ne bouge, le même donneur redonne."),
        "src inf",
        "S1",
    ),
)


class Scored(NamedTuple):
    """What a coup did, and what the table must know afterwards."""

    outcome: Outcome
    memory: Any = None
    champions: tuple[int, ...] = ()
    """Who has won the partie by it, whatever the totals say."""


class OwnEvent(NamedTuple):
    """A type of event that one game alone has: its reading (state, event, path, problems), and its play."""

    read: Callable[[TableState, Mapping[str, Any], str, list[Problem]], Plain | None]
    play: Callable[[TableState, Plain], Outcome]


class Opened(NamedTuple):
    """What the first words of a coup settle for its tricks; `trump` None: it is not said, or could not be read."""

    law: TrickLaw
    trump: int | None
    last_card: int | None = None
    """The card that is drawn last."""
    taken: Taken | None = None
    """What was taken for it."""


class Call(NamedTuple):
    """One thing that may be announced: its keys in a record but for the player and the trick, what it is called, and
    among which others a list shows it."""

    keys: Mapping[str, Any]
    name: Text
    group: Text


class Called(NamedTuple):
    """What a player marks before a trick is played, or by it where `met`."""

    before_trick: int
    player: str
    points: int
    rule: str
    text: Text
    met: bool = False


class PossibleSlip(NamedTuple):
    """One thing that may have been done otherwise than an event records (see `slips`)."""

    kind: str
    source: tuple[Any, ...]
    """What slipped: the same thing does not slip twice."""
    delta: tuple[int, ...]
    """What it changes in each seat's hands, in jetons."""
    text: Text
    corrected: Callable[[], dict[str, Any] | None]
    """The event as it should be, where the record may be wrong."""


class Game(ABC):
    """One game. Subclasses declare the class variables and answer the questions below."""

    key: ClassVar[str]
    name: ClassVar[Text]
    sizes: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[tuple[Preset, ...]]
    rules: ClassVar[tuple[Rule, ...]]
    zero_wins: ClassVar[bool] = True
    """Whether all at 0 have won a complete partie together; where it is nobody, False."""
    told: ClassVar[tuple[str, ...]] = ()
    """The keys of an outcome's `extra` that `corbillon.decompte/1` holds."""
    tricks_alone: ClassVar[tuple[str, ...]] = ()
    """The keys of a coup that only its tricks form has, beside `tricks`."""
    tricks_keys: ClassVar[tuple[str, ...]] = ("retourne", "tricks")
    """The keys of the tricks form, in the order in which they are said; `tricks` among them."""
    own_events: ClassVar[Mapping[str, OwnEvent]] = MappingProxyType({})
    """By type, the events beside coup, void, leave and end."""

    @abstractmethod
    def sides(
        self,
        players: tuple[str, ...],
        sides: Sides | None,
        options: Mapping[str, Any],
        problems: list[Problem],
    ) -> Sides | None:
        """The sides in force, None where all play singly; what is no table of this game is a problem."""

    @abstractmethod
    def law(self, setting: Setting) -> Any:
        """The options as one typed frozen object, with whatever of them can be worked out once."""

    @abstractmethod
    def deal(self, setting: Setting) -> Deal:
        """Who deals in turn."""

    @abstractmethod
    def coups_planned(self, setting: Setting) -> int | None:
        """After so many coups the partie is over; None where something else ends it."""

    def target(self, setting: Setting) -> int | None:
        """The points to reach, where a target ends the partie."""
        return None

    @abstractmethod
    def fields(self, setting: Setting) -> tuple[Field, ...]:
        """The totals form of a coup."""

    @abstractmethod
    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> Record | None:
        """The coup of this event (its type and dealer are read already); what is wrong goes to `problems`."""

    def open_play(self, setting: Setting, event: Mapping[str, Any], path: str, problems: list[Problem]) -> Opened:
        """What the keys of the tricks form settle before the first card; one that is not there yet is no problem."""
        law: TrickLaw = setting.law.tricks
        if "retourne" not in event:
            return Opened(law, None)
        given = event["retourne"]
        turn_up = read_card(law.pack, given, under(path, "retourne"), law.rule_of(given), problems)
        return Opened(law, None if turn_up is None else turn_up >> 4, turn_up)

    def called(
        self, setting: Setting, event: Mapping[str, Any], dealer: int, played: Play, path: str, problems: list[Problem]
    ) -> tuple[Called, ...]:
        """What was marked in a coup in the tricks form whose cards so far are these, in order; where nothing is
        announced, nothing."""
        return ()

    def calls(self) -> tuple[Call, ...]:
        """All that may ever be announced."""
        return ()

    @abstractmethod
    def score_coup(self, state: TableState, coup: Any, dealer: int) -> Scored:
        """What a good coup did."""

    @abstractmethod
    def tell_opening(self, setting: Setting) -> Sequence[Text]:
        """How it is played at this table, as one would tell it: how many coups, to what target."""

    @abstractmethod
    def tell(self, before: TableState, step: Step) -> Sequence[Text]:
        """A coup, a leave or one of the game's own events, told as one player would to another."""

    def tell_total(self, setting: Setting, total: int) -> Text:
        """What a player has in all, in its own unit."""
        return points(total)

    def unit(self, setting: Setting, total: int) -> Text:
        """What so many are called where the number stands above; of a game of points."""
        return plural("point", "points", total)

    def agree(
        self, options: Mapping[str, Any], standard: Mapping[str, Any], problems: list[Problem]
    ) -> Mapping[str, Any]:
        """The options, where they agree with each other; else a problem, and the preset's value."""
        return options

    def tables(self, options: Mapping[str, Any]) -> tuple[ValueTable, ...]:
        """The values that its rules leave to a table, under these options (every option with its value)."""
        return ()

    def opening(self, state: TableState) -> TableState:
        """The table before the first event, from one where all totals are 0: purses, pot, memory."""
        return state

    def is_over(self, state: TableState) -> bool:
        """Whether a coup ended the partie; champions and planned coups are seen to in `session`."""
        return False

    def possible_slips(self, before: TableState, step: Step) -> Iterator[PossibleSlip]:
        """What may have slipped in one event; games of points hold nothing in hand."""
        return iter(())

    def in_totals(self, step: Step) -> dict[str, Any]:
        """A good coup as the totals form has it: what its tricks show, written out. One in totals as it is."""
        if "tricks" not in step.event or step.outcome is None:
            return dict(step.event)
        kept = {key: value for key, value in step.event.items() if key not in ("tricks", *self.tricks_alone)}
        return kept | self.shown_by_tricks(step)

    def shown_by_tricks(self, step: Step) -> dict[str, Any]:
        """The keys of the totals form that a coup's tricks imply, with their values."""
        setting, outcome = step.state.setting, step.outcome
        assert outcome is not None and outcome.points is not None
        named = [side[0] for side in setting.sides] if setting.sides else setting.players
        return {"points": {name: outcome.points[name] for name in named}}

    def leave(self, state: TableState, seat: int) -> Outcome:
        """What it costs to leave (GEN-01: nothing)."""
        return still(state, "leave", {"player": state.setting.players[seat]})
