"""What a table of Brusquembille needs beside the score."""

from scoring.language import Text
from scoring.table_facts import CUT, DEAL, DIRECTION, ORDER, PAYMENTS, PIQUET_ORDER, REMOVED, TableFact

TABLE_FACTS = (
    TableFact(
        "direction",
        DIRECTION,
        Text("Vers la droite, dans le sens inverse des aiguilles d’une montre."),
        "src",
    ),
    TableFact("cut", CUT, Text("Le donneur mêle, et le joueur à sa gauche coupe."), "src"),
    TableFact(
        "deal",
        DEAL,
        Text("Trois cartes à chacun, une par une (1718), ou une par une ou toutes ensemble (Encyclopédie)."),
        "src",
    ),
    TableFact("order", ORDER, Text("A 10 R D V 9 8 7, de la plus forte à la plus faible."), "src"),
    TableFact(
        "draw",
        PIQUET_ORDER,
        Text(
            "A R D V 10 9 8 7 : il ne sert qu’à tirer le premier donneur, et la plus haute carte donne. À deux contre "
            "deux tire le joueur de droite de chaque camp."
        ),
        "src",
    ),
    TableFact(
        "removed",
        REMOVED,
        Text(
            "À 3 ou 5 joueurs, deux sept d’un paquet de 32 : les deux rouges ou les deux noirs (1718), ou n’importe "
            "lesquels (Encyclopédie). À 2 ou 4, aucune."
        ),
        "src",
    ),
    TableFact(
        "payments",
        PAYMENTS,
        Text(
            "La mise, au début du coup, avant la donne. Les brusquembilles, là où elles se paient, au cours des "
            "levées : chacune quand sa levée est faite. Le corbillon, une fois toutes les cartes jouées et les points "
            "comptés. Aux points, on ne paie rien."
        ),
        "src",
    ),
)
