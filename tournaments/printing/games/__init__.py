"""What each game prints of its own: the columns of its score sheet, and what to remember at the table.

One file a game. A new game is one file here and one line below.
"""

from types import ModuleType

from . import brusquembille

PAPER: dict[str, ModuleType] = {"brusquembille": brusquembille}
