"""What of a person may be shown to whom: `may_show_name` decides, and whatever shows people asks it, by one of the
functions beside it.

Initials are made different inside a tournament («A. L.», «A. L. 2»), so that a page never confuses two players.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from enum import Enum, auto

from tournaments.models import Club, Entry, Tournament
from tournaments.models.listed_names import put_family_first
from tournaments.standings.ranking import get_name_key

from .seasons import list_club_names, number_names


class Viewer(Enum):
    """Who looks: anybody (a public page, a file, a feed, a picture, a poster, a site, another program), or somebody of
    the club (its pages, its papers, its own programs)."""

    ANYBODY = auto()
    CLUB = auto()


def may_show_name(viewer: Viewer, is_discreet: bool, club: Club) -> bool:
    """True if this viewer may read a person's name in full at an evening of the club; else his initials alone.
    `is_discreet`: he asked for initials."""
    return viewer is Viewer.CLUB or not (is_discreet or club.initials)


def get_entry_names(viewer: Viewer, tournament: Tournament) -> dict[int, str]:
    """Return, by entry id, its name as it may be shown at this evening, in the order of the names; one query."""
    rows = Entry.objects.filter(tournament=tournament).values_list("pk", "shown_name", "player__discreet")
    return abbreviate_hidden_names(viewer, tournament.club, list(rows))


def get_listed_names(viewer: Viewer, tournament: Tournament) -> dict[int, str]:
    """Return, by entry id, its name as the club's alphabetic lists show it, in their order."""
    return turn_names(tournament, get_entry_names(viewer, tournament))


def turn_names(tournament: Tournament, names: Mapping[int, str]) -> dict[int, str]:
    """Return these entries' names as the club's alphabetic lists write them («family name first»), in their order.
    Names that are shown as initials stay initials, and are sorted as such."""
    names = dict(names)
    if tournament.club.family_first:
        rows = Entry.objects.filter(tournament=tournament).values_list("pk", "shown_name", "player__family_name")
        names |= {pk: put_family_first(name, family) for pk, name, family in rows if names[pk] == name}
    return dict(sorted(names.items(), key=lambda each: (get_name_key(each[1]), each[0])))


def get_player_names(viewer: Viewer, club: Club) -> dict[int, str]:
    """Return, by player id, the name of each player of the club as it may be shown: unique there, or initials."""
    rows = list(list_club_names(club))
    names = number_names((pk, name) for pk, name, _discreet in rows)
    return abbreviate_hidden_names(viewer, club, [(pk, names[pk], discreet) for pk, _name, discreet in rows])


def get_names_among_clubs(reader: Club | None, clubs: Mapping[Club, Collection[int]]) -> dict[int, str]:
    """Return the name of each of these players, by player id, as somebody of the club `reader` may read it (None: as
    anybody may). `clubs`: the ids of the players of each club. A reader of another club sees what anybody sees. Two
    players of different clubs who would have the same name get their club's name behind it: «Anne (Lyon)»."""
    found: dict[int, tuple[str, int]] = {}
    club_names = number_names((club.pk, club.shown_name) for club in clubs)
    for club, players in clubs.items():
        names = get_player_names(Viewer.CLUB if club == reader else Viewer.ANYBODY, club)
        found |= {pk: (names[pk], club.pk) for pk in players}
    shared = Counter(name for name, _club in found.values())
    return {pk: name if shared[name] == 1 else f"{name} ({club_names[club]})" for pk, (name, club) in found.items()}


def get_unentered_name(viewer: Viewer, name: str) -> str:
    """Return how to name somebody who signed up and has no entry: nobody knows yet whether he asked for initials."""
    return name if viewer is Viewer.CLUB else abbreviate_name(name)


def abbreviate_hidden_names(viewer: Viewer, club: Club, rows: list[tuple[int, str, bool]]) -> dict[int, str]:
    """Return the name of each of these people (id, name, whether he asked for initials) as it may be shown."""
    hidden = {pk: name for pk, name, is_discreet in rows if not may_show_name(viewer, is_discreet, club)}
    return {pk: name for pk, name, _discreet in rows} | abbreviate_names(hidden)


def abbreviate_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the initials of each name, by its id. The second player with the same initials gets a 2, and so on, in the
    order of the ids."""
    met: Counter[str] = Counter()
    short = {}
    for entry in sorted(names):
        letters = abbreviate_name(names[entry])
        met[letters] += 1
        short[entry] = letters if met[letters] == 1 else f"{letters} {met[letters]}"
    return {entry: short[entry] for entry in names}


def abbreviate_name(name: str) -> str:
    """Return a name's initials: «Anne-Marie Lefèvre» → «A.-M. L.». A number that tells two equal names apart is left
    out."""
    words = [word for word in name.split() if not word.rstrip(".").isdigit()]
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in words[:3])
