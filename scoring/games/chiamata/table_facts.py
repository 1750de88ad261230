"""What a table of Briscola chiamata needs beside the score."""

from scoring.games.briscola.table_facts import DECK_FACTS
from scoring.language import Text
from scoring.table_facts import DEAL, REMOVED, TableFact

TABLE_FACTS = (
    DECK_FACTS["direction"],
    DECK_FACTS["cut"],
    TableFact(
        "deal",
        DEAL,
        Text("Toutes les cartes, huit à chacun, sans talon. Une par une ou ensemble : la source ne le dit pas."),
        "src",
    ),
    DECK_FACTS["order"],
    DECK_FACTS["draw"],
    TableFact("removed", REMOVED, Text("Les huit, les neuf et les dix d’un jeu de 52 : il en reste 40."), "src"),
)
