"""From choices to a table: build the setting from a game, its options and the players; then its first state."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games import BY_KEY
from scoring.model import InvalidSetting, Problem, Setting, TableState
from scoring.options import choose_values, find_preset
from scoring.reading import describe_choices
from scoring.seating import Sides, map_seats_to_sides, read_players, read_sides

CHOICES = ("game", "preset", "options", "players", "sides")

MAX_CACHED_SETTINGS = 64  # settings that stay in the cache
_settings_by_choices: dict[str, Setting] = {}  # cache by the choices as text: the same people play again and again


def build_setting(
    game: str,
    players: Sequence[str],
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    sides: Sequence[Sequence[str]] | None = None,
) -> Setting:
    """Build the setting from a caller's choices; raise InvalidSetting with every problem if they make no table."""
    problems: list[Problem] = []
    chosen = {
        "game": game,
        "players": players,
        "preset": preset,
        "options": None if options is None else dict(options),
        "sides": sides,
    }
    made = read_setting(chosen, problems)
    if made is None or problems:
        raise InvalidSetting(tuple(problems))
    return made


def list_table_sizes(key: str, preset: str | None = None, options: Mapping[str, Any] | None = None) -> tuple[int, ...]:
    """Return how many may play at one table of the game `key` under these rules; a wrong option counts as the preset
    has it."""
    game, problems = BY_KEY[key], list[Problem]()
    standard = find_preset(game.presets, preset, "preset", problems).build_values(game.options)
    return game.list_sizes(choose_values(game.options, standard, options, "options", problems))


def list_rule_problems(key: str, preset: str | None, options: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the problems that these rules of the game `key` have whatever the number of players; none if some number
    can play."""
    problems: tuple[Problem, ...] = ()
    for size in list_table_sizes(key, preset, options):
        try:
            setting = build_setting(key, tuple(map(str, range(1, size + 1))), preset, options)
        except InvalidSetting as refused:
            problems = refused.problems
        else:
            impossible = BY_KEY[key].find_impossible_rule(setting)
            if impossible is None:
                return ()
            problems = (impossible,)
    return problems


def read_setting(chosen: Mapping[str, Any], problems: list[Problem]) -> Setting | None:
    """Read the setting of a document; append what is wrong.

    Return None where the rest cannot be read: an unknown game, or players or sides that are no table of it. Missing
    keys are reported by the caller.
    """
    said = _build_cache_key(chosen)
    known = _settings_by_choices.get(said)
    if known is not None:
        return known
    before = len(problems)
    made = _read_choices(chosen, problems)
    if made is not None and len(problems) == before and said:
        if len(_settings_by_choices) >= MAX_CACHED_SETTINGS:
            _settings_by_choices.clear()
        _settings_by_choices[said] = made
    return made


def _build_cache_key(chosen: Mapping[str, Any]) -> str:
    """Return the choices as a cache key that tells 1 from true; "" where nesting is too deep or a number too long."""
    try:
        return repr([chosen.get(key) for key in CHOICES])
    except (RecursionError, ValueError):
        return ""


def _read_choices(chosen: Mapping[str, Any], problems: list[Problem]) -> Setting | None:
    """Read game, players, preset, options, sides; return the setting, None where there is no such game or table."""
    key = chosen.get("game")
    game = BY_KEY.get(key) if isinstance(key, str) else None
    if game is None:
        if "game" in chosen:
            problems.append(Problem("game", None, describe_choices(list(BY_KEY))))
        return None
    preset = find_preset(game.presets, chosen.get("preset"), "preset", problems)
    standard = preset.build_values(game.options)
    options = choose_values(game.options, standard, chosen.get("options"), "options", problems)
    options = game.reconcile_options(options, standard, problems)
    players = read_players(chosen["players"], game.list_sizes(options), problems) if "players" in chosen else None
    if players is None:
        return None
    before = len(problems)
    given = chosen.get("sides")
    named = None if given is None else read_sides(given, players, problems)
    if len(problems) > before:
        return None
    sides = game.determine_sides(players, named, options, problems)
    if len(problems) > before:
        return None
    return _build_setting(game.key, preset.key, options, players, sides)


def _build_setting(
    game: str, preset: str, options: Mapping[str, Any], players: tuple[str, ...], sides: Sides | None
) -> Setting:
    """Build the setting from choices that are checked already, with the game's own config inside."""
    bare = Setting(
        game,
        preset,
        options,
        players,
        sides,
        {name: seat for seat, name in enumerate(players)},
        None if sides is None else map_seats_to_sides(sides, players),
        (*players, "pot", "bank"),
        BY_KEY[game].zero_wins,
    )
    object.__setattr__(
        bare, "config", BY_KEY[game].build_config(bare)
    )  # safe though frozen: nobody else has seen it yet
    return bare


def build_initial_state(setting: Setting) -> TableState:
    """Return the state of a table before its first event."""
    game = BY_KEY[setting.game]
    bare = TableState(
        setting, 0, game.count_planned_coups(setting), game.build_dealer_rotation(setting), None, (0,) * setting.size
    )
    return game.prepare_initial_state(bare)
