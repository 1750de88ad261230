"""Where a source can be read, and what is doubted of it. What could not be established is left out: no page, number or
address here is a guess."""

from typing import NamedTuple

from scoring.language import Text


class Reference(NamedTuple):
    """A public place where a source can be read. `name`: its public id, or the place's name; `address`: the page's."""

    name: str
    address: str


class Doubt(NamedTuple):
    """A report that others read a source otherwise: `text` says how, `reference` where that is reported."""

    text: Text
    reference: Reference
