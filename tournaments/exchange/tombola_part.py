"""The tombola in a corbillon.evenement/1 document. It holds the seed and how many prizes are drawn only once every
prize is drawn: earlier, whoever has the document could find out who wins. After an import the winners are computed from
the seed, as everywhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.evenings.tombola import MOST_PRIZES, MOST_TICKETS
from tournaments.models import Tombola, Tournament

from .document_reader import DocumentReader
from .kept_columns import GONE_PLAYER_ID, TOMBOLA, Columns, read_columns, write_columns

SEED = re.compile(r"[0-9a-f]{64}")


def build_tombola_part(tournament: Tournament, ids: Mapping[int, int]) -> dict[str, Any]:
    """Return the document's object for the tombola; {} if there is none. `ids`: the document's player id by entry
    id."""
    tombola = Tombola.objects.filter(tournament=tournament).first()
    if not tombola:
        return {}
    part = {"prizes": tombola.prizes} | write_columns(tombola, TOMBOLA)
    if not tombola.is_over:
        return {key: value for key, value in part.items() if key not in ("seed", "drawn")}
    return part | {"tickets": [ids.get(entry, GONE_PLAYER_ID) for entry in tombola.entries]}


def read_tombola_part(reader: DocumentReader, ids: Sequence[int]) -> Columns:
    """Return the columns of the tombola; {} if there is none. `entries`: for each ticket, the index in `ids` of the
    player who has it, None for one no longer in the list."""
    if reader.value is None or not reader.mapping():
        return {}
    prizes = [each.name() for each in reader.child("prizes").items()]
    tombola_part = read_columns(reader, TOMBOLA) | {"prizes": prizes, "entries": None}
    if tombola_part["drawn"]:
        tombola_part["entries"] = [
            None if each.value == GONE_PLAYER_ID else each.player(ids)
            for each in reader.child("tickets").optional_items()
        ]
    if not is_possible(tombola_part):
        reader.add_error(_("Cette tombola ne peut pas avoir été tirée ainsi."))
    return tombola_part


def is_possible(columns: Columns) -> bool:
    """True if these columns can be those of a tombola that is still to be drawn, or was drawn completely among enough
    tickets."""
    first, last, drawn = columns["first"], columns["last"], columns["drawn"]
    if not 1 <= len(columns["prizes"]) <= MOST_PRIZES or (first is None) != (last is None):
        return False
    sold = 0 if first is None else last - first + 1
    tickets = sold or len(columns["entries"] or ())
    least = 1 if columns["several"] else len(columns["prizes"])
    is_drawable = least <= tickets <= MOST_TICKETS
    if not drawn:
        return not columns["seed"] and (is_drawable or first is None)
    return drawn == len(columns["prizes"]) and bool(SEED.fullmatch(columns["seed"])) and is_drawable
