"""Which announcements of a coup may count, each judged against those before it and against the hands.

One that is refused does not count, and binds none of the later ones.
"""

from collections.abc import Iterator

from scoring.games._announcements import Announcement
from scoring.games._briscan_hands import KIND_RULES, Fault, Hands
from scoring.games._briscan_law import Law
from scoring.language import Text
from scoring.model import Problem


class Uses:
    """What has been counted in a coup so far."""

    def __init__(self, law: Law, hands: Hands, turn_up: int | None) -> None:
        self.law = law
        self.hands = hands
        self.turn_up = turn_up
        self.counted: set[tuple[str, tuple[int, ...]]] = set()
        self.sequences: list[frozenset[int]] = []
        self.runs: dict[int, tuple[str, int]] = {}
        self.all_trumps: set[int] = set()

    def count(self, announcement: Announcement, path: str, problems: list[Problem]) -> bool:
        """Whether it counts; else the problems."""
        faults = [*self._faults(announcement)]
        problems += [Problem(f"{path}[{announcement.place}]", rule, text) for rule, text in faults]
        if not faults:
            self._take(announcement)
        return not faults

    def _faults(self, announcement: Announcement) -> Iterator[Fault]:
        kind = announcement.kind
        if kind in KIND_RULES:
            yield from self._run(announcement)
        elif kind == "cinq_atouts":
            yield from self._all_trumps(announcement)
        elif kind == "as_atout":
            yield from self._ace(announcement)
        else:
            yield from self._again(announcement)
            yield from self.hands.faults(announcement)

    def _again(self, announcement: Announcement) -> Iterator[Fault]:
        """USE-01, 02, 04."""
        kind, cards = announcement.kind, frozenset(announcement.cards)
        if (kind, announcement.cards) in self.counted:
            yield "USE-04", Text("C’est déjà compté dans ce coup.")
        elif kind == "sequence" and any(cards & each for each in self.sequences):
            yield "USE-01", Text("Une de ces cartes a déjà compté dans une séquence.")
        if kind == "mariage" and self._refused(announcement):
            yield (
                "USE-02",
                Text("Ce roi et cette dame ont compté dans une même séquence : ils ne font plus mariage."),
            )

    def _refused(self, mariage: Announcement) -> bool:
        """USE-02: both its cards were in one sequence."""
        if self.law.mariage_of_sequence or mariage.rencontre:
            return False
        return any(each.issuperset(mariage.cards) for each in self.sequences)

    def _ace(self, announcement: Announcement) -> Iterator[Fault]:
        """BRC-11."""
        if announcement.cards == (self.turn_up,):
            yield "BRC-11", Text("L’as d’atout était la retourne : le donneur en a déjà marqué 10.")
            return
        if (announcement.kind, announcement.cards) in self.counted:
            yield "BRC-11", Text("L’as d’atout ne compte qu’une fois.")
        yield from self.hands.faults(announcement)

    def _all_trumps(self, announcement: Announcement) -> Iterator[Fault]:
        """BRC-12."""
        if announcement.seat in self.all_trumps:
            yield "BRC-12", Text("Une main toute d’atouts ne compte qu’une fois.")
            return
        fault = self.hands.trumps_fault(announcement)
        if fault is not None:
            yield fault

    def _run(self, announcement: Announcement) -> Iterator[Fault]:
        """BRC-08, 09, 10."""
        kind, number = self.runs.get(announcement.seat, (announcement.kind, 0))
        number += 1
        if kind != announcement.kind:
            yield "BRC-10", Text("Les premières cartes sont toutes figures, ou toutes blanches : pas l’un et l’autre.")
        elif number > self.law.draws + 1:
            yield "BRC-10", Text("Le talon est épuisé : on ne tire plus de carte.")
        else:
            fault = self.hands.run_fault(announcement, number)
            if fault is not None:
                yield fault

    def _take(self, announcement: Announcement) -> None:
        kind = announcement.kind
        if kind in KIND_RULES:
            self.runs[announcement.seat] = (kind, self.runs.get(announcement.seat, (kind, 0))[1] + 1)
        elif kind == "cinq_atouts":
            self.all_trumps.add(announcement.seat)
        else:
            self.counted.add((kind, announcement.cards))
            if kind == "sequence":
                self.sequences.append(frozenset(announcement.cards))
        self.hands.show(announcement)
