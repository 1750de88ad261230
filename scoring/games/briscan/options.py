"""The options of Briscan and of Brisque; the two differ by the defaults of two options (BRC-13, USE-02)."""

from collections.abc import Mapping
from typing import Any

from scoring.declarations import ValueRow, ValueTable
from scoring.games.briscan.config import PIQUET, SEQUENCE_PROVENANCES, SEQUENCE_TABLES, get_sequence_values
from scoring.language import Text
from scoring.options import Option, Preset

TARGET = Option(
    "target",
    Text("Points à atteindre"),
    Text(
        "Qui l’atteint par une marque gagne sur-le-champ ; sinon, le plus haut total à la fin du coup : choix de la "
        "maison."
    ),
    600,
    "src",
    ("BRC-01", "BRC-19"),
    low=1,
    high=1_000_000,
)
CARDS = Option(
    "cards",
    Text("Cartes à chacun"),
    Text("Cinq cartes ; la Brisque de 1752 en donnait six."),
    5,
    "src",
    ("BRC-01",),
    choices=((5, Text("cinq")), (6, Text("six"))),
)
SEQUENCES = Option(
    "sequences",
    Text("Ce que valent les séquences"),
    Text(
        "À la lettre : les quintes et les quatrièmes de la règle ; ses tierces sont perdues et valent ici la moitié "
        "de la quatrième de même hauteur. Reconstitué : la liste de six hauteurs lue comme celle des tierces. Libre : "
        "toutes les valeurs sont celles de l’organisateur."
    ),
    "litteral",
    "src house",
    ("BRC-06",),
    choices=(
        ("litteral", Text("à la lettre")),
        ("reconstitue", Text("reconstitué")),
        ("libre", Text("libre")),
    ),
    only_where=("announcements", ("all",)),
)
SEQUENCE_VALUES = Option(
    "sequence_values",
    Text("Valeurs des séquences"),
    Text("Avec des valeurs libres : ce que vaut chaque séquence en atout, un nombre pair ; moitié moins ailleurs."),
    None,
    "house",
    ("BRC-06",),
    low=0,
    high=10_000,
    rows=tuple((row, tuple(cells)) for row, cells in SEQUENCE_TABLES["litteral"].items()),
    columns=PIQUET,
    row_names=(Text("Quinte"), Text("Quatrième"), Text("Tierce")),
    start=SEQUENCE_TABLES["litteral"],
    nullable=True,
    only_where=("sequences", ("libre",)),
)
EXCHANGE = Option(
    "exchange",
    Text("Le sept d’atout s’échange"),
    Text("Tant qu’il reste au moins quatre cartes au talon, ou tant que la retourne n’est pas tirée."),
    "before_last",
    "src",
    ("BRC-03",),
    choices=(
        ("before_last", Text("tant qu’il reste quatre cartes au talon")),
        ("until_drawn", Text("tant que la retourne n’est pas tirée")),
    ),
    nullable=True,
)
ORDER = Option(
    "order",
    Text("Le but s’atteint"),
    Text("Par une marque, dans l’ordre où l’on marque, ou seulement à la fin du coup."),
    "marked",
    "house",
    ("BRC-19",),
    choices=(("marked", Text("par une marque, sur-le-champ")), ("end_of_coup", Text("à la fin du coup"))),
)
ANNOUNCEMENTS = Option(
    "announcements",
    Text("Les annonces"),
    Text("Toutes, ou les mariages seuls, en main et de rencontre, comme à la Brisque de 1752."),
    "all",
    "src",
    ("BRC-22",),
    choices=(("all", Text("toutes")), ("mariages", Text("les mariages seuls"))),
)


def _build_last_ten_option(default: str) -> Option:
    """Build the option that says who has the last ten points (BRC-13)."""
    return Option(
        "last_ten",
        Text("Les dix points de la fin"),
        Text("À qui fait la dernière levée, ou à qui tire la dernière carte du talon."),
        default,
        "src",
        ("BRC-13",),
        choices=(("trick", Text("à la dernière levée")), ("talon_card", Text("à la dernière carte du talon"))),
    )


def _build_mariage_option(default: str, provenance: str) -> Option:
    """Build the option that allows or refuses a mariage from a counted sequence (USE-02)."""
    return Option(
        "mariage_of_sequence",
        Text("Le mariage d’une séquence comptée"),
        Text("Le roi et la dame d’une même séquence déjà comptée peuvent encore faire mariage, ou non."),
        default,
        provenance,
        ("USE-02",),
        choices=(("allowed", Text("permis")), ("refused", Text("refusé"))),
        only_where=("announcements", ("all",)),
    )


def _list_options(last_ten: Option, mariage_of_sequence: Option) -> tuple[Option, ...]:
    return (TARGET, CARDS, SEQUENCES, SEQUENCE_VALUES, last_ten, EXCHANGE, mariage_of_sequence, ANNOUNCEMENTS, ORDER)


BRISCAN = _list_options(_build_last_ten_option("trick"), _build_mariage_option("allowed", "house"))
BRISQUE = _list_options(_build_last_ten_option("talon_card"), _build_mariage_option("refused", "src"))

BRISCAN_PRESETS = (
    Preset(
        "briscan-1752",
        Text("Briscan de 1752"),
        Text(
            "La règle de 1752 : la dernière levée vaut 10. Elle ne dit rien du mariage d’une séquence comptée : "
            "permis, choix de la maison."
        ),
    ),
)
BRISQUE_PRESETS = (
    Preset(
        "brisque",
        Text("Brisque, ou Mariage"),
        Text("Dix points à la dernière carte du talon ; pas de mariage dans une séquence déjà comptée."),
    ),
    Preset(
        "brisque-1752",
        Text("Brisque de 1752"),
        Text(
            "Six cartes ; les mariages seuls s’annoncent ; dix points à la dernière levée ; le sept s’échange jusqu’au "
            "bout. Aucune source ne donne de total : 300 points, choix de la maison."
        ),
        {"cards": 6, "exchange": "until_drawn", "last_ten": "trick", "target": 300, "announcements": "mariages"},
        provenances={"target": "house", "announcements": "inf"},
        formerly={"announcements": "all"},
    ),
)


def list_value_tables(options: Mapping[str, Any]) -> tuple[ValueTable, ...]:
    """Return the table of sequence values in trump (BRC-06); none where they are free and not given, or where
    sequences are not announced (BRC-22)."""
    unknown = options["sequences"] == "libre" and options["sequence_values"] is None
    if unknown or options["announcements"] == "mariages":
        return ()
    values, standings = get_sequence_values(options), SEQUENCE_PROVENANCES[options["sequences"]]
    heights = tuple(reversed(PIQUET[PIQUET.index("9") :]))
    rows = tuple(
        ValueRow(label, tuple(values[row].get(height) for height in heights), standings[row])
        for (row, _ranks), label in zip(SEQUENCE_VALUES.rows, SEQUENCE_VALUES.row_names, strict=True)
    )
    title = Text("Séquences en atout, par leur plus haute carte ; dans une autre couleur, la moitié")
    return (ValueTable("BRC-06", title, heights, rows),)
