"""A club's own game (MAR-01 to 06): the table settles what a deal is worth, the program holds it to what was declared.

The rule texts, options and presets are in `rules`, the reading of a coup in `coup`. Left out on purpose are games in
which the fewest points win, that turn to the left, or that set one player against the others by a formula, and the play
card by card. A club that wants more writes a game of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from scoring.card_points import build_points_field
from scoring.coup_text import describe_dealer, describe_player, describe_player_points
from scoring.declarations import COMMON_PLAYER_KEYS, GainBounds, PlayerKeys, RemainingGains
from scoring.game import GENERAL_CHAPTERS, GENERAL_RULES, Game, ScoredCoup
from scoring.games.marque.config import DeclaredMark, MarqueConfig
from scoring.games.marque.coup import MarqueCoup, read_coup
from scoring.games.marque.rules import CHAPTERS, EXAMPLE, OPTIONS, PRESETS, RULES
from scoring.language import Text, plural, verbatim
from scoring.model import CoupField, DealerRotation, Mark, Problem, Setting, Step, TableState
from scoring.outcomes import build_outcome_from_marks
from scoring.phrases import describe_points, describe_shares, narrate_target
from scoring.seating import Sides, alternate_sides

SIDES = "sides"


class Marque(Game):
    """A game that the club declares itself, with its marks (primes): the rules MAR-01 to MAR-06."""

    key = "marque"
    name = Text("Un jeu du club")
    sizes = (2, 3, 4, 5, 6)
    options = OPTIONS
    presets = PRESETS
    rules = (*GENERAL_RULES, *RULES)
    chapters = GENERAL_CHAPTERS | CHAPTERS
    door_rules = ("MAR-01", "MAR-06")
    example = EXAMPLE
    counts_card_points = False
    tricks_form_keys = ()
    no_sides = Text("Chacun joue pour soi : il n’y a pas de camps.")
    player_keys = COMMON_PLAYER_KEYS.union(
        PlayerKeys(frozenset(), by_player=frozenset({"points"}), nested=frozenset({"marks"}))
    )

    def list_sizes(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return how many may play at one table: four or six where players form sides, else two to six."""
        return (4, 6) if options["play"] == SIDES else self.sizes

    def determine_sides(
        self,
        players: tuple[str, ...],
        sides: Sides | None,
        options: Mapping[str, Any],
        problems: list[Problem],
    ) -> Sides | None:
        """Return two sides that alternate round the table, where the club declared sides; else None."""
        if options["play"] == SIDES:
            return alternate_sides(players, sides, None, problems)
        return super().determine_sides(players, sides, options, problems)

    def build_config(self, setting: Setting) -> MarqueConfig:
        """Build the config from what the club declared in the options."""
        marks = {mark["key"]: DeclaredMark(**mark) for mark in setting.options["marks"]}
        return MarqueConfig(**{**setting.options, "marks": marks})

    def find_impossible_rule(self, setting: Setting) -> Problem | None:
        """Return the problem that no points within the declared bounds and multiples make the declared sum, or None."""
        config, parties, step = setting.config, len(setting.list_scoring_sides()), setting.config.multiple_of
        low, high = -(-config.least // step), (10**9 if config.most is None else config.most) // step
        total = low * parties * step if config.sum is None else config.sum
        if total % step == 0 and low <= high and low * parties <= total // step <= high * parties:
            return None
        fault = Text("Aucun coup ne tient à la fois dans le total, les bornes et les multiples déclarés.")
        return Problem("options.sum", "MAR-04", fault)

    def build_dealer_rotation(self, setting: Setting) -> DealerRotation:
        """Return the order of dealing: every player in turn (MAR-05)."""
        return DealerRotation.in_turn(tuple(range(setting.size)), "MAR-05")

    def count_planned_coups(self, setting: Setting) -> int | None:
        """Return the number of coups that ends the partie, as declared (MAR-06); None if none was declared."""
        config: MarqueConfig = setting.config
        return config.deals

    def get_target(self, setting: Setting) -> int | None:
        """Return the number of points that ends the partie, as declared (MAR-06); None if none was declared."""
        config: MarqueConfig = setting.config
        return config.target

    def is_over(self, state: TableState) -> bool:
        """Return True if a total has reached the target (MAR-06)."""
        config: MarqueConfig = state.setting.config
        return config.target is not None and max(state.seat_totals) >= config.target

    def bound_gains(self, setting: Setting, totals: Sequence[int], coups_left: int | None) -> RemainingGains:
        """Return the least and the most that each seat, and all together, can gain in the coups left, declared marks
        included; None where the club declared no bound and no sum."""
        config: MarqueConfig = setting.config
        size, parties = setting.size, len(setting.list_scoring_sides())
        low, high = config.bound_points(parties)
        most = None if config.most is None and config.sum is None else high
        each = _bound_coups(config, low, most, coups_left, 1)
        if config.sum is None:
            lowest, highest = low * size, None if most is None else most * size
        else:
            lowest = highest = config.sum * size // parties
        return RemainingGains((each,) * size, _bound_coups(config, lowest, highest, coups_left, size))

    def list_fields(self, setting: Setting) -> tuple[CoupField, ...]:
        """Return the form fields: points of each player or side, then each declared mark (its holder, or yes or no)."""
        config: MarqueConfig = setting.config
        parties = setting.list_scoring_sides()
        bounds = config.bound_points(len(parties))
        points = [build_points_field(names, bounds, config.sum) for names in parties]
        marks = [field for mark in config.marks.values() for field in _build_mark_fields(mark, parties)]
        return (*points, *marks)

    def gather_fields(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return a coup as its record has it, from form values: all marks in one list, as they were declared."""
        fields = dict(event)
        by_one, by_each = fields.pop("mark", {}), fields.pop("marks", {})
        marks = [{"mark": key, "player": player} for key, player in by_one.items()]
        marks += [{"mark": key, "player": player} for player, keys in by_each.items() for key in keys]
        return fields | ({"marks": marks} if marks else {})

    def spread_fields(self, setting: Setting, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return a recorded coup (seat numbers for players) as a form shows it: {"mark": {"capot": "2"}} for a mark
        that only one may have, {"marks": {"1": {"belote": True}}} for one that each may have, at the first player of
        its side."""
        config: MarqueConfig = setting.config
        fields: dict[str, Any] = {**event, "mark": {}, "marks": {}}
        for each in event.get("marks", []):
            key, player = each["mark"], each["player"]
            if key in config.marks and config.marks[key].by_one:
                fields["mark"][key] = player
            else:
                first = setting.find_scoring_side(int(player) - 1)[0]
                fields["marks"].setdefault(str(setting.seats[first] + 1), {})[key] = True
        return fields

    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> MarqueCoup | None:
        """Read a coup: the points, and the declared marks."""
        return read_coup(state.setting, event, dealer, path, problems)

    def score_coup(self, state: TableState, coup: MarqueCoup, dealer: int) -> ScoredCoup:
        """Score a coup: the points counted, then each declared mark in order (MAR-01, 02); whoever has most wins it."""
        marks = _build_marks(state.setting, coup)
        outcome = build_outcome_from_marks(state, marks, dealer=dealer, points=coup.points, winners=())
        best = max(outcome.seat_net)
        winners = tuple(seat for seat, net in enumerate(outcome.seat_net) if net == best)
        return ScoredCoup(outcome._replace(seat_winners=winners))

    def narrate_opening(self, setting: Setting) -> Sequence[Text]:
        """Say what ends the partie."""
        config: MarqueConfig = setting.config
        ends = [narrate_target(config.target)] if config.target is not None else []
        if config.deals is not None:
            ends.insert(0, plural("On joue {n} coup.", "On joue {n} coups.", config.deals))
        return ends or [Text("La partie finit quand l’organisateur le dit.")]

    def narrate_coup(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate the points of a coup, its declared marks, what each player then marks in all, and the totals."""
        coup, outcome = step.record, step.outcome
        assert isinstance(coup, MarqueCoup) and outcome is not None
        setting = outcome.setting
        yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
        yield Text("Points : {had}.", had=describe_shares(setting, coup.points))
        for key, seat in coup.marks:
            yield _narrate_mark(setting, setting.config.marks[key], seat)
        if coup.marks:
            yield Text("On marque : {marks}.", marks=describe_shares(setting, outcome.seat_net))
        yield Text("Totaux : {rows}.", rows=describe_shares(setting, step.state.seat_totals))

    def name_declared(self, setting: Setting, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a recorded coup with its marks' names in place of keys; one no longer declared keeps its key."""
        named = {key: mark.name for key, mark in setting.config.marks.items()}
        marks = [{**each, "mark": named.get(each["mark"], each["mark"])} for each in event.get("marks", [])]
        return {**event, "marks": marks}

    def describe_coup(self, event: Mapping[str, Any]) -> Sequence[Text]:
        """Return what a recorded coup contains, in short texts: the points, the declared marks, the dealer."""
        had = (describe_player(each, "player", verbatim(each["mark"])) for each in event.get("marks", []))
        return (*describe_player_points(event), *chain.from_iterable(had), *describe_dealer(event))


def _bound_coups(config: MarqueConfig, low: int, high: int | None, coups: int | None, holders: int) -> GainBounds:
    """Return the least and the most that `holders` players together can gain in so many `coups`, declared marks
    included. `low`, `high`: the bounds of one coup without marks; None for `high`: no bound; None for `coups`: a target
    ends the partie. A target may also end it before, so 0 always lies within the bounds."""
    worth = [mark.points * holders for mark in config.marks.values()]
    low += sum(points for points in worth if points < 0)
    if high is not None:
        high += sum(points for points in worth if points > 0)
    if coups is None:
        return GainBounds(0 if low >= 0 else None, 0 if high is not None and high <= 0 else None)
    return GainBounds(min(0, low * coups), None if high is None and coups else max(0, (high or 0) * coups))


def _build_mark_fields(mark: DeclaredMark, parties: Sequence[Sequence[str]]) -> Iterator[CoupField]:
    """Yield the form field of a mark that only one may have, or a field for each player or side that may have it.
    `parties`: the names of each side; of each player alone where there are no sides."""
    label = Text("{name} ({points})", name=mark.name, points=mark.points)
    if mark.by_one:
        yield CoupField(f"mark.{mark.key}", None, "player", 0, 0, False, label, None)
        return
    for names in parties:
        yield CoupField(f"marks.{names[0]}.{mark.key}", names[0], "boolean", 0, 1, False, label, None)


def _build_marks(setting: Setting, coup: MarqueCoup) -> list[Mark]:
    """Return the score lines of a coup, points and declared marks; with sides, each partner has those of his side."""
    counted = Text("points comptés")
    lines: list[Mark] = [(seat, points, "MAR-01", counted) for seat, points in enumerate(coup.points) if points]
    for key, holder in coup.marks:
        mark: DeclaredMark = setting.config.marks[key]
        side = setting.find_scoring_side(holder)
        lines += [(setting.seats[name], mark.points, "MAR-02", verbatim(mark.name)) for name in side]
    return lines


def _narrate_mark(setting: Setting, mark: DeclaredMark, seat: int) -> Text:
    """Say who has a declared mark, and how many points it adds."""
    names, points = setting.find_scoring_side(seat), describe_points(mark.points)
    return Text("{mark} pour {names} : {points}.", mark=mark.name, names=names, points=points)
