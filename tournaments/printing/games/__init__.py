"""What each game prints of its own: the columns of its score sheet, and the reminders of its rules.

One file for each game. A new game is one file here and one line below.
"""

from tournaments.printing.game_paper import GamePaper

from . import briscan, briscola, brusquembille, chiamata

PAPER: dict[str, GamePaper] = {
    "brusquembille": brusquembille.PAPER,
    "briscan": briscan.PAPER,
    "brisque": briscan.PAPER,
    "briscola": briscola.PAPER,
    "chiamata": chiamata.PAPER,
}
