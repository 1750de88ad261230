"""The people of a table: the players' names, the sides and how they sit. Knows no game by name."""

from collections.abc import Sequence

from scoring.language import Text, plural, verbatim
from scoring.model import Problem
from scoring.reading import build_type_problem, clean_name, find_name_fault

Sides = tuple[tuple[str, ...], tuple[str, ...]]


def read_players(given: object, sizes: Sequence[int], problems: list[Problem]) -> tuple[str, ...] | None:
    """Read the players' names, cleaned and all different; return None and append problems where they make no table.
    `sizes`: how many may play."""
    if not isinstance(given, (list, tuple)):
        problems.append(build_type_problem("players", Text("la liste des noms des joueurs")))
        return None
    before = len(problems)
    names: list[str] = []
    for place, raw in enumerate(given):
        _read_name(raw, f"players[{place}]", names, problems)
    if len(given) not in sizes:
        problems.append(Problem("players", None, _describe_wrong_size(len(given), sizes)))
    return tuple(names) if len(problems) == before else None


def _describe_wrong_size(number: int, sizes: Sequence[int]) -> Text:
    """Build the message that the number of players is wrong; it says how many play: «2, 3, 4 ou 5»."""
    *others, last = sizes
    possible = Text("{sizes} ou {last}", sizes=", ".join(map(str, others)), last=last) if others else verbatim(last)
    return plural(
        "Il y a {n} joueur ; ce jeu se joue à {sizes}.",
        "Il y a {n} joueurs ; ce jeu se joue à {sizes}.",
        number,
        sizes=possible,
    )


def _read_name(raw: object, path: str, names: list[str], problems: list[Problem]) -> None:
    """Append one name, cleaned, to `names`; report it where it is no name or is there already."""
    if not isinstance(raw, str):
        problems.append(build_type_problem(path, Text("le nom d’un joueur")))
        return
    name = clean_name(raw)
    fault = find_name_fault(name)
    if fault is None and name in names:
        fault = Text("Deux joueurs s’appellent « {name} » : distinguez-les.", name=name)
    if fault is not None:
        problems.append(Problem(path, None, fault))
    names.append(name)


def read_sides(given: object, players: tuple[str, ...], problems: list[Problem]) -> Sides | None:
    """Read the two sides, each a list of players' names; return None and append problems where they are wrong."""
    wanted = Text("deux listes de noms, une par camp")
    if not isinstance(given, (list, tuple)) or len(given) != 2:
        problems.append(build_type_problem("sides", wanted))
        return None
    before = len(problems)
    sides: list[tuple[str, ...]] = []
    for number, side in enumerate(given):
        if isinstance(side, (list, tuple)):
            sides.append(_read_side(side, players, f"sides[{number}]", problems))
        else:
            problems.append(build_type_problem(f"sides[{number}]", Text("la liste des noms d’un camp")))
    return (sides[0], sides[1]) if len(problems) == before else None


def _read_side(
    given: Sequence[object], players: tuple[str, ...], path: str, problems: list[Problem]
) -> tuple[str, ...]:
    """Return the names of one side; report each that is no player of the table."""
    names: list[str] = []
    for place, raw in enumerate(given):
        name = clean_name(raw) if isinstance(raw, str) else None
        if name in players:
            names.append(name)
        else:
            problems.append(build_type_problem(f"{path}[{place}]", Text("le nom d’un joueur de la table")))
    return tuple(names)


def map_seats_to_sides(sides: Sides, players: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return by seat the number of its side, 0 or 1; None unless the sides name each player once."""
    if sorted(sides[0] + sides[1]) != sorted(players):
        return None
    return tuple(0 if name in sides[0] else 1 for name in players)


def alternate_sides(players: tuple[str, ...], sides: Sides | None, rule: str | None, problems: list[Problem]) -> Sides:
    """Return two sides that alternate round the table; append a problem, with this rule, if other sides are given."""
    one, other = players[::2], players[1::2]
    if sides is None:
        return one, other
    if map_seats_to_sides(sides, players) not in ((0, 1) * (len(players) // 2), (1, 0) * (len(players) // 2)):
        text = Text("Les deux camps alternent autour de la table : {one} contre {other}.", one=one, other=other)
        problems.append(Problem("sides", rule, text))
    return sides


def are_partners_adjacent(side_of: Sequence[int]) -> bool:
    """Return True if these are two sides of two whose partners sit next to each other; `side_of`: each seat's side."""
    return len(side_of) == 4 and sum(side_of) == 2 and side_of[0] != side_of[2]
