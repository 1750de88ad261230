"""Reading a corbillon.evenement/1 document of an older program, which named only the options that differ from their
preset: each of its rules gets the values that it left to a preset which has changed since (formats.md, `export`).

Nothing is checked here: what is not as it should be stays as it is, and is refused where it is read.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import scoring
from tournaments.reading.preset_diff import has_older_options, name_older_values


def name_every_older_value(document: Any) -> Any:
    """Return the document with the older values in all its rules; one that names them itself as it is."""
    game = find_game_of_older_document(document)
    if game is None:
        return document
    name = partial(name_values_of_rules, game)
    with_stages = change_items(name(document), "stages", name)
    return change_items(
        with_stages, "rounds", lambda one: change_items(one, "tables", partial(name_values_of_table, game))
    )


def find_game_of_older_document(document: Any) -> scoring.Game | None:
    """Return the document's game if an older program wrote it, else None."""
    if not isinstance(document, dict) or not isinstance(document.get("options"), dict):
        return None
    game = next((game for game in scoring.list_games() if game.key == document.get("game")), None)
    return game if game and has_older_options(game, document["options"]) else None


def name_values_of_rules(game: scoring.Game, rules: Any) -> Any:
    """Return an object that has a preset and options, with the older values in its options."""
    if not isinstance(rules, dict) or not isinstance(rules.get("options"), dict):
        return rules
    return rules | {"options": name_older_values(game, rules.get("preset"), rules["options"])}


def name_values_of_table(game: scoring.Game, table: Any) -> Any:
    """Return a table with the older values in its partie, which may leave out its options, and in the rules that it was
    played by before."""
    if not isinstance(table, dict):
        return table
    partie = table.get("partie")
    if isinstance(partie, dict) and partie.get("options") is None:
        partie = partie | {"options": {}}
    changed = table | {"partie": name_values_of_rules(game, partie)}
    return change_items(changed, "rules", partial(name_values_before_change, game))


def name_values_before_change(game: scoring.Game, change: Any) -> Any:
    """Return a change of rules with the older values in the rules before it."""
    return change | {"was": name_values_of_rules(game, change.get("was"))} if isinstance(change, dict) else change


def change_items(holder: Any, key: str, change: Callable[[Any], Any]) -> Any:
    """Return an object with each item of the list under this key changed; without such a list, as it is."""
    if not isinstance(holder, dict) or not isinstance(holder.get(key), list):
        return holder
    return holder | {key: [change(item) for item in holder[key]]}
