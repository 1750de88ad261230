"""Filters for dates, times and digests as printed in full; tags for the position of a text on a printed page, for what
paper does not show, and for letters that no font of the program has."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from html import unescape
from typing import Any, NamedTuple

from django import template
from django.utils.dates import MONTHS_AP
from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.presentation.tags.corbillon import bind_name
from tournaments.presentation.text.elision import format_day
from tournaments.standings.ranking import get_name_key

register = template.Library()


@register.filter
def long_date(day: date) -> str:
    """Format a date in full: «21 novembre 2026», «1er mars 2026»; in English «21 November 2026»; no line begins with
    its year."""
    return f"{format_day(day, 'j F')}\u00a0{day.year}"


def number_day(day: date) -> str:
    """Return the number of a day of the month as dates have it: «21», «1er»; in English «1»."""
    return "1er" if day.day == 1 and (get_language() or "fr").startswith("fr") else str(day.day)


def short_day(day: date) -> str:
    """Format a day of a known year: «21 nov.»; in English «21 Nov.»."""
    return f"{day.day} {MONTHS_AP[day.month]}"


LONGEST_OF_PLACES = 24  # letters: «Saint-Cyr-sur-Loire» stays on one line


@register.filter
def name_and_day(tournament: Tournament) -> SafeString:
    """Return an evening's name and its day as HTML, «Coupe d’hiver, 23 novembre 2026»; what is missing of the day where
    the name ends with it already, «Soirée du 23 novembre 2026»."""
    name = bind_name(tournament.name, LONGEST_OF_PLACES)
    if str(tournament.name).replace("\u00a0", " ").endswith(format_day(tournament.date)):
        return format_html("<bdi>{}</bdi>", name)
    said = str(tournament.name).endswith(format_day(tournament.date, "j F"))
    shape = "<bdi>{}</bdi>\u00a0{}" if said else '<bdi>{}</bdi>, <span class="unbroken">{}</span>'
    return format_html(shape, name, tournament.date.year if said else long_date(tournament.date))


@register.filter
def name_and_day_in_text(tournament: Tournament) -> str:
    """Return an evening's name and day as plain text, for a mail: «Coupe d’hiver, 23 novembre 2026»."""
    return unescape(strip_tags(name_and_day(tournament)))


@register.filter
def clock_time(moment: datetime) -> str:
    """Format a time: «19 h 40» in French, with thin no-break spaces; 19:40 in other languages."""
    between = " h " if (get_language() or "fr").startswith("fr") else ":"
    return f"{moment:%H}{between}{moment:%M}".removeprefix("0")


@register.filter
def keep_together(text: str) -> SafeString:
    """Return the text as HTML that is broken nowhere, such as a digest with hyphens in it."""
    return format_html('<span class="unbroken digest">{}</span>', text)


@register.filter
def list_seat_rows(leaf: Any, score: Any) -> Any:
    """Return the seats of a score sheet (`score`) on this leaf of paper, in rows side by side."""
    return leaf.list_seat_rows(score)


@register.filter
def list_ledger_pages(score: Any, upright: bool) -> Any:
    """Return the pages of a score sheet that is a list of lines (a ledger); none if the sheet is a grid. `upright`: on
    small paper or in large print, so that the pages are upright."""
    return score.upright_ledger if upright else score.ledger


WHOLE_ON_A_CARD, SMALLEST_NAME = 18, 0.5  # letters of a word across a card of 85 mm; of the size of a name


@register.filter
def keep_words_whole(text: str, letters: int = WHOLE_ON_A_CARD) -> SafeString:
    """Return a name as HTML, in smaller letters if its longest word has more than `letters` letters, which is what
    fits."""
    longest = max(map(len, re.split(r"[\s-]+", text)))
    if longest <= letters:
        return format_html("{}", text)
    shape = '<span style="display:block;line-height:1.1;font-size:{}em">{}</span>'
    return format_html(shape, round(max(letters / longest, SMALLEST_NAME), 2), text)


class NameRoom(NamedTuple):
    """The room for a name: its width in points, and how large letters may be, in points, where it stands in one line,
    in two, in three."""

    width: int
    sizes: tuple[int, ...]


NAME_ROOMS = {
    "badge": NameRoom(210, (40, 34, 24)),
    "label": NameRoom(210, (22, 24, 22)),
    "place-card": NameRoom(212, (30, 17)),
    "diploma": NameRoom(430, (42, 42, 32)),
}
LATIN_LETTER, OTHER_LETTER = 0.44, 0.68  # of the size of letters: the width of one, rather too much than too little
FEWER_LINES = 0.8  # of the largest size: how small letters may be to save a line
PART_OF_A_NAME = re.compile(r"[^\s-]+-?|-")


@register.filter
def fill_room(text: str, room: str) -> SafeString:
    """Return a name as HTML in letters as large as one of NAME_ROOMS has room for, broken at spaces and hyphens
    alone; a word that is a line takes the size that it has room for by itself."""
    width, sizes = NAME_ROOMS[room]
    letter = LATIN_LETTER if all(each < "\u0370" or each > "\u1dff" for each in text) else OTHER_LETTER
    parts = PART_OF_A_NAME.findall(text)
    fitting = [
        min(size, width / (letter * max(map(len, break_lines(parts, lines))))) for lines, size in enumerate(sizes, 1)
    ]
    best = next(n for n, size in enumerate(fitting) if size >= FEWER_LINES * max(fitting))
    shape = '<span style="display:inline-block;line-height:1.1;font-size:{}em">{}</span>{}'
    lines = break_lines(parts, best + 1)
    drawn = [min(sizes[best], width / (letter * len(line))) if " " not in line else fitting[best] for line in lines]
    shown = zip(drawn, lines, strict=True)
    return format_html_join("", shape, ((f"{size / 10:.2f}", line, " "[line.endswith("-") :]) for size, line in shown))


def break_lines(parts: Sequence[str], most: int) -> list[str]:
    """Return these parts of a name as lines, at most `most`, of which the longest is as short as can be; of two such
    ways, the one that parts fewer words at a hyphen."""
    if most == 1 or len(parts) < 2:
        return [" ".join(parts).replace("- ", "-")]
    ways = (break_lines(parts[:n], 1) + break_lines(parts[n:], most - 1) for n in range(1, len(parts)))
    return min(
        [break_lines(parts, 1), *ways],
        key=lambda lines: (max(map(len, lines)), sum(line.endswith("-") for line in lines)),
    )


@register.filter
def look_up(key: str, found: Mapping[str, str]) -> str:
    """Return the value of the key in the mapping `found`."""
    return found[key]


@register.inclusion_tag("prints/_unprinted.html")
def tell_missing_letters(tournament: Tournament) -> dict[str, Any]:
    """Return {unprinted: names}, the context of the template tag that warns, where papers are printed, of names whose
    letters no font may have."""
    return {"unprinted": list_names_with_missing_letters(tournament)}


@register.simple_tag(takes_context=True)
def place_attributes(context: Any, *named: Any) -> SafeString:
    """Return the HTML attribute that names a text's position on its page, from the parts in `named`.

    If the context's `places` hold that position, a style attribute with its left, top and width in px is added.
    """
    name = "-".join(map(str, (context.get("at", 0), *named)))
    place = (context.get("places") or {}).get(name)
    if place is None:
        return format_html('data-place="{}"', name)
    x, y, width, *_ = place
    return format_html('data-place="{}" style="left:{}px;top:{}px;width:{}px"', name, x, y, width)


@register.simple_tag
def place_drawing(x: int, y: int, width: int, height: int) -> SafeString:
    """Return the style attribute that places a part of a drawing, given in the drawing's units; ten units make one
    em."""
    shape = 'style="left:{}em;top:{}em;width:{}em;height:{}em"'
    return format_html(shape, x / 10, y / 10, width / 10, height / 10)


MISSING = re.compile(
    "["
    "\u0900-\u0dff"  # Devanagari to Sinhala: the scripts of India
    "\u0e00-\u0e7f\u0f00-\u109f\u1780-\u17ff"  # Thai, Tibetan, Burmese, Khmer
    "\u1200-\u139f"  # Ethiopic
    "\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"  # Korean, Chinese, Japanese
    "]"
)


def list_names_with_missing_letters(tournament: Tournament) -> list[str]:
    """Return the names of the tournament's entries in scripts for which paper may have no font, in alphabetical
    order."""
    names = tournament.entries.values_list("shown_name", flat=True)
    return sorted((name for name in names if MISSING.search(name)), key=get_name_key)
