"""What the interface answers, field by field: the description that other programs read is made of these."""

import datetime
from typing import Any

from ninja import Schema
from pydantic import Field

JsonNumber = int | float


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
    game: str
    preset: str
    options: dict[str, Any]
    status: str
    format: str
    pairing: str
    planned_rounds: int


class TournamentListOut(ListPage):
    """Tournaments, the latest made first."""

    items: list[TournamentOut]


class EntryOut(Schema):
    """A player in one tournament. What he said of his coming (`presence`, `first_round`, `last_round`) is shown to
    programs of the club alone."""

    id: int
    name: str
    player: int
    presence: str | None = None
    first_round: int | None = None
    last_round: int | None = None


class EntryListOut(ListPage):
    """The entries of a tournament, the first entered first."""

    items: list[EntryOut]


class StandingsRowOut(Schema):
    """One player's row. `total`: the gain in jetons or points; `adjustment`: bonuses and penalties, in the unit of the
    first figure; `figures`: those of `corbillon.classement/1`, by their names."""

    rank: int
    entry: int
    name: str
    total: int
    adjustment: JsonNumber | None
    figures: dict[str, JsonNumber]


class StandingsOut(ListPage):
    """The standings, best first, as they are or were after a round. `ranking`: the figures that order them, the
    weightiest first."""

    ranking: list[str]
    items: list[StandingsRowOut]


class WhyOut(Schema):
    """Why a player stands where he does, in sentences, and what each table brought."""

    rank: int
    sentences: list[str]
    criteria: list[dict[str, str]]
    tables: list[dict[str, Any]]
