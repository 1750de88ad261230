"""A second, plain implementation of the rule book, written from the rules and the formats alone.

It shares no code with the `scoring` package: where the two disagree, one of them has misread the rules or the formats.
Slow and obvious on purpose.
"""

from tests.scoring.plain import parties
from tests.scoring.plain.document import score

__all__ = ["parties", "score"]
