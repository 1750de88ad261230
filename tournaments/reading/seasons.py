"""The evenings of a season, and the names of a club's players as they are unique there."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.models import Club, Player, Season, Tournament


def list_counted_tournaments(season: Season, club: Club | None = None) -> list[Tournament]:
    """Return the season's public evenings that are closed, the earliest first. `club`: of this one alone."""
    tournaments = season.tournaments.visible().closed()
    return list(tournaments if club is None else tournaments.filter(club=club))


def list_counted_codes(seasons: Iterable[Season]) -> dict[int, list[tuple[str, int]]]:
    """Return, by season, code and club (id) of the public evenings that are closed, the earliest first."""
    codes: dict[int, list[tuple[str, int]]] = {season.pk: [] for season in seasons}
    counted = Tournament.objects.visible().closed().filter(seasons__in=codes)
    for season, code, club in counted.values_list("seasons", "code", "club"):
        codes[season].append((code, club))
    return codes


def list_uncounted_tournaments(season: Season) -> list[Tournament]:
    """Return the season's public evenings that are under way, the earliest first: nothing of them counts yet."""
    return list(season.tournaments.visible().under_way())


def list_club_names(club: Club) -> "QuerySet[Player, tuple[int, str, bool]]":
    """Return (id, name, whether public pages show his initials alone) of each player of the club, by id."""
    return Player.objects.filter(club=club).order_by("pk").values_list("pk", "name", "discreet")


def number_names(rows: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return each player's name by id, with a number added where a player before him has the same name. `rows`: (id,
    name)."""
    met: Counter[str] = Counter()
    names = {}
    for pk, name in rows:
        met[name] += 1
        names[pk] = name if met[name] == 1 else f"{name} {met[name]}"
    return names
