"""Which announcements of a coup may count, each judged against those before it and against the hands.

One that is refused does not count, and binds none of the later ones.
"""

from collections.abc import Sequence

from scoring.games._announcements import Announcement
from scoring.games._briscan_hands import OF_KIND, Fault, Hands
from scoring.games._briscan_law import TRICKS, Law
from scoring.language import Text
from scoring.model import Problem

OTHER_KIND = {"figures": "blanches", "blanches": "figures"}


class Uses:
    """What has been counted in a coup so far."""

    def __init__(
        self, law: Law, hands: Hands, turn_up: int | None, in_tricks: bool, met: Sequence[Announcement] = ()
    ) -> None:
        self.law = law
        self.hands = hands
        self.turn_up = turn_up
        self.in_tricks = in_tricks  # then each is made before the trick that it says
        self.met = {each.cards: each.before_trick for each in met}  # in the tricks: counted as they are won
        self.counted: set[tuple[str, tuple[int, ...]]] = set()
        self.sequences: list[frozenset[int]] = []
        self.runs: dict[tuple[int, str], int] = {}
        self.once: set[tuple[int, str]] = set()  # who had the ace of trump, a hand of trumps

    def count(self, announcement: Announcement, path: str, problems: list[Problem]) -> bool:
        """Whether it counts; else the problems."""
        faults = self.faults(announcement)
        if faults:
            problems += [Problem(f"{path}[{announcement.place}]", rule, text) for rule, text in faults]
            return False
        self._take(announcement)
        return True

    def faults(self, announcement: Announcement) -> Sequence[Fault]:
        """Why it may not count now; nothing is changed by asking."""
        kind = announcement.kind
        if kind in OF_KIND:
            return self._run(announcement)
        if kind == "cinq_atouts":
            return self._all_trumps(announcement)
        if kind == "as_atout":
            return [*self._ace(announcement), *self.hands.faults(announcement)]
        return [*self._again(announcement), *self.hands.faults(announcement)]

    def _again(self, announcement: Announcement) -> list[Fault]:
        """USE-01, 02, 04."""
        kind, cards = announcement.kind, announcement.cards
        faults: list[Fault] = []
        if (kind, cards) in self.counted or announcement.before_trick > self.met.get(cards, TRICKS):
            faults.append(("USE-04", Text("C’est déjà compté dans ce coup.")))
        elif kind == "sequence" and not all(each.isdisjoint(cards) for each in self.sequences):
            faults.append(("USE-01", Text("Une de ces cartes a déjà compté dans une séquence.")))
        if kind == "mariage" and self.sequences and self._refused(announcement):
            text = Text("Ce roi et cette dame ont compté dans une même séquence : ils ne font plus mariage.")
            faults.append(("USE-02", text))
        return faults

    def _refused(self, mariage: Announcement) -> bool:
        """USE-02: both its cards were in one sequence."""
        if self.law.mariage_of_sequence or mariage.rencontre:
            return False
        return any(each.issuperset(mariage.cards) for each in self.sequences)

    def _ace(self, announcement: Announcement) -> list[Fault]:
        """BRC-11."""
        if announcement.cards == (self.turn_up,):
            return [("BRC-11", Text("L’as d’atout était la retourne : le donneur en a déjà marqué 10."))]
        if (announcement.seat, announcement.kind) in self.once:
            return [("BRC-11", Text("L’as d’atout ne compte qu’une fois."))]
        return []

    def _all_trumps(self, announcement: Announcement) -> Sequence[Fault]:
        """BRC-12."""
        first = self.law.draws + 1
        if (announcement.seat, announcement.kind) in self.once:
            return [("BRC-12", Text("Une main toute d’atouts ne compte qu’une fois."))]
        if self.in_tricks and announcement.before_trick != first:
            text = Text("Une main toute d’atouts s’annonce le talon épuisé, avant la levée {n}.", n=first)
            return [("BRC-12", text)]
        return self.hands.faults(announcement)

    def _run(self, announcement: Announcement) -> Sequence[Fault]:
        """BRC-08, 09, 10. In tricks, the hand itself shows that it is not all of two kinds."""
        seat, kind = announcement.seat, announcement.kind
        number = self.runs.get((seat, kind), 0) + 1
        if not self.in_tricks and (seat, OTHER_KIND[kind]) in self.runs:
            text = Text("Les premières cartes sont toutes figures, ou toutes blanches : pas l’un et l’autre.")
            return [("BRC-10", text)]
        if number > self.law.draws + 1:
            return [("BRC-10", Text("Le talon est épuisé : on ne tire plus de carte."))]
        if self.in_tricks and announcement.before_trick != number:
            return [("BRC-10", _gap(number)), *self.hands.faults(announcement)]
        return self.hands.faults(announcement)

    def _take(self, announcement: Announcement) -> None:
        kind, seat = announcement.kind, announcement.seat
        if kind in OF_KIND:
            self.runs[seat, kind] = self.runs.get((seat, kind), 0) + 1
        elif kind in ("as_atout", "cinq_atouts"):
            self.once.add((seat, kind))
        else:
            self.counted.add((kind, announcement.cards))
            if kind == "sequence":
                self.sequences.append(frozenset(announcement.cards))
        self.hands.show(announcement)


def _gap(number: int) -> Text:
    return Text(
        "La suite se marque dès la donne et sans manquer une fois : la marque {n} se fait avant la levée {n}.",
        n=number,
    )
