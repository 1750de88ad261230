"""The rule texts of Briscola chiamata, CHI-01 to CHI-08, with its options, its presets, and what a table needs beside
the score."""

from scoring.games.briscola.rules import build_table_facts
from scoring.language import Text
from scoring.model import Rule
from scoring.options import Option, Preset

CHAPTERS = {"BLA": Text("Les cartes"), "CHI": Text("Le jeu")}
EXAMPLE = {"type": "coup", "caller": "Anne", "bid": 61, "called": "A♠", "partner": "Basile", "points": 75}
RULES = (
    Rule(
        "CHI-01",
        Text(
            "La plus haute enchère, de 61 à 120 points, l’emporte ; le demandeur nomme une "
            "carte : sa couleur est l’atout, et qui la tient est le partenaire secret."
        ),
        "src usage",
        "S4",
    ),
    Rule(
        "CHI-02",
        Text("Le camp du demandeur atteint l’enchère : demandeur +2, partenaire +1, les trois autres −1 chacun."),
        "src",
        "S4",
    ),
    Rule(
        "CHI-03",
        Text("Le camp du demandeur n’atteint pas l’enchère : demandeur −2, partenaire −1, les trois autres +1 chacun."),
        "src",
        "S4",
    ),
    Rule(
        "CHI-04",
        Text(
            "Le demandeur tient lui-même la carte nommée et joue seul contre quatre : +4 et "
            "−1 chacun, ou l’inverse (au choix : 8 et 2)."
        ),
        "house",
        "",
    ),
    Rule(
        "CHI-05",
        Text("Au choix : les huit levées au camp du demandeur (cappotto) doublent le coup."),
        "usage",
        "",
    ),
    Rule(
        "CHI-06",
        Text(
            "Au choix : l’enchère multiplie le coup (71 et plus par 2, 81 par 3, 91 par 4, "
            "101 par 5). Seul, cappotto et enchère se multiplient entre eux."
        ),
        "usage",
        "",
    ),
    Rule("CHI-07", Text("Un coup de chiamata fait 0 en tout."), "inf", ""),
    Rule("CHI-08", Text("Le joueur à la droite du donneur entame, et donne le coup suivant."), "inf", ""),
)

OPTIONS = (
    Option(
        "coups",
        Text("Nombre de coups"),
        Text("Cinq coups : chacun donne une fois."),
        5,
        "house",
        ("CHI-08",),
        low=1,
        high=1000,
        nullable=True,
    ),
    Option(
        "solo",
        Text("Seul contre quatre"),
        Text("Ce que gagne ou perd un demandeur qui tient lui-même la carte nommée."),
        4,
        "house",
        ("CHI-04",),
        choices=((4, Text("4, et 1 pour chacun des autres")), (8, Text("8, et 2 pour chacun des autres"))),
    ),
    Option(
        "cappotto",
        Text("Le cappotto double"),
        Text("Les huit levées au camp du demandeur doublent le coup."),
        False,
        "usage",
        ("CHI-05",),
    ),
    Option(
        "multiplier",
        Text("L’enchère multiplie"),
        Text("71 et plus par 2, 81 par 3, 91 par 4, 101 par 5."),
        False,
        "usage",
        ("CHI-06",),
    ),
)

PRESETS = (
    Preset(
        "chiamata",
        Text("Briscola chiamata"),
        Text(
            "La règle, à la lettre : deux points, un point, moins un. Cinq coups, et quatre points à qui joue seul : "
            "choix de la maison."
        ),
    ),
    Preset(
        "chiamata-usage",
        Text("Briscola chiamata, à l’usage d’aujourd’hui"),
        Text("Seul, on joue pour 8 ; le cappotto double et l’enchère multiplie."),
        {"solo": 8, "cappotto": True, "multiplier": True},
    ),
)


TABLE_FACTS = build_table_facts(
    Text("Toutes les cartes, huit à chacun, sans talon. Une par une ou ensemble : la source ne le dit pas."),
    Text("Les huit, les neuf et les dix d’un paquet de 52 : il en reste 40."),
    "src",
)
