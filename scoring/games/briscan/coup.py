"""A valid coup of Briscan or Brisque, and the reading that both forms share: the turn-up and its exchange (BRC-03).

The two forms are read in `tricks` and `totals`; the coup is scored in `score`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.games.briscan.announcements import BriscanAnnouncement
from scoring.games.briscan.config import PACK, SEVEN, TRICKS
from scoring.language import Text
from scoring.model import Problem, Setting
from scoring.reading import build_missing_problem, check_keys, join_path, read_bounded, read_object, read_player_seat
from scoring.tricks import Play

EXCHANGE_KEYS = frozenset(("player", "before_trick"))


class CoupEnd(NamedTuple):
    """What is counted once all tricks are played: tricks, card points, who has the last ten and the last five; None
    where a record leaves it out."""

    tricks_won: tuple[int, int] | None = None
    card_points: tuple[int, int] | None = None
    last_ten_seat: int | None = None
    """The seat that has the ten points of BRC-13."""
    last_five_seat: int | None = None

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return what is known of the end as `corbillon.partie/1` writes it."""
        names = setting.players
        fields = {
            "tricks_won": self.tricks_won and dict(zip(names, self.tricks_won, strict=True)),
            setting.config.last_key: None if self.last_ten_seat is None else names[self.last_ten_seat],
            "last_five": None if self.last_five_seat is None else names[self.last_five_seat],
            "card_points": self.card_points and dict(zip(names, self.card_points, strict=True)),
        }
        return {key: value for key, value in fields.items() if value is not None}


class BriscanCoup(NamedTuple):
    """One valid coup. `announcements`: those made, and mariages that met in tricks, in the order they were marked."""

    dealer: int | None
    retourne: int
    announcements: tuple[BriscanAnnouncement, ...]
    exchange: tuple[int, int] | None
    """The seat that took the turn-up for the seven, and before which trick (0: not given)."""
    end: CoupEnd
    play: Play | None = None

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return the coup as `corbillon.partie/1` writes it."""
        names = setting.players
        event: dict[str, Any] = {"type": "coup"}
        if self.dealer is not None:
            event["dealer"] = names[self.dealer]
        event["retourne"] = PACK.write_card(self.retourne)
        if self.play is not None:
            event["tricks"] = [PACK.write_cards(trick) for trick in self.play.tricks]
        event["announcements"] = [call.to_json(setting) for call in self.announcements if call.list_index >= 0]
        if self.exchange is not None:
            taker, before_trick = self.exchange
            event["exchange"] = {"player": names[taker]} | ({"before_trick": before_trick} if before_trick else {})
        return event if self.play is not None else event | self.end.to_json(setting)

    def build_extra(self, setting: Setting) -> Mapping[str, Any]:
        """Return `takers` and `leaders` of the tricks, by name, where they are known; and `tricks_won` by name."""
        won, play = self.end.tricks_won, self.play
        extra = {} if won is None else {"tricks_won": dict(zip(setting.players, won, strict=True))}
        return extra if play is None else extra | play.name_seats(setting.players)


class Exchange(NamedTuple):
    """The exchange of the seven of trump for the turn-up as a record gives it: `made`, (seat, before which trick) or
    None; `known`, whether it could be read."""

    made: tuple[int, int] | None = None
    known: bool = True


def read_exchange(
    setting: Setting, event: Mapping[str, Any], turn_up: int | None, path: str, problems: list[Problem]
) -> Exchange:
    """Read the exchange of the seven of trump for the turn-up (BRC-03): an empty `Exchange` if there was none, one
    that is not `known` if what was sent is wrong."""
    if event.get("exchange") is None:
        return Exchange()
    at, before = join_path(path, "exchange"), len(problems)
    given = read_object(event["exchange"], at, problems)
    if len(problems) > before:
        return Exchange(known=False)
    check_keys(given, EXCHANGE_KEYS, at, problems)
    seat = read_player_seat(setting, given, "player", at, problems)
    trick = _read_exchange_trick(given, "tricks" in event, join_path(at, "before_trick"), problems)
    last: int = setting.config.last_exchange
    if trick > last:
        text = Text("Le sept d’atout ne s’échange plus : c’était au plus tard avant la levée {n}.", n=last)
        problems.append(Problem(join_path(at, "before_trick"), "BRC-03", text))
    if not is_exchangeable(turn_up):
        text = Text("La retourne est elle-même le sept d’atout : il n’y a rien à échanger.")
        problems.append(Problem(at, "BRC-03", text))
        return Exchange()
    return Exchange((seat, trick)) if len(problems) == before and seat is not None else Exchange(known=False)


def is_exchangeable(turn_up: int | None) -> bool:
    """True unless the turn-up is itself the seven of trump, for which alone a turn-up is exchanged (BRC-03); True also
    where the turn-up is not known (None)."""
    return turn_up is None or turn_up & 15 != SEVEN


def _read_exchange_trick(given: Mapping[str, Any], in_tricks: bool, at: str, problems: list[Problem]) -> int:
    """Return the number of the trick before which the exchange was made; 0 where that is wrong, or not given. Only a
    coup in tricks must give it."""
    if "before_trick" in given:
        return read_bounded(given["before_trick"], 1, TRICKS, at, problems) or 0
    if in_tricks:
        problems.append(build_missing_problem(at))
    return 0


def build_example(retourne: str, announcements: list[dict[str, str]], last_key: str) -> dict[str, Any]:
    """Build the example of a coup recorded by its totals. `retourne`: the turn-up; `announcements`: as a record has
    them; `last_key`: the key under which a record of this game names who has the last ten points."""
    first = {"type": "coup", "retourne": retourne, "announcements": announcements}
    return first | {"tricks_won": {"Anne": 9, "Basile": 7}, last_key: "Anne", "card_points": {"Anne": 70, "Basile": 50}}
