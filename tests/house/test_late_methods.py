"""Data classes have their methods late, and these do what Python's own do."""

import copy
import dataclasses
import pickle
import sys
from dataclasses import FrozenInstanceError, dataclass, field

import pytest


@dataclass(frozen=True)
class Seat:
    table: int
    name: str = field(default="", compare=False)
    past: tuple["Seat", ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    rank: int


@dataclass(frozen=True)
class TeamSeat(Seat):
    team: int = 0


@dataclass
class Count:
    jetons: int


def test_equal_seats_are_one_in_a_set() -> None:
    assert {Seat(1, "Ada"), Seat(1, "Bo"), Seat(2), TeamSeat(1)} == {Seat(1), Seat(2), TeamSeat(1)}
    assert {Card(1), Card(1), Card(2)} == {Card(2), Card(1)}
    assert TeamSeat(1, team=1) != TeamSeat(1, team=2)
    assert Seat(1) != Card(1)


def test_a_frozen_one_is_not_changed() -> None:
    for each, its in ((Seat(1), "table"), (TeamSeat(1), "table"), (TeamSeat(1), "team"), (Card(1), "rank")):
        with pytest.raises(FrozenInstanceError):
            setattr(each, its, 5)
        with pytest.raises(FrozenInstanceError):
            delattr(each, its)


def test_one_that_is_not_frozen_has_no_hash() -> None:
    count = Count(1)
    count.jetons += 1
    assert count == Count(2)
    with pytest.raises(TypeError):
        hash(count)


def test_it_is_written_with_its_fields() -> None:
    written = "Seat(table=1, name='Ada', past=(Seat(table=2, name='', past=()),))"
    assert [repr(Seat(1, "Ada", (Seat(2),))) for _ in range(2)] == [written] * 2
    assert repr(Card(1)) == "Card(rank=1)"


def test_it_is_copied() -> None:
    seat = Seat(1, "Ada", (Seat(2),))
    assert copy.deepcopy(seat) == seat == pickle.loads(pickle.dumps(seat))
    assert dataclasses.replace(seat, table=3) == Seat(3, past=(Seat(2),))


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="this Python compiles them together")
def test_a_method_is_compiled_with_its_first_call() -> None:
    @dataclass(frozen=True)
    class Deal:
        coup: int

    late = Deal.__eq__
    assert Deal(1) == Deal(1)
    assert Deal.__eq__ is not late
    assert Deal.__eq__.__qualname__.endswith("Deal.__eq__")
    assert late(Deal(1), Deal(1))
