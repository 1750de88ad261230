"""The bodies that other programs send, field by field, and the types of their fields."""

import datetime
from typing import Annotated, Any, ClassVar, Literal

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from scoring import FIRST_GAME
from tournaments.models import Entry, Tournament
from tournaments.models.days import is_taken

from .cursors import LARGEST_ID
from .described_formats import Event, Game, Options

EVENT = FIRST_GAME.example
RECORD = {"key": "saturday-1-1-1", "number": 1}
Name = Annotated[str, Field(max_length=200)]
Words = Annotated[str, Field(max_length=300)]
PlayerId = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Small = Annotated[int, Field(ge=0, le=10_000)]


def read_day(text: Any) -> datetime.date:
    """Return the day that a text like 2026-11-21 names. Raises PydanticCustomError for any other text, and for a day
    outside the years that the program stores."""
    try:
        day = datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        raise PydanticCustomError("date_type", "a date like 2026-11-21") from None
    if not is_taken(day):
        raise PydanticCustomError("day_out_of_bounds", "the year must be from 1000 to 8999")
    return day


def read_moment(text: Any) -> datetime.datetime:
    """Return the time with its zone that a text like 2026-11-21T20:15:00+01:00 names. Raises PydanticCustomError for
    any other text, and for a time outside the years that the program stores."""
    try:
        moment = datetime.datetime.fromisoformat(text)
    except (TypeError, ValueError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise PydanticCustomError("datetime_type", "a time like 2026-11-21T20:15:00+01:00")
    if not is_taken(moment):
        raise PydanticCustomError("day_out_of_bounds", "the year must be from 1000 to 8999")
    return moment


def show_example(**fields: Any) -> ConfigDict:
    """Return the `model_config` of a body, with these fields as its example in the description."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Body(Schema):
    """The base of all bodies. It refuses unknown fields, and values of another type: "5" is not 5."""

    model_config = ConfigDict(extra="forbid", strict=True)
    entry_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that name entries of the tournament, by their ids."""
    money_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that need the right to money, where the act needs another one."""


class PlayerIn(Body):
    """A new player of the club."""

    model_config = show_example(name="Anne Lefèvre")

    name: Name


class PlayerChangeIn(Body):
    """What changes of a player: what is left out stays. `hidden`: no longer proposed nor listed; `discreet`: public
    pages show initials."""

    model_config = show_example(name="Anne Lefèvre")

    name: Name | None = None
    hidden: bool | None = None
    discreet: bool | None = None


class MergeIn(Body):
    """The player of the club into whom the one of the address is merged."""

    model_config = show_example(into=5)

    into: PlayerId


Day = Annotated[datetime.date, BeforeValidator(read_day)]
Moment = Annotated[datetime.datetime, BeforeValidator(read_moment)]


class TournamentIn(Body):
    """A new tournament, in preparation. `preset`: the game's first one where it is left out; `players`: names."""

    model_config = show_example(name="Samedi", date="2026-11-21", game=FIRST_GAME.key)

    name: Name
    date: Day
    game: Annotated[Game, Field(max_length=20)] = FIRST_GAME.key
    preset: Annotated[str, Field(max_length=40)] | None = None
    options: Options = {}
    players: Annotated[list[Name], Field(max_length=5000)] = []


class PlanIn(Body):
    """How a tournament is played: its format, `rounds` rounds of `minutes` minutes (null: no clock)."""

    model_config = show_example(format="random", rounds=3)

    format: Literal[tuple(Tournament.Format.values)]  # type: ignore[valid-type]
    pairing: Literal[tuple(Tournament.Pairing.values)] = "single"  # type: ignore[valid-type]
    rounds: Small = 1
    minutes: Small | None = None


class EntriesIn(Body):
    """Who takes part: players of the club by their ids, and names; a name is the player of the club who bears it and is
    not entered yet, or a new one: `Anne` sent twice enters «Anne» and «Anne 2»."""

    model_config = show_example(names=["Anne", "Basile", "Chloé"])

    players: Annotated[list[PlayerId], Field(max_length=5000)] = []
    names: Annotated[list[Name], Field(max_length=5000)] = []


class PresenceIn(Body):
    """Whether a player is here, is expected, or is absent."""

    model_config = show_example(presence="present")

    presence: Literal[tuple(Entry.Presence.values)]  # type: ignore[valid-type]


class DrawIn(Body):
    """What to draw, by this seed (null: by chance). `sizes`: each size that a table may have, as [3, 4] for tables of
    three and of four, however many (null: as the program proposes)."""

    model_config = show_example(sizes=[3, 4])

    sizes: Annotated[list[Small], Field(max_length=10)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] | None = None


class ReasonIn(Body):
    """Why something is done: kept in the log, and read as it stands by whoever reads the evening, on its pages and in
    its files. Needed where something that was played changes."""

    model_config = show_example(reason="")

    reason: Words = ""


class RecordIn(ReasonIn):
    """What is written at a table. `key`: an id that the caller makes and sends again with each retry; `number`: the
    number that the record must have, `next_number` of the sheet that the caller has read."""

    model_config = show_example(**RECORD)

    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
    number: Annotated[int, Field(ge=1, le=1_000_000)]


class EventIn(RecordIn):
    """An event of a partie, as `corbillon.partie/1` has it, under the names of the table's seats."""

    model_config = show_example(**RECORD, event=EVENT)

    event: Event


class CorrectionIn(EventIn):
    """What an event of the table should have been, in full. `number`: the sheet's `next_number` when it was read."""

    model_config = show_example(**RECORD | {"key": "saturday-1-1-2", "number": 2}, event=EVENT, reason="Mal lu")

    reason: Annotated[Words, Field(min_length=1)]


class ConfirmIn(Body):
    """Who confirms the sheet: the player at this position."""

    model_config = show_example(position=1)

    position: Annotated[int, Field(ge=1, le=6)]


class DocumentIn(Body):
    """A whole tournament, as `/schemas/corbillon.evenement-1.json` says field by field, and as `export` answers it."""

    model_config = ConfigDict(extra="allow") | show_example(format="corbillon.evenement/1")

    format: Literal["corbillon.evenement/1"]
