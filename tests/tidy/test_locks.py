"""The locks: what pyproject.toml asks for, pinned, with hashes, without any address; three that agree."""

import re
import tomllib

import pytest

from tests.tidy.sources import ROOT

LOCKS = ("run", "postgres", "dev", "bench")
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; .+)? \\$", re.MULTILINE)  # perhaps with a marker: for which machines


def _text(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")


def _pins(lock: str) -> dict[str, str]:
    return dict(PIN.findall(_text(lock)))


def _asked(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["dependencies"] + [line for extra in extras for line in project["optional-dependencies"][extra]]
    return {re.split(r"[ \[~=<>]", line)[0].lower() for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_a_pin_a_hash_or_a_remark(lock: str) -> None:
    known = re.compile(r"#.*|    # .*|[a-z0-9-]+==\S+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    unknown = [line for line in _text(lock).splitlines() if line and not known.fullmatch(line)]
    assert unknown == [], "name the part in pyproject.toml, and run `make lock`: nobody writes these files by hand"


@pytest.mark.parametrize(
    ("lock", "extras"), [("run", ()), ("postgres", ("postgres",)), ("dev", ("dev", "postgres")), ("bench", ("bench",))]
)
def test_holds_what_is_asked_for(lock: str, extras: tuple[str, ...]) -> None:
    assert _asked(*extras) <= set(_pins(lock))


@pytest.mark.parametrize("lock", LOCKS[1:])
def test_the_others_hold_the_program_s_own_versions(lock: str) -> None:
    assert _pins("run").items() <= _pins(lock).items()


@pytest.mark.parametrize("name", ["numpy", "cffi", "psycopg-binary", "rustworkx", "pillow"])
def test_hashes_serve_other_machines_too(name: str) -> None:
    block = re.search(rf"^{name}==.*?(?=^[a-z])", _text("dev"), re.MULTILINE | re.DOTALL)
    assert block
    assert block.group().count("--hash") >= 5


def test_what_builds_a_package_is_pinned_as_for_the_tests() -> None:
    builders = dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", _text("build"), re.MULTILINE))
    assert builders == {name: _pins("dev")[name] for name in builders}
    assert "setuptools" in builders


def test_what_builds_the_wheel_is_pinned_as_for_the_tests() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    builders = dict(line.split(" == ") for line in asked)
    assert builders == {name: _pins("dev")[name] for name in ("hatchling",)}


def test_who_only_runs_it_gets_no_bundler_and_no_driver_of_another_database() -> None:
    assert not {"jsmeld", "psycopg", "psycopg-binary"} & set(_pins("run"))
