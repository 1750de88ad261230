"""The check whether an announcement of a coup may count, against those counted before it and against the hands.

One that is refused does not count, and does not restrict the later ones.
"""

from collections.abc import Sequence

from scoring.games.briscan.announcements import BriscanAnnouncement
from scoring.games.briscan.config import TRICKS, BriscanConfig
from scoring.games.briscan.hands import CARDS_OF_KIND, AnnouncementFault, Hands
from scoring.language import Text
from scoring.model import Problem

OTHER_KIND = {"figures": "blanches", "blanches": "figures"}


class AnnouncementChecker:
    """Checks whether each announcement of a coup may count beside those counted before it."""

    def __init__(
        self,
        config: BriscanConfig,
        hands: Hands,
        turn_up: int | None,
        in_tricks: bool,
        met: Sequence[BriscanAnnouncement] = (),
    ) -> None:
        self.config = config
        self.hands = hands
        self.turn_up = turn_up
        self.in_tricks = in_tricks  # True: each announcement names the trick that it comes before
        self.met_before_trick = {
            each.cards: each.before_trick for each in met
        }  # mariages in tricks: counted when the trick is won
        self.counted: set[tuple[str, tuple[int, ...]]] = set()
        self.sequences: list[frozenset[int]] = []
        self.run_lengths: dict[tuple[int, str], int] = {}
        self.counted_once: set[tuple[int, str]] = (
            set()
        )  # (seat, kind) of what counts only once: ace of trump, hand of trumps

    def count_announcement(self, announcement: BriscanAnnouncement, path: str, problems: list[Problem]) -> bool:
        """Count an announcement and return True; if it may not count, append the problems and return False."""
        faults = self.find_faults(announcement)
        if faults:
            problems += [Problem(f"{path}[{announcement.list_index}]", rule, text) for rule, text in faults]
            return False
        self._note_counted(announcement)
        return True

    def find_faults(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        """Return why an announcement may not count now, as (rule, text); empty if it may. Nothing is changed."""
        kind = announcement.kind
        if kind in CARDS_OF_KIND:
            return self._check_run(announcement)
        if kind == "cinq_atouts":
            return self._check_all_trumps(announcement)
        if kind == "as_atout":
            return [*self._check_ace(announcement), *self.hands.find_faults(announcement)]
        return [*self._check_reuse(announcement), *self.hands.find_faults(announcement)]

    def _check_reuse(self, announcement: BriscanAnnouncement) -> list[AnnouncementFault]:
        """Return the faults of an announcement whose cards have counted in a way that forbids it (USE-01, 02, 04)."""
        kind, cards = announcement.kind, announcement.cards
        faults: list[AnnouncementFault] = []
        if (kind, cards) in self.counted or announcement.before_trick > self.met_before_trick.get(cards, TRICKS):
            faults.append(("USE-04", Text("C’est déjà compté dans ce coup.")))
        elif kind == "sequence" and not all(each.isdisjoint(cards) for each in self.sequences):
            faults.append(("USE-01", Text("Une de ces cartes a déjà compté dans une séquence.")))
        if kind == "mariage" and self.sequences and self._is_mariage_refused(announcement):
            text = Text("Ce roi et cette dame ont compté dans une même séquence : ils ne font plus mariage.")
            faults.append(("USE-02", text))
        return faults

    def _is_mariage_refused(self, mariage: BriscanAnnouncement) -> bool:
        """Return True if both cards of this mariage were in one counted sequence and that forbids it (USE-02)."""
        if self.config.allows_mariage_of_sequence or mariage.rencontre:
            return False
        return any(each.issuperset(mariage.cards) for each in self.sequences)

    def _check_ace(self, announcement: BriscanAnnouncement) -> list[AnnouncementFault]:
        """Return the faults of an ace of trump: it is the turn-up, or has counted before (BRC-11)."""
        if announcement.cards == (self.turn_up,):
            return [("BRC-11", Text("L’as d’atout était la retourne : le donneur en a déjà marqué 10."))]
        if (announcement.seat, announcement.kind) in self.counted_once:
            return [("BRC-11", Text("L’as d’atout ne compte qu’une fois."))]
        return []

    def _check_all_trumps(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        """Return the faults of a hand of trumps: it has counted before, the talon is not used up, or the cards that
        are known rule it out (BRC-12)."""
        first = self.config.draws + 1
        if (announcement.seat, announcement.kind) in self.counted_once:
            return [("BRC-12", Text("Une main toute d’atouts ne compte qu’une fois."))]
        if self.in_tricks and announcement.before_trick != first:
            text = Text("Une main toute d’atouts s’annonce le talon épuisé, avant la levée {n}.", n=first)
            return [("BRC-12", text)]
        return self.hands.find_faults(announcement)

    def _check_run(self, announcement: BriscanAnnouncement) -> Sequence[AnnouncementFault]:
        """Return the faults of a mark for a hand that is all figures, or all blanches. Such a hand is marked after the
        deal, and again after each card drawn while it stays so: mark 3 comes before trick 3 (BRC-08, 09, 10).

        Nobody can mark both kinds in one coup. That shows in the cards, where the tricks are recorded; else in the
        player's marks counted before.
        """
        seat, kind = announcement.seat, announcement.kind
        number = self.run_lengths.get((seat, kind), 0) + 1
        if not self.in_tricks and (seat, OTHER_KIND[kind]) in self.run_lengths:
            text = Text("Les premières cartes sont toutes figures, ou toutes blanches : pas l’un et l’autre.")
            return [("BRC-10", text)]
        if number > self.config.draws + 1:
            return [("BRC-10", Text("Le talon est épuisé : on ne tire plus de carte."))]
        if self.in_tricks and announcement.before_trick != number:
            return [("BRC-10", _describe_gap(number)), *self.hands.find_faults(announcement)]
        return self.hands.find_faults(announcement)

    def _note_counted(self, announcement: BriscanAnnouncement) -> None:
        """Note that an announcement has counted, as this limits what may count after it."""
        kind, seat = announcement.kind, announcement.seat
        if kind in CARDS_OF_KIND:
            self.run_lengths[seat, kind] = self.run_lengths.get((seat, kind), 0) + 1
        elif kind in ("as_atout", "cinq_atouts"):
            self.counted_once.add((seat, kind))
        else:
            self.counted.add((kind, announcement.cards))
            if kind == "sequence":
                self.sequences.append(frozenset(announcement.cards))
        self.hands.note_announcement(announcement)


def _describe_gap(number: int) -> Text:
    """Say that a hand all of one kind was not marked before every trick; `number`: the mark that is due next."""
    return Text(
        "La suite se marque dès la donne et sans manquer une fois : la marque {n} se fait avant la levée {n}.",
        n=number,
    )
