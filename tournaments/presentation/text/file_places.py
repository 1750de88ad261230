"""Where something stands in a file of a whole evening, as people say it: «Ronde 2, table 1, ligne 4»."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PATH = re.compile(
    r"players\[(?P<player>\d+)\]|rounds\[(?P<round>\d+)\](?:\.tables\[(?P<table>\d+)\]"
    r"(?:\.partie\.events\[(?P<line>\d+)\]|\.revisions\[(?P<revision>\d+)\])?)?"
)
WORDS: dict[str, Promise] = {
    "player": _("joueur %(n)s"),
    "round": _("ronde %(n)s"),
    "table": _("table %(n)s"),
    "line": _("ligne %(n)s"),
    "revision": _("correction %(n)s"),
}


def name_place(path: str) -> str:
    """Return the place at which a path into a corbillon.evenement/1 document points, each part counted from 1, and the
    key there, but for one of a line, which its message names; the path itself where it leads to no player and into no
    round."""
    found = PATH.match(path)
    if found is None:
        return path
    parts = [WORDS[part] % {"n": int(n) + 1} for part, n in found.groupdict().items() if n is not None]
    told, key = ", ".join(parts), path[found.end() :].lstrip(".")
    told += f" ({key})" if key and found["line"] is None else ""
    return told[:1].upper() + told[1:]
