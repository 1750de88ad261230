"""What each part of a club's site was made from, as one mark: a part whose mark has not moved need not be made again.

A tournament's mark moves with its change marks, which the database writes itself, with its own fields, and with what
its pages show of the club and of people's consent to their names.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from config.version import compute_fingerprint
from tournaments.models import ChangeMark, Club, Entry, KeptRatings, Player, Season, Tournament
from tournaments.reading.rated_tables import list_unrated_players
from tournaments.reading.season_outcomes import get_season_standings
from tournaments.reading.seasons import list_uncounted_tournaments
from tournaments.reading.shown_names import Viewer, may_show_name


@dataclass(frozen=True)
class SiteMarks:
    """For each part of a site, a digest (mark) of the data that it shows. `words`: of the pages that show no club's
    data; `tournaments`: by code, the latest first; `people`: careers, seasons and the club's page, by name; `titles`:
    the tournaments themselves, by code."""

    words: str
    tournaments: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    titles: dict[str, Tournament] = field(default_factory=dict)


def compute_mark(*seen: object) -> str:
    """Return one digest of all these values, 32 hexadecimal digits."""
    return hashlib.sha256(json.dumps(seen, default=str).encode()).hexdigest()[:32]


def compute_marks(club: Club, language: str, addresses: Mapping[str, str]) -> SiteMarks:
    """Return the digest of the data behind each part of the club's site: six queries, however much there is.
    `addresses`: where the club's sites are visited, by language."""
    tournaments = {each.pk: each for each in reversed(Tournament.objects.visible().filter(club=club))}
    changes: dict[int, list[int]] = defaultdict(list)
    for pk, mark in ChangeMark.objects.filter(tournament__club=club).order_by("pk").values_list("tournament", "mark"):
        changes[pk].append(mark)
    people: dict[int, dict[int, bool]] = defaultdict(dict)
    entries = Entry.objects.filter(tournament__club=club).order_by("pk")
    for pk, player, discreet in entries.values_list("tournament", "player", "player__discreet"):
        if pk in tournaments:
            people[pk][player] = discreet
    words = compute_mark(
        compute_fingerprint(), language, sorted({each.game for each in tournaments.values()}), dict(addresses)
    )
    of_club = (words, club.name, club.initials, club.indexed, club.cards, club.time_zone, club.family_first, club.face)
    rated = _list_ratings(club) if club.ratings_public else []
    marks = {
        pk: compute_mark(of_club, _list_fields(each), changes[pk], sorted(people[pk].items()))
        for pk, each in tournaments.items()
    }
    return SiteMarks(
        words,
        {each.code: marks[pk] for pk, each in tournaments.items()},
        _compute_people_marks(club, compute_mark(words, rated), marks, people),
        {each.code: each for each in tournaments.values()},
    )


def _list_fields(row: Tournament | Season) -> list[object]:
    """Return the values of the row's own fields."""
    return [getattr(row, each.attname) for each in row._meta.concrete_fields]


def _compute_people_marks(
    club: Club, words: str, marks: dict[int, str], people: dict[int, dict[int, bool]]
) -> dict[str, str]:
    """Return the marks of the club's page, of its seasons, and of the career of everybody who has an entry. `words`:
    the mark of what all of these show; `marks`: of the club's tournaments, by id; `people`: by tournament, each player
    (id) with whether he asked for initials."""
    names = {pk: (name, discreet) for pk, name, discreet in _list_players(club)}
    hidden = sorted(
        pk for pk, (_name, is_discreet) in names.items() if not may_show_name(Viewer.ANYBODY, is_discreet, club)
    )
    numbered: dict[str, list[int]] = defaultdict(list)
    for pk, (name, _discreet) in names.items():
        numbered[name].append(pk)
    shown = {pk: (names[pk], numbered[names[pk][0]].index(pk)) for pk in names}
    met = {pk: compute_mark(marks[pk], [shown.get(each) for each in people[pk]]) for pk in marks}
    played: dict[int, list[str]] = defaultdict(list)
    for pk, players in people.items():
        for player in players:
            played[player].append(met[pk])
    everything = compute_mark(sorted(marks.items()), sorted(names.items()), hidden)
    seasons = _list_seasons(club)
    people_marks = {"club": compute_mark(words, everything, club.face, [_list_fields(each) for each in seasons])}
    people_marks |= _compute_season_marks(club, seasons, (words, sorted(names.items())), marks)
    for player, mine in played.items():
        people_marks[f"career-{player}"] = compute_mark(words, shown.get(player), sorted(mine), hidden)
    return people_marks


def _list_ratings(club: Club) -> list[object]:
    """Return the data behind the ratings that the club shows: the digest of each game's, and the players not to be
    rated."""
    kept_ratings = KeptRatings.objects.filter(club=club, player=None).order_by("game").values_list("game", "stamp")
    return [list(kept_ratings), sorted(list_unrated_players(club))]


def _compute_season_marks(
    club: Club, seasons: list[Season], seen: tuple[object, ...], marks: dict[int, str]
) -> dict[str, str]:
    """Return the marks of the seasons on the club's site, by name («season-3»). `seen`: what all of them show; `marks`:
    those of the tournaments of the club, by id."""
    counted: dict[int, dict[int, int]] = defaultdict(dict)
    links = Season.tournaments.through.objects.filter(season__in=[each.pk for each in seasons])
    for pk, tournament, owner in links.values_list("season", "tournament", "tournament__club"):
        counted[pk][tournament] = owner
    season_marks = {}
    for season in seasons:
        mine = [marks.get(pk) for pk in sorted(counted[season.pk])]
        is_joined = {season.club_id, *counted[season.pk].values()} != {club.pk}
        others = _show_other_clubs(season) if is_joined else None
        season_marks[f"season-{season.pk}"] = compute_mark(seen, _list_fields(season), mine, others)
    return season_marks


def _show_other_clubs(season: Season) -> list[object]:
    """Return the data of other clubs that the page of a season shows, if several clubs play it."""
    standings = get_season_standings(season)
    tournaments = [*standings.tournaments, *list_uncounted_tournaments(season)]
    return [standings.rows, standings.clubs, standings.club_name_of, [_list_fields(each) for each in tournaments]]


def _list_players(club: Club) -> list[tuple[int, str, bool]]:
    """Return each player's id, name, and whether he asked for initials."""
    return list(Player.objects.filter(club=club).order_by("pk").values_list("pk", "name", "discreet"))


def _list_seasons(club: Club) -> list[Season]:
    """Return the seasons that anybody may see."""
    return list(Season.objects.visible().played_by(club))
