"""Evenings and rounds as a calendar (RFC 5545, RFC 7986) to which a phone or a computer subscribes.

An evening is a whole day, for the program keeps no hour of it. A round stands there once its clock was started, or, in
a league, on its day. What has not changed is written again byte for byte.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

import scoring
from tournaments.models import Round, Tournament
from tournaments.presentation.text.content_lines import escape_text, write_lines
from tournaments.presentation.text.option_text import localise
from tournaments.reading.phases import list_phases

CONTENT_TYPE = "text/calendar; charset=utf-8"
REFRESH = "PT1H"
ONE_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class CalendarEntry:
    """One entry: `begins` and `ends` are both times, or both days, the end not included. `stamp`: when it was made."""

    uid: str
    title: str
    begins: datetime.date | datetime.datetime
    ends: datetime.date | datetime.datetime
    stamp: datetime.datetime
    words: str = ""
    address: str = ""


def write_calendar(name: str, entries: Iterable[CalendarEntry]) -> str:
    """Return the calendar's text."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Corbillon//Corbillon//FR",
        "CALSCALE:GREGORIAN",
        f"NAME:{escape_text(name)}",
        f"X-WR-CALNAME:{escape_text(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
        *(line for entry in entries for line in iterate_entry_lines(entry)),
        "END:VCALENDAR",
    ]
    return write_lines(lines)


def iterate_entry_lines(entry: CalendarEntry) -> Iterator[str]:
    """Yield the lines of one entry."""
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{format_moment(entry.stamp)}"
    yield write_moment("DTSTART", entry.begins)
    yield write_moment("DTEND", entry.ends)
    yield f"SUMMARY:{escape_text(entry.title)}"
    if entry.words:
        yield f"DESCRIPTION:{escape_text(entry.words)}"
    if entry.address:
        yield f"URL:{entry.address}"
    yield "TRANSP:TRANSPARENT" if not isinstance(entry.begins, datetime.datetime) else "TRANSP:OPAQUE"
    yield "END:VEVENT"


def write_moment(key: str, moment: datetime.date | datetime.datetime) -> str:
    """Return a line with a day, or with a time in UTC."""
    if isinstance(moment, datetime.datetime):
        return f"{key}:{format_moment(moment)}"
    return f"{key};VALUE=DATE:{moment:%Y%m%d}"


def format_moment(moment: datetime.datetime) -> str:
    """Return a time in UTC, to the second."""
    return f"{moment.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}"


def list_calendar_entries(
    tournaments: Iterable[Tournament], address: Callable[[Tournament], str]
) -> list[CalendarEntry]:
    """Return the entries of these tournaments, each before those of its rounds. `address`: the whole address of its
    page."""
    found = {each.pk: each for each in tournaments}
    rounds: dict[int, list[Round]] = {pk: [] for pk in found}
    for each in Round.objects.published().filter(tournament__in=found).order_by("n"):
        rounds[each.tournament_id].append(each)
    entries = []
    for pk, tournament in found.items():
        entries.append(build_tournament_entry(tournament, address(tournament)))
        built = (build_round_entry(tournament, each, address(tournament)) for each in rounds[pk])
        entries += [entry for entry in built if entry]
    return entries


def build_tournament_entry(tournament: Tournament, address: str) -> CalendarEntry:
    """Return the entry of a whole evening."""
    game = localise(scoring.get_game(tournament.game).name)
    day = tournament.date
    uid = f"{tournament.code}@corbillon"
    return CalendarEntry(uid, tournament.name, day, day + ONE_DAY, tournament.created_at, game, address)


def build_round_entry(tournament: Tournament, one: Round, address: str) -> CalendarEntry | None:
    """Return the entry of one round; None where nobody said when it is played."""
    title = f"{tournament.name} · {_('Ronde %(n)s') % {'n': one.n}}"
    uid = f"{tournament.code}-{one.n}@corbillon"
    ends = one.ends_at()
    if one.started_at and ends:
        return CalendarEntry(uid, title, one.started_at, ends, one.started_at, "", address)
    day = find_league_day(tournament, one.n)
    return CalendarEntry(uid, title, day, day + ONE_DAY, tournament.created_at, "", address) if day else None


def find_league_day(tournament: Tournament, n: int) -> datetime.date | None:
    """Return the day of round n of a league; None where all is played in one evening."""
    of_round = [phase for phase in list_phases(tournament) if phase.since <= n]
    return of_round[-1].day_of(n, tournament.date) if of_round else None
