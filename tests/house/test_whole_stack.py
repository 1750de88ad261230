"""The memory in which the frames of a request lie."""

import sys
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse

from config.whole_stack import keep_frames_together

resource = pytest.importorskip("resource", reason="faults are counted as Unix counts them")
CALLS = 2000


def call_at_depth(depth: int, work: Callable[[], None]) -> None:
    """Call `work` inside so many calls."""
    if depth:
        call_at_depth(depth - 1, work)
    else:
        work()


def do_nothing() -> None:
    """Do nothing, in a frame of its own."""


def count_faults_of_calls(depth: int) -> int:
    """Return how often memory had to be had from the system for many calls, one after the other, at this depth."""

    def call_often() -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(CALLS):
            do_nothing()
        found.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)

    found: list[int] = []
    call_at_depth(depth, call_often)
    return found[0]


@pytest.mark.skipif(sys.platform != "linux", reason="faults are counted as Linux counts them")
def test_no_depth_of_calls_in_a_request_takes_memory_with_each_call() -> None:
    faults: dict[int, int] = {}

    def answer(request: HttpRequest) -> HttpResponse:
        faults.update((depth, count_faults_of_calls(depth)) for depth in range(200))
        return HttpResponse("ok")

    keep_frames_together(answer)(HttpRequest())
    assert {depth: n for depth, n in faults.items() if n > CALLS / 4} == {}
