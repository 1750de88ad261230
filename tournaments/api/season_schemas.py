"""The answers on seasons, field by field."""

from ninja import Schema

from .schemas import JsonNumber, Links, ListPage


class SeasonOut(Schema):
    """A season of a club. `clubs`: all clubs whose tournaments count, the season's own before those that joined it;
    `tournaments`: the codes of those that count, all closed, the earliest first."""

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
    """What one tournament brought a player of a season, and whether it is among his best, which count."""

    tournament: str
    rank: int
    worth: JsonNumber
    counts: bool


class SeasonRowOut(Schema):
    """One player of a season. `rank`: null while he has played too few tournaments; `club`: the club to which he
    belongs."""

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
    """One club of a season. `rank`: null while none of its players has a rank; `players`: those whose scores are
    summed, best first."""

    rank: int | None
    club: int
    name: str
    score: JsonNumber
    players: list[int]


class SeasonClubsOut(ListPage):
    """The clubs of a season, best first."""

    items: list[SeasonClubOut]


class SeasonTeamOut(Schema):
    """One team of a season: all teams of this name together. `rank`: null while it has played too few tournaments."""

    rank: int | None
    name: str
    score: JsonNumber
    parts: list[SeasonPartOut]


class SeasonTeamsOut(ListPage):
    """The teams of a season, best first."""

    items: list[SeasonTeamOut]
