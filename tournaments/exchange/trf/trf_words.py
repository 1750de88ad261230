"""What programs write in words of their own in a report: its day, and how it is played, in codes and in several
languages."""

import datetime
import re
from dataclasses import dataclass

from scoring.letters import fold_letters
from tournaments.models import Tournament
from tournaments.models.days import is_taken

YEAR_FIRST = re.compile(r"(\d{4})([/.-]?)(\d{1,2})\2(\d{1,2})(?!\d)", re.ASCII)
YEAR_LAST = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)", re.ASCII)
MONTH_BEGINNINGS = (
    *("jan|gen|ene", "fev|feb", "mar(?!di|te)|maart", "avr|apr|abr", "mai|may|mag|mei", "juin|jun|giu"),
    *("juil|jul|lug", "aou|aug|ago", "sep|set", "oct|ott|okt|out", "nov", "dec|dic|dez"),
)
"""The beginnings of the months' names, from January, in French, English, Italian, German, Spanish, Portuguese and
Dutch."""
MONTHS_OF_A_YEAR = 12


@dataclass(frozen=True)
class DayReading:
    """How a text was understood as a day. `day`: None if it is no day that the program accepts; `sure`: it cannot mean
    another day."""

    day: datetime.date | None = None
    sure: bool = True


def read_day(text: str) -> DayReading:
    """Read a day in figures («2026-03-01», «1/3/2026») or with the name of its month. The year stands first, as FIDE
    asks, or last; if it is last and the figures do not tell which of them is the month, the day is taken to come
    first."""
    text = re.sub(r"\s*([/.-])\s*", r"\1", text)
    if match := YEAR_FIRST.match(text):
        return DayReading(build_day(match[1], match[3], match[4]))
    if match := YEAR_LAST.match(text):
        first, second = int(match[1]), int(match[3])
        if second > MONTHS_OF_A_YEAR:
            return DayReading(build_day(match[4], first, second))
        return DayReading(build_day(match[4], second, first), sure=first > MONTHS_OF_A_YEAR or first == second)
    words = re.findall(r"\d+|[^\W\d_]+", fold_letters(text))
    years = [word for word in words if re.fullmatch(r"\d{4}", word, re.ASCII)]
    days = [word for word in words if re.fullmatch(r"\d{1,2}", word, re.ASCII)]
    months = [month for word in words if (month := find_month(word))]
    if not len(years) == len(days) == len(months) == 1:
        return DayReading()
    return DayReading(build_day(years[0], months[0], days[0]))


def build_day(year: int | str, month: int | str, day: int | str) -> datetime.date | None:
    """Return the date; None if there is no such day, or if it lies outside the days that the program accepts."""
    try:
        found = datetime.date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if is_taken(found) else None


def find_month(word: str) -> int:
    """Return the number of the month that the word names, in one of several languages; 0 for none."""
    return next((n for n, some in enumerate(MONTH_BEGINNINGS, 1) if re.match(some, word)), 0)


FORMAT_WORDS = {
    Tournament.Format.GROUPS: ("groups", "poules", "gironi", "gruppen", "grupos"),
    Tournament.Format.KNOCKOUT: ("knock", "elimin", "ausscheidung", "kosystem"),
    Tournament.Format.ALL: (
        *("robin", "berger", "allplayall", "toutesrondes", "toutesronde", "touscontretous", "italienne", "italiana"),
        *("tutticontrotutti", "rundenturnier", "jedergegenjeden", "todoscontratodos", "todoscontodos", "кругов"),
    ),
    Tournament.Format.SWISS: (
        *("swiss", "suisse", "svizzer", "schweiz", "suizo", "suico", "zwitser", "szwajcar", "швеицар", "швейцар"),
        *("dutch", "dubov", "burstein", "hollandais", "olandese"),
    ),
}
"""Words of a report's type of tournament that tell its format, in small plain letters without what stands between."""
DOUBLE = (
    "double",
    "doppel",
    "doppi",
    "doble",
    "dobl",
    "twice",
    "allerretour",
    "andataeritorno",
    "hinundruck",
    "idayvuelta",
)
REPEATED = re.compile(r"_G(\d+)$", re.ASCII)
"""The end of a code of FIDE's table (tag 192) that says how often all meet."""
TEAM = ("team", "equipe", "squadr", "mannschaft", "equipo")


@dataclass(frozen=True)
class SystemReading:
    """How a report's type of tournament was understood. `double`: all meet twice; `understood`: False if it means
    something that the program does not have; `teams`: it is a tournament of teams."""

    format: str = Tournament.Format.SWISS
    double: bool = False
    understood: bool = True
    teams: bool = False


def read_system(kind: str) -> SystemReading:
    """Read a type of tournament, in words (tag 092) or as FIDE's code (tag 192); an empty one is Swiss."""
    repeated = REPEATED.search(kind)
    times = int(repeated[1]) if repeated else 1
    plain = re.sub(r"[\W_]+", "", fold_letters(kind))
    systems = [each for each, words in FORMAT_WORDS.items() if any(word in plain for word in words)]
    teams = any(word in plain for word in TEAM)
    if not plain:
        return SystemReading()
    if not systems or (len(systems) > 1 and systems[0] != Tournament.Format.GROUPS):
        return SystemReading(understood=False, teams=teams)
    twice = times == 2 or any(word in plain for word in DOUBLE)
    meets_twice = twice and systems[0] in (Tournament.Format.ALL, Tournament.Format.GROUPS)
    return SystemReading(systems[0], meets_twice, understood=times <= 2 and twice == meets_twice, teams=teams)
