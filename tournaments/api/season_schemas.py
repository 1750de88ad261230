"""What the interface answers of seasons, field by field."""

from ninja import Schema

from .schemas import JsonNumber, Links, ListPage


class SeasonOut(Schema):
    """A season of a club. `clubs`: all whose tournaments count, its own before those that joined it; `tournaments`: the
    codes of those that count, which are closed, the earliest first."""

    id: int
    club: int
    clubs: list[int]
    name: str
    tournaments: list[str]
    links: Links


class SeasonListOut(ListPage):
    """Seasons, the oldest first."""

    items: list[SeasonOut]


class SeasonPartOut(Schema):
    """What one tournament brought, and whether it counts among the player's best."""

    tournament: str
    rank: int
    worth: JsonNumber
    counts: bool


class SeasonRowOut(Schema):
    """One player of a season. `rank`: null while he has too few tournaments; `club`: in whose list he is."""

    rank: int | None
    player: int
    club: int
    name: str
    score: JsonNumber
    parts: list[SeasonPartOut]


class SeasonStandingsOut(ListPage):
    """The standings of a season, best first."""

    items: list[SeasonRowOut]


class SeasonClubOut(Schema):
    """One club of a season. `rank`: null while none of its players has one; `players`: those whose scores are summed,
    best first."""

    rank: int | None
    club: int
    name: str
    score: JsonNumber
    players: list[int]


class SeasonClubsOut(ListPage):
    """The clubs of a season, best first."""

    items: list[SeasonClubOut]


class SeasonTeamOut(Schema):
    """One team of a season: all of this name. `rank`: null while it has too few tournaments."""

    rank: int | None
    name: str
    score: JsonNumber
    parts: list[SeasonPartOut]


class SeasonTeamsOut(ListPage):
    """The teams of a season, best first."""

    items: list[SeasonTeamOut]
