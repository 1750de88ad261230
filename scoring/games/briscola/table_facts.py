"""What a table of Briscola needs beside the score; the chiamata is dealt from the same pack."""

from scoring.language import Text
from scoring.table_facts import CUT, DEAL, DIRECTION, FIRST_DEALER, ORDER, REMOVED, TableFact


def build_table_facts(deal: Text, removed: Text, removed_provenance: str) -> tuple[TableFact, ...]:
    """Return the facts of a game with this pack, which differ in how it is dealt and which cards are taken out."""
    return (
        TableFact(
            "direction", DIRECTION, Text("Vers la droite, dans le sens inverse des aiguilles d’une montre."), "src"
        ),
        TableFact(
            "cut",
            CUT,
            Text("Le joueur à la gauche du donneur : la source ne dit pas qui coupe."),
            "house",
        ),
        TableFact("deal", DEAL, deal, "src"),
        TableFact("order", ORDER, Text("A 3 R D V 7 6 5 4 2, de la plus forte à la plus faible."), "src"),
        TableFact(
            "draw",
            FIRST_DEALER,
            Text("Chacun tire une carte, et la plus basse donne, dans l’ordre du jeu."),
            "src inf",
        ),
        TableFact("removed", REMOVED, removed, removed_provenance),
    )


TABLE_FACTS = build_table_facts(
    Text("Trois cartes à chacun, faces cachées. Une par une ou ensemble : la source ne le dit pas."),
    Text(
        "Les huit, les neuf et les dix d’un paquet de 52. À trois, aussi les quatre deux ; ou un seul deux, à l’usage "
        "d’aujourd’hui. À six, les quatre deux (usage)."
    ),
    "src usage",
)
