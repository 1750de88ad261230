"""The lessons, by game: each game has one file here, and one line in this table."""

from collections.abc import Mapping

from tournaments.learning.lesson import Lesson

from . import briscan, briscola, brisque, brusquembille, chiamata

LESSONS: Mapping[str, Lesson] = {
    "brusquembille": brusquembille.LESSON,
    "briscan": briscan.LESSON,
    "brisque": brisque.LESSON,
    "briscola": briscola.LESSON,
    "chiamata": chiamata.LESSON,
}
