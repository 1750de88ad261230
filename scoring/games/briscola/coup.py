"""A coup of Briscola, read from either form, tricks or totals; and who wins it (BLA-01, 06, 07)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.card_points import pool_given_points, pool_points, read_points, sum_trick_points
from scoring.cards import Pack
from scoring.games.briscola.config import HALF, BriscolaConfig
from scoring.model import Problem, Setting
from scoring.reading import check_keys, get_named_dealer
from scoring.tricks import Play, TricksSetup, read_play, read_turn_up

TRICKS_KEYS = frozenset(("type", "dealer", "retourne", "tricks"))
TOTALS_KEYS = frozenset(("type", "dealer", "points"))


class BriscolaDeal(NamedTuple):
    """One valid coup. `points`: by seat; partners each have all the points of their side. `given`: the points by seat
    as a record in totals gives them, where one seat may stand for its side; None for a coup in tricks."""

    dealer: int | None
    points: tuple[int, ...]
    pack: Pack
    given: Mapping[int, int] | None = None
    retourne: int | None = None
    play: Play | None = None

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return the coup as `corbillon.partie/1` writes it."""
        names = setting.players
        event: dict[str, Any] = {"type": "coup"}
        if self.dealer is not None:
            event["dealer"] = names[self.dealer]
        if self.play is not None and self.retourne is not None:
            event["retourne"] = self.pack.write_card(self.retourne)
            event["tricks"] = [self.pack.write_cards(trick) for trick in self.play.tricks]
        if self.given is not None:
            event["points"] = {names[seat]: points for seat, points in self.given.items()}
        return event

    def build_extra(self, setting: Setting) -> Mapping[str, Any]:
        """Return `takers` and `leaders` of the tricks, by name, where they are known."""
        return {} if self.play is None else self.play.name_seats(setting.players)


def read_coup(
    setting: Setting, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> BriscolaDeal | None:
    """Read the coup of an event; where there are problems the result, None or a coup, is not used."""
    config: BriscolaConfig = setting.config
    if "tricks" in event:
        return _read_from_tricks(config, setting, event, dealer, path, problems)
    check_keys(event, TOTALS_KEYS, path, problems)
    given = read_points(setting, event, "BLA-01", path, problems)
    if given is None:
        return None
    named = get_named_dealer(event, dealer)
    return BriscolaDeal(named, pool_given_points(setting, given), config.tricks.pack, given.by_seat)


def _read_from_tricks(
    config: BriscolaConfig, setting: Setting, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> BriscolaDeal | None:
    """Read a coup in the tricks form."""
    check_keys(event, TRICKS_KEYS, path, problems)
    pack = config.tricks.pack
    retourne = read_turn_up(config.tricks, event, path, problems)
    setup = TricksSetup(config.tricks, None if retourne is None else retourne >> 4, retourne)
    play = read_play(setup, event, (dealer + 1) % setting.size, path, problems)
    if play is None:
        return None
    points = pool_points(setting, sum_trick_points(pack, play, setting.size))
    return BriscolaDeal(get_named_dealer(event, dealer), points, pack, None, retourne, play)


def is_void(points: Sequence[int]) -> bool:
    """Return True if all have the same points, so that nobody wins (BLA-06)."""
    return len(set(points)) == 1


def find_winners(config: BriscolaConfig, points: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that win the coup.

    They have more than half the points (BLA-06), or the most where the option says so (BLA-07).
    """
    best = max(points)
    if is_void(points) or not (best > HALF or config.most_wins):
        return ()
    return tuple(seat for seat, number in enumerate(points) if number == best)
