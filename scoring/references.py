"""Where a source can be read, and what is doubted of it. What could not be established is left out: no page, number or
address here is a guess."""

from typing import NamedTuple

from scoring.language import Text


class Reference(NamedTuple):
    """A public place of a text. `name`: its public id, or the name of the place; `address`: of the page there."""

    name: str
    address: str


class Doubt(NamedTuple):
    """What others are reported to read where a source of ours reads otherwise, and where that is reported."""

    text: Text
    reference: Reference
