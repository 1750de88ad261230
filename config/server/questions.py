"""Which questions (requests) are answered in next to no time, such as a poll whose answer lies ready: those whose
answers mostly took next to none so far, and polls that nobody has asked before. It does not matter who asks, or what
the question is about."""

from collections import OrderedDict
from typing import Any, NamedTuple

QUICK_SECONDS = 0.01  # of processor time
CHANCES = 8  # times in a row that a quick question may be slow: a part that is polled is made anew now and then
MOST_QUESTIONS = 1000  # that are remembered


class Question(NamedTuple):
    """What a request asks, as a number that equal questions share. `is_poll`: it says that it asks again for a part of
    a page."""

    number: int
    is_poll: bool


def identify_question(request: Any) -> Question:
    """Return what a waitress request asks; equal for all requests with the same method, path and query."""
    asked = (getattr(request, name, "") for name in ("command", "path", "query"))
    is_poll = "HX_REQUEST" in request.headers and "IF_NONE_MATCH" in request.headers
    return Question(hash((*asked, is_poll)), is_poll)


class QuickQuestions:
    """The last questions asked, with how often in a row each may still be slow before it no longer counts as quick."""

    def __init__(self) -> None:
        self._chances: OrderedDict[int, int] = OrderedDict()

    def is_quick(self, question: Question) -> bool:
        """True if this question was mostly quick to answer; a poll that nobody has asked before counts as quick."""
        return self._count_chances(question) > 0

    def note(self, question: Question, seconds: float) -> None:
        """Note how many seconds of processor time the answer to this question took."""
        chances = CHANCES if seconds < QUICK_SECONDS else max(0, self._count_chances(question) - 1)
        self._chances[question.number] = chances
        self._chances.move_to_end(question.number)
        if len(self._chances) > MOST_QUESTIONS:
            self._chances.popitem(last=False)

    def _count_chances(self, question: Question) -> int:
        """Return how often in a row this question may still be slow to answer; 0 if it does not count as quick."""
        return self._chances.get(question.number, CHANCES if question.is_poll else 0)
