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
    """Return in words the place that a path in a corbillon.evenement/1 document leads to, counted from 1:
    "rounds[1].tables[0].partie" gives «Ronde 2, table 1 (partie)». What is left of the path follows in brackets, except
    within a line («Ronde 2, table 1, ligne 4»). A path that leads to neither a player nor a round is returned as it
    is."""
    match = PATH.match(path)
    if match is None:
        return path
    parts = [WORDS[part] % {"n": int(n) + 1} for part, n in match.groupdict().items() if n is not None]
    listing, key = ", ".join(parts), path[match.end() :].lstrip(".")
    listing += f" ({key})" if key and match["line"] is None else ""
    return listing[:1].upper() + listing[1:]
