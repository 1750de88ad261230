"""Given and family names: how a name whose family name is known apart reads in an alphabetic list. Knows no database.

A person has one whole name; what is kept beside it is which of its words are the family name. The rest is the given
one. So the two cannot contradict the whole: words that it no longer holds, as after a marriage, say nothing."""

from scoring.letters import fold_letters


def find_family_name(name: str, family: str) -> slice | None:
    """Return where the family name stands among the words of the name, whatever its accents and capitals; of several
    such places, the last. None if it is not in the name, or if it is the whole name."""
    words = [fold_letters(word).rstrip(",") for word in name.split()]
    wanted = fold_letters(family).split()
    for start in range(len(words) - len(wanted), -1, -1) if 0 < len(wanted) < len(words) else ():
        if words[start : start + len(wanted)] == wanted:
            return slice(start, start + len(wanted))
    return None


def split_name(name: str, family: str) -> tuple[str, str]:
    """Return the given and the family name, as the whole name writes them; the whole and "" if it does not hold the
    family name."""
    words, family_name = name.split(), find_family_name(name, family)
    if family_name is None:
        return name, ""
    return " ".join([*words[: family_name.start], *words[family_name.stop :]]), " ".join(words[family_name]).rstrip(",")


def put_family_first(name: str, family: str) -> str:
    """Return the name with its family name first and its number last: «Odile Le Goff 2» is «Le Goff Odile 2»."""
    words, family_name = name.split(), find_family_name(name, family)
    if not family_name or not family_name.start:
        return name
    first = " ".join(words[family_name])
    comma = "," if first.endswith(",") else ""
    return " ".join([first.rstrip(","), " ".join(words[: family_name.start]) + comma, *words[family_name.stop :]])
