"""Words longer than the place that they have: a name breaks between its words, and inside one only where nothing else
helps."""

import re
from xml.etree.ElementTree import Element

TIGHT = "data-tight"
"""An attribute of a document whose words may break anywhere: WeasyPrint would read a class once and keep it."""
MOST_WHOLE = 30  # letters of a word from right to left; a longer one gets places to break at
EACH = 6  # letters between two such places
FROM_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
LONG_WORD = re.compile(f"[{FROM_RIGHT_TO_LEFT}]{{{MOST_WHOLE},}}")
BREAK = "\u200d\u200b\u200d"  # a place to break at, between joiners: the letters keep their shapes


def part_long_words(document: Element) -> None:
    """Give long words from right to left places to break at: WeasyPrint measures wrongly where it looks for its own."""
    for element in document.iter():
        if element.text and LONG_WORD.search(element.text):
            element.text = LONG_WORD.sub(_part, element.text)
        if element.tail and LONG_WORD.search(element.tail):
            element.tail = LONG_WORD.sub(_part, element.tail)


def _part(found: re.Match[str]) -> str:
    word = found.group()
    return BREAK.join(word[start : start + EACH] for start in range(0, len(word), EACH))


def break_words(document: Element) -> bool:
    """Let the words of a document break anywhere. Return False where they already may."""
    if TIGHT in document.attrib:
        return False
    document.set(TIGHT, "")
    return True
