"""The lessons, by game: each game has one file here, and one line in this table."""

from collections.abc import Mapping

from tournaments.forms.games.lesson import Lesson

from .briscan import brisque_lesson as brisque
from .briscan import lesson as briscan
from .briscola import lesson as briscola
from .brusquembille import lesson as brusquembille
from .chiamata import lesson as chiamata

LESSONS: Mapping[str, Lesson] = {
    "brusquembille": brusquembille.LESSON,
    "briscan": briscan.LESSON,
    "brisque": brisque.LESSON,
    "briscola": briscola.LESSON,
    "chiamata": chiamata.LESSON,
}
