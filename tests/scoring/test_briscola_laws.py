"""Laws that hold for every partie of Briscola and of Briscola chiamata, whatever is played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from scoring.games.briscola.coup import BriscolaDeal
from scoring.games.chiamata.coup import ChiamataCoup
from tests.scoring.random_parties import read_random_partie

SEEDS = st.integers(0, 10**9)
GAMES = st.sampled_from(("briscola", "chiamata"))


def list_outcomes(partie: scoring.Partie) -> list[scoring.Outcome]:
    """Return the outcome of each event."""
    return [step.outcome for step in partie.steps if step.outcome is not None]


@settings(max_examples=25)
@given(SEEDS)
def test_chi_07_a_coup_of_chiamata_sums_to_0(seed: int) -> None:
    partie = read_random_partie(seed, "chiamata")
    assert all(sum(outcome.net.values()) == 0 for outcome in list_outcomes(partie))
    assert sum(partie.state.totals.values()) == 0


@settings(max_examples=25)
@given(SEEDS)
def test_bla_01_06_the_winners_of_a_coup_have_the_most_of_120_points(seed: int) -> None:
    partie = read_random_partie(seed, "briscola")
    sides = partie.setting.sides or tuple((name,) for name in partie.setting.players)
    for outcome in list_outcomes(partie):
        if outcome.points is not None:
            by_side = [{outcome.points[name] for name in side} for side in sides]
            assert all(len(each) == 1 for each in by_side)
            assert sum(each.pop() for each in by_side) == 120
            best = max(outcome.points.values())
            assert all(outcome.points[name] == best for name in outcome.winners)
            assert bool(outcome.winners) or best <= 60


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_a_total_is_the_sum_of_the_lines_and_of_the_nets(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    for name, total in partie.state.totals.items():
        lines = [line for outcome in list_outcomes(partie) for line in outcome.lines if line.player == name]
        assert (
            total == sum(line.points for line in lines) == sum(outcome.net[name] for outcome in list_outcomes(partie))
        )
        assert all(line.points for line in lines)


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_a_coup_scores_alike_in_totals_and_in_tricks(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    events = [rewrite_in_totals(partie.setting, step) for step in partie.steps]
    assert scoring.score_partie({**partie.to_document(), "events": events}) == scoring.score_partie(partie)


def rewrite_in_totals(setting: scoring.Setting, step: scoring.Step) -> dict[str, Any]:
    """Return the event, a coup in tricks rewritten in totals."""
    record, outcome = step.record, step.outcome
    assert outcome is not None
    kept = {key: value for key, value in step.event.items() if key in ("type", "dealer", "caller", "bid", "called")}
    if isinstance(record, BriscolaDeal) and record.play is not None and outcome.points is not None:
        named = [side[0] for side in setting.sides] if setting.sides else setting.players
        assert len(outcome.extra["takers"]) == len(outcome.extra["leaders"]) == len(record.play.tricks)
        return kept | {"points": {name: outcome.points[name] for name in named}}
    if isinstance(record, ChiamataCoup) and record.play is not None:
        assert outcome.extra["leaders"][1:] == outcome.extra["takers"][:-1]
        cappotto = {"cappotto": True} if record.cappotto else {}
        return kept | {"points": record.points, "partner": outcome.extra["partner"]} | cappotto
    return step.event


@settings(max_examples=25)
@given(SEEDS, GAMES)
def test_moving_everybody_one_seat_on_changes_no_result(seed: int, game: str) -> None:
    """Everybody moves one seat to the left and the first dealer is named: only the order of names changes."""
    document = read_random_partie(seed, game).to_document()
    first = scoring.build_initial_state(read_random_partie(seed, game).setting).dealer
    events = [{"type": "void", "dealer": find_named_dealer(document) or first}, *document["events"]]
    moved = {**document, "players": document["players"][1:] + document["players"][:1], "events": events}
    one, other = scoring.score_partie({**document, "events": events}), scoring.score_partie(moved)
    for answer in (one, other):
        assert "errors" not in answer, answer
        answer["ranking"].sort(key=lambda row: row["player"])
        answer["winners"].sort()
        for event in answer["events"]:
            event["lines"].sort(key=lambda line: line["player"])
            event.get("winners", []).sort()
    assert one == other


def find_named_dealer(document: dict[str, Any]) -> str | None:
    """Return the player named as the first dealer, before or in the first coup; None if nobody is."""
    for event in document["events"]:
        if event.get("dealer") is not None or event["type"] == "coup":
            return event.get("dealer")
    return None


@settings(max_examples=25)
@given(SEEDS, GAMES, st.sampled_from(scoring.LANGUAGES))
def test_every_partie_can_be_narrated(seed: int, game: str, language: str) -> None:
    partie = read_random_partie(seed, game)
    told = scoring.narrate_partie(partie, language)
    assert all(name in told for name in partie.setting.players)


@pytest.mark.parametrize(("size", "paths"), [(2, 2), (3, 3), (4, 2), (6, 2)])
def test_the_form_of_briscola_has_the_fields_of_the_totals_form(size: int, paths: int) -> None:
    setting = scoring.build_setting("briscola", [*"ABCDEF"[:size]])
    fields = scoring.get_game("briscola").list_fields(setting)
    assert [field.path for field in fields] == [f"points.{name}" for name in "ABC"[:paths]]
    assert all(field.required and field.total == 120 for field in fields)


def test_the_form_of_chiamata_has_the_fields_of_the_totals_form_and_the_cappotto_where_it_counts() -> None:
    game = scoring.get_game("chiamata")
    usual, doubled = (
        game.list_fields(scoring.build_setting("chiamata", [*"ABCDE"], options={"cappotto": on}))
        for on in (False, True)
    )
    assert [field.path for field in doubled] == ["caller", "bid", "called", "partner", "points", "cappotto"]
    assert [field.required for field in doubled] == [True, True, True, False, True, False]
    assert usual == doubled[:-1]


@pytest.mark.parametrize(
    ("options", "points", "sentences"),
    [
        ({"match": "single"}, (61, 59), ("On joue 1 coup.", "Anne gagne le coup.")),
        ({"match": "best_of"}, (60, 60), ("Il faut gagner 2 coups.", "le coup est nul.")),
        (
            {},
            (0, 120),
            ("On joue en 300 points.", "Basile gagne le coup : ses 120 points comptent, et eux seuls."),
        ),
    ],
)
def test_the_winner_of_a_coup_is_narrated_as_the_match_option_says(
    options: dict[str, Any], points: tuple[int, int], sentences: tuple[str, ...]
) -> None:
    names = ["Anne", "Basile"]
    events = [{"type": "coup", "points": dict(zip(names, points, strict=True))}]
    document = {"format": "corbillon.partie/1", "game": "briscola", "players": names, "events": events}
    told = scoring.narrate_partie({**document, "options": options})
    assert all(sentence in told for sentence in sentences)
    extra = scoring.read_partie({**document, "options": options}).steps[0].outcome.extra
    assert extra == {}


def test_a_coup_won_by_nobody_or_by_several_players_is_narrated() -> None:
    names = ["Anne", "Basile", "Chloé"]
    events = [{"type": "coup", "points": {"Anne": 50, "Basile": 50, "Chloé": 20}}]
    document = {"format": "corbillon.partie/1", "game": "briscola", "players": names, "events": events}
    assert "personne ne gagne ce coup" in scoring.narrate_partie(document)
    most = {"three_player_win": "most"}
    for options, sentence in (
        ({"match": "single"}, "Anne et Basile gagnent le coup."),
        ({"match": "target"}, "gagnent le coup à égalité : chacun marque ses 50 points, et personne d’autre. Totaux"),
        (
            {"match": "target", "target_marks": "all"},
            "Anne et Basile gagnent le coup. Chacun marque ses points. Totaux",
        ),
        ({"match": "target", "target": 50}, "Le but est atteint, mais à égalité : on joue encore un coup."),
    ):
        told = scoring.narrate_partie({**document, "options": {**most, **options}}).replace("\u202f", " ")
        assert sentence in told
    four = {
        **document,
        "players": [*names, "Denis"],
        "events": [{"type": "coup", "points": {"Anne": 75, "Basile": 45}}],
    }
    sides = scoring.narrate_partie({**four, "options": {"match": "target"}})
    assert "Anne et Chloé gagnent le coup : leurs 75 points comptent, et eux seuls." in sides
