"""Which questions are answered in next to no time, as a poll is whose answer lies ready: known by what their answers
took before. Who asks is nobody's concern, and what a question is about neither."""

from collections import OrderedDict
from typing import Any, NamedTuple

QUICK_SECONDS = 0.01  # of processor time
CHANCES = 8  # times in a row that a quick question may be slow: a part that is polled is made anew now and then
MOST_QUESTIONS = 1000  # that are remembered


class Question(NamedTuple):
    """What is asked, as a number. `is_poll`: it says itself that it asks for a part of a page once more."""

    number: int
    is_poll: bool


def identify_question(request: Any) -> Question:
    """Return the question of a request of waitress: the same for all who ask the same."""
    asked = (getattr(request, name, "") for name in ("command", "path", "query"))
    is_poll = "HX_REQUEST" in request.headers and "IF_NONE_MATCH" in request.headers
    return Question(hash((*asked, is_poll)), is_poll)


class QuickQuestions:
    """What is remembered of the last questions: how often each may still be slow before it is no quick one."""

    def __init__(self) -> None:
        self._chances: OrderedDict[int, int] = OrderedDict()

    def is_quick(self, question: Question) -> bool:
        """True if its answers were mostly quick; a poll that nobody has asked before is taken for one."""
        return self._count_chances(question) > 0

    def note(self, question: Question, seconds: float) -> None:
        """Note how much processor time its answer took."""
        chances = CHANCES if seconds < QUICK_SECONDS else max(0, self._count_chances(question) - 1)
        self._chances[question.number] = chances
        self._chances.move_to_end(question.number)
        if len(self._chances) > MOST_QUESTIONS:
            self._chances.popitem(last=False)

    def _count_chances(self, question: Question) -> int:
        """Return how often in a row it may still be slow."""
        return self._chances.get(question.number, CHANCES if question.is_poll else 0)
