"""The rule texts of Briscola, BLA-01 to BLA-11, with its options, its presets, and what a table needs beside the
score; the chiamata is dealt from the same pack."""

from scoring import table_facts as facts
from scoring.language import Text
from scoring.model import Rule
from scoring.options import Option, Preset
from scoring.provenance import Source
from scoring.references import Reference

CHAPTERS = {"BLA": Text("Le jeu")}
SOURCES = {
    "S4": Source(
        Text("la règle de la Briscola"),
        Text("la Briscola, avec la variante à cinq joueurs, la chiamata"),
        Text("les règles de la Briscola"),
        Text("Page en ligne d’AdPoker.fr sur la Briscola ; elle ne nomme ni auteur, ni livre, ni date."),
        (Reference("adpoker.fr", "https://www.adpoker.fr/briscola.html"),),
    )
}
CARDS = Rule(
    "BLA-01",
    Text(
        "Quarante cartes : cinquante-deux moins les huit, les neuf et les dix. Ordre : "
        "as, trois, roi, dame, valet, 7, 6, 5, 4, 2. Points : as 11, trois 10, roi 4, "
        "dame 3, valet 2, en tout 120."
    ),
    "src",
    "S4",
)
"""The rule about the cards, which the chiamata has too."""

RULES = (
    CARDS,
    Rule(
        "BLA-02",
        Text(
            "Deux ou trois joueurs, chacun pour soi ; quatre, en deux paires, les "
            "partenaires face à face ; six, en deux camps de trois, un joueur de chaque "
            "camp alternant. À cinq, c’est la Briscola chiamata."
        ),
        "src usage",
        "S4",
    ),
    Rule(
        "BLA-03",
        Text("À trois, on ôte les quatre deux (36 cartes), ou bien un seul deux (39 cartes) ; à six, les quatre deux."),
        "src usage",
        "S4",
    ),
    Rule(
        "BLA-04",
        Text(
            "Trois cartes à chacun ; la retourne donne l’atout ; le joueur à la droite du donneur "
            "entame. On n’est jamais tenu de fournir, ni tant qu’il y a un talon ni après (au choix : "
            "fournir une fois le talon épuisé, sans devoir couper). La retourne se tire en dernier."
        ),
        "src usage",
        "S4",
    ),
    Rule("BLA-05", Text("Qui tire la plus basse carte donne le premier."), "src", "S4"),
    Rule(
        "BLA-06",
        Text("Avec 61 points ou plus on gagne le coup ; à égalité (60–60, 40–40–40) il est nul."),
        "src",
        "S4",
    ),
    Rule(
        "BLA-07",
        Text(
            "À trois, si personne n’a 61 points, personne ne gagne ; au choix : le plus de "
            "points gagne, et les premiers à égalité gagnent chacun."
        ),
        "src usage",
        "S4",
    ),
    Rule(
        "BLA-08",
        Text(
            "La partie se joue jusqu’à un total de points, dont les joueurs conviennent (300 points : choix de la "
            "maison). Au choix, à l’usage d’aujourd’hui : un seul coup, nul ou non ; au meilleur de n coups (ceux que "
            "personne ne gagne ne comptent pas et se rejouent ; deux joueurs qui y arrivent au même coup gagnent tous "
            "deux) ; ou n coups, les nuls compris."
        ),
        "src house usage",
        "S4",
    ),
    Rule(
        "BLA-09",
        Text("Le donneur suivant est à la droite du donneur, même après un coup nul."),
        "src",
        "S4",
    ),
    Rule(
        "BLA-10",
        Text(
            "Aux points : seul celui qui gagne le coup marque, et il marque ses points de cartes (au "
            "choix : chacun marque les siens, même où personne ne gagne, sauf coup nul). La partie finit avec le "
            "coup où quelqu’un atteint le but ; le plus haut total gagne ; à égalité, un coup de plus."
        ),
        "src house",
        "S4",
    ),
    Rule(
        "BLA-11",
        Text(
            "Signes entre partenaires : lèvres serrées, l’as ; la moue, le trois ; les yeux "
            "au ciel, le roi ; le bout de la langue, la dame ; un haussement d’épaules, le "
            "valet."
        ),
        "src",
        "S4",
    ),
)

OPTIONS = (
    Option(
        "match",
        Text("La partie se joue"),
        Text(
            "Jusqu’à un total convenu, à la lettre de la règle ; ou, à l’usage d’aujourd’hui, en un coup, au meilleur "
            "de plusieurs, en un nombre fixe de coups."
        ),
        "target",
        "src usage",
        ("BLA-08",),
        choices=(
            ("target", Text("jusqu’à un total de points")),
            ("single", Text("en un coup")),
            ("best_of", Text("au meilleur de plusieurs coups")),
            ("fixed", Text("en un nombre convenu de coups")),
        ),
    ),
    Option(
        "match_n",
        Text("Nombre de coups"),
        Text("Pour une partie en n coups ou au meilleur de n ; au meilleur de n, un nombre impair."),
        3,
        "usage",
        ("BLA-08",),
        low=1,
        high=99,
        only_where=("match", ("best_of", "fixed")),
    ),
    Option(
        "target",
        Text("Points à atteindre"),
        Text("Pour une partie jusqu’à un total de points : la règle laisse les joueurs en convenir."),
        300,
        "house",
        ("BLA-10",),
        low=1,
        high=1_000_000,
        only_where=("match", ("target",)),
    ),
    Option(
        "target_marks",
        Text("Qui marque ses points"),
        Text("Seul celui qui gagne le coup, à la lettre de la règle, ou chacun les siens."),
        "winner",
        "src",
        ("BLA-10",),
        choices=(("winner", Text("qui gagne le coup")), ("all", Text("chacun"))),
        only_where=("match", ("target",)),
    ),
    Option(
        "three_player_pack",
        Text("À trois, on ôte"),
        Text("Les quatre deux, à la lettre de la règle, ou un seul deux."),
        "all",
        "src",
        ("BLA-03",),
        choices=(("all", Text("les quatre deux")), ("one", Text("un seul deux"))),
    ),
    Option(
        "three_player_win",
        Text("À trois, gagne"),
        Text("Qui a 61 points ou plus, à la lettre de la règle, ou qui en a le plus."),
        "61",
        "src usage",
        ("BLA-06", "BLA-07"),
        choices=(("61", Text("qui a 61 points")), ("most", Text("qui a le plus de points"))),
    ),
    Option(
        "follow_after_talon",
        Text("Fournir quand le talon est épuisé"),
        Text("Une fois le talon épuisé, il faut fournir à la couleur demandée ; on n’est pas tenu de couper."),
        False,
        "usage",
        ("BLA-04",),
    ),
    Option(
        "signs",
        Text("Les signes entre partenaires"),
        Text("Permis par la règle ; une table peut s’en passer."),
        "allowed",
        "src",
        ("BLA-11",),
        choices=(("allowed", Text("permis")), ("forbidden", Text("défendus"))),
    ),
)

PRESETS = (
    Preset(
        "briscola",
        Text("Briscola"),
        Text(
            "La règle, à la lettre : qui gagne un coup, avec 61 points au moins, marque ses points, jusqu’au total "
            "convenu (300, à défaut : choix de la maison)."
        ),
        formerly={"match": "single"},
    ),
    Preset(
        "briscola-usage",
        Text("Briscola, à l’usage d’aujourd’hui"),
        Text("Au meilleur de trois coups ; à trois, on ôte un seul deux et le plus de points gagne."),
        {"three_player_pack": "one", "three_player_win": "most", "match": "best_of"},
    ),
)


def build_table_facts(deal: Text, removed: Text, removed_provenance: str) -> tuple[facts.TableFact, ...]:
    """Return what players must know to deal and play. `deal`: how to deal; `removed`: the cards taken out of the pack;
    `removed_provenance`: where that rule comes from («src», «house»)."""
    return (
        facts.tell_direction(Text("Vers la droite, dans le sens inverse des aiguilles d’une montre."), "src"),
        facts.tell_cut(Text("Le joueur à la gauche du donneur : la source ne dit pas qui coupe."), "house"),
        facts.tell_deal(deal, "src"),
        facts.tell_order(Text("A 3 R D V 7 6 5 4 2, de la plus forte à la plus faible."), "src"),
        facts.tell_first_dealer(Text("Chacun tire une carte, et la plus basse donne, dans l’ordre du jeu."), "src inf"),
        facts.tell_removed(removed, removed_provenance),
    )


TABLE_FACTS = build_table_facts(
    Text("Trois cartes à chacun, faces cachées. Une par une ou ensemble : la source ne le dit pas."),
    Text(
        "Les huit, les neuf et les dix d’un paquet de 52. À trois, aussi les quatre deux ; ou un seul deux, à l’usage "
        "d’aujourd’hui. À six, les quatre deux (usage)."
    ),
    "src usage",
)
