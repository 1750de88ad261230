"""The answers on drafts, and on what organisers keep beside the tables, field by field."""

import datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import ConfigDict

from tournaments.models import SignUp

from .schemas import JsonNumber, ListPage, one_of


class DraftSitterOut(Schema):
    """A player of a draft: at a table, in the order of its seats, or resting."""

    entry: int
    name: str


class DraftRoundOut(Schema):
    """A round that is drawn and not published."""

    n: int
    tables: list[list[DraftSitterOut]]
    resting: list[DraftSitterOut]


class DraftOut(Schema):
    """A draw in preparation. `seed`: the same seed draws the same again; null where nothing is drawn."""

    seed: int | None
    rounds: list[DraftRoundOut]


class DrawOut(Schema):
    """A draw that takes a while. `state`: running, ready, failed or stopped; `done`: how many of its `steps` are done
    (both 0 before the number of steps is known); `refusal`: why it failed, "" where that is not known."""

    state: Literal["running", "ready", "failed", "stopped"]
    done: int
    steps: int
    refusal: str


class SignUpOut(Schema):
    """Somebody who signed up by himself. `entry`: null while he has no place."""

    id: int
    entry: int | None
    name: str
    state: Annotated[str, one_of(SignUp.State.values)]
    partner: str
    at: datetime.datetime


class SignUpTermsOut(Schema):
    """How players sign up by themselves."""

    is_open: bool
    limit: int | None
    closes_at: datetime.datetime | None
    self_check_in: bool


class SignUpsOut(ListPage):
    """The people who signed up, and the terms of signing up."""

    terms: SignUpTermsOut
    items: list[SignUpOut]


class ApartOut(Schema):
    """Players no two of whom may sit at one table."""

    id: int
    entries: list[int]


class ApartListOut(Schema):
    """All groups of players who must not sit together."""

    items: list[ApartOut]


class AdjustmentOut(Schema):
    """A bonus (or a penalty, below zero) of one player."""

    id: int
    entry: int
    amount: int
    metric: str
    round: int
    rule: str
    reason: str
    counts: bool


class AdjustmentListOut(Schema):
    """Bonuses and penalties, in the order in which they were given."""

    items: list[AdjustmentOut]


class ChangeOut(Schema):
    """One change that a line of the log reports, in words: what changed, its value before and after."""

    what: str
    was: str
    now: str


class LogLineOut(Schema):
    """One line of the log, in words of the caller's language."""

    at: datetime.datetime
    what: str
    actor: str
    reason: str
    changes: list[ChangeOut]


class LogOut(Schema):
    """The log, the earliest line first."""

    items: list[LogLineOut]


class JournalOut(Schema):
    """A journal: the text of the file."""

    text: str


class DocumentOut(Schema):
    """A whole tournament; `/schemas/corbillon.evenement-1.json` says it field by field."""

    model_config = ConfigDict(extra="allow")

    format: Literal["corbillon.evenement/1"]


class SkillOut(Schema):
    """A player's skill at one game, from his tables. `low`, `high`: between these, nine times out of ten, lies how
    often of 100 times he would come before an average player of the club; null where only Elo is shown. `elo`: null
    where it is not shown."""

    low: int | None
    high: int | None
    elo: JsonNumber | None
    tables: int
    last_played: datetime.date


class RatedPlayerOut(SkillOut):
    """A rated player, with the game that the rating is of."""

    player: int
    name: str


class RatingsOut(ListPage):
    """Rated players, the best first, by `low`."""

    items: list[RatedPlayerOut]


class SkillPointOut(Schema):
    """A player's skill on one day."""

    date: datetime.date
    low: int
    high: int


class PlayerSkillOut(SkillOut):
    """A player's skill at one game, now and day by day, the earliest day first."""

    game: str
    curve: list[SkillPointOut]


class PlayerSkillsOut(Schema):
    """A player's skill, game by game."""

    items: list[PlayerSkillOut]
