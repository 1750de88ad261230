"""Compare `scoring` with the second, plain implementation: the same answers, and the same problems.

`plain` was written from the rule book alone. Messages and the texts of lines are not compared: only `scoring` has them.
The order of problems is free: they are compared as sets.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import scoring
from tests.scoring import plain
from tests.scoring.mutations import mutate_document
from tests.scoring.plain import parties

WHOLE_HAND_RULES = {"BRC-08", "BRC-09", "BRC-10", "BRC-12", "USE-05"}
"""Rules that need everything a hand has shown. `scoring` finds more breaches of them than `plain`, which looks at one
announcement after the other. No partie that was really dealt breaks them."""


def remove_words(answer: dict[str, Any]) -> Any:
    """Return an answer without the words that only `scoring` has; problems become a set of (path, rule)."""
    if "errors" in answer:
        return {(problem["path"], problem["rule"]) for problem in answer["errors"]}
    bare = [{**event, "lines": [{**line, "text": None} for line in event["lines"]]} for event in answer["events"]]
    return {**answer, "events": bare}


def compare(seed: str, game: str, coups: int, documents: int) -> Iterator[int]:
    """Play parties of so many coups in all and mutate them into so many documents; assert that both implementations
    answer alike. Yield the number of coups of each partie, so that the caller can follow the progress."""
    rng = random.Random(seed)
    done = made = 0
    while done < coups or made < documents:
        partie, answer = parties.scored_partie(rng, game)
        assert remove_words(scoring.score_partie(partie)) == remove_words(answer), partie
        number = sum(event["type"] == "coup" for event in partie["events"])
        done += number
        while made * coups < done * documents and made < documents:
            made += 1
            mutate = mutate_document if made % 2 else parties.mutate
            check_alike(mutate(rng, partie))
        yield number


def check_alike(document: Any) -> None:
    """Assert the same answer, or the same problems up to the first coup that breaks a rule of WHOLE_HAND_RULES."""
    ours, theirs = remove_words(scoring.score_partie(document)), remove_words(plain.score(document))
    if ours != theirs:
        assert isinstance(ours, set), document
        theirs = theirs if isinstance(theirs, set) else set()
        seen = [get_event_index(path) for path, rule in ours - theirs if rule in WHOLE_HAND_RULES]
        assert seen, document
        assert select_certain(ours, min(seen)) == select_certain(theirs, min(seen)), document


def select_certain(problems: set[tuple[str, str | None]], last: int) -> set[tuple[str, str | None]]:
    """Return the problems that both must find: those of no rule of WHOLE_HAND_RULES, up to the event `last`. Later
    events depend on it."""
    return {(path, rule) for path, rule in problems if rule not in WHOLE_HAND_RULES and get_event_index(path) <= last}


def get_event_index(path: str) -> int:
    """Return the index of the event that the path is in, -1 where it is in none."""
    found = re.match(r"events\[(\d+)]", path)
    return int(found[1]) if found else -1
