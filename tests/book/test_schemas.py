"""The JSON Schemas of all documents: what the program writes follows them, and a spoilt document does not."""

import json
import random
import re
from inspect import getclosurevars
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from jsonschema import Draft202012Validator

import scoring
from scoring.rule_document import write_rule_book
from tests.book.document_builders import fill_evening_with_history
from tests.book.evening_builders import create_club, get_table
from tests.fixtures.schemas import find_schema_faults, name_schema_file
from tests.scoring.plain.parties import random_partie
from tests.tidy.sources import ROOT
from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.evenings.rule_change import change_rules, preview_rule_change
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.exchange.backup import build_manifest
from tournaments.exchange.kept_columns import PERSON, PRIZE, SETTINGS
from tournaments.exchange.personal_data import build_account_document, build_player_document
from tournaments.exchange.preset_file import build_preset_document
from tournaments.exchange.schema_files import read_schema_files
from tournaments.exchange.simulation import simulate_tournament
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Player, Tournament
from tournaments.reading.export import standings_to_json
from tournaments.reading.tallies import get_standings
from tournaments.upkeep.publishing.manifest import write_sent_files
from tournaments.upkeep.selfcheck.diagnostic import write_diagnostic

GAMES = scoring.list_games()
PARTIES = 6


def test_every_format_that_the_program_names_has_its_schema() -> None:
    named = {
        found
        for folder in ("scoring", "tournaments")
        for file in (ROOT / folder).rglob("*.py")
        for found in re.findall(r"corbillon\.[a-z]+/\d", file.read_text(encoding="utf-8"))
    }
    assert {name_schema_file(each) for each in named} == set(read_schema_files())
    for name, content in read_schema_files().items():
        schema = json.loads(content)
        Draft202012Validator.check_schema(schema)
        assert schema["$id"] == name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_schema_holds_the_options_and_presets_that_the_game_declares(game: scoring.Game) -> None:
    schema = json.loads(read_schema_files()["corbillon.partie-1.json"])
    of_options = schema["$defs"][f"{game.key}_options"]["properties"]
    assert {option.key for option in game.options} == set(of_options)
    for option in game.options:
        told = of_options[option.key]
        if option.kind == "choice":
            assert {value for value, _words in option.choices} == {each for each in told["enum"] if each is not None}
        elif option.kind == "integer":
            assert (told["minimum"], told["maximum"]) == (option.low, option.high)
    [of_game] = [each for each in schema["allOf"] if each["if"]["properties"]["game"]["const"] == game.key]
    properties = of_game["then"]["properties"]
    assert {preset.key for preset in game.presets} == {*properties["preset"]["enum"]} - {None}
    assert (properties["players"]["minItems"], properties["players"]["maxItems"]) == (min(game.sizes), max(game.sizes))


def test_every_schema_knows_the_games_that_are_declared() -> None:
    keys, schemas = [game.key for game in GAMES], {name: json.loads(it) for name, it in read_schema_files().items()}
    assert schemas["corbillon.partie-1.json"]["$defs"]["game"]["enum"] == keys
    for name in ("corbillon.partie-1.json", "corbillon.evenement-1.json", "corbillon.regle-1.json"):
        assert [each["if"]["properties"]["game"]["const"] for each in find_games(schemas[name])] == keys, name


@pytest.mark.parametrize("column", ["pairing", "team_score", "presence", "kind"])
def test_the_schema_of_an_evening_knows_every_word_of_its_columns(column: str) -> None:
    columns = [each for each in (*SETTINGS, *PERSON, *PRIZE) if each.name == column]
    (written,) = [{*getclosurevars(each.read).nonlocals["known"]} - {each.usual} for each in columns]
    schema = json.loads(read_schema_files()["corbillon.evenement-1.json"])
    assert written in [set(told.get("enum", ())) - {columns[0].usual} for told in find_properties(schema, column)]


def find_properties(schema: Any, name: str) -> list[dict[str, Any]]:
    """Return what a schema says of properties of this name, wherever they stand."""
    found = [schema["properties"][name]] if isinstance(schema, dict) and name in schema.get("properties", {}) else []
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return [*found, *(each for part in parts for each in find_properties(part, name))]


def find_games(schema: Any) -> list[Any]:
    """Return the parts of a schema that each hold for one game."""
    held = [schema] if "game" in schema.get("if", {}).get("properties", {}) else []
    inner = [part for value in schema.values() for part in (value if isinstance(value, list) else [value])]
    return held + [found for part in inner if isinstance(part, dict) for found in find_games(part)]


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_parties_and_their_answers_follow_their_schemas(game: str) -> None:
    rng, accepted = random.Random(23), 0
    while accepted < PARTIES:
        document = random_partie(rng, game)
        answer = scoring.score_partie(document)
        assert find_schema_faults(answer) == []
        if "errors" in answer:
            continue
        accepted += 1
        partie = scoring.read_partie(document)
        assert isinstance(partie, scoring.Partie)
        assert find_schema_faults(document) == find_schema_faults(partie.to_document()) == []


PARTIE = {
    "format": "corbillon.partie/1",
    "game": "brusquembille",
    "preset": "academie-1718",
    "options": {"tours": 1},
    "players": ["Anne", "Basile", "Chloé"],
    "sides": None,
    "events": [
        {
            "type": "coup",
            "dealer": "Anne",
            "points": {"Anne": 58, "Basile": 37, "Chloé": 25},
            "brusquembilles": {"Anne": {"aces_won": 2, "aces_lost": 1}},
        },
        {"type": "penalty", "rule": "PEN-08", "player": "Chloé"},
    ],
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "corbillon.regle/1"),
        ("game", "belote"),
        ("preset", "brisque"),
        ("options.tours", 101),
        ("options.target_marks", "all"),
        ("players", ["Anne"]),
        ("players", ["Anne", "Anne", "Chloé"]),
        ("sides", "Anne"),
        ("more", 1),
        ("events.0.type", "deal"),
        ("events.0.points.Anne", 121),
        ("events.0.points.Anne", "58"),
        ("events.0.brusquembilles.Anne.kings_won", 1),
        ("events.0.retourne", "1♠"),
        ("events.0.tricks", [["A♠", "R♠", "8♠"]]),
        ("events.1.rule", "PEN-11"),
        ("events.1.player", None),
    ],
)
def test_a_spoilt_partie_is_refused_by_its_schema(path: str, value: Any) -> None:
    assert find_schema_faults(PARTIE) == []
    spoilt = json.loads(json.dumps(PARTIE))
    *parents, last = path.split(".")
    holder = spoilt
    for each in parents:
        holder = holder[int(each) if each.isdigit() else each]
    holder[last] = value
    assert find_schema_faults(spoilt)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "draw", "players", "rounds"),
    [
        ("briscan", "groups", 6, 3),
        ("briscola", "swiss", 6, 2),
        ("chiamata", "drawn", 10, 2),
        ("brusquembille", "standing", 7, 2),
    ],
)
def test_a_played_tournament_and_its_standings_follow_their_schemas(
    game: str, draw: str, players: int, rounds: int
) -> None:
    tournament = simulate_tournament(game, players, rounds, 23, draw)
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    assert find_schema_faults(document) == []
    assert find_schema_faults(standings_to_json(tournament, get_standings(tournament))) == []
    document["rounds"][0]["tables"][0]["partie"]["events"][0]["type"] = "deal"
    assert find_schema_faults(document)


@pytest.mark.django_db
def test_a_tournament_with_a_history_and_everything_optional_follows_its_schema() -> None:
    fill_evening_with_history()
    tournament, change = Tournament.objects.get(), {"actor": "user:1", "reason": "mal lue"}
    asked: dict[str, Any] = {"preset": "academie-1718", "options": {"payments": "off"}}
    seen = preview_rule_change(tournament, **asked).digest
    change_rules(tournament, **asked, seen_digest=seen, key="rules-change-1", **change)
    anne = tournament.entries.get(shown_name="Anne")
    given = give_adjustment(tournament, anne, amount=-5, rule="retard", **change)
    give_adjustment(tournament, anne, amount=2, rule="bonus", **change)
    cancel_adjustment(given[0], **change)
    set_jeton_worth(tournament, WorthTerms(5, 2, "EUR", 1))
    set_currency(tournament, "CHF")
    mark_unplayed(get_table(tournament, 2).pk, "forfeit", absent=[1], **change)
    document = json.loads(json.dumps(build_tournament_document(Tournament.objects.get())))
    assert find_schema_faults(document) == []
    assert {"ranking", "adjustments", "jeton_worth", "currency", "head"} <= document.keys()
    first, second = document["rounds"][0]["tables"]
    assert {"rules", "sat_before", "head"} <= first.keys()
    assert second["unplayed"]["kind"] == "forfeit"
    for part in (document, first, document["adjustments"][0]):
        part["stray"] = 1
        assert find_schema_faults(document)
        del part["stray"]


@pytest.mark.django_db
def test_the_documents_of_people_of_a_club_and_of_the_installation_follow_their_schemas() -> None:
    fill_evening_with_history()
    for player in Player.objects.all():
        assert find_schema_faults(build_player_document(player)) == []
    user = get_user_model().objects.get()
    account = build_account_document(user)
    assert find_schema_faults(account) == []
    written = Tournament.objects.get().rounds.filter(tables__records__actor=f"user:{user.pk}").values("tables__records")
    assert account["written"] == [{"tournament": Tournament.objects.get().name, "records": written.count()}]
    preset = make_preset(
        create_club(), game="brisque", base="brisque-1752", name="Notre jeudi", options={"target": 500}
    )
    assert find_schema_faults(build_preset_document(preset)) == []
    manifest = build_manifest("default")
    assert find_schema_faults(manifest) == []
    assert find_schema_faults(manifest | {"migrations": [["tournaments"]]})
    assert find_schema_faults(json.loads(write_diagnostic())) == []
    assert find_schema_faults(json.loads(write_sent_files({"K7M/index.html": "0f"}))) == []
    assert find_schema_faults(json.loads(write_sent_files({"../index.html": "0f"})))


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_rule_book_follows_its_schema(language: str) -> None:
    assert find_schema_faults(write_rule_book(language=language)) == []


@pytest.mark.django_db
def test_a_schema_is_served_to_anybody_and_kept_by_caches() -> None:
    address = "/schemas/corbillon.partie-1.json"
    answer = Client().get(address)
    assert json.loads(answer.content)["$id"] == "corbillon.partie-1.json"
    assert "public" in answer["Cache-Control"]
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert Client().get("/schemas/corbillon.autre-1.json").status_code == 404
