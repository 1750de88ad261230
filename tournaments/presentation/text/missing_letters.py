"""Letters that no font of the program has, nor DejaVu, which paper falls back on: squares stand there, or nothing.

The fonts that have them weigh tens of megabytes, more than the whole program.
"""

import re

from tournaments.models import Tournament
from tournaments.standings.ranking import get_name_key

MISSING = re.compile(
    "["
    "\u0900-\u0dff"  # Devanagari to Sinhala: the scripts of India
    "\u0e00-\u0e7f\u0f00-\u109f\u1780-\u17ff"  # Thai, Tibetan, Burmese, Khmer
    "\u1200-\u139f"  # Ethiopic
    "\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"  # Korean, Chinese, Japanese
    "]"
)


def list_names_with_missing_letters(tournament: Tournament) -> list[str]:
    """Return the names of the tournament's entries that paper may not be able to show, in alphabetical order."""
    names = tournament.entries.values_list("shown_name", flat=True)
    return sorted((name for name in names if MISSING.search(name)), key=get_name_key)
