"""The rule texts of a club's own game, MAR-01 to MAR-06, with its options and its presets. No source speaks of it."""

from functools import partial

from scoring.language import Text
from scoring.model import Rule
from scoring.options import Option, Preset
from scoring.provenance import CLUB

CHAPTERS = {"MAR": Text("Le jeu du club")}
EXAMPLE = {"type": "coup", "points": {"Anne": 40, "Basile": 12}}
FARTHEST = 100_000  # points: no bound that is declared lies farther from 0

_RULES = (
    ("MAR-01", Text("Chaque joueur, ou chaque camp, marque les points que la table a comptés.")),
    (
        "MAR-02",
        Text(
            "Une prime déclarée ajoute ses points à qui l’a. Si un seul peut l’avoir, elle ne va qu’à un joueur ou un "
            "camp par coup ; sinon chacun peut l’avoir une fois."
        ),
    ),
    ("MAR-03", Text("Quand un total est déclaré, les points d’un coup, primes à part, font ce total.")),
    ("MAR-04", Text("Chaque nombre tient entre les bornes déclarées et est un multiple de ce qui est déclaré.")),
    ("MAR-05", Text("La donne passe à droite après chaque coup.")),
    (
        "MAR-06",
        Text(
            "La partie finit après le nombre de coups déclaré, après le coup où un total atteint le but, ou quand "
            "l’organisateur le dit ; qui a le plus de points gagne."
        ),
    ),
)
RULES = tuple(Rule(key, text, CLUB, "") for key, text in _RULES)

_declare = partial(Option, provenance=CLUB)
OPTIONS = (
    _declare(
        "play",
        Text("Qui joue avec qui"),
        Text("Par camps, on est quatre, partenaires face à face, ou six, un sur deux."),
        "singly",
        rules=("MAR-01",),
        choices=(("singly", Text("chacun pour soi")), ("sides", Text("par camps"))),
    ),
    _declare(
        "sum",
        Text("Total des points d’un coup"),
        Text("Ce que font ensemble les points de tous, primes à part. Sans total, on ne l’additionne pas."),
        None,
        rules=("MAR-03",),
        low=-FARTHEST,
        high=FARTHEST,
        nullable=True,
    ),
    _declare(
        "least",
        Text("Le moins qu’on marque"),
        Text("Un nombre sous zéro là où l’on peut perdre des points."),
        0,
        rules=("MAR-04",),
        low=-FARTHEST,
        high=FARTHEST,
    ),
    _declare(
        "most",
        Text("Le plus qu’on marque"),
        Text("Sans nombre, rien ne le borne."),
        None,
        rules=("MAR-04",),
        low=-FARTHEST,
        high=FARTHEST,
        nullable=True,
    ),
    _declare(
        "multiple_of",
        Text("Des multiples de"),
        Text("10 là où l’on arrondit à la dizaine."),
        1,
        rules=("MAR-04",),
        low=1,
        high=1_000,
    ),
    _declare(
        "marks",
        Text("Les primes"),
        Text("Ce qui se marque en plus des points du coup, comme la belote ou le capot. Quatre au plus."),
        [],
        rules=("MAR-02",),
        low=-FARTHEST,
        high=FARTHEST,
        most_entries=4,
    ),
    _declare(
        "deals",
        Text("Nombre de coups"),
        Text("Sans nombre, la partie finit au but, ou quand l’organisateur le dit."),
        None,
        rules=("MAR-06",),
        low=1,
        high=1_000,
        nullable=True,
    ),
    _declare(
        "target",
        Text("Points à atteindre"),
        Text("La partie finit après le coup où un total y arrive."),
        None,
        rules=("MAR-06",),
        low=1,
        high=1_000_000,
        nullable=True,
    ),
)

BELOTE_MARKS = [
    {"key": "belote", "name": "Belote", "points": 20, "who": "one"},
    {"key": "capot", "name": "Capot", "points": 90, "who": "one"},
]
PRESETS = (
    Preset("points", Text("Aux points"), Text("Chacun marque ce que la table a compté ; rien n’est borné au-dessus.")),
    Preset(
        "belote",
        Text("Belote"),
        Text("Deux camps, 162 points par coup, belote 20 et capot 90, en 1000 points."),
        {"play": "sides", "sum": 162, "target": 1000, "marks": BELOTE_MARKS},
    ),
    Preset(
        "tarot",
        Text("Tarot"),
        Text("Ce que les uns gagnent, les autres le perdent : un coup fait 0 en tout."),
        {"sum": 0, "least": -FARTHEST},
    ),
)
