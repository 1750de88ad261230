"""Calendars (RFC 5545, RFC 7986) to which a phone or a computer subscribes, and address cards (vCard 4.0, RFC 6350) for
the organiser's own address book; the lines of which both are made: escaped and folded.

An evening is a whole day, for the program keeps no hour of it. A round stands there once its clock was started, or, in
a league, on its day. An entry that has not changed is written again byte for byte; one whose name or day was changed
says how often, and when last. Each entry is named by a UUID; the names of older entries stay as they were. Of the
players of a club, whoever was erased or plays no more is left out; so is what the club noted of him, and whether he has
paid: a card goes further than a list."""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from tournaments.models import AuditEntry, Club, Player, Round, Tournament
from tournaments.models.listed_names import split_name
from tournaments.models.people import read_detail
from tournaments.presentation.text.option_text import name_game
from tournaments.reading.phases import find_round_day
from tournaments.standings.ranking import get_name_key

CALENDAR_TYPE = "text/calendar; charset=utf-8"
REFRESH = "PT1H"
ONE_DAY = datetime.timedelta(days=1)
CARD_TYPE = "text/vcard; charset=utf-8"
LICENCE = "X-CORBILLON-LICENCE"
FOLD_BYTES = 75
ESCAPES = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}
UNESCAPED = re.compile(r"\\(.)")


def escape_text(text: str) -> str:
    """Return the text escaped for a calendar or card file: backslash, semicolon, comma and line break."""
    return "".join(ESCAPES.get(sign, sign) for sign in text.replace("\r\n", "\n"))


def unescape_text(text: str) -> str:
    """Return the plain text of an escaped value of a calendar or card file."""
    return UNESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], text)


def write_lines(lines: Iterable[str]) -> str:
    """Return the lines folded at 75 octets, none inside a letter, each with its carriage return and line feed."""
    return "".join(f"{part}\r\n" for line in lines for part in fold_line(line))


def fold_line(line: str) -> Iterator[str]:
    """Yield the parts of a line of at most 75 octets; all but the first begin with the space that marks a continued
    line."""
    part, size = "", 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > FOLD_BYTES:
            yield part
            part, size = " ", 1
        part, size = part + sign, size + octets
    yield part


@dataclass(frozen=True)
class CalendarEntry:
    """One entry of a calendar. `begins` and `ends` are both times or both days, the end not included; `stamp`: when it
    was made, or changed last; `sequence`: how often it was changed."""

    uid: str
    title: str
    begins: datetime.date | datetime.datetime
    ends: datetime.date | datetime.datetime
    stamp: datetime.datetime
    sequence: int
    words: str = ""
    address: str = ""


def write_calendar(name: str, entries: Iterable[CalendarEntry]) -> str:
    """Return a calendar with these entries as the text of an iCalendar file. `name`: the calendar's name."""
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
    """Yield the lines of one calendar entry, from BEGIN to END."""
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{format_moment(entry.stamp)}"
    yield f"LAST-MODIFIED:{format_moment(entry.stamp)}"
    yield f"SEQUENCE:{entry.sequence}"
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
    """Return the calendar line of this key for a day, or for a time in UTC."""
    if isinstance(moment, datetime.datetime):
        return f"{key}:{format_moment(moment)}"
    return f"{key};VALUE=DATE:{moment:%Y%m%d}"


def format_moment(moment: datetime.datetime) -> str:
    """Return a time in UTC, to the second, as calendars write it: 20261121T184000Z."""
    return f"{moment.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}"


def list_calendar_entries(
    tournaments: Iterable[Tournament], address: Callable[[Tournament], str]
) -> list[CalendarEntry]:
    """Return the calendar entries of these tournaments, each followed by those of its rounds. `address`: returns the
    whole address of a tournament's page."""
    evenings = {each.pk: each for each in tournaments}
    rounds: dict[int, list[Round]] = {pk: [] for pk in evenings}
    for each in Round.objects.published().filter(tournament__in=evenings).order_by("n"):
        rounds[each.tournament_id].append(each)
    changed = load_changes(evenings)
    entries = []
    for pk, tournament in evenings.items():
        change = changed.get(pk, Change(0, tournament.created_at))
        entries.append(build_tournament_entry(tournament, change, address(tournament)))
        built = (build_round_entry(tournament, each, change, address(tournament)) for each in rounds[pk])
        entries += [entry for entry in built if entry]
    return entries


class Change(NamedTuple):
    """How often the name or day of a tournament was changed, and when for the last time."""

    times: int
    at: datetime.datetime


def load_changes(tournaments: Iterable[int]) -> dict[int, Change]:
    """Return how often and when last name or day were changed, by tournament id; only tournaments that were changed.
    One query."""
    rows = AuditEntry.objects.filter(tournament__in=tournaments, what=AuditEntry.Action.CHANGED).order_by()
    changes = rows.values_list("tournament").annotate(Count("pk"), Max("at"))
    return {pk: Change(times, at) for pk, times, at in changes}


def build_uid(tournament: Tournament, n: int | None = None) -> str:
    """Return the unique id of an evening, or of its round n, in calendars: the same at every export."""
    if tournament.calendar_uid:
        own = UUID(tournament.calendar_uid)
        return str(own if n is None else uuid5(own, str(n)))
    return f"{tournament.code}@corbillon" if n is None else f"{tournament.code}-{n}@corbillon"


def build_tournament_entry(tournament: Tournament, change: Change, address: str) -> CalendarEntry:
    """Return the calendar entry of a whole evening, which takes a day. `address`: its page's address."""
    game = name_game(tournament)
    day = tournament.date
    uid = build_uid(tournament)
    return CalendarEntry(uid, tournament.name, day, day + ONE_DAY, change.at, change.times, game, address)


def build_round_entry(tournament: Tournament, one: Round, change: Change, address: str) -> CalendarEntry | None:
    """Return the calendar entry of one round; None if it has neither a clock nor a day. `change`: how the tournament's
    name or day was changed; `address`: the address of the tournament's page."""
    title = f"{tournament.name} · {_('Ronde %(n)s') % {'n': one.n}}"
    uid = build_uid(tournament, one.n)
    sequence, stamp = change.times + one.moves, max(filter(None, (change.at, one.started_at, one.moved_at)))
    ends = one.ends_at()
    if one.started_at and ends:
        return CalendarEntry(uid, title, one.started_at, ends, stamp, sequence, "", address)
    day = find_round_day(tournament, one.n)
    return CalendarEntry(uid, title, day, day + ONE_DAY, stamp, sequence, "", address) if day else None


def list_card_players(club: Club) -> list[Player]:
    """Return the players of the club who get an address card: those not erased who still play, by name."""
    players = Player.objects.filter(club=club, active=True, erasure=None).select_related("details")
    return sorted(players, key=lambda player: (get_name_key(player.name), player.pk))


def write_cards(players: Iterable[Player]) -> str:
    """Return the address cards of these players as the text of one vCard file."""
    return write_lines(line for player in players for line in iterate_card_lines(player))


def iterate_card_lines(player: Player) -> Iterator[str]:
    """Yield the lines of one player's address card."""
    yield from ("BEGIN:VCARD", "VERSION:4.0", f"UID;VALUE=text:{player.club_id}-{player.pk}@corbillon")
    yield f"FN:{escape_text(player.name)}"
    given, family = split_name(player.name, player.family_name)
    if family:
        yield f"N:{escape_text(family)};{escape_text(given)};;;"
    details = {name: str(read_detail(player, name) or "") for name in ("email", "home_club", "category", "licence")}
    keys = {"email": "EMAIL", "home_club": "ORG", "category": "CATEGORIES", "licence": LICENCE}
    yield from (f"{keys[name]}:{escape_text(value)}" for name, value in details.items() if value)
    yield "END:VCARD"
