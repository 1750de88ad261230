"""The figures that Brusquembille counts of its own: the brusquembilles (aces and tens) won and lost."""

from functools import partial

from scoring.declarations import Statistic, StatisticWords, read_counts
from scoring.language import Text, plural
from scoring.model import Outcome


def count_brusquembilles(how: str, outcome: Outcome, name: str) -> int:
    """Return how many aces and tens of a coup the player won, or lost. `how`: "won" or "lost"."""
    settled = read_counts(outcome, "brusquembilles", name)
    return int(settled.get(f"aces_{how}", 0)) + int(settled.get(f"tens_{how}", 0))


STATISTICS = (
    Statistic(
        "brusquembilles_won",
        partial(count_brusquembilles, "won"),
        False,
        StatisticWords(
            name=Text("brusquembilles gagnées"),
            level=Text("autant de brusquembilles gagnées"),
            help=Text("Les as et les dix avec lesquels une levée est gagnée."),
            heading=Text("Brusquembilles gagnées"),
            short=Text("brusq. gagnées"),
            coups=Text("Les coups où des brusquembilles sont gagnées"),
            sum=lambda n: plural("{n} brusquembille gagnée", "{n} brusquembilles gagnées", n),
            best=Text("Le plus de brusquembilles gagnées en une soirée"),
        ),
    ),
    Statistic(
        "brusquembilles_lost",
        partial(count_brusquembilles, "lost"),
        True,
        StatisticWords(
            name=Text("brusquembilles perdues"),
            level=Text("autant de brusquembilles perdues"),
            help=Text("Les as et les dix perdus dans une levée d’un autre : moins il y en a, mieux c’est."),
            heading=Text("Brusquembilles perdues"),
            short=Text("brusq. perdues"),
            coups=Text("Les coups où des brusquembilles sont perdues"),
            sum=lambda n: plural("{n} brusquembille perdue", "{n} brusquembilles perdues", n),
        ),
    ),
)
