"""The rules of Brusquembille as the sheets and pages show them: number, words, provenance, source; and what a table
needs beside the score."""

from scoring import table_facts as facts
from scoring.language import Text
from scoring.model import Rule
from scoring.provenance import Source
from scoring.references import Doubt, Reference

CHAPTERS = {"BRU": Text("Le jeu"), "PEN": Text("Les fautes et ce qu’elles coûtent")}
SOURCES = {
    "S0": Source(
        Text("l’Académie de 1718"),
        Text("la Brusquembille, d’après l’Académie universelle des jeux (Legras, Paris, 1718)"),
        Text("présentation moderne, d’après l’Académie universelle des jeux, 1718"),
        Text(
            "Académie universelle des jeux, Legras, Paris, 1718 ; lue dans la présentation de Philippe Lalanne, en "
            "ligne depuis le 25 octobre 2003, qui ne donne pas la page du livre."
        ),
        (
            Reference("salondesjeux.fr", "https://salondesjeux.fr/brusquembille.htm"),
            Reference(
                "BnF, Arsenal, 8-S-16530, ark:/12148/mm1292000744",
                "https://essentiels.bnf.fr/fr/image/d302c149-3590-49cf-8d13-4c599b83bdb1-academie-universelle-jeux",
            ),
        ),
    ),
    "S1": Source(
        Text("l’Encyclopédie de 1751"),
        Text("la Brusquembille, dans l’Encyclopédie (1re édition, 1751) : les fautes, les variantes"),
        Text("l’Encyclopédie, 1751"),
        Text(
            "Encyclopédie, ou Dictionnaire raisonné des sciences, des arts et des métiers, 1re édition, tome II, "
            "p. 451 et 452, articles « Brusquembille » ; lus sur Wikisource."
        ),
        (
            Reference(
                "Wikisource, L’Encyclopédie, BRUSQUEMBILLE",
                "https://fr.wikisource.org/wiki/L%E2%80%99Encyclop%C3%A9die/1re_%C3%A9dition/BRUSQUEMBILLE",
            ),
        ),
    ),
}
ORDER_DOUBT = Doubt(
    Text(
        "Un doute : la réimpression de 1721, et d’après David Parlett le texte de 1718, placeraient le dix entre le "
        "valet et le neuf ; l’édition de 1730, déjà sous l’as. Notre source, une présentation moderne, le place sous "
        "l’as, et notre ordre est le sien."
    ),
    Reference("Wikipedia (en), Brusquembille", "https://en.wikipedia.org/wiki/Brusquembille"),
)
EXAMPLE = {
    "type": "coup",
    "points": {"Anne": 58, "Basile": 37, "Chloé": 25},
    "brusquembilles": {
        "Anne": {"aces_won": 2, "aces_lost": 1, "tens_won": 1, "tens_lost": 1},
        "Basile": {"aces_won": 1, "tens_won": 1},
        "Chloé": {"tens_lost": 1},
    },
}
RULES = (
    Rule(
        "BRU-01",
        Text(
            "À 2 ou 4 joueurs : 32 cartes. À 3 ou 5 : 30 cartes, deux sept étant ôtés, les "
            "deux rouges ou les deux noirs (1718), ou n’importe lesquels (Encyclopédie)."
        ),
        "src",
        "S0 S1",
    ),
    Rule(
        "BRU-02",
        Text(
            "Ordre des cartes, de la plus forte à la plus faible : A 10 R D V 9 8 7. Le "
            "premier donneur se tire dans l’ordre du piquet, A R D V 10 9 8 7 : la plus "
            "haute carte donne."
        ),
        "src",
        "S0 S1",
        ORDER_DOUBT,
    ),
    Rule(
        "BRU-03",
        Text(
            "Chacun reçoit 3 cartes ; la suivante, retournée à demi sous le talon, fait "
            "l’atout. Talon, retourne comprise : 26, 21, 20, 15 cartes à 2, 3, 4, 5 "
            "joueurs ; levées : 16, 10, 8, 6."
        ),
        "src inf",
        "S0 S1",
    ),
    Rule(
        "BRU-04",
        Text("Le joueur à la droite du donneur entame ; quand chacun joue pour soi, il donne le coup suivant."),
        "src",
        "S0",
    ),
    Rule(
        "BRU-05",
        Text(
            "On n’est tenu ni de fournir, ni de couper, ni de monter. La levée est à l’atout "
            "le plus fort, sinon à la plus forte carte de la couleur demandée ; qui la "
            "gagne tire le premier au talon, les autres ensuite par la droite, et il "
            "rejoue. La retourne est tirée la dernière."
        ),
        "src",
        "S0 S1",
    ),
    Rule(
        "BRU-06",
        Text(
            "Un coup : une donne. Un tour : chacun a donné une fois. À deux contre deux, un "
            "tour est de 2 coups, donnés tour à tour par le joueur de droite de chaque "
            "camp, celui qui est assis à la droite de son partenaire."
        ),
        "src inf",
        "S0",
    ),
    Rule(
        "BRU-07",
        Text(
            "Une fiche vaut 20 jetons. La cave de chacun : autant de fiches qu’il y a de coups à jouer, et 20 jetons. "
            "L’Encyclopédie ne connaît que des jetons, « que l’on fait valoir ce qu’on veut » : on y prend ici la même "
            "cave (choix de la maison). Ce qu’un jeton vaut en argent, c’est au club de le dire."
        ),
        "src inf house",
        "S0 S1",
    ),
    Rule("BRU-08", Text("À chaque coup, chacun met une fiche au corbillon."), "src", "S0"),
    Rule(
        "BRU-09",
        Text("Points de cartes : as 11, dix 10, roi 4, dame 3, valet 2, les autres rien ; 120 en tout dans un coup."),
        "src",
        "S0 S1",
    ),
    Rule("BRU-10", Text("Qui a le plus de points prend tout le corbillon."), "src", "S0 S1"),
    Rule(
        "BRU-11",
        Text(
            "Deux joueurs à égalité de points se partagent le corbillon, une fiche étant changée en jetons s’il "
            "le faut."
        ),
        "src",
        "S0",
    ),
    Rule(
        "BRU-12",
        Text(
            "À trois ou plus à égalité : parts égales. Les jetons qui ne se partagent pas "
            "restent au corbillon pour le coup suivant ; après le dernier coup, ils vont au "
            "premier des joueurs à égalité à partir de la droite du donneur."
        ),
        "house",
        "",
    ),
    Rule("BRU-13", Text("Brusquembilles : un as vaut 2 jetons, un dix 1 jeton."), "src", "S0 S1"),
    Rule(
        "BRU-14",
        Text("Qui joue une brusquembille et gagne cette levée en reçoit la valeur de chacun des autres."),
        "src",
        "S0 S1",
    ),
    Rule(
        "BRU-15",
        Text("Qui joue une brusquembille et ne gagne pas cette levée en paie la valeur à chacun des autres."),
        "src",
        "S0 S1",
    ),
    Rule(
        "BRU-16",
        Text("L’as d’atout gagne toujours sa levée : un as au moins est gagné à chaque coup."),
        "inf",
        "S1",
    ),
    Rule(
        "BRU-17",
        Text("Chaque brusquembille est jouée et réglée exactement une fois par coup : 4 as et 4 dix."),
        "inf",
        "S0",
    ),
    Rule(
        "BRU-18",
        Text(
            "Les brusquembilles se paient à 3, à 4 chacun pour soi et à 5 ; non à 2, ni à "
            "deux contre deux (si on les y paie, les partenaires se paient aussi)."
        ),
        "src house",
        "S0 S1",
    ),
    Rule(
        "BRU-19",
        Text(
            "À deux contre deux, les partenaires sont assis côte à côte, peuvent se montrer "
            "leurs cartes et se conseiller, sans rien échanger ; ils réunissent leurs "
            "points. Chacun met une fiche ; chacun des gagnants prend la moitié du "
            "corbillon ; à 60 partout, chacun reprend sa mise."
        ),
        "src house",
        "S0 S1",
    ),
    Rule(
        "BRU-20",
        Text(
            "Qui n’a plus assez passe au-dessous de zéro : c’est une dette. En option, la "
            "recave : on ne marque aucun coup tant qu’un joueur a moins de 20 jetons en "
            "tout ; il rachète d’abord des fiches à la banque, qui sont ôtées de son gain."
        ),
        "house",
        "",
    ),
    Rule(
        "BRU-21",
        Text(
            "Après les coups convenus, chacun compte ses fiches et ses jetons et les compare à sa cave : "
            "on classe par gain ou perte."
        ),
        "src",
        "S0",
    ),
    Rule(
        "BRU-22",
        Text("En option, le talon épuisé, il faut fournir, sinon couper (« dépend de la volonté des joueurs »)."),
        "src",
        "S0 S1",
    ),
    Rule(
        "BRU-23",
        Text(
            "Aux points : ni cave, ni mise, ni paiement ; les points de cartes s’ajoutent "
            "de coup en coup jusqu’au nombre convenu (300, 500). La partie finit avec le "
            "coup où quelqu’un l’atteint ou le passe ; le plus haut total gagne ; à égalité, un coup de "
            "plus. À deux contre deux, les points du camp, marqués par les deux."
        ),
        "src house",
        "S0",
    ),
    Rule(
        "BRU-24",
        Text(
            "Points et brusquembilles s’accordent : au moins 11 points par as gagné et 10 "
            "par dix gagné ; au plus 120, moins ceux que d’autres ont gagnés et ceux qu’on "
            "a perdus. À deux contre deux, par camp : au moins ceux que le camp a gagnés, au "
            "plus 120 moins ceux que l’autre camp a gagnés ; ceux qu’un camp perd ne disent "
            "rien, car le partenaire peut les avoir pris."
        ),
        "inf",
        "S0",
    ),
    Rule(
        "PEN-01",
        Text(
            "Une carte trouvée retournée dans le paquet, ou montrée en donnant : le même "
            "donneur refait, sans rien payer."
        ),
        "src",
        "S1",
    ),
    Rule(
        "PEN-02",
        Text(
            "Il manque une carte au paquet : ce qui est payé est bien payé ; personne ne "
            "gagne le coup ; chacun reprend sa mise (en option, les mises restent au "
            "corbillon pour le coup suivant ; au dernier coup, chacun reprend les siennes, "
            "avec celles des coups incomplets d’avant qui y sont encore). Les jetons qu’un "
            "partage a laissés au corbillon y restent, après le dernier coup pour de bon. "
            "Aux points, on ne marque rien. Le coup compte comme joué et la donne passe."
        ),
        "src house",
        "S1",
    ),
    Rule(
        "PEN-03",
        Text(
            "Il manque deux cartes : on cesse de jouer dès qu’on s’en aperçoit, puis comme "
            "s’il en manquait une ; un coup fini est bon, et rien ne s’inscrit. (« Si le coup "
            "est fini, il est bon » pourrait aussi se lire d’une seule carte : on le lit ici "
            "de deux.)"
        ),
        "src house",
        "S1",
    ),
    Rule("PEN-04", Text("Avoir joué avant son rang : la carte reste jouée, rien n’est payé."), "src", "S1"),
    Rule("PEN-05", Text("Vouloir reprendre une carte jetée : refusé, rien n’est payé."), "src", "S1"),
    Rule(
        "PEN-06",
        Text(
            "Avoir pris avant son tour une carte du talon et l’avoir jointe à son jeu : on "
            "la rend, et l’on paie à celui à qui elle revenait la moitié (arrondie "
            "au-dessous) de ce qui est au jeu : ce qui restait au corbillon, et une mise de "
            "chacun. Le corbillon n’est pas touché."
        ),
        "src house",
        "S1",
    ),
    Rule(
        "PEN-07",
        Text(
            "Avoir pris avant son tour une carte du talon et l’avoir seulement vue : 2 jetons à chacun des autres"
            "{between_sides}.",
            between_sides=Text(" (à deux contre deux, au partenaire aussi)"),
        ),
        "src",
        "S1",
    ),
    Rule("PEN-08", Text("En tirant, avoir vu une seconde carte : 2 jetons à chacun des autres."), "src", "S1"),
    Rule(
        "PEN-09",
        Text(
            "À deux contre deux, avoir vu en tirant la carte due à un adversaire : les "
            "adversaires peuvent faire recommencer le coup par le même donneur ; rien n’est "
            "payé (PEN-08 ne s’applique pas)."
        ),
        "src",
        "S1",
    ),
    Rule(
        "PEN-10",
        Text("À deux contre deux, avoir vu la carte due à soi ou à son partenaire : le jeu continue, rien n’est payé."),
        "src",
        "S1",
    ),
    Rule(
        "PEN-11",
        Text(
            "Avoir annoncé moins de points qu’on n’en avait, et ne le dire qu’une fois les "
            "cartes mêlées : on compte (aux points aussi) pour ce qu’on a annoncé, et l’on "
            "perd devant qui a plus ; à égalité, on partage."
        ),
        "src house",
        "S1",
    ),
    Rule(
        "PEN-12",
        Text(
            "Quitter avant la fin : la partie s’arrête là, celui qui quitte{with_side} "
            "est classé dernier, quoi qu’il ait en main. Il paie une fiche par coup non fini, à parts égales aux "
            "autres{between_sides} ; le reste, et ce qui est au corbillon, va au "
            "premier d’entre eux à sa droite.",
            with_side=Text(" (avec son camp)"),
            between_sides=Text(" (aux deux adversaires)"),
        ),
        "src house",
        "S1",
    ),
)


TABLE_FACTS = (
    facts.tell_direction(Text("Vers la droite, dans le sens inverse des aiguilles d’une montre."), "src"),
    facts.tell_cut(Text("Le donneur mêle, et le joueur à sa gauche coupe."), "src"),
    facts.tell_deal(
        Text("Trois cartes à chacun, une par une (1718), ou une par une ou toutes ensemble (Encyclopédie)."), "src"
    ),
    facts.tell_order(Text("A 10 R D V 9 8 7, de la plus forte à la plus faible."), "src", ORDER_DOUBT),
    facts.tell_piquet_order(
        Text(
            "A R D V 10 9 8 7 : il ne sert qu’à tirer le premier donneur, et la plus haute carte donne. À deux contre "
            "deux tire le joueur de droite de chaque camp."
        ),
        "src",
    ),
    facts.tell_removed(
        Text(
            "À 3 ou 5 joueurs, deux sept d’un paquet de 32 : les deux rouges ou les deux noirs (1718), ou n’importe "
            "lesquels (Encyclopédie). À 2 ou 4, aucune."
        ),
        "src",
    ),
    facts.tell_payments(
        Text(
            "La mise, au début du coup, avant la donne. Les brusquembilles, là où elles se paient, au cours des "
            "levées : chacune quand sa levée est faite. Le corbillon, une fois toutes les cartes jouées et les points "
            "comptés. Aux points, on ne paie rien."
        ),
        "src",
    ),
)
