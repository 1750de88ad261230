"""The reading of a coup of Briscan or Brisque given in totals (BRC-01, 13 to 19)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.card_points import read_points
from scoring.games.briscan.announcements import AnnouncementContext, BriscanAnnouncement, read_announcements
from scoring.games.briscan.config import LAST_TRICKS, TRICKS, BriscanConfig
from scoring.games.briscan.coup import BriscanCoup, CoupEnd, read_exchange
from scoring.games.briscan.eligibility import AnnouncementChecker
from scoring.games.briscan.hands import build_announced_hands
from scoring.games.briscan.score import build_announcement_marks, find_winning_mark
from scoring.language import Text
from scoring.model import Problem, Setting, TableState
from scoring.reading import (
    build_missing_problem,
    check_keys,
    get_named_dealer,
    join_path,
    read_by_seat,
    read_natural,
    read_seat,
)
from scoring.tricks import read_turn_up

START_KEYS = ("type", "dealer", "retourne", "announcements", "exchange")
END_KEYS = ("tricks_won", "last_five", "card_points")


def read_totals(
    state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> BriscanCoup | None:
    """Read a coup in totals; where there are problems the result, None or a coup, is not used."""
    return _BriscanTotalsReader(state.setting.config, state, event, path, problems).read(dealer)


@dataclass(slots=True)
class _BriscanTotalsReader:
    """Reader of one coup in totals."""

    config: BriscanConfig
    state: TableState
    event: Mapping[str, Any]
    path: str
    problems: list[Problem]

    @property
    def setting(self) -> Setting:
        """Who plays at the table, and by which rules."""
        return self.state.setting

    def read(self, dealer: int) -> BriscanCoup | None:
        """Read and check the whole coup. `dealer`: the seat that deals. Where there are problems the result is not
        used."""
        event, setting, path, problems = self.event, self.setting, self.path, self.problems
        check_keys(event, {*START_KEYS, *END_KEYS, self.config.last_key}, path, problems)
        turn_up = read_turn_up(self.config.tricks, event, path, problems)
        swap = read_exchange(setting, event, turn_up, path, problems)
        last = self._read_seat(self.config.last_key)
        at = join_path(path, "announcements")
        trump = None if turn_up is None else turn_up >> 4
        announced = read_announcements(AnnouncementContext(setting, trump, False, problems), event, at)
        hands = build_announced_hands(self.config, turn_up, swap, last)
        uses = AnnouncementChecker(self.config, hands, turn_up, in_tricks=False)
        calls = tuple(each for each in announced if uses.count_announcement(each, at, problems))
        called = build_announcement_marks(self.config, calls, turn_up, dealer)
        whole = find_winning_mark(self.config, self.state.seat_totals, called) is None
        end = self._read_end(last, whole)
        self._check_trumps_not_beaten(announced, end.last_five_seat)
        named = get_named_dealer(event, dealer)
        return None if turn_up is None else BriscanCoup(named, turn_up, calls, swap.made, end)

    def _read_seat(self, key: str) -> int | None:
        """Return the seat of the player that the event names under `key`; None where it is left out."""
        if self.event.get(key) is None and (key == "last_five" or key not in self.event):
            return None
        return read_seat(self.setting, self.event[key], join_path(self.path, key), self.problems)

    def _read_end(self, last: int | None, whole: bool) -> CoupEnd:
        """Read the figures of the end; if not `whole`, a mark ended the partie before, and they may be left out.
        `last`: the seat that has the ten points of BRC-13."""
        tricks_won, card_points = self._read_tricks_won(), self._read_card_points()
        last_five = self._read_seat("last_five")
        self._check_consistency(tricks_won, card_points, last, last_five)
        if whole:
            keys = ("tricks_won", self.config.last_key, "card_points")
            self.problems += [build_missing_problem(join_path(self.path, key)) for key in keys if key not in self.event]
        if whole and self.event.get("last_five") is None and tricks_won is not None and TRICKS in tricks_won:
            text = Text("Qui fait les seize levées fait aussi les cinq dernières.")
            self._add_problem("last_five", "BRC-14", text)
        return CoupEnd(tricks_won, card_points, last, last_five)

    def _read_tricks_won(self) -> tuple[int, int] | None:
        """Read how many tricks each player won, by seat; they must sum to 16 (BRC-01). Return None where they are
        missing or wrong."""
        if "tricks_won" not in self.event:
            return None
        at, before = join_path(self.path, "tricks_won"), len(self.problems)
        found = read_by_seat(self.setting, self.event["tricks_won"], at, self.problems)
        numbers = {each: read_natural(value, spot, self.problems) for each, (spot, value) in found.items()}
        if type(self.event["tricks_won"]) is dict:
            absent = [name for each, name in enumerate(self.setting.players) if each not in found]
            self.problems += [build_missing_problem(join_path(at, name)) for name in absent]
        if len(self.problems) > before:
            return None
        first, second = numbers[0] or 0, numbers[1] or 0
        if first + second == TRICKS:
            return first, second
        text = Text("Il y a {n} levées ; il en faut {wanted}.", n=first + second, wanted=TRICKS)
        self.problems.append(Problem(at, "BRC-01", text))
        return None

    def _read_card_points(self) -> tuple[int, int] | None:
        """Read the card points of both players, by seat (BRC-16). Return None where they are missing or wrong."""
        if "card_points" not in self.event:
            return None
        given = read_points(self.setting, self.event, "BRC-16", self.path, self.problems, "card_points")
        return None if given is None else (given.by_seat[0], given.by_seat[1])

    def _check_consistency(
        self,
        won: tuple[int, int] | None,
        points: tuple[int, int] | None,
        last: int | None,
        last_five: int | None,
    ) -> None:
        """Check that the figures of the end do not contradict each other (BRC-13, 14, 16). `won`, `points`: tricks and
        card points by seat; `last`: the seat that has the last ten; `last_five`: the one that took the last five
        tricks. None: not given."""
        if won is not None and last is not None:
            self._check_last_ten(won, last, last_five)
        text = self._explain_wrong_last_five(won, last, last_five)
        if text is not None:
            self._add_problem("last_five", "BRC-14", text)
        if won is not None and points is not None and any(points[seat] and not won[seat] for seat in (0, 1)):
            self._add_problem("card_points", "BRC-16", Text("Qui ne fait aucune levée n’a aucun point de cartes."))

    def _explain_wrong_last_five(
        self, won: tuple[int, int] | None, last: int | None, last_five: int | None
    ) -> Text | None:
        """Return why the player at seat `last_five` cannot have taken the last five tricks; None if he can. `won`:
        tricks by seat; `last`: the seat that has the last ten."""
        if last_five is None:
            return None
        if won is not None and won[last_five] < LAST_TRICKS:
            return Text("Ce joueur a fait moins de cinq levées.")
        if last is not None and not self.config.last_ten_on_talon_card and last != last_five:
            return Text("Qui fait les cinq dernières levées fait aussi la dernière.")
        return None

    def _check_trumps_not_beaten(self, announced: Sequence[BriscanAnnouncement], last_five: int | None) -> None:
        """Check that whoever took the last five tricks (seat `last_five`) did not beat an announced hand of trumps,
        which must cut there (BRC-14, 18)."""
        if last_five is not None and any(each.kind == "cinq_atouts" and each.seat != last_five for each in announced):
            text = Text("L’autre joueur n’avait plus que des atouts : il coupe, et ne perd pas les cinq levées.")
            self._add_problem("last_five", "BRC-18", text)

    def _check_last_ten(self, won: tuple[int, int], last: int, last_five: int | None) -> None:
        """Report a problem if the player at seat `last` cannot have the ten points of BRC-13. `won`: tricks by seat;
        `last_five`: the seat that took the last five tricks.

        By an option they are for the talon's last card, which the loser of the trick before it draws.
        """
        text = None
        if not self.config.last_ten_on_talon_card:
            text = None if won[last] else Text("Ce joueur n’a fait aucune levée.")
        elif won[last] == TRICKS:
            text = Text("Qui fait toutes les levées tire toujours le premier, jamais la dernière carte du talon.")
        elif won[last] == TRICKS - LAST_TRICKS and last_five == 1 - last:
            text = Text("Qui ne fait que les cinq dernières levées tire aussi la dernière carte du talon.")
        if text is not None:
            self._add_problem(self.config.last_key, "BRC-13", text)

    def _add_problem(self, key: str, rule: str, text: Text) -> None:
        """Append a problem at a key of the event."""
        self.problems.append(Problem(join_path(self.path, key), rule, text))
