"""What a table of Briscola chiamata needs beside the score."""

from scoring.games.briscola.table_facts import build_table_facts
from scoring.language import Text

TABLE_FACTS = build_table_facts(
    Text("Toutes les cartes, huit à chacun, sans talon. Une par une ou ensemble : la source ne le dit pas."),
    Text("Les huit, les neuf et les dix d’un paquet de 52 : il en reste 40."),
    "src",
)
