"""Reading the optional parts of a corbillon.evenement/1 document: rules of later rounds, phases in which two sides met,
the ranking, bonuses and penalties, what jetons are worth; and documents of an older program, which named only options
that differ. Each problem has its path."""

from collections.abc import Callable
from dataclasses import asdict, fields
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.evenings.adjustments import RULE_LENGTH
from tournaments.actions.evenings.importing import ImportedAdjustment
from tournaments.actions.evenings.ranking import RANKING_ERRORS
from tournaments.actions.money.currency import NO_CURRENCY
from tournaments.actions.money.jeton_worth import WorthTerms
from tournaments.actions.tables.preconditions import is_storable
from tournaments.models import Tournament
from tournaments.models.currencies import CODE, EURO, MOST_DECIMALS, MOST_MINOR_UNITS
from tournaments.reading.phases import LEAVERS, LIST, LOT, RATING, STANDINGS, Phase
from tournaments.reading.preset_diff import has_older_options, name_older_values
from tournaments.standings.metrics import CARD_POINTS, METRICS
from tournaments.standings.ranking_orders import BOUNDS, RankingOrder, check_ranking_order
from tournaments.standings.tournament_results import Scales

from .document_reader import UNSEEN_SIGN, DocumentReader
from .kept_columns import GONE_PLAYER_ID
from .table_history import read_change

StageData = dict[str, Any]
FORMATS, SEEDINGS = Tournament.DUELS, (LOT, LIST, STANDINGS, RATING)
TOO_EARLY = _("Il faut ici une ronde plus tardive que celle d’avant.")


def read_stages(top: DocumentReader) -> list[StageData]:
    """Return the rules of later rounds in the form in which `Tournament.stages` stores them."""
    stages: list[StageData] = []
    for each in top.child("stages").optional_items():
        since = each.child("since").number(low=2)
        if stages and since <= stages[-1]["since"]:
            each.child("since").add_error(TOO_EARLY)
        name = each.child("house_rule")
        rules = {"preset": each.child("preset").text(), "options": each.child("options").mapping()}
        stages.append({"since": since, **rules, "house_rule": name.name() if name.value else ""})
    return stages


def read_phases(top: DocumentReader, ids: list[int]) -> list[dict[str, Any]]:
    """Return the phases in the form in which `Tournament.phases` stores them, but with each player as his index in
    `ids`, the players' ids in the document; None for a player who is no longer in it."""
    phases: list[dict[str, Any]] = []
    for each in top.child("phases").optional_items():
        phase = read_phase(each, ids)
        if phases and phase["since"] <= phases[-1]["since"]:
            each.child("since").add_error(TOO_EARLY)
        phases.append(phase)
    return phases


def read_draw_format(reader: DocumentReader, phases: list[dict[str, Any]]) -> str:
    """Return the format by which the last rounds were drawn; if the document names none, that of the last phase, else
    free tables."""
    if reader.value is not None:
        return reader.choice(Tournament.OF_TABLES)
    return str(phases[-1]["format"]) if phases else Tournament.Format.FREE


def read_ranking(reader: DocumentReader, game: str) -> dict[str, Any]:
    """Return the ranking order in the form in which `Tournament.ranking` stores it. `game`: the key of the game, whose
    own statistics may rank."""
    usual = asdict(Scales())
    kept = {} if reader.value is None else reader.mapping()
    for key in kept.keys() - usual.keys() - {"precedence"}:
        reader.child(key).add_error(RANKING_ERRORS["unknown"])
    scales = Scales(**{key: read_scale(reader.child(key), usual[key]) for key in kept.keys() & usual.keys()})
    order = RankingOrder(scales=scales)
    games = [known for known in scoring.list_games() if known.key == game]
    statistics = [each.key for known in games for each in known.statistics]
    statistics += [CARD_POINTS for known in games if known.counts_card_points]
    if "precedence" in kept:
        order = RankingOrder(tuple(each.text() for each in reader.child("precedence").items()), scales)
    for path, what in check_ranking_order(order, statistics):
        (reader.child(path) if path else reader).add_error(RANKING_ERRORS[what])
    return order.as_json


def read_scale(reader: DocumentReader, usual: Any) -> Any:
    """Return a value of a ranking scale, of the same type as its default `usual`: a text, a number or numbers."""
    if isinstance(usual, str):
        return reader.text()
    low, high = BOUNDS
    if isinstance(usual, tuple):
        return tuple(each.number(low, high) for each in reader.items())
    return reader.number(low, high)


def read_adjustments(top: DocumentReader, ids: list[int], leading: str) -> tuple[ImportedAdjustment, ...]:
    """Return the bonuses and penalties, with each player as his index in `ids`, the players' ids in the document.
    `leading`: the metric that ranks first; an adjustment in another metric must have been cancelled."""
    return tuple(read_adjustment(each, ids, leading) for each in top.child("adjustments").optional_items())


def read_adjustment(reader: DocumentReader, ids: list[int], leading: str) -> ImportedAdjustment:
    """Return one bonus or penalty; problems are added to the reader. `ids`: the players' ids in the document;
    `leading`: the metric that ranks first."""
    low, high = BOUNDS
    players = [read_side_player(each, ids) for each in reader.child("players").items()]
    metric = reader.child("metric").text()
    cancelled = reader.child("cancelled")
    if metric not in METRICS or (cancelled.value is None and metric != leading):
        reader.child("metric").add_error(RANKING_ERRORS["unknown"])
    for part in (reader.child("rule"), reader.child("reason"), cancelled.child("reason")):
        if isinstance(part.value, str) and not is_storable(part.value):
            part.add_error(UNSEEN_SIGN)
    return ImportedAdjustment(
        players=tuple(player for player in players if player is not None),
        amount=reader.child("amount").number(low, high),
        metric=metric,
        round=reader.child("round").number(low=0),
        rule=reader.child("rule").text()[:RULE_LENGTH],
        given=read_change(reader, reader.path),
        cancelled=None if cancelled.value is None else read_change(cancelled, cancelled.path),
    )


def read_own_currency(reader: DocumentReader) -> str:
    """Return the code of the currency of the tournament's fees and prizes; that of the euro if the document names
    none."""
    return EURO if reader.value is None else read_currency(reader)


def read_jeton_worth(reader: DocumentReader) -> WorthTerms | None:
    """Return what jetons are worth in money; None if the document does not say it."""
    if reader.value is None:
        return None
    return WorthTerms(
        minor_units=reader.child("minor_units").number(0, MOST_MINOR_UNITS),
        decimals=reader.child("decimals").number(0, MOST_DECIMALS),
        currency=read_currency(reader.child("currency")),
        jetons=reader.child("jetons").number(),
    )


def read_currency(reader: DocumentReader) -> str:
    """Return the code of a currency; add a problem if it is no such code."""
    if not CODE.fullmatch(code := reader.text()):
        reader.add_error(NO_CURRENCY)
    return str(code)


def read_phase(reader: DocumentReader, ids: list[int]) -> dict[str, Any]:
    """Return the fields of a `Phase` by name, with each player as his index in `ids`, the players' ids in the document.
    Problems are added to the reader."""
    sides = [[read_side_player(one, ids) for one in side.items()] for side in reader.child("sides").items()]
    usual = {each.name: each.default for each in fields(Phase) if each.name != "by_ranking"}
    phase = {
        "format": reader.child("format").choice(FORMATS),
        "since": reader.child("since").number(),
        "seeding": reader.child("seeding").choice(SEEDINGS),
        "leavers": reader.child("leavers").choice(LEAVERS),
        "sides": sides,
        "by_ranking": reader.child("by_ranking").value is True,  # a file of before does not say it
    }
    for name in usual.keys() - phase.keys():
        phase[name] = read_plain_value(reader.child(name), usual[name], len(sides))
    return phase


def read_side_player(reader: DocumentReader, ids: list[int]) -> int | None:
    """Return the index in `ids` of the player whose id this is; None for GONE_PLAYER_ID, and for an unknown id, which
    is a problem."""
    return None if reader.value == GONE_PLAYER_ID else reader.player(ids)


def read_plain_value(reader: DocumentReader, usual: Any, sides: int) -> Any:
    """Return a value of the same type as its default `usual`: a boolean, a number or None, or a list of numbers of
    sides (1 to `sides`)."""
    if isinstance(usual, bool):
        return reader.flag()
    if isinstance(usual, tuple):
        return [each.number(high=sides) for each in reader.items()]
    return None if usual is None and reader.value is None else reader.number(low=0)


def name_every_older_value(document: Any) -> Any:
    """Return a document of an older program with the value of every option named. Such a document left the standard
    values out: they are written into all its rules, as they were then. Any other document is returned as it is."""
    game = find_game_of_older_document(document)
    if game is None:
        return document
    name = partial(name_values_of_rules, game)
    with_stages = change_items(name(document), "stages", name)
    return change_items(
        with_stages, "rounds", lambda one: change_items(one, "tables", partial(name_values_of_table, game))
    )


def find_game_of_older_document(document: Any) -> scoring.Game | None:
    """Return the game of the document if an older program wrote it, without values that it took for standard; else
    None."""
    if not isinstance(document, dict) or not isinstance(document.get("options"), dict):
        return None
    game = next((game for game in scoring.list_games() if game.key == document.get("game")), None)
    return game if game and has_older_options(game, document["options"]) else None


def name_values_of_rules(game: scoring.Game, rules: Any) -> Any:
    """Return an object with a preset and options in which every option is named: the values that an older program left
    to the standard are added to its options."""
    if not isinstance(rules, dict) or not isinstance(rules.get("options"), dict):
        return rules
    return rules | {"options": name_older_values(game, rules.get("preset"), rules["options"])}


def name_values_of_table(game: scoring.Game, table: Any) -> Any:
    """Return a table of the document with the values that an older program took for standard: they are added to the
    options of its partie, even if it names no options, and to the rules before each change."""
    if not isinstance(table, dict):
        return table
    partie = table.get("partie")
    if isinstance(partie, dict) and partie.get("options") is None:
        partie = partie | {"options": {}}
    changed = table | {"partie": name_values_of_rules(game, partie)}
    return change_items(changed, "rules", partial(name_values_before_change, game))


def name_values_before_change(game: scoring.Game, change: Any) -> Any:
    """Return a change of rules, with the values that an older program took for standard added to the rules before
    it."""
    return change | {"was": name_values_of_rules(game, change.get("was"))} if isinstance(change, dict) else change


def change_items(holder: Any, key: str, change: Callable[[Any], Any]) -> Any:
    """Return the object with `change` applied to each item of the list under this key; unchanged if there is no such
    list."""
    if not isinstance(holder, dict) or not isinstance(holder.get(key), list):
        return holder
    return holder | {key: [change(item) for item in holder[key]]}
