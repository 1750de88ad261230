"""What a table of Briscan, or of Brisque, needs beside the score; the two differ by their sources, and in the deal."""

from scoring.language import Text
from scoring.table_facts import CUT, DEAL, DIRECTION, ORDER, PIQUET_ORDER, REMOVED, TableFact

SHARED_DIRECTION = TableFact(
    "direction",
    DIRECTION,
    Text("Vers la droite : à deux, l’un après l’autre. Qui ne donne pas joue le premier, puis qui a fait la levée."),
    "src inf",
)
SHARED_CUT = TableFact(
    "cut",
    CUT,
    Text("L’adversaire coupe : à deux, il est aussi à la gauche du donneur. La source dit que l’on coupe, non qui."),
    "src inf",
)
SHARED_ORDER = TableFact(
    "order",
    ORDER,
    Text("A 10 R D V 9 8 7, de la plus forte à la plus faible, comme à la Brusquembille, d’où vient ce jeu."),
    "inf",
)
SHARED_DRAW = TableFact(
    "draw",
    PIQUET_ORDER,
    Text(
        "A R D V 10 9 8 7 : il range les séquences, et tire le premier donneur, comme à la Brusquembille : la plus "
        "haute carte donne."
    ),
    "src inf",
)
SHARED_REMOVED = TableFact("removed", REMOVED, Text("Aucune : 32 cartes, du sept à l’as."), "src")

BRISCAN_FACTS = (
    SHARED_DIRECTION,
    SHARED_CUT,
    TableFact("deal", DEAL, Text("Cinq cartes à chacun. En une ou plusieurs fois : la source ne le dit pas."), "src"),
    SHARED_ORDER,
    SHARED_DRAW,
    SHARED_REMOVED,
)
BRISQUE_FACTS = (
    SHARED_DIRECTION,
    SHARED_CUT,
    TableFact(
        "deal",
        DEAL,
        Text(
            "Cinq cartes à chacun en deux fois : trois puis deux, ou deux puis trois. Six à la Brisque de 1752 : la "
            "source ne dit pas comment."
        ),
        "src",
    ),
    SHARED_ORDER,
    SHARED_DRAW,
    SHARED_REMOVED,
)
