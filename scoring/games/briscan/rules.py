"""The rule texts of Briscan and of Brisque, BRC-01 to BRC-22 and USE-01 to USE-06, and what a table needs beside the
score: there the two differ by their sources, and in the deal."""

from scoring import table_facts as facts
from scoring.language import Text
from scoring.model import Rule
from scoring.provenance import Source
from scoring.references import Reference

CHAPTERS = {"BRC": Text("Le jeu"), "USE": Text("Une carte déjà comptée peut-elle servir encore ?")}
BRISCAN_SOURCES = {
    "S2": Source(
        Text("l’Académie de 1752"),
        Text(
            "le Briscan, d’après La Plus Nouvelle Académie universelle des jeux (Arkstee et Merkus, Amsterdam et "
            "Leipzig, 1752) ; ses deux tables de points sont perdues"
        ),
        Text("présentation moderne, d’après La Plus Nouvelle Académie universelle des jeux, 1752"),
        Text(
            "La Plus Nouvelle Académie universelle des jeux, Arkstee et Merkus, Amsterdam et Leipzig, 1752, et "
            "Supplément au Dictionnaire universel françois et latin, Nancy, 1752 ; lus dans la présentation de "
            "Philippe Lalanne, en ligne depuis le 13 septembre 2011, qui ne donne pas la page des livres."
        ),
        (Reference("salondesjeux.fr", "https://salondesjeux.fr/briscan.htm"),),
    )
}
BRISQUE_SOURCES = {
    "S3": Source(
        Text("la règle de la Brisque"),
        Text("les règles de la Brisque, ou Mariage ; elles gardent les points que l’Académie de 1752 a perdus"),
        Text("les règles de la Brisque, ou Mariage"),
        Text("« Règles de la Brisque ou Mariage », page en ligne ; elle ne nomme ni auteur, ni livre, ni date."),
        (Reference("adpoker.fr", "https://www.adpoker.fr/brisque.html"),),
    )
}
MARKS = (
    Rule(
        "BRC-01",
        Text(
            "Deux joueurs, trente-deux cartes ; cinq cartes à chacun (à la Brisque, trois puis deux ou deux puis "
            "trois ; au Briscan, la règle ne le dit pas), la onzième retournée : c’est l’atout. Seize levées ; les "
            "cartes vont as, dix, roi, dame, valet, 9, 8, 7 ; le plus fort atout, sinon la plus forte carte "
            "de la couleur demandée, fait la levée. La partie est en 600 points (au choix). À six cartes, comme "
            "à la Brisque de 1752, la treizième est retournée et dix levées se jouent avec le talon ; les séquences "
            "restent de trois à cinq cartes."
        ),
        "src inf",
        "S2 S3",
    ),
    Rule(
        "BRC-02",
        Text("La retourne est un as, un dix, un roi, une dame ou un valet : le donneur marque 10."),
        "src",
        "S2 S3",
    ),
    Rule(
        "BRC-03",
        Text(
            "Qui tient le sept d’atout peut l’échanger contre la retourne, une fois par coup, tant qu’il reste au "
            "moins quatre cartes au talon, la retourne comprise : au plus tard avant la dixième levée (à six "
            "cartes, la neuvième). Au choix, comme à l’ancienne Brisque : tant que la retourne n’est pas tirée. "
            "L’échange ne rapporte rien."
        ),
        "src",
        "S2 S3",
    ),
    Rule(
        "BRC-04",
        Text("Mariage, le roi et la dame d’une même couleur en main : 40 en atout, 20 dans une autre couleur."),
        "src",
        "S3",
    ),
    Rule(
        "BRC-05",
        Text(
            "Mariage de rencontre, le roi et la dame d’une couleur tombant dans la même levée, si le mariage de "
            "cette couleur n’a pas encore été compté : la même valeur, à qui fait la levée, toujours le joueur du "
            "roi."
        ),
        "src inf",
        "S3",
    ),
    Rule(
        "BRC-06",
        Text(
            "Séquence de trois (tierce), quatre (quatrième) ou cinq cartes (quinte) d’une couleur, dans l’ordre du "
            "piquet, 7, 8, 9, 10, valet, dame, roi, as ; elle vaut selon sa plus haute carte, et deux fois plus en "
            "atout."
        ),
        "src",
        "S2 S3",
    ),
    Rule(
        "BRC-07",
        Text(
            "Carré : quatre as 150, quatre dix 100, quatre rois 80, quatre dames 60, quatre valets 40 ; rien d’autre."
        ),
        "src",
        "S2 S3",
    ),
    Rule(
        "BRC-08",
        Text(
            "Figures : les cinq premières cartes toutes roi, dame ou valet, 20 ; et 20 encore à chaque carte tirée "
            "tant que la main reste ainsi. À six cartes, les six premières."
        ),
        "src inf",
        "S2 S3",
    ),
    Rule(
        "BRC-09",
        Text(
            "Blanches : les cinq premières cartes sans roi, dame ni valet (l’as et le dix sont des blanches), 10 ; et "
            "10 encore de la même façon. À six cartes, les six premières."
        ),
        "src inf",
        "S2 S3",
    ),
    Rule(
        "BRC-10",
        Text(
            "Une suite de figures ou de blanches, une fois rompue, ne compte plus de tout le coup pour ce joueur. On "
            "regarde la main après la donne et après chaque carte tirée : une carte prise par échange ne rompt la "
            "suite que si elle est encore en main à la carte suivante. La suite se marque dès la donne et sans "
            "manquer une fois : la marque n se fait avant la levée n ; une marque oubliée y met fin."
        ),
        "src house",
        "S2",
    ),
    Rule(
        "BRC-11",
        Text("As d’atout en main : 30, une fois, sauf s’il était la retourne (le donneur a déjà eu ses 10)."),
        "src",
        "S2 S3",
    ),
    Rule(
        "BRC-12",
        Text("Le talon épuisé, cinq atouts en main : 30. À six cartes, six atouts."),
        "src inf",
        "S2 S3",
    ),
    Rule(
        "BRC-13",
        Text("Dix points au Briscan à qui fait la dernière levée, à la Brisque à qui tire la dernière carte du talon."),
        "src",
        "S2 S3",
    ),
    Rule(
        "BRC-14",
        Text(
            "Les cinq dernières levées au même joueur : 20 de plus. Qui avait cinq atouts en main, le talon épuisé, ne "
            "les perd pas toutes : il coupe, et l’autre ne peut en avoir cinq."
        ),
        "src inf",
        "S2 S3",
    ),
    Rule("BRC-15", Text("Le plus de levées : 10. Huit à huit : personne."), "src house", "S2 S3"),
    Rule(
        "BRC-16",
        Text("Les points de cartes des levées faites : as 11, dix 10, roi 4, dame 3, valet 2 ; 120 en tout."),
        "src inf",
        "S3",
    ),
    Rule("BRC-17", Text("La vole, les seize levées, fait gagner la partie."), "src", "S2 S3"),
    Rule(
        "BRC-18",
        Text("Le talon épuisé, il faut fournir et forcer, sinon fournir, sinon couper. Avant : on n’est tenu à rien."),
        "src",
        "S3",
    ),
    Rule(
        "BRC-19",
        Text(
            "Les 10 de la retourne se marquent d’abord, puis les annonces dans leur ordre ; qui atteint ainsi le but "
            "a gagné sur-le-champ. Sinon, le reste s’ajoute d’un coup à la fin : au but ou au-delà, le plus haut "
            "total gagne ; à égalité, un coup de plus, où l’on ne compare qu’à la fin. La vole gagne quand tombe la "
            "dernière levée, si aucune marque n’a gagné avant. Ce qu’on inscrit après la marque qui gagne compte dans "
            "les totaux et ne change rien à qui a gagné. Au choix : on ne compare jamais qu’à la fin du coup."
        ),
        "house",
        "",
    ),
    Rule(
        "BRC-20",
        Text("Qui tire la plus haute carte donne le premier ; puis chacun donne à son tour."),
        "src house",
        "S2",
    ),
    Rule(
        "BRC-22",
        Text(
            "Au choix, comme à la Brisque de 1752 : seuls s’annoncent les mariages, en main et de rencontre. Les 10 de "
            "la retourne et ce qui se compte à la fin du coup restent. Aucune source ne dit en combien de points elle "
            "se joue : en 300 ici."
        ),
        "inf house",
        "S2",
    ),
    Rule(
        "BRC-21",
        Text("La retourne, ou le sept qui a pris sa place, se tire en dernier ; qui l’a tirée la joue."),
        "inf",
        "",
    ),
)

USES = (
    Rule(
        "USE-01",
        Text(
            "Une carte comptée dans une séquence ne sert dans aucune autre, quelle qu’en soit la longueur : une "
            "tierce ne grandit pas en quatrième."
        ),
        "src",
        "S2 S3",
    ),
    Rule(
        "USE-02",
        Text(
            "Une carte comptée dans une séquence peut encore servir dans un carré, et la dame d’une "
            "séquence dans un mariage avec un roi tiré plus "
            "tard. Le roi et la dame d’une même séquence comptée ne font pas mariage à la Brisque ; ils le font au "
            "Briscan (au choix)."
        ),
        "src house",
        "S2 S3",
    ),
    Rule("USE-03", Text("Un mariage annoncé peut servir dans une séquence et dans un carré."), "src house", "S2"),
    Rule(
        "USE-04",
        Text("Le même mariage, le même carré, la même séquence ne comptent jamais deux fois dans un coup."),
        "inf",
        "",
    ),
    Rule(
        "USE-05",
        Text(
            "Une carte n’est que dans une main : deux joueurs n’annoncent jamais la même, sauf le sept d’atout "
            "échangé, que l’un peut annoncer jusque-là, et celui qui le tire ensuite. Un mariage de rencontre "
            "n’annonce pas de main : ses deux cartes sont une à chacun, et elles sont jouées."
        ),
        "inf",
        "",
    ),
    Rule(
        "USE-06",
        Text("Un carré compté d’abord : ses cartes peuvent encore servir dans une séquence ou un mariage."),
        "house",
        "",
    ),
)

RULES = (*MARKS, *USES)


def _build_facts(deal: Text) -> tuple[facts.TableFact, ...]:
    """Return what players must know to deal and play; `deal`: how to deal, in which Briscan and Brisque differ."""
    return (
        facts.tell_direction(
            Text(
                "Vers la droite : à deux, l’un après l’autre. Qui ne donne pas joue le premier, puis qui a fait la "
                "levée."
            ),
            "src inf",
        ),
        facts.tell_cut(
            Text(
                "L’adversaire coupe : à deux, il est aussi à la gauche du donneur. La source dit que l’on coupe, non "
                "qui."
            ),
            "src inf",
        ),
        facts.tell_deal(deal, "src"),
        facts.tell_order(
            Text("A 10 R D V 9 8 7, de la plus forte à la plus faible, comme à la Brusquembille, d’où vient ce jeu."),
            "inf",
        ),
        facts.tell_piquet_order(
            Text(
                "A R D V 10 9 8 7 : il range les séquences, et tire le premier donneur, comme à la Brusquembille : la "
                "plus haute carte donne."
            ),
            "src inf",
        ),
        facts.tell_removed(Text("Aucune : 32 cartes, du sept à l’as."), "src"),
    )


BRISCAN_FACTS = _build_facts(Text("Cinq cartes à chacun. En une ou plusieurs fois : la source ne le dit pas."))
BRISQUE_FACTS = _build_facts(
    Text(
        "Cinq cartes à chacun en deux fois : trois puis deux, ou deux puis trois. Six à la Brisque de 1752 : la "
        "source ne dit pas comment."
    )
)
