"""The public interface of `scoring`: games and their declarations, settings, states."""

import pytest

import scoring

GAMES = scoring.list_games()
PROVENANCES = {"src", "inf", "usage", "house", "club"}


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_each_games_declarations_are_complete_and_consistent(game: scoring.Game) -> None:
    assert scoring.get_game(game.key) is game
    rules = {rule.id for rule in game.rules}
    assert len(rules) == len(game.rules)
    assert {word for rule in game.rules for word in rule.provenance.split()} <= PROVENANCES
    for option in game.options:
        assert set(option.rules) <= rules, option.key
        assert set(option.provenance.split()) <= PROVENANCES
        keys = [key for key, _ in option.choices]
        assert (option.kind == "choice") == bool(keys)
        assert option.kind != "choice" or option.default in keys
    for preset in game.presets:
        assert set(preset.build_values(game.options)) == {option.key for option in game.options} >= set(preset.sets)
        assert {*preset.provenances} <= {*preset.sets, "cave"}
        assert {*preset.formerly} <= {option.key for option in game.options}
        assert set(preset.provenances.values()) <= PROVENANCES
    for fact in game.table_facts:
        assert set(fact.provenance.split()) <= PROVENANCES
    for size in game.sizes:
        assert 2 <= size <= 6


def test_an_unknown_game_raises_key_error() -> None:
    with pytest.raises(KeyError):
        scoring.get_game("whist")


def test_an_impossible_setting_is_refused_with_all_its_problems() -> None:
    with pytest.raises(scoring.InvalidSetting) as refused:
        scoring.build_setting("brusquembille", ["Anne", "Anne"], preset="x", options={"tours": 0})
    assert [problem.path for problem in refused.value.problems] == ["preset", "options.tours", "players[1]"]
    with pytest.raises(scoring.InvalidSetting, match="preset"):
        scoring.build_setting("brusquembille", ["Anne", "Basile"], preset="x")


def test_a_setting_holds_every_option_and_is_hashable_and_read_only() -> None:
    setting = scoring.build_setting("brusquembille", ["Anne", "Basile"], preset="aux-points", options={"target": 500})
    assert (setting.options["mode"], setting.options["target"], setting.options["tours"]) == ("points", 500, 1)
    assert setting == scoring.build_setting("brusquembille", ["Anne", "Basile"], "aux-points", {"target": 500})
    assert hash(setting) == hash(scoring.build_setting("brusquembille", ["Anne", "Basile"], "aux-points"))
    with pytest.raises(TypeError):
        setting.options["target"] = 3


def test_a_state_tells_dealer_leader_tour_and_coups_left() -> None:
    setting = scoring.build_setting("brusquembille", ["1", "2", "3"], options={"tours": 2, "payments": "off"})
    state = scoring.build_initial_state(setting)
    assert (state.tour, state.dealer, state.leader, state.pot, state.left) == (1, "1", "2", 0, ())
    coup = {"type": "coup", "points": {"1": 60, "2": 40, "3": 20}}
    for _ in range(3):
        state = scoring.play_event(state, coup).state
    assert (state.tour, state.dealer, state.coups_played, state.coups_planned) == (2, "1", 3, 6)
    state = scoring.play_event(state, {"type": "leave", "player": "3"}).state
    assert (state.tour, state.dealer, state.leader, state.winners, state.left) == (1, None, None, ("1",), ("3",))
    assert state.ranking[-1].player == "3"
    assert scoring.play_event(state, coup).problems[0].path == ""


def test_problem_paths_begin_with_the_callers_prefix() -> None:
    state = scoring.build_initial_state(scoring.build_setting("brusquembille", ["1", "2"]))
    coup = {"type": "coup", "points": {"1": 60, "2": 40}}
    assert scoring.play_event(state, coup).problems[0].path == "points"
    assert scoring.play_event(state, coup, "events[7]").problems[0].path == "events[7].points"
    assert scoring.play_event(state, coup).event == coup
    assert scoring.play_event(state, [coup]).event == {}


def test_the_form_of_brusquembille_has_a_field_for_each_number() -> None:
    three = scoring.build_setting("brusquembille", ["1", "2", "3"])
    fields = scoring.get_game("brusquembille").list_fields(three)
    assert [field.path for field in fields][:4] == ["points.1", "points.2", "points.3", "brusquembilles.1.aces_won"]
    assert len(fields) == 3 + 12 + 3 + 1
    assert {field.total for field in fields if field.path.startswith("points")} == {120}
    assert {(field.low, field.high) for field in fields if field.path.startswith("claimed")} == {(0, 120)}
    sides = scoring.build_setting("brusquembille", ["1", "2", "3", "4"], sides=[["1", "2"], ["3", "4"]])
    fields = scoring.get_game("brusquembille").list_fields(sides)
    assert [field.path for field in fields] == ["points.1", "points.3", "claimed.1", "claimed.3", "short_pack"]
    assert str(fields[0].label) == "points pour 1 et 2"


def test_every_field_has_its_bounds() -> None:
    for game in GAMES:
        fields = game.list_fields(scoring.build_setting(game.key, [*"ABCDEF"][: game.sizes[0]]))
        assert all(isinstance(low, int) and low <= high for _path, _player, _kind, low, high, *_more in fields), game
        points = [(field.low, field.high) for field in fields if field.path.startswith("points")]
        assert set(points) <= {(0, 120)} or not game.tricks_form_keys, game


def test_brusquembille_has_its_penalties_and_counts_brusquembilles_where_they_are_paid() -> None:
    game, three = scoring.get_game("brusquembille"), scoring.build_setting("brusquembille", [*"ABC"])
    assert [penalty.rule.id for penalty in game.list_penalties(three)] == [f"PEN-0{n}" for n in (1, 4, 5, 6, 7, 8)]
    assert game.list_statistics(scoring.build_setting("brusquembille", [*"AB"])) == ()
    won, lost = game.list_statistics(three)
    coup = {
        "type": "coup",
        "points": {"A": 60, "B": 40, "C": 20},
        "brusquembilles": {"A": {"aces_won": 2, "tens_lost": 1}, "B": {"tens_won": 3}, "C": {"aces_lost": 2}},
    }
    step = scoring.play_event(scoring.build_initial_state(three), coup)
    assert step.outcome
    assert [won.count_in_coup(step.outcome, name) for name in "ABC"] == [2, 3, 0]
    assert [lost.count_in_coup(step.outcome, name) for name in "ABC"] == [1, 0, 2]
    fine = scoring.play_event(step.state, {"type": "penalty", "rule": "PEN-08", "player": "A"})
    assert fine.record
    assert fine.record.to_json(three) == {"type": "penalty", "rule": "PEN-08", "player": "A"}


def test_an_event_without_a_type_is_told_that_it_lacks_and_an_unknown_type_what_there_is() -> None:
    state = scoring.build_initial_state(scoring.build_setting("briscan", ["A", "B"]))
    told = [str(scoring.play_event(state, event).problems[0].message) for event in ({}, {"type": "prise"})]
    assert "void" not in told[0]
    assert "void" in told[1]
    assert scoring.play_event(state, {"type": "end", "k" * 40: 1}).problems[0].message.values == {"key": "k" * 40}


def test_the_first_events_may_be_given_as_they_were_played() -> None:
    setting = scoring.build_setting("briscan", ("A", "B"))
    events = [{"type": "void", "dealer": "A"}, *[{"type": "void"}] * 3, {"type": "end"}]
    whole = scoring.play_events(setting, events)
    assert all(scoring.play_events(setting, events, played=whole[:n]) == whole for n in range(len(events) + 1))


def test_an_outcome_gives_its_lines_and_nets_by_player_name() -> None:
    setting = scoring.build_setting("brusquembille", ["1", "2"], preset="aux-points")
    step = scoring.play_event(scoring.build_initial_state(setting), {"type": "coup", "points": {"1": 119, "2": 1}})
    outcome = step.outcome
    assert outcome.holdings is None
    assert outcome.pot is None
    assert outcome.dealer == "1"
    assert [(line.player, line.points, line.rule, str(line.text)) for line in outcome.lines] == [
        ("1", 119, "BRU-23", "119 points de cartes"),
        ("2", 1, "BRU-23", "1 point de cartes"),
    ]
    assert (outcome.winners, dict(outcome.net), dict(outcome.extra)) == (("1",), {"1": 119, "2": 1}, {})
    assert step.state.purses == {}
    still = scoring.play_event(step.state, {"type": "void"}).outcome
    assert still.points is None
    assert still.dealer is None
    assert dict(still.extra) == {}


@pytest.mark.parametrize(
    ("game", "preset", "target"),
    [
        ("brusquembille", "academie-1718", None),
        ("brusquembille", "aux-points", 300),
        ("briscan", "briscan-1752", 600),
        ("brisque", "brisque-1752", 300),
        ("briscola", None, 300),
        ("briscola", "briscola-usage", None),
        ("chiamata", None, None),
    ],
)
def test_target_is_the_points_to_reach_or_none(game: str, preset: str | None, target: int | None) -> None:
    size = 5 if game == "chiamata" else 2
    assert (
        scoring.get_game(game).get_target(scoring.build_setting(game, ["1", "2", "3", "4", "5"][:size], preset))
        == target
    )


def test_BRC_06_the_table_of_sequence_values_is_the_one_that_is_played() -> None:
    briscan = scoring.get_game("briscan")
    written = briscan.presets[0].build_values(briscan.options)
    (table,) = briscan.list_value_tables(written)
    assert (table.rule, table.columns[0], len(table.rows)) == ("BRC-06", "A", 3)
    assert all(len(row.cells) == len(table.columns) for row in table.rows)
    assert briscan.list_value_tables({**written, "sequences": "libre", "sequence_values": None}) == ()
    assert briscan.list_value_tables({**written, "announcements": "mariages"}) == ()
    briscola, table = scoring.get_game("briscola"), scoring.build_setting("briscola", ["1", "2"])
    assert briscola.list_value_tables({}) == briscola.list_announcement_kinds(table) == ()


def test_a_total_has_the_unit_of_its_game_and_match() -> None:
    chiamata, to_a_target = (
        scoring.build_setting("chiamata", list("ABCDE")),
        scoring.build_setting("briscola", ["A", "B"]),
    )
    match = scoring.build_setting("briscola", ["A", "B"], "briscola-usage")
    fiches = scoring.build_setting("brusquembille", list("ABC"))
    in_points = scoring.build_setting("brusquembille", list("ABC"), "aux-points")
    settings = (chiamata, match, to_a_target, fiches, in_points)
    called = [
        (scoring.get_game(each.game).describe_unit(each, n).localise("fr"), n) for each in settings for n in (1, 2)
    ]
    assert called == [
        ("point", 1),
        ("points", 2),
        ("coup gagné", 1),
        ("coups gagnés", 2),
        ("point", 1),
        ("points", 2),
        ("jeton", 1),
        ("jetons", 2),
        ("point", 1),
        ("points", 2),
    ]


def test_totals_are_jetons_exactly_where_players_hold_some_and_coups_where_coups_are_counted() -> None:
    units = set()
    for game in scoring.list_games():
        for preset in game.presets:
            setting = scoring.build_setting(game.key, list("ABCDEF"[: game.sizes[-1]]), preset.key)
            unit = game.get_total_unit(setting)
            assert (unit is scoring.TotalUnit.JETONS) == bool(scoring.build_initial_state(setting).purses), preset.key
            counts_coups = game.describe_unit(setting, 2).localise("fr") == "coups gagnés"
            assert (unit is scoring.TotalUnit.COUPS_WON) == counts_coups, preset.key
            units.add(unit)
    assert units == set(scoring.TotalUnit)


def test_a_figure_that_no_source_gives_is_ours_where_a_preset_sets_it() -> None:
    """BLA-08 and BRC-22: the 300 of Briscola and of the Brisque of 1752; the 600 of Briscan and Brisque is written."""
    told = {
        preset.key: preset.get_provenance(next(option for option in game.options if option.key == "target"))
        for game in map(scoring.get_game, ("briscan", "brisque", "briscola"))
        for preset in game.presets
    }
    assert told == {
        "briscan-1752": "src",
        "brisque": "src",
        "brisque-1752": "house",
        "briscola": "house",
        "briscola-usage": "house",
    }


@pytest.mark.parametrize(
    ("game", "players", "preset", "option", "value"),
    [
        ("chiamata", "ABCDE", None, "coups", 5),
        ("brisque", "AB", "brisque-1752", "exchange", "until_drawn"),
        ("brusquembille", "ABC", None, "coups", None),
        ("marque", "ABCD", "belote", "sum", None),
    ],
)
def test_null_is_no_value_where_that_is_the_default_and_else_leaves_the_option_out(
    game: str, players: str, preset: str | None, option: str, value: object
) -> None:
    assert scoring.build_setting(game, [*players], preset, {option: None}).options[option] == value
