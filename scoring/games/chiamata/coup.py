"""A coup of Briscola chiamata, read from either form, tricks or totals (CHI-01, CHI-05)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.card_points import PACK_POINTS, sum_trick_points
from scoring.games.briscola.config import FORTY
from scoring.language import Text
from scoring.model import Problem, Setting
from scoring.reading import (
    build_missing_problem,
    build_type_problem,
    check_keys,
    get_named_dealer,
    join_path,
    read_natural,
    read_number,
    read_player_seat,
    read_seat,
)
from scoring.tricks import Play, TrickConfig, TrickRuleIds, TricksSetup, read_card, read_play

PLAYERS, TRICKS = 5, 8
LEAST_BID = 61
TRICKS_KEYS = frozenset(("type", "dealer", "caller", "bid", "called", "tricks"))
TOTALS_KEYS = frozenset(("type", "dealer", "caller", "bid", "called", "partner", "points", "cappotto"))
TRICK_CONFIG = TrickConfig(
    FORTY, PLAYERS, TRICKS, draws=0, ids=TrickRuleIds(how_many="BLA-01", pack="BLA-01", last_card="", follow="")
)
MAX_BY_BID = 5  # of what the bid multiplies by, CHI-06


class ChiamataConfig(NamedTuple):
    """The options of one table in the form that scoring uses.

    `solo_stake`: the points at stake for each of the four opponents of a lone caller.
    """

    coups: int
    solo_stake: int
    counts_cappotto: bool
    multiplies_by_bid: bool


class ChiamataCoup(NamedTuple):
    """One valid coup. Players are seats; `partner` None: the caller is alone. `points`: those of the caller's side."""

    dealer: int | None
    caller: int
    bid: int
    called: int
    partner: int | None
    points: int
    cappotto: bool
    play: Play | None = None

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the caller's side: the caller, and his partner if he has one."""
        return (self.caller,) if self.partner is None else (self.caller, self.partner)

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return the coup as `corbillon.partie/1` writes it."""
        names = setting.players
        event: dict[str, Any] = {"type": "coup"}
        if self.dealer is not None:
            event["dealer"] = names[self.dealer]
        event |= {"caller": names[self.caller], "bid": self.bid, "called": FORTY.write_card(self.called)}
        if self.play is not None:
            return event | {"tricks": [FORTY.write_cards(trick) for trick in self.play.tricks]}
        if self.partner is not None:
            event["partner"] = names[self.partner]
        event["points"] = self.points
        if self.cappotto:
            event["cappotto"] = True
        return event

    def build_extra(self, setting: Setting) -> Mapping[str, Any]:
        """Return `side_points` and `partner`; also `takers` and `leaders` of the tricks, where they are known."""
        names = setting.players
        partner = None if self.partner is None else names[self.partner]
        tricks = {} if self.play is None else self.play.name_seats(names)
        return {"side_points": self.points, "partner": partner, **tricks}


def compute_factor(config: ChiamataConfig, coup: ChiamataCoup) -> int:
    """Return what the stakes of a coup are multiplied by (CHI-05, 06), apart from the higher stake of a lone caller."""
    by_bid = max(1, 1 + (coup.bid - LEAST_BID) // 10) if config.multiplies_by_bid else 1
    return min(by_bid, MAX_BY_BID) * (2 if config.counts_cappotto and coup.cappotto else 1)


class _Auction(NamedTuple):
    """The result of the auction: seat of the caller, points bid, card called; None for what could not be read."""

    caller: int | None
    bid: int | None
    called: int | None


def read_coup(
    setting: Setting, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> ChiamataCoup | None:
    """Read the coup of an event; return None where there are problems."""
    check_keys(event, TRICKS_KEYS if "tricks" in event else TOTALS_KEYS, path, problems)
    auction = _read_auction(setting, event, path, problems)
    if "tricks" in event:
        return _read_from_tricks(event, auction, dealer, path, problems)
    partner = _read_partner(setting, event, auction.caller, path, problems)
    points = _read_points(event, path, problems)
    cappotto = _read_cappotto(event, points, path, problems)
    if problems or auction.caller is None or auction.bid is None or auction.called is None or points is None:
        return None
    named = get_named_dealer(event, dealer)
    return ChiamataCoup(named, auction.caller, auction.bid, auction.called, partner, points, cappotto)


def _read_auction(setting: Setting, event: Mapping[str, Any], path: str, problems: list[Problem]) -> _Auction:
    """Read caller, bid and called card."""
    caller = read_player_seat(setting, event, "caller", path, problems)
    bid = read_number(event, "bid", LEAST_BID, PACK_POINTS, path, problems, "CHI-01")
    return _Auction(caller, bid, read_called(event, join_path(path, "called"), problems))


def _read_points(event: Mapping[str, Any], path: str, problems: list[Problem]) -> int | None:
    """Read the card points of the caller's side; None and a problem where they are missing or no number."""
    at = join_path(path, "points")
    if "points" not in event:
        problems.append(build_missing_problem(at))
        return None
    points = read_natural(event["points"], at, problems)
    if points is not None and points > PACK_POINTS:
        problems.append(Problem(at, "BLA-01", Text("Un paquet ne compte que 120 points de cartes.")))
    return points


def read_called(event: Mapping[str, Any], at: str, problems: list[Problem]) -> int | None:
    """Return the code of the card that was called in the auction. Where it is missing or no card of the pack, append a
    problem at the path `at`, and return None."""
    if "called" not in event:
        problems.append(build_missing_problem(at))
        return None
    return read_card(FORTY, event["called"], at, "BLA-01", problems)


def _read_partner(
    setting: Setting, event: Mapping[str, Any], caller: int | None, path: str, problems: list[Problem]
) -> int | None:
    """Read the partner's seat; None where the caller is alone."""
    given = event.get("partner")
    if given is None:
        return None
    at = join_path(path, "partner")
    partner = read_seat(setting, given, at, problems)
    if partner is not None and partner == caller:
        text = Text("Le demandeur n’est pas son propre partenaire : s’il était seul, ne nommez personne.")
        problems.append(Problem(at, "CHI-04", text))
    return partner


def _read_cappotto(event: Mapping[str, Any], points: int | None, path: str, problems: list[Problem]) -> bool:
    """Read whether the caller's side took all eight tricks (CHI-05), and so all 120 points."""
    if "cappotto" not in event:
        return False
    said = event["cappotto"]
    if type(said) is not bool:
        problems.append(build_type_problem(join_path(path, "cappotto"), Text("true ou false")))
        return False
    if said and points is not None and points != PACK_POINTS:
        text = Text("Avec les huit levées, le camp du demandeur a 120 points, et non {n}.", n=points)
        problems.append(Problem(join_path(path, "cappotto"), "CHI-05", text))
    return said is True


def _read_from_tricks(
    event: Mapping[str, Any], auction: _Auction, dealer: int, path: str, problems: list[Problem]
) -> ChiamataCoup | None:
    """Read a coup in the tricks form; who plays the called card is the partner."""
    caller, bid, called = auction
    trump = None if called is None else called >> 4
    leader = (dealer + 1) % PLAYERS
    play = read_play(TricksSetup(TRICK_CONFIG, trump), event, leader, path, problems)
    if play is None or problems or caller is None or bid is None or called is None:
        return None
    holder = play.find_player(called)
    partner = None if holder == caller else holder
    side = {caller, holder}
    taken = sum_trick_points(FORTY, play, PLAYERS)
    points = sum(taken[seat] for seat in side)
    named, cappotto = get_named_dealer(event, dealer), side.issuperset(play.takers)
    return ChiamataCoup(named, caller, bid, called, partner, points, cappotto, play)
