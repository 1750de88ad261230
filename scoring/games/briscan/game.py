"""Briscan (S2): 2 players, 32 cards, marks announced and won, to a target (BRC-01 to 22, USE-01 to 06).

The rule texts are in `rules`, the options in `options`; the config and the pack in `config`; announcements in
`announcements`, and whether they may count in `eligibility` and `hands`; the two forms of a coup in `tricks` and
`totals`; its score in `score`; its narration in `narration`. Brisque is the same game with other defaults.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from scoring.card_points import PACK_POINTS
from scoring.declarations import COMMON_PLAYER_KEYS, Announcement, AnnouncementKind, PlayerKeys, ValueTable
from scoring.game import GENERAL_CHAPTERS, GENERAL_RULES, Game, ScoredCoup
from scoring.games.briscan import announcement_lines as lines
from scoring.games.briscan import narration
from scoring.games.briscan.announcements import AnnouncementContext, iter_announcement_kinds
from scoring.games.briscan.config import TRICKS, BriscanConfig, build_config
from scoring.games.briscan.coup import BriscanCoup, build_example
from scoring.games.briscan.options import BRISCAN, BRISCAN_PRESETS, list_value_tables
from scoring.games.briscan.rules import BRISCAN_FACTS, BRISCAN_SOURCES, CHAPTERS, RULES
from scoring.games.briscan.score import build_announcement_marks, build_end_marks, find_winners_override
from scoring.games.briscan.totals import read_totals
from scoring.games.briscan.tricks import list_announcements_so_far, read_tricks, read_tricks_setup
from scoring.language import Text
from scoring.model import CoupField, DealerRotation, Problem, Setting, Step, TableState
from scoring.options import Preset
from scoring.outcomes import build_outcome_from_marks
from scoring.tricks import Play, TricksSetup


class Briscan(Game):
    """The game of Briscan: the rules BRC-01 to BRC-22 and USE-01 to USE-06, with Briscan's defaults."""

    key = "briscan"
    name = Text("Briscan")
    sizes = (2,)
    options = BRISCAN
    presets: ClassVar[tuple[Preset, ...]] = BRISCAN_PRESETS
    rules = (*GENERAL_RULES, *RULES)
    chapters = GENERAL_CHAPTERS | CHAPTERS
    sources = BRISCAN_SOURCES
    example = build_example("7♠", [{"player": "Anne", "kind": "mariage", "suit": "♥"}], "last_trick")
    door_rules = ("BRC-16", "BRC-04", "BRC-05", "BRC-18", "BRC-17", "BRC-19")
    table_facts = BRISCAN_FACTS
    no_sides = Text("On joue ici à deux, chacun pour soi : il n’y a pas de camps.")
    tricks_form_keys = ("retourne", "announcements", "exchange", "tricks")
    player_keys = COMMON_PLAYER_KEYS.union(
        PlayerKeys(
            frozenset({"last_trick", "last_talon_card", "last_five"}),
            by_player=frozenset({"tricks_won", "card_points"}),
            nested=frozenset({"announcements", "exchange"}),
        )
    )

    def reconcile_options(
        self, options: Mapping[str, Any], standard: Mapping[str, Any], problems: list[Problem]
    ) -> Mapping[str, Any]:
        """Return the options. Values of sequences must be given with `libre`, and only with it (BRC-06): else append a
        problem and put the preset's."""
        at, values = "options.sequence_values", options["sequence_values"]
        misread = any(path == at or path.startswith(f"{at}.") for path, _, _ in problems)
        free, given = options["sequences"] == "libre", misread or values is not None
        if free and not given:
            text = Text("Avec des séquences libres, il faut donner toutes leurs valeurs.")
            problems.append(Problem(at, "BRC-06", text))
        if given and not free:
            text = Text("Des valeurs de séquences ne se donnent qu’avec des séquences libres.")
            problems.append(Problem(at, "BRC-06", text))
        if free == (values is not None):
            return options
        return {**options, "sequences": standard["sequences"], "sequence_values": standard["sequence_values"]}

    def list_value_tables(self, options: Mapping[str, Any]) -> tuple[ValueTable, ...]:
        """Return the table of sequence values (BRC-06)."""
        return list_value_tables(options)

    def build_config(self, setting: Setting) -> BriscanConfig:
        """Build Briscan's config."""
        return build_config(setting)

    def build_dealer_rotation(self, setting: Setting) -> DealerRotation:
        """Return the order of dealing: the two players in turn (BRC-20)."""
        return DealerRotation.in_turn((0, 1), "BRC-20")

    def count_planned_coups(self, setting: Setting) -> int | None:
        """Return None, as a target ends the partie."""
        return None

    def get_target(self, setting: Setting) -> int | None:
        """Return the number of points that ends the partie (BRC-01)."""
        config: BriscanConfig = setting.config
        return config.target

    def list_fields(self, setting: Setting) -> tuple[CoupField, ...]:
        """Return the fields: the turn-up, the announcements and the exchange, then what is counted at the end."""
        config: BriscanConfig = setting.config
        last = Text("dernière carte du talon") if config.last_ten_on_talon_card else Text("dernière levée")
        return (
            CoupField("retourne", None, "card", 0, 0, True, Text("retourne"), None),
            CoupField("announcements", None, "announcements", 0, 0, False, Text("annonces"), None),
            CoupField("exchange", None, "exchange", 0, 0, False, Text("échange du sept d’atout"), None),
            *_build_player_fields(setting, "tricks_won", TRICKS),
            CoupField(config.last_key, None, "player", 0, 0, True, last, None),
            CoupField("last_five", None, "player", 0, 0, False, Text("les cinq dernières levées"), None),
            *_build_player_fields(setting, "card_points", PACK_POINTS),
        )

    def describe_coup(self, event: Mapping[str, Any]) -> Sequence[Text]:
        """Return the turn-up, the announcements, the tricks and card points, then what only some coups have."""
        return tuple(narration.describe_coup(event))

    def derive_totals_from_tricks(self, step: Step) -> dict[str, Any]:
        """Return the keys of the totals form that tricks show: announcements and mariages that met, as marked, then the
        figures of the end."""
        coup, setting = step.record, step.state.setting
        assert isinstance(coup, BriscanCoup)
        return {"announcements": [call.to_json(setting) for call in coup.announcements], **coup.end.to_json(setting)}

    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> BriscanCoup | None:
        """Read a coup given in tricks or in totals."""
        if "tricks" in event:
            return read_tricks(state.setting, event, dealer, path, problems)
        return read_totals(state, event, dealer, path, problems)

    def read_tricks_setup(
        self, setting: Setting, event: Mapping[str, Any], path: str, problems: list[Problem]
    ) -> TricksSetup:
        """Read the turn-up, or the seven that took its place (BRC-01, 03)."""
        if "retourne" not in event:
            return TricksSetup(setting.config.tricks, None)
        return read_tricks_setup(setting, event, path, problems)

    def list_announcements(
        self, setting: Setting, event: Mapping[str, Any], dealer: int, played: Play, path: str, problems: list[Problem]
    ) -> tuple[Announcement, ...]:
        """Return what has given points so far: the turn-up, announcements, mariages met in a trick (BRC-02 to 12)."""
        return list_announcements_so_far(setting, event, dealer, played, path, problems)

    def list_announcement_kinds(self, setting: Setting) -> tuple[AnnouncementKind, ...]:
        """Return every kind of announcement (BRC-04, 06 to 12), or the mariages alone (BRC-22)."""
        allowed = AnnouncementContext(setting, None, True, []).allows
        return tuple(each for each in iter_announcement_kinds() if allowed(each.keys["kind"]))

    def format_announcements(self, announcements: Iterable[Mapping[str, Any]]) -> str:
        """Return announcements as text, a line each, that begins with the announcement's own `player`."""
        return lines.format_announcements(announcements)

    def read_announcement(self, line: str, people: Iterable[str]) -> dict[str, Any] | None:
        """Return the announcement that a line states, in French, English or Italian; None if it is none."""
        return lines.read_announcement(line, people)

    def score_coup(self, state: TableState, coup: BriscanCoup, dealer: int) -> ScoredCoup:
        """Score a coup (BRC-02 to 17, and 19)."""
        config: BriscanConfig = state.setting.config
        called = build_announcement_marks(config, coup.announcements, coup.retourne, dealer)
        won = find_winners_override(config, state.seat_totals, called, coup.end)
        marks = [*called, *build_end_marks(config, coup.end)]
        lead = sum([-points if seat else points for seat, points, _, _ in marks])
        winners = (0, 1) if lead == 0 else (0,) if lead > 0 else (1,)
        outcome = build_outcome_from_marks(
            state, marks, dealer=dealer, points=coup.end.card_points or (0, 0), winners=winners, details=coup
        )
        return ScoredCoup(outcome, winners_override=won)

    def is_over(self, state: TableState) -> bool:
        """Return True if someone is at the target at the end of a coup and the totals differ (BRC-19)."""
        config: BriscanConfig = state.setting.config
        first, second = state.seat_totals
        return max(first, second) >= config.target and first != second

    def narrate_opening(self, setting: Setting) -> Sequence[Text]:
        """Say what the target is, and how many cards are in a hand."""
        return narration.narrate_opening(setting.config)

    def narrate_coup(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate a coup, mark by mark."""
        return narration.narrate_coup(before, step)


def _build_player_fields(setting: Setting, key: str, total: int) -> tuple[CoupField, ...]:
    """Build one integer field for each of the two players, under `key` of the record («tricks_won»); their numbers must
    sum to `total`."""
    label = Text("levées") if key == "tricks_won" else Text("points")
    return tuple(CoupField(f"{key}.{name}", name, "integer", 0, total, True, label, total) for name in setting.players)
