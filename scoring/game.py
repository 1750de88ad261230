"""The interface of a game: its declarations, and the few questions that only its own file can answer.

A game is one object of a subclass of `Game`, in its own file of `games/`. Everything that games share (dealer, leave,
end, void, problems, ranking, sides, names, options) is outside it, in `session` and its neighbours.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from scoring.coup_text import describe_dealer, describe_player_points, describe_tricks, describe_turn_up
from scoring.declarations import (
    COMMON_PLAYER_KEYS,
    Announcement,
    AnnouncementKind,
    GainBounds,
    Penalty,
    PlayerKeys,
    RemainingGains,
    Statistic,
    TotalUnit,
    UsualRanking,
    ValueTable,
)
from scoring.language import Text, plural
from scoring.model import (
    CoupField,
    DealerRotation,
    EventRecord,
    Outcome,
    PlainRecord,
    Problem,
    Rule,
    Setting,
    Step,
    TableState,
)
from scoring.options import Option, Preset
from scoring.outcomes import build_empty_outcome
from scoring.phrases import describe_points, narrate_departure
from scoring.provenance import Source
from scoring.seating import Sides
from scoring.table_facts import TableFact
from scoring.tricks import Play, TrickConfig, TricksSetup, read_turn_up

GENERAL_RULES = (
    Rule(
        "GEN-01",
        Text(
            "Qui quitte avant la fin : la partie s’arrête là, il est classé dernier{with_side}, et "
            "rien d’autre ne bouge.",
            with_side=Text(" (avec son camp)"),
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
GENERAL_CHAPTERS = {"GEN": Text("Toutes les parties")}


class ScoredCoup(NamedTuple):
    """The result of scoring one coup: its outcome, and what the table must carry over afterwards."""

    outcome: Outcome
    carry_over: Any = None
    winners_override: tuple[int, ...] = ()
    """The seats that win the partie by this coup, whatever the totals say; empty where the totals decide."""


class SpecificEvent(NamedTuple):
    """A type of event that one game has: functions that read it (state, event, path, problems) and that play it."""

    read: Callable[[TableState, Mapping[str, Any], str, list[Problem]], PlainRecord | None]
    play: Callable[[TableState, PlainRecord], Outcome]


class PossibleSlip(NamedTuple):
    """A mistake that may have been made in recording or paying one event, with its effect on the jetons held. `kind`:
    one of SLIP_KINDS; `text`: the mistake in words."""

    kind: str
    source: tuple[Any, ...]
    """A key for what may have slipped, as a card: of two slips with one key, only one can have happened."""
    delta: tuple[int, ...]
    """By seat, the change in jetons held."""
    text: Text
    build_correction: Callable[[], dict[str, Any] | None]
    """Function that returns the event as it should be, or None where the record stands."""


class Game(ABC):
    """The interface of one game: subclasses declare the class variables and implement the methods below."""

    key: ClassVar[str]
    name: ClassVar[Text]
    sizes: ClassVar[tuple[int, ...]]
    """How many may play at one table, whatever the options."""
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[tuple[Preset, ...]]
    rules: ClassVar[tuple[Rule, ...]]
    chapters: ClassVar[Mapping[str, Text]] = GENERAL_CHAPTERS
    """The titles of its rules, by the letters that their ids begin with."""
    sources: ClassVar[Mapping[str, Source]] = MappingProxyType({})
    """The sources that its rules are the first to rest on, by their marks («S0»)."""
    table_facts: ClassVar[tuple[TableFact, ...]] = ()
    """What a table needs beside the score."""
    door_rules: ClassVar[tuple[str, ...]] = ()
    """The ids of the rules that a newcomer reads before the first coup, in order: what cards count, what is won."""
    example: ClassVar[Mapping[str, Any]]
    """A coup in totals of Anne, Basile, Chloé, Denis and Emma, or the first of them: what other programs may send."""
    counts_card_points: ClassVar[bool] = True
    """False where a coup says whose side took the card points, and not how many each player has."""
    known_in: ClassVar[tuple[str, ...]] = ()
    """The languages whose readers know it best of all games."""
    ranking: ClassVar[UsualRanking | None] = None
    """The order in which its tournaments are usually ranked; None for that of a club evening."""
    italian_cards: ClassVar[Text | None] = None
    """Its name in «suits of the cards, at …», where it is played with a pack of Italian suits as well; else None."""
    no_sides: ClassVar[Text]
    """The message that refuses sides, in a game in which none last."""
    sides_change: ClassVar[bool] = False
    """True where each coup makes its own sides, so that those at a table are partners and opponents in turn."""
    sides_option: ClassVar[str] = ""
    """The key of the option that may leave open whether four play in sides; empty where the game leaves no choice."""
    zero_wins: ClassVar[bool] = True
    """True where a complete partie in which every total is 0 is won by all; False where nobody wins it."""
    decompte_keys: ClassVar[tuple[str, ...]] = ()
    """The keys of an outcome's `extra` that `corbillon.decompte/1` holds."""
    tricks_only_keys: ClassVar[tuple[str, ...]] = ()
    """The keys of a coup that only its tricks form has, beside `tricks`."""
    tricks_form_keys: ClassVar[tuple[str, ...]] = ("retourne", "tricks")
    """The keys of the tricks form, `tricks` among them, in the order in which a user gives them; empty where coups are
    written in totals alone."""
    specific_events: ClassVar[Mapping[str, SpecificEvent]] = MappingProxyType({})
    """By type, the events of this game beside coup, void, leave and end."""
    player_keys: ClassVar[PlayerKeys] = COMMON_PLAYER_KEYS
    """The keys of its events that hold players; records hold seats there. A key missing here would store a name."""
    statistics: ClassVar[tuple[Statistic, ...]] = ()
    """The figures that it counts beside points and coups won."""
    statistics_name: ClassVar[Text | None] = None
    """The heading of a column that holds all its statistics."""

    def list_sizes(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return how many may play at one table under these options (every option with its value)."""
        return self.sizes

    def find_impossible_rule(self, setting: Setting) -> Problem | None:
        """Return the problem of options that are each valid but together allow no coup; None where they allow one."""
        return None

    def determine_sides(
        self,
        players: tuple[str, ...],
        sides: Sides | None,
        options: Mapping[str, Any],
        problems: list[Problem],
    ) -> Sides | None:
        """Return the sides in force; None, the default: all play singly. Append a problem if those given are wrong."""
        if sides is not None:
            problems.append(Problem("sides", None, self.no_sides))
        return None

    @abstractmethod
    def build_config(self, setting: Setting) -> Any:
        """Build the game's config: the options, and all that can be worked out of them once, in a frozen object."""

    @abstractmethod
    def build_dealer_rotation(self, setting: Setting) -> DealerRotation:
        """Return in which order players deal."""

    @abstractmethod
    def count_planned_coups(self, setting: Setting) -> int | None:
        """Return the number of coups after which the partie is over; None where something else ends it."""

    def get_target(self, setting: Setting) -> int | None:
        """Return the number of points that ends the partie once somebody has it; None where something else ends it."""
        return None

    def bound_gains(self, setting: Setting, totals: Sequence[int], coups_left: int | None) -> RemainingGains:
        """Return the least and the most that each seat, and all together, can still gain in the coups left.

        `totals`: by seat; `coups_left`: None where something else than a number of coups ends the partie.

        The default is for games of points: nobody can lose any, and there is no upper limit while coups are left.
        """
        most = 0 if coups_left == 0 else None
        return RemainingGains((GainBounds(0, most),) * setting.size, GainBounds(0, most))

    @abstractmethod
    def list_fields(self, setting: Setting) -> tuple[CoupField, ...]:
        """Return the form fields of a coup recorded by its totals, in the order in which they are shown."""

    @abstractmethod
    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> EventRecord | None:
        """Read a coup in either form, tricks or totals; its type and dealer are read already.

        Append what is wrong to `problems`; where there are any, the result is not used.
        """

    def read_tricks_setup(
        self, setting: Setting, event: Mapping[str, Any], path: str, problems: list[Problem]
    ) -> TricksSetup:
        """Read the keys that come before the first card in the tricks form; a key not there yet is no problem."""
        config: TrickConfig = setting.config.tricks
        if "retourne" not in event:
            return TricksSetup(config, None)
        turn_up = read_turn_up(config, event, path, problems)
        return TricksSetup(config, None if turn_up is None else turn_up >> 4, turn_up)

    def list_announcements(
        self, setting: Setting, event: Mapping[str, Any], dealer: int, played: Play, path: str, problems: list[Problem]
    ) -> tuple[Announcement, ...]:
        """Return the announcements marked so far, in order, in a coup whose first cards are `played`.

        Empty in a game without announcements.
        """
        return ()

    def list_specific_events(self, setting: Setting) -> tuple[str, ...]:
        """Return those types of event of this game alone (the keys of `specific_events`) that these options allow."""
        return tuple(self.specific_events)

    def list_penalties(self, setting: Setting) -> tuple[Penalty, ...]:
        """Return the faults that an event of type penalty may name at this table; none in most games."""
        return ()

    def list_statistics(self, setting: Setting) -> tuple[Statistic, ...]:
        """Return the figures beside points and coups won that this game counts for each player under these options."""
        return self.statistics

    def describe_coup(self, event: Mapping[str, Any]) -> Sequence[Text]:
        """Return what a recorded coup contains, in short texts that make one line."""
        shared = (describe_turn_up, describe_player_points, describe_dealer, describe_tricks)
        return tuple(text for describe in shared for text in describe(event))

    def name_declared(self, setting: Setting, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a recorded coup in which names stand in place of the keys that a club declared for its own game, such
        as «Belote» for the mark "belote". The default, for games that no club declares, returns the coup as it is."""
        return event

    def list_door_rules(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the rules that a newcomer reads under these options (every option with its value)."""
        return self.door_rules

    def arrange_sides(self, players: tuple[str, ...]) -> Sides | None:
        """Return the sides that these players form, as they sit, if their table chooses to play in sides; None where
        the rules leave no such choice."""
        return None

    def requires_sides(self, options: Mapping[str, Any]) -> bool:
        """Return True if these options oblige a table to play in sides, where `arrange_sides` can form them."""
        return False

    def gather_fields(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return a coup as its record has it. `event`: the coup as a form gives it, with each value at the path of its
        field, as {"points": {"Anne": 58}}. By default both are the same."""
        return dict(event)

    def spread_fields(self, setting: Setting, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return a coup as a form shows it, with each value at the path of its field, as {"points": {"1": 58}}: the
        reverse of `gather_fields`. `event`: the recorded coup, with seat numbers for players."""
        return dict(event)

    def list_announcement_kinds(self, setting: Setting) -> tuple[AnnouncementKind, ...]:
        """Return every kind of announcement that can ever be made at this table."""
        return ()

    def format_announcements(self, announcements: Iterable[Mapping[str, Any]]) -> str:
        """Return announcements as text that `read_announcement` can read, one on each line."""
        return ""

    def read_announcement(self, line: str, people: Iterable[str]) -> dict[str, Any] | None:
        """Return the announcement by one of `people` that a line of `format_announcements` states; None if none."""
        return None

    @abstractmethod
    def score_coup(self, state: TableState, coup: Any, dealer: int) -> ScoredCoup:
        """Score a valid coup: `coup` is what `read_coup` returned, `dealer` a seat."""

    @abstractmethod
    def narrate_opening(self, setting: Setting) -> Sequence[Text]:
        """Say how long the partie lasts at this table: how many coups, or to what target."""

    def explain_payments(self, setting: Setting) -> Sequence[Text]:
        """Say for a beginner what a token is worth and who pays whom in a coup; empty in a game of points."""
        return ()

    def explain_settlement(self, setting: Setting) -> Text | None:
        """Say which of a coup's payments are still to be made when it is over; None if nobody pays another."""
        return None

    def narrate_event(self, before: TableState, step: Step) -> Sequence[Text]:
        """Narrate a coup, a leave or one of the game's own events, as one player would tell it to another."""
        assert step.outcome is not None
        is_coup = step.outcome.type == "coup"
        return tuple(self.narrate_coup(before, step) if is_coup else self.narrate_other_event(before, step))

    @abstractmethod
    def narrate_coup(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate a coup, a text for each sentence."""

    def narrate_other_event(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate a player's departure, or one of the game's own events; the default knows departures only."""
        assert step.outcome is not None
        return (narrate_departure(step.outcome),)

    def narrate_hand_overs(self, before: TableState, step: Step) -> Sequence[Text]:
        """Say what changes hands in a coup, and when; empty in a game of points."""
        return ()

    def narrate_stakes(self, state: TableState) -> Sequence[Text]:
        """Say what each player stakes before the next coup; empty where nobody stakes anything."""
        return ()

    def narrate_lent_stakes(self, state: TableState) -> Sequence[Text]:
        """Say to whom the bank must lend for the next coup; empty where nobody stakes jetons."""
        return ()

    def narrate_trick(
        self, setting: Setting, played: Sequence[tuple[str, str]], taker: str, listener: str
    ) -> Sequence[Text]:
        """Say what changes hands as a whole trick is taken; empty where nothing does before the end of the coup.
        `played`: (player, card) in order of play; `listener`: the player to whom it is said."""
        return ()

    def describe_camp(self, outcome: Outcome, player: str) -> Text | None:
        """Say on which side a player was in a coup, and what became of it; None where sides last longer than a
        coup."""
        return None

    def describe_total(self, setting: Setting, total: int) -> Text:
        """Return a player's total with its unit."""
        return describe_points(total)

    def get_total_unit(self, setting: Setting) -> TotalUnit:
        """Return what a player's total counts under these options; by default points."""
        return TotalUnit.POINTS

    def describe_unit(self, setting: Setting, total: int) -> Text:
        """Return the name of the unit that stands under a total: «point», «points» by default."""
        return plural("point", "points", total)

    def reconcile_options(
        self, options: Mapping[str, Any], standard: Mapping[str, Any], problems: list[Problem]
    ) -> Mapping[str, Any]:
        """Return the options. Where two contradict each other, append a problem and put the preset's values, those in
        `standard`, instead."""
        return options

    def list_value_tables(self, options: Mapping[str, Any]) -> tuple[ValueTable, ...]:
        """Return the tables of values that the rules leave open, under these options (every option with its value)."""
        return ()

    def prepare_initial_state(self, state: TableState) -> TableState:
        """Complete the state before the first event, in which all totals are 0: purses, pot, what is carried over."""
        return state

    def is_over(self, state: TableState) -> bool:
        """Return True if the coup just played ended the partie.

        Winners who override the totals and the number of planned coups are handled in `session`, not here.
        """
        return False

    def list_possible_slips(self, before: TableState, step: Step) -> Iterator[PossibleSlip]:
        """Yield each mistake that may have been made in recording or paying one event; none in games of points."""
        return iter(())

    def to_totals_form(self, step: Step) -> dict[str, Any]:
        """Return a valid coup in the totals form: what its tricks show is written out. One in totals stays as it is."""
        if "tricks" not in step.event or step.outcome is None:
            return dict(step.event)
        kept = {key: value for key, value in step.event.items() if key not in ("tricks", *self.tricks_only_keys)}
        return kept | self.derive_totals_from_tricks(step)

    def derive_totals_from_tricks(self, step: Step) -> dict[str, Any]:
        """Return the keys of the totals form that a coup's tricks imply, with their values."""
        setting, outcome = step.state.setting, step.outcome
        assert outcome is not None and outcome.points is not None
        named = [side[0] for side in setting.sides] if setting.sides else setting.players
        return {"points": {name: outcome.points[name] for name in named}}

    def score_leave(self, state: TableState, seat: int) -> Outcome:
        """Return the outcome when the player at `seat` leaves the table early; by default nothing moves (GEN-01)."""
        return build_empty_outcome(state, "leave", {"player": state.setting.players[seat]})
