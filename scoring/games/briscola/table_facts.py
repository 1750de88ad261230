"""What a table of Briscola needs beside the score."""

from scoring.language import Text
from scoring.table_facts import CUT, DEAL, DIRECTION, FIRST_DEALER, ORDER, REMOVED, TableFact

DECK_FACTS = {
    "direction": TableFact(
        "direction", DIRECTION, Text("Vers la droite, dans le sens inverse des aiguilles d’une montre."), "src"
    ),
    "cut": TableFact(
        "cut",
        CUT,
        Text("Le joueur à la gauche du donneur, comme à la Brusquembille : la source ne dit pas qui coupe."),
        "house",
    ),
    "order": TableFact("order", ORDER, Text("A 3 R D V 7 6 5 4 2, de la plus forte à la plus faible."), "src"),
    "draw": TableFact(
        "draw",
        FIRST_DEALER,
        Text(
            "Chacun tire une carte, et la plus basse donne, dans l’ordre du jeu : l’ordre du piquet ne sert pas ici, "
            "et il n’y a pas de séquences."
        ),
        "src inf",
    ),
}
"""The facts that the chiamata has too, by key."""

TABLE_FACTS = (
    DECK_FACTS["direction"],
    DECK_FACTS["cut"],
    TableFact(
        "deal",
        DEAL,
        Text("Trois cartes à chacun, faces cachées. Une par une ou ensemble : la source ne le dit pas."),
        "src",
    ),
    DECK_FACTS["order"],
    DECK_FACTS["draw"],
    TableFact(
        "removed",
        REMOVED,
        Text(
            "Les huit, les neuf et les dix d’un jeu de 52. À trois, aussi les quatre deux ; ou un seul deux, à l’usage "
            "d’aujourd’hui. À six, les quatre deux (usage)."
        ),
        "src usage",
    ),
)
