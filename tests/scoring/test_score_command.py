"""The output of `manage.py score`, its exit status, and its message for files that it cannot read."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import scoring

GOOD = {
    "format": "corbillon.partie/1",
    "game": "brusquembille",
    "players": ["Chloé", "Basile"],
    "events": [{"type": "void", "reason": "carte tombée"}, {"type": "coup", "points": {"Chloé": 70, "Basile": 50}}],
}
WRONG = {**GOOD, "events": [{"type": "coup", "points": {"Chloé": 70, "Basile": 51}}]}


def run_score(name: str, *options: str) -> tuple[str, int]:
    """Run the command. Return what it printed and its exit status."""
    out = io.StringIO()
    try:
        call_command("score", name, *options, stdout=out)
    except SystemExit as left:
        return out.getvalue(), int(left.code or 0)
    return out.getvalue(), 0


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Return a function that writes a text to a file and returns the file's path."""

    def write(text: str | bytes, name: str = "partie.json") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def test_a_good_document_gets_its_answer_and_exit_0(write: Any) -> None:
    out, left = run_score(write(json.dumps(GOOD)))
    assert (json.loads(out), left) == (scoring.score_partie(GOOD), 0)
    assert "Chloé" in out


@pytest.mark.parametrize("language", scoring.LANGUAGES)
def test_a_wrong_document_gets_its_problems_in_the_language_and_exit_1(write: Any, language: str) -> None:
    out, left = run_score(write(json.dumps(WRONG)), "--language", language)
    assert (json.loads(out), left) == (scoring.score_partie(WRONG, language), 1)
    assert json.loads(out)["errors"][0]["rule"] == "BRU-09"


def test_the_text_format_narrates_parties_and_lists_problems(write: Any) -> None:
    out, left = run_score(write(json.dumps(GOOD)), "--format", "text", "--language", "en")
    assert (out, left) == (scoring.narrate_partie(GOOD, "en") + "\n", 0)
    out, left = run_score(write(json.dumps(WRONG)), "--format", "text")
    assert "events[0].points" in out
    assert "(BRU-09)" in out
    assert left == 1
    out, _ = run_score(write(f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}", "parties.jsonl"), "--format", "text")
    assert out == 2 * f"{scoring.narrate_partie(GOOD)}\n\n"


def test_each_line_of_a_jsonl_file_gets_an_answer(write: Any) -> None:
    lines = f"{json.dumps(GOOD)}\n\n  \n{{\n{json.dumps(WRONG)}\n{json.dumps(GOOD)}"
    out, left = run_score(write(lines, "parties.jsonl"))
    answers = [json.loads(line) for line in out.splitlines()]
    assert answers == [
        scoring.score_partie(GOOD),
        scoring.score_partie("{"),
        scoring.score_partie(WRONG),
        scoring.score_partie(GOOD),
    ]
    assert left == 1
    assert run_score(write(json.dumps(GOOD), "parties.jsonl"))[1] == 0
    assert run_score(write("", "parties.jsonl")) == ("", 0)


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode()), encoding="utf-8"))
    out, left = run_score("-")
    assert (json.loads(out), left) == (scoring.score_partie(GOOD), 0)


@pytest.mark.parametrize("name", ["absent.json", ""])
def test_a_file_that_cannot_be_read_is_named_in_the_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError) as said:
        call_command("score", str(tmp_path / name))
    assert str(tmp_path) in str(said.value)


class BytesOutput:
    """An output that takes bytes, like a terminal's, and no text."""

    def __init__(self) -> None:
        self.buffer = io.BytesIO()

    def write(self, text: str) -> None:
        raise AssertionError("bytes are written, not text")


def test_output_is_utf_8_whatever_the_terminal(write: Any) -> None:
    out = BytesOutput()
    call_command("score", write(json.dumps(GOOD)), stdout=out)
    assert json.loads(out.buffer.getvalue().decode()) == scoring.score_partie(GOOD)


def test_a_character_that_utf_8_cannot_write_is_escaped(write: Any) -> None:
    odd = {**GOOD, "events": [{"type": "void", "reason": "\ud800"}]}
    out = BytesOutput()
    call_command("score", write(json.dumps(odd)), stdout=out)
    assert json.loads(out.buffer.getvalue().decode()) == scoring.score_partie(odd)
    out = BytesOutput()
    with pytest.raises(SystemExit):
        call_command("score", write(json.dumps({**GOOD, "\ud800": 1})), "--format", "text", stdout=out)
    assert b"\\ud800" in out.buffer.getvalue()


def test_a_closed_output_ends_the_command_quietly(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(BytesOutput):
        """An output whose reader has gone."""

        def __init__(self) -> None:
            self.buffer = self

        def write(self, text: object) -> None:
            raise BrokenPipeError

    closed = []
    monkeypatch.setattr("os.dup2", lambda one, other: closed.append(other))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(fileno=lambda: 1))
    with pytest.raises(SystemExit):
        call_command("score", write(json.dumps(GOOD)), stdout=Closed())
    assert closed == [1]
