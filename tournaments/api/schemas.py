"""The answers of the interface, field by field; OpenAPI's description is made of these."""

import datetime
from collections.abc import Iterable
from typing import Annotated, Any

from ninja import Schema
from pydantic import Field

from tournaments.actions.people.tokens import TOKEN_ROLES
from tournaments.models import Entry, Tournament, UnplayedTable
from tournaments.models.rights import Right

from .described_formats import Decompte, Game, Message, Options, Partie


def one_of(values: Iterable[str]) -> Any:
    """Return the type of a text that is one of these values, listed in the description."""
    return Field(json_schema_extra={"enum": [*values]})


Status = Annotated[str, one_of(Tournament.Status.values)]
Format = Annotated[str, one_of(Tournament.Format.values)]
Pairing = Annotated[str, one_of(Tournament.Pairing.values)]
Presence = Annotated[str, one_of(Entry.Presence.values)]
STAGES = ("stuck", "waiting", "playing", "over", "counted", "confirmed", *UnplayedTable.UnplayedKind.values)
Stage = Annotated[str, one_of(STAGES)]
JsonNumber = int | float
Links = Annotated[dict[str, str], Field(description="Addresses of what belongs to it, by a word for each.")]


class ListPage(Schema):
    """One page of a long list. `next`: the cursor of the next page, null after the last one."""

    next: str | None = Field(None, description="The cursor of the next page; null after the last one.")


class TournamentOut(Schema):
    """A tournament. `status`: draft, open or closed; `options`: those that differ from the preset."""

    code: str
    name: str
    date: datetime.date
    club: int
    club_name: str
    game: Game
    preset: str
    options: Options
    status: Status
    format: Format
    pairing: Pairing
    planned_rounds: int
    links: Links


class TournamentListOut(ListPage):
    """Tournaments, the latest made first."""

    items: list[TournamentOut]


class EntryOut(Schema):
    """A player in one tournament. What he said of his coming (`presence`, `first_round`, `last_round`) is shown to
    programs of the club alone."""

    id: int
    name: str
    player: int
    presence: Presence | None = None
    first_round: int | None = None
    last_round: int | None = None


class EntryListOut(ListPage):
    """The entries of a tournament, the first entered first."""

    items: list[EntryOut]


class RemovedOut(Schema):
    """The entry that was removed, by its id."""

    entry: int


class StandingsRowOut(Schema):
    """One player's row. `total`: the gain in jetons or points; `adjustment`: bonuses and penalties, in the unit of the
    figure that ranks first; `withdrawn`: he plays no longer; `figures`: those of `corbillon.classement/1`, by name."""

    rank: int
    entry: int
    name: str
    total: int
    adjustment: JsonNumber | None
    withdrawn: bool
    figures: dict[str, JsonNumber]


class StandingsOut(ListPage):
    """The standings, best first, of now or after a round. `ranking`: the figures that order them, the weightiest
    first."""

    ranking: list[str]
    items: list[StandingsRowOut]


class TeamPlaceOut(Schema):
    """A place of a team: the players who held it, in order of time, its figure, and whether the figure is among those
    that count."""

    entries: list[int]
    figure: JsonNumber
    counts: bool


class TeamMatchOut(Schema):
    """A match of a team: its points at the boards, the opponent's, and whether all boards are over."""

    round: int
    opponent: int
    points: JsonNumber
    against: JsonNumber
    over: bool


class TeamOut(Schema):
    """A team in its standings. `figure`: what ranks it; `why`: the reasons for its rank in sentences, in the caller's
    language. Where teams meet board by board, `figure` is match points, and `boards` ranks teams that are level."""

    id: int
    rank: int
    tied: bool
    name: str
    figure: JsonNumber
    places: list[TeamPlaceOut]
    why: list[str]
    boards: JsonNumber
    matches: list[TeamMatchOut]


class TeamListOut(Schema):
    """The teams, best first. `score`: "points" or "ranks" (which of their players' figures are summed), null without
    teams; `best`: how many places of each count, null: all."""

    score: str | None
    best: int | None
    items: list[TeamOut]


class CriterionOut(Schema):
    """One figure that ranks a player, as text; `sum`: how it is computed, "" where that is plain."""

    name: str
    figure: str
    sum: str


class TablePartOut(Schema):
    """What a player won at one table, and with whom he sat; `sum`: the gains of its coups, as text."""

    round: int
    table: int
    gain: int
    others: list[str]
    sum: str


class WhyOut(Schema):
    """The reasons for a player's rank, in sentences, and what he won at each table."""

    rank: int
    sentences: list[str]
    criteria: list[CriterionOut]
    tables: list[TablePartOut]


class RoundOut(Schema):
    """A published round. `tables`, `over`, `begun`: how many tables it has in all, that have ended, that have a record;
    `withdrawn`: the round counts nothing."""

    n: int
    tables: int
    over: int
    begun: int
    withdrawn: bool
    links: Links


class RoundListOut(Schema):
    """The published rounds, the first one first."""

    items: list[RoundOut]


class SitterOut(Schema):
    """A player at a place of a table, or resting. `position`: from 1, each on the right of the one before; null if he
    rests."""

    position: int | None
    entry: int
    name: str


class TableOut(Schema):
    """A table of a round. `stage`: waiting, playing, over, counted, confirmed, stuck, or why it is not played."""

    table: int
    stage: Stage
    coups_played: int
    coups_planned: int | None
    seats: list[SitterOut]
    links: Links


class DrawnRoundOut(Schema):
    """A round as it was drawn: who sits where, and who rests."""

    n: int
    tables: list[TableOut]
    resting: list[SitterOut]


class SheetOut(TableOut):
    """A table with its coups. `next_number`: the number that its next record must have; `head`: the digest of its last
    record; `partie`: a `corbillon.partie/1`; `decompte`: a `corbillon.decompte/1`, null where the table's rules cannot
    be played."""

    round: int
    next_number: int
    head: str
    partie: Partie
    decompte: Decompte | None


class ClubOut(Schema):
    """A club with public tournaments."""

    id: int
    name: str
    time_zone: str
    links: Links


class ClubListOut(ListPage):
    """Clubs, the oldest first."""

    items: list[ClubOut]


class KeyOut(Schema):
    """The key that was sent: its club, role and rights, and when it expires."""

    club: int
    club_name: str
    name: str
    role: Annotated[str, one_of(TOKEN_ROLES)]
    rights: list[Annotated[str, one_of(Right.values)]]
    expires_at: datetime.datetime


class EventOut(Schema):
    """One thing that happened: its number in the outbox, and the message."""

    n: int
    message: Message


class EventsOut(Schema):
    """What happened, the earliest first. `last`: the number to send next as `after`."""

    items: list[EventOut]
    last: int


class PlayerOut(Schema):
    """A player of a club, under the name that its public pages show. Whether he is `hidden` from lists, and `discreet`,
    is shown to programs of the club alone."""

    id: int
    name: str
    hidden: bool | None = None
    discreet: bool | None = None


class PlayerListOut(ListPage):
    """Players of a club, the oldest first."""

    items: list[PlayerOut]


class CareerEveningOut(Schema):
    """One closed tournament of a player. `rank`: his place among its `players` players."""

    tournament: str
    date: datetime.date
    entry: int
    rank: int
    players: int
    total: int
    tables: int


class CareerOut(PlayerOut):
    """A player with his public tournaments that are closed, the earliest first."""

    tournaments: list[CareerEveningOut]


class RoundNumberOut(Schema):
    """The number of the round that was published; after a withdrawal, of the one that is in preparation."""

    n: int


class RecordOut(Schema):
    """A record that was written. `event`: the number of the event in the partie that it is or changes; `head`: the
    record's digest."""

    key: str
    number: int
    event: int
    head: str


class ConfirmedOut(Schema):
    """Whether a table's sheet is confirmed."""

    table: int
    confirmed: bool


class DoneOut(Schema):
    """The answer that an act is done; its result is read at the address of what was changed."""

    done: bool
