"""A number of an XLSX workbook as it is shown: by the code of its format, as far as lists of people need it."""

import datetime
import re
from math import isfinite

GENERAL = "General"
BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    14: "d/m/yyyy",
    22: "d/m/yyyy h:mm",
    **dict.fromkeys((15, 16, 17), "d/m/yyyy"),
    **dict.fromkeys((18, 19, 20, 21, 45, 46, 47), "h:mm"),
}
"""The codes that a workbook names by a number alone."""
PART = re.compile(r'"([^"]*)"|\\(.)|\[[^\]]*\]|[_*].|(.)', re.DOTALL)
DATE_LETTERS = frozenset("dmyhs")
PLACES = frozenset("0#?")
MOST_CODE_LETTERS = 200
MOST_EXACT = 1e15
FIRST_DAY, FIRST_DAY_1904 = datetime.datetime(1899, 12, 30), datetime.datetime(1904, 1, 1)
LAST_DAY = 2_950_000


def show_number(value: float, code: str, *, from_1904: bool = False) -> str:
    """Return a cell's number as its format `code` shows it, without thousands separators; "" for infinity and the like.
    `from_1904`: as in `show_moment`."""
    if not isfinite(value):
        return ""
    section, is_negative = choose_section(value, code[:MOST_CODE_LETTERS].split(";"))
    parts = [(matches[3] or "", matches[1] or matches[2] or "") for matches in PART.finditer(section)]
    signs = {sign.lower() for sign, _literal in parts}
    if section.lower().startswith(GENERAL.lower()) or abs(value) >= MOST_EXACT:
        return show_plainly(value)
    if signs & DATE_LETTERS:
        return show_moment(value, from_1904=from_1904)
    if not signs & PLACES or signs & {"e", "/"}:
        return show_plainly(value)
    scaled = abs(value) * (100 if "%" in signs else 1)
    return ("-" if is_negative else "") + fill_places(scaled, parts)


def choose_section(value: float, sections: list[str]) -> tuple[str, bool]:
    """Return the section of a format (positive; negative; zero) for this number, and whether a minus stands before
    it."""
    if value < 0 and len(sections) > 1:
        return sections[1], False
    return sections[2] if value == 0 and len(sections) > 2 else sections[0], value < 0


def show_plainly(value: float) -> str:
    """Return the number as text with all its digits and no format."""
    return str(int(value)) if abs(value) < MOST_EXACT and int(value) == value else f"{value:.15g}"


def show_moment(value: float, *, from_1904: bool) -> str:
    """Return the date that a number of a workbook stands for, with the time if it has one: «2026-11-30 14:05».
    `from_1904`: days count from 1904, as on an old Mac."""
    if not 0 <= value < LAST_DAY:
        return show_plainly(value)
    seconds = round(value * 86_400)
    moment = (FIRST_DAY_1904 if from_1904 else FIRST_DAY) + datetime.timedelta(seconds=seconds)
    if value < 1:
        return f"{moment:%H:%M}"
    return moment.date().isoformat() if seconds % 86_400 == 0 else f"{moment:%Y-%m-%d %H:%M}"


def fill_places(value: float, parts: list[tuple[str, str]]) -> str:
    """Return the number written into a format: `parts` are pairs of (placeholder such as «0» or «#», literal text)."""
    point = next((n for n, (sign, _literal) in enumerate(parts) if sign == "."), len(parts))
    before, after = parts[:point], parts[point + 1 :]
    decimals = [sign for sign, _literal in after if sign in PLACES]
    whole, _point, fraction = f"{value:.{min(len(decimals), 15)}f}".partition(".")
    needed = sum(sign == "0" for sign in decimals)
    while len(fraction) > needed and fraction.endswith("0"):
        fraction = fraction[:-1]
    rest = [literal or (sign if sign not in PLACES and sign != "," else "") for sign, literal in after]
    return fill_whole(whole, before) + (f".{fraction}" if fraction else "") + "".join(rest)


def fill_whole(digits: str, parts: list[tuple[str, str]]) -> str:
    """Return the digits before the decimal point written into their placeholders, from the right: 1234 into «00-00»
    gives «12-34». The first placeholder takes all that are left. `parts`: as in `fill_places`."""
    first = next((n for n, (sign, _literal) in enumerate(parts) if sign in PLACES), None)
    shown: list[str] = []
    left = "" if digits == "0" else digits
    for n in range(len(parts) - 1, -1, -1):
        sign, literal = parts[n]
        if n == first:
            shown.append(left or ("0" if sign == "0" else ""))
        elif sign in PLACES:
            shown.append(left[-1:] or ("0" if sign == "0" else ""))
            left = left[:-1]
        elif sign != ",":
            shown.append(literal or sign)
    return "".join(reversed(shown))
