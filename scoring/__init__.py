"""The rules of the games, and nothing else: records of events in, outcomes out.

Standard library only; no framework, no database, no clock, no randomness. Every name that callers use is exported here;
what one game alone has, its own form and paper take from its folder.
"""

from scoring.coup_progress import FollowedCoup, FollowedTrick, follow_coup
from scoring.dealt_coup import (
    CardJudgment,
    Deal,
    DealtTurn,
    count_card_points,
    describe_hand_overs,
    judge_card,
    list_turns,
    name_move,
)
from scoring.debts import BANK, Debt, find_debts, settle_debts
from scoring.declarations import (
    Announcement,
    GainBounds,
    Penalty,
    PlayerKeys,
    RemainingGains,
    Statistic,
    TotalUnit,
    ValueRow,
    ValueTable,
)
from scoring.document import Partie, read_partie, score_partie, write_answer
from scoring.game import Game
from scoring.games import BY_KEY, FIRST_GAME
from scoring.language import LANGUAGES, Text
from scoring.model import (
    FICHE,
    CoupField,
    InvalidSetting,
    Outcome,
    Problem,
    Purse,
    RankingRow,
    Rule,
    ScoreLine,
    Setting,
    Step,
    TableState,
    Transfer,
)
from scoring.narration import (
    CAVE_OF_OURS,
    find_house_length,
    has_house_cave,
    narrate_event,
    narrate_opening,
    narrate_partie,
)
from scoring.options import Option, Preset
from scoring.provenance import (
    CLUB,
    Source,
    is_declared_by_clubs,
    is_house,
    is_house_value,
    mark_rule,
    mark_sentence,
    mark_value,
)
from scoring.quotations import Quotation, list_quotations, translate_quotation
from scoring.references import Doubt, Reference
from scoring.rule_document import cite_rule, list_rule_games, list_rules, mark_refusal, write_rule_book
from scoring.session import play_event, play_events
from scoring.settling import HandOver, settle_balances
from scoring.slips import CountExplanation, explain_count
from scoring.table_facts import TableFact
from scoring.table_setup import build_initial_state, build_setting, list_rule_problems, list_table_sizes


def list_games() -> tuple[Game, ...]:
    """Return every game, in the order of the rule book."""
    return tuple(BY_KEY.values())


def list_statistics() -> tuple[Statistic, ...]:
    """Return the statistics of every game."""
    return tuple(statistic for game in list_games() for statistic in game.statistics)


def list_sources() -> dict[str, Source]:
    """Return the sources that the rules of all games rest on, by their marks («S0»)."""
    return {mark: source for game in list_games() for mark, source in game.sources.items()}


def get_game(key: str) -> Game:
    """Return the game of this key, as a partie names it; raise KeyError where there is none."""
    return BY_KEY[key]
