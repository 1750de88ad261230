"""A coup of Brusquembille, read from either form and checked by the rules (BRU-09, 16, 17, 20, 24, PEN-11).

It is scored in `score`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.card_points import (
    PACK_POINTS,
    GivenPoints,
    pool_given_points,
    pool_points,
    read_points,
    sum_trick_points,
)
from scoring.games.brusquembille.config import ACES, PACK, TENS, BrusquembilleConfig
from scoring.language import Text
from scoring.model import FICHE, Problem, Setting, TableState
from scoring.reading import (
    build_type_problem,
    check_keys,
    get_named_dealer,
    join_path,
    read_by_seat,
    read_natural,
    read_object,
)
from scoring.tricks import Play, TricksSetup, read_play, read_turn_up

TRICKS_KEYS = frozenset(("type", "dealer", "retourne", "tricks", "claimed"))
TOTALS_KEYS = frozenset(("type", "dealer", "retourne", "points", "brusquembilles", "claimed", "short_pack"))


BRUSQUEMBILLE_POINTS = {"A": 11, "10": 10}  # card points, BRU-09
COUNT_INDEX_IF_WON = dict.fromkeys(ACES, 0) | dict.fromkeys(TENS, 2)
"""By brusquembille, the index of BrusquembilleCounts where it is counted if won; if lost, at the next index."""


class BrusquembilleCounts(NamedTuple):
    """How many brusquembilles (aces and tens) one player played, by rank: those won and those lost (BRU-14, 15)."""

    aces_won: int = 0
    aces_lost: int = 0
    tens_won: int = 0
    tens_lost: int = 0

    @property
    def points_won(self) -> int:
        """The card points of the brusquembilles won, which are certainly this player's."""
        return BRUSQUEMBILLE_POINTS["A"] * self.aces_won + BRUSQUEMBILLE_POINTS["10"] * self.tens_won

    @property
    def points_lost(self) -> int:
        """The card points of the brusquembilles lost, which are certainly another player's where all play singly."""
        return BRUSQUEMBILLE_POINTS["A"] * self.aces_lost + BRUSQUEMBILLE_POINTS["10"] * self.tens_lost


class BrusquembilleCoup(NamedTuple):
    """One valid coup, everything by seat. `points` as the answer gives them: with sides, each seat has its side's."""

    dealer: int | None
    """The dealer as the record names him; None where it does not."""
    points: tuple[int, ...]
    claimed: Mapping[int, int]
    retourne: int | None = None
    play: Play | None = None
    given: Mapping[int, int] | None = None
    """The points as the record gives them; None in the tricks form, and where a short pack gives none."""
    counts: tuple[BrusquembilleCounts, ...] | None = None
    """The brusquembilles of each player; None where the record does not give them."""
    short_pack: int = 0

    def to_json(self, setting: Setting) -> dict[str, Any]:
        """Return the coup as `corbillon.partie/1` writes it."""
        names = setting.players
        event: dict[str, Any] = {"type": "coup"}
        if self.dealer is not None:
            event["dealer"] = names[self.dealer]
        if self.retourne is not None:
            event["retourne"] = PACK.write_card(self.retourne)
        if self.play is not None:
            event["tricks"] = [PACK.write_cards(trick) for trick in self.play.tricks]
        if self.given is not None:
            event["points"] = {names[seat]: points for seat, points in self.given.items()}
        if self.counts is not None and self.play is None:
            event["brusquembilles"] = {
                name: {key: value for key, value in counts._asdict().items() if value}
                for name, counts in zip(names, self.counts, strict=True)
                if any(counts)
            }
        if self.claimed:
            event["claimed"] = {names[seat]: points for seat, points in self.claimed.items()}
        if self.short_pack:
            event["short_pack"] = self.short_pack
        return event

    def build_extra(self, setting: Setting) -> Mapping[str, Any]:
        """Return `brusquembilles` by player; `takers` and `leaders` of the tricks, by name; each where it is known."""
        extra: dict[str, Any] = {}
        if self.counts is not None:
            rows = zip(setting.players, self.counts, strict=True)
            extra["brusquembilles"] = {name: each._asdict() for name, each in rows}
        if self.play is not None:
            extra |= self.play.name_seats(setting.players)
        return extra


def describe_count_sums(aces: int, tens: int) -> Text:
    """Say how many aces and tens are recorded as won or lost, and how many a coup must have of each (BRU-17)."""
    return Text(
        "Il y a {aces} as et {tens} dix réglés ; un coup compte 4 as et 4 dix, chacun réglé une fois.",
        aces=aces,
        tens=tens,
    )


def narrate_least_points(name: str, low: int) -> Text:
    """Say that the brusquembilles that a player won make this many points already (BRU-24)."""
    return Text("{name} : les brusquembilles gagnées font déjà {low} points.", name=name, low=low)


def narrate_no_ace_won() -> Text:
    """Say that somebody must have won an ace (BRU-16)."""
    return Text("Aucun as n’est gagné : l’as d’atout, au moins, gagne toujours sa levée.")


def count_brusquembilles(play: Play, size: int) -> tuple[BrusquembilleCounts, ...]:
    """Return by seat how many aces and tens the player won and lost, as the tricks show."""
    counts = [[0, 0, 0, 0] for _ in range(size)]
    for card, won in COUNT_INDEX_IF_WON.items():
        at = play.cards.find(card)
        if at >= 0:
            number = at // size
            seat = (play.leaders[number] + at) % size
            counts[seat][won + (seat != play.takers[number])] += 1
    return tuple([BrusquembilleCounts(*each) for each in counts])


def read_coup(
    state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> BrusquembilleCoup | None:
    """Read the coup of an event; where there are problems the result, None or a coup, is not used."""
    config: BrusquembilleConfig = state.setting.config
    if config.allows_recave:
        _check_purses(state, path, problems)
    if "tricks" in event:
        return _read_from_tricks(state.setting, event, dealer, path, problems)
    return _BrusquembilleTotalsReader(config, state.setting, event, path, problems).read(dealer)


def _check_purses(state: TableState, path: str, problems: list[Problem]) -> None:
    """Report the players who cannot stake a fiche and so must recave first (BRU-20)."""
    poor = tuple(
        name for name, purse in zip(state.setting.players, state.seat_purses, strict=True) if purse.total < FICHE
    )
    if poor:
        text = Text("{names} : il reste moins de 20 jetons, il faut d’abord racheter des fiches.", names=poor)
        problems.append(Problem(path, "BRU-20", text))


def _read_from_tricks(
    setting: Setting, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
) -> BrusquembilleCoup | None:
    """Read a coup in the tricks form."""
    check_keys(event, TRICKS_KEYS, path, problems)
    config: BrusquembilleConfig = setting.config
    retourne = read_turn_up(config.tricks, event, path, problems)
    setup = TricksSetup(config.tricks, None if retourne is None else retourne >> 4, retourne)
    play = read_play(setup, event, (dealer + 1) % setting.size, path, problems)
    if play is None:
        read_claimed(setting, event, None, path, problems)
        return None
    points = pool_points(setting, sum_trick_points(PACK, play, setting.size))
    claimed = read_claimed(setting, event, points, path, problems)
    named, counts = get_named_dealer(event, dealer), count_brusquembilles(play, setting.size)
    return BrusquembilleCoup(named, points, claimed, retourne, play, counts=counts)


def read_claimed(
    setting: Setting,
    event: Mapping[str, Any],
    points: tuple[int, ...] | None,
    path: str,
    problems: list[Problem],
) -> Mapping[int, int]:
    """Read the points of players who announced fewer than they had: what they announced is what counts for them
    (PEN-11). Return these points by seat, {} if there are none. `points`: by seat, what each really has; None if not
    known. To have announced more than that is a problem."""
    if "claimed" not in event:
        return {}
    claimed: dict[int, int] = {}
    sides: set[int] = set()
    for seat, (at, value) in read_by_seat(setting, event["claimed"], join_path(path, "claimed"), problems).items():
        number = read_natural(value, at, problems)
        if number is not None and points is not None and number > points[seat]:
            text = Text(
                "{player} n’a que {most} points : on ne peut pas en avoir annoncé davantage.",
                player=setting.players[seat],
                most=points[seat],
            )
            problems.append(Problem(at, "PEN-11", text))
        if setting.side_of is not None and setting.side_of[seat] in sides:
            problems.append(Problem(at, None, Text("Un seul nom par camp suffit ici.")))
        if setting.side_of is not None:
            sides.add(setting.side_of[seat])
        if number is not None:
            claimed[seat] = number
    return claimed


@dataclass(slots=True)
class _BrusquembilleTotalsReader:
    """Reader of the totals form of one coup."""

    config: BrusquembilleConfig
    setting: Setting
    event: Mapping[str, Any]
    path: str
    problems: list[Problem]

    @property
    def is_short(self) -> bool:
        """True if cards were missing from the pack."""
        return "short_pack" in self.event

    def read(self, dealer: int) -> BrusquembilleCoup | None:
        """Read and check the whole coup. `dealer`: the seat that deals. Where there are problems the result is not
        used."""
        check_keys(self.event, TOTALS_KEYS, self.path, self.problems)
        turned = "retourne" in self.event
        retourne = read_turn_up(self.config.tricks, self.event, self.path, self.problems) if turned else None
        short_pack = self._read_short_pack()
        given = self._read_points()
        points = None if given is None else pool_given_points(self.setting, given)
        counts = self._read_counts()
        if given is not None and points is not None and counts is not None and not self.is_short:
            self._check_points_against_counts(given, points, counts)
        claimed = read_claimed(self.setting, self.event, points, self.path, self.problems)
        return BrusquembilleCoup(
            get_named_dealer(self.event, dealer),
            points or (0,) * self.setting.size,
            claimed,
            retourne,
            None,
            None if given is None else given.by_seat,
            counts,
            short_pack,
        )

    def _read_points(self) -> GivenPoints | None:
        """Read the points; with a short pack they may be missing, and their sum is not checked (PEN-02)."""
        if self.is_short and "points" not in self.event:
            return None
        rule = None if self.is_short else "BRU-09"
        return read_points(self.setting, self.event, rule, self.path, self.problems)

    def _read_short_pack(self) -> int:
        """Read how many cards were missing from the pack; 0 where none were."""
        if not self.is_short:
            return 0
        given = self.event["short_pack"]
        if type(given) is int and given in (1, 2):
            return given
        wanted = Text("1 ou 2, le nombre de cartes qui manquent au paquet")
        self.problems.append(build_type_problem(join_path(self.path, "short_pack"), wanted))
        return 0

    def _read_counts(self) -> tuple[BrusquembilleCounts, ...] | None:
        """Read by seat the aces and tens won and lost; None where they are not given, or do not add up (BRU-16, 17).

        A whole coup gives them wherever they are paid; with a short pack they may be missing (PEN-02).
        """
        path = join_path(self.path, "brusquembilles")
        if "brusquembilles" not in self.event:
            if self.config.pays_brusquembilles and not self.is_short:
                self.problems.append(Problem(path, None, describe_count_sums(0, 0)))
            return None
        before = len(self.problems)
        counts = [BrusquembilleCounts()] * self.setting.size
        for seat, (at, value) in read_by_seat(self.setting, self.event["brusquembilles"], path, self.problems).items():
            counts[seat] = self._read_player_counts(value, at)
        if len(self.problems) > before:
            return None
        whole = self._check_count_sums(counts, path)
        if not self.is_short and not any(each.aces_won for each in counts):
            self.problems.append(Problem(path, "BRU-16", narrate_no_ace_won()))
        return tuple(counts) if whole else None

    def _read_player_counts(self, given: object, path: str) -> BrusquembilleCounts:
        """Read the brusquembilles of one player; a missing count is 0."""
        values = read_object(given, path, self.problems)
        check_keys(values, {*BrusquembilleCounts._fields}, path, self.problems)
        read = {
            key: read_natural(values[key], join_path(path, key), self.problems)
            for key in BrusquembilleCounts._fields
            if key in values
        }
        return BrusquembilleCounts(**{key: number for key, number in read.items() if number is not None})

    def _check_count_sums(self, counts: list[BrusquembilleCounts], path: str) -> bool:
        """Return True if aces and tens won and lost make 4 and 4, or no more in a short pack; else report (BRU-17)."""
        aces = sum(each.aces_won + each.aces_lost for each in counts)
        tens = sum(each.tens_won + each.tens_lost for each in counts)
        if (aces <= 4 and tens <= 4) if self.is_short else (aces == tens == 4):
            return True
        self.problems.append(Problem(path, "BRU-17", describe_count_sums(aces, tens)))
        return False

    def _check_points_against_counts(
        self, given: GivenPoints, points: tuple[int, ...], counts: tuple[BrusquembilleCounts, ...]
    ) -> None:
        """Report points, by player or side, that contradict the brusquembilles (BRU-24).

        They are too few if the brusquembilles won make more, and too many if those that others won, or that the player
        lost, leave less. A side's losses limit nothing, since a partner may take what the other loses.
        """
        side_of = self.setting.side_of
        all_won = sum(each.points_won for each in counts)
        for seat in self._list_compared_seats(given):
            mates = [seat] if side_of is None else [s for s, side in enumerate(side_of) if side == side_of[seat]]
            won = sum(counts[mate].points_won for mate in mates)
            lost = counts[seat].points_lost if side_of is None else 0
            self._check_bounds(seat, given.paths[seat], points[seat], won, PACK_POINTS - (all_won - won) - lost)

    def _list_compared_seats(self, given: GivenPoints) -> list[int]:
        """Return the seats whose points can be checked: all, or the first seat of each side that has points."""
        side_of = self.setting.side_of
        if side_of is None:
            return list(range(self.setting.size))
        return [min(seat for seat in given.paths if side_of[seat] == side) for side in (0, 1)]

    def _check_bounds(self, seat: int, path: str, points: int, low: int, high: int) -> None:
        """Report points of the player (or side) at `seat` that are fewer than `low` or more than `high`, as his
        brusquembilles allow (BRU-24)."""
        if low <= points <= high:
            return
        name = self.setting.players[seat]
        if points < low:
            text = narrate_least_points(name, low)
        else:
            text = Text("{name} : d’après les brusquembilles, c’est au plus {high} points.", name=name, high=high)
        self.problems.append(Problem(path, "BRU-24", text))
