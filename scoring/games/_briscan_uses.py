"""Which announcements of a coup may count, each judged against those before it and against the hands.

One that is refused does not count, and binds none of the later ones.
"""

from collections.abc import Iterator

from scoring.games._announcements import Announcement
from scoring.games._briscan_hands import KIND_RULES, Fault, Hands
from scoring.games._briscan_law import Law
from scoring.language import Text
from scoring.model import Problem

OTHER_KIND = {"figures": "blanches", "blanches": "figures"}


class Uses:
    """What has been counted in a coup so far."""

    def __init__(self, law: Law, hands: Hands, turn_up: int | None, in_tricks: bool) -> None:
        self.law = law
        self.hands = hands
        self.turn_up = turn_up
        self.in_tricks = in_tricks  # then each is made before the trick that it says
        self.counted: set[tuple[str, tuple[int, ...]]] = set()
        self.sequences: list[frozenset[int]] = []
        self.runs = {(seat, kind): 0 for seat in (0, 1) for kind in KIND_RULES}
        self.once: set[tuple[int, str]] = set()  # who had the ace of trump, a hand of trumps

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
        elif (announcement.seat, announcement.kind) in self.once:
            yield "BRC-11", Text("L’as d’atout ne compte qu’une fois.")
        yield from self.hands.faults(announcement)

    def _all_trumps(self, announcement: Announcement) -> Iterator[Fault]:
        """BRC-12."""
        first = self.law.draws + 1
        if (announcement.seat, announcement.kind) in self.once:
            yield "BRC-12", Text("Une main toute d’atouts ne compte qu’une fois.")
        elif self.in_tricks and announcement.before_trick != first:
            yield "BRC-12", Text("Une main toute d’atouts s’annonce le talon épuisé, avant la levée {n}.", n=first)
        else:
            yield from self.hands.faults(announcement)

    def _run(self, announcement: Announcement) -> Iterator[Fault]:
        """BRC-08, 09, 10. In tricks, the hand itself shows that it is not all of two kinds."""
        seat, kind = announcement.seat, announcement.kind
        number = self.runs[seat, kind] + 1
        if not self.in_tricks and self.runs[seat, OTHER_KIND[kind]]:
            text = Text("Les premières cartes sont toutes figures, ou toutes blanches : pas l’un et l’autre.")
            yield "BRC-10", text
        elif number > self.law.draws + 1:
            yield "BRC-10", Text("Le talon est épuisé : on ne tire plus de carte.")
        else:
            if self.in_tricks and announcement.before_trick != number:
                yield "BRC-10", _gap(number)
            yield from self.hands.faults(announcement)

    def _take(self, announcement: Announcement) -> None:
        kind = announcement.kind
        if kind in KIND_RULES:
            self.runs[announcement.seat, kind] += 1
        elif kind in ("as_atout", "cinq_atouts"):
            self.once.add((announcement.seat, kind))
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
