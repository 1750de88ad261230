"""A toy game for two players, or three where an option allows them: a declarer is named in each of three coups, and
what he wins."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring.coup_text import describe_dealer, describe_player
from scoring.declarations import COMMON_PLAYER_KEYS, PlayerKeys
from scoring.game import GENERAL_RULES, Game, ScoredCoup
from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import CoupField, DealerRotation, Rule
from scoring.options import Option, Preset
from scoring.outcomes import build_outcome_from_marks
from scoring.reading import check_keys, get_named_dealer, join_path, read_bounded, read_seat
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.games.game_paper import Column, ColumnGroup, GamePaper, build_totals_group, get_letter
from tournaments.forms.games.parts import GameParts
from tournaments.forms.phone.coup import PhoneCoupForm, build_number_field
from tournaments.forms.phone.table import SeatField

COUPS, MOST = 3, 20


class ToyCoup(NamedTuple):
    declarer: int
    points: int
    dealer: int | None

    def to_json(self, setting: Any) -> dict[str, Any]:
        dealt = {} if self.dealer is None else {"dealer": setting.players[self.dealer]}
        return {"type": "coup", **dealt, "declarer": setting.players[self.declarer], "points": self.points}


class Toy(Game):
    key = "toy"
    name = Text("Toy")
    sizes = (2, 3)
    options = (Option("duel", Text("Duel"), Text("Two play, and no third."), False, "house", ("TOY-01",)),)
    presets = (Preset("toy", Text("Toy"), Text("Three coups.")),)
    rules = (*GENERAL_RULES, Rule("TOY-01", Text("The declarer marks his points."), "house", ""))
    example = {"type": "coup", "declarer": "Anne", "points": 7}
    known_in = ("tlh",)
    tricks_form_keys = ()
    player_keys = COMMON_PLAYER_KEYS.union(PlayerKeys(frozenset({"declarer"})))

    def list_sizes(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return (2,) if options["duel"] else self.sizes

    def determine_sides(self, players: Any, sides: Any, options: Any, problems: Any) -> None:
        return None

    def build_config(self, setting: Any) -> None:
        return None

    def build_dealer_rotation(self, setting: Any) -> DealerRotation:
        return DealerRotation.in_turn(tuple(range(setting.size)), "TOY-01")

    def count_planned_coups(self, setting: Any) -> int:
        return COUPS

    def list_fields(self, setting: Any) -> tuple[CoupField, ...]:
        declarer = CoupField("declarer", None, "player", 0, 0, True, Text("declarer"), None)
        return declarer, CoupField("points", None, "integer", 1, MOST, True, Text("points"), None)

    def read_coup(self, state: Any, event: Mapping[str, Any], dealer: int, path: str, problems: Any) -> ToyCoup | None:
        check_keys(event, {"type", "dealer", "declarer", "points"}, path, problems)
        declarer = read_seat(state.setting, event.get("declarer"), join_path(path, "declarer"), problems)
        points = read_bounded(event.get("points"), 1, MOST, join_path(path, "points"), problems, "TOY-01")
        return (
            None if declarer is None or points is None else ToyCoup(declarer, points, get_named_dealer(event, dealer))
        )

    def score_coup(self, state: Any, coup: ToyCoup, dealer: int) -> ScoredCoup:
        marks, won = [(coup.declarer, coup.points, "TOY-01", Text("points"))], (coup.declarer,)
        return ScoredCoup(build_outcome_from_marks(state, marks, dealer=dealer, points=None, winners=won))

    def narrate_opening(self, setting: Any) -> tuple[Text, ...]:
        return (Text("Three coups."),)

    def narrate_coup(self, before: Any, step: Any) -> tuple[Text, ...]:
        return (Text("{name} marks {n}.", name=step.event["declarer"], n=step.event["points"]),)

    def describe_coup(self, event: Mapping[str, Any]) -> tuple[Text, ...]:
        told = Text("{n} points", n=event.get("points", 0))
        return (*describe_player(event, "declarer", Text("declared by")), told, *describe_dealer(event))


class ToyForm(PhoneCoupForm):
    points = build_number_field(1, MOST, "a number", "1 to 20")

    def build_coup(self) -> None:
        self.fields["declarer"] = SeatField(self.sheet)

    def build_coup_keys(self) -> dict[str, Any]:
        typed = self.cleaned_data
        return {"declarer": self.get_name_at(typed["declarer"]), "points": typed["points"]}


def build_groups(setting: Any) -> tuple[ColumnGroup, ...]:
    declarer = Column("who", lambda step: get_letter(setting, step.event["declarer"]))
    coup = ColumnGroup("Coup", (declarer, Column("points", lambda step: str(step.event["points"]))))
    return coup, build_totals_group(setting, "Total")


def play_next_event(state: Any, chance: Random, tricks: float) -> dict[str, Any]:
    return {"type": "coup", "declarer": chance.choice(state.setting.players), "points": chance.randint(1, MOST)}


def register_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy in the two registries of games, as one line in each would."""
    monkeypatch.setitem(BY_KEY, Toy.key, Toy())
    monkeypatch.setitem(PARTS_BY_GAME, Toy.key, PARTS)


PARTS = GameParts(ToyForm, GamePaper(lambda setting: ["The declarer marks."], build_groups), play_next_event)
