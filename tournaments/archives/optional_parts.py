"""Reading the optional parts of a corbillon.evenement/1 document: rules of later rounds, phases in which two sides met,
the ranking. Each problem has its path."""

from dataclasses import asdict, fields
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.evenings.ranking import WRONG
from tournaments.models import Event
from tournaments.rounds.phases import LEAVERS, LIST, LOT, STANDING, Phase
from tournaments.standings.ranking_orders import BOUNDS, Order, problems
from tournaments.standings.tournament_results import Scales

from .document_reader import Reader
from .table_history import NO_SUCH_PLAYER
from .tournament_export import GONE

Stage = dict[str, Any]
FORMATS, SEEDINGS = Event.DUELS, (LOT, LIST, STANDING)
TOO_EARLY = _("Il faut ici une ronde plus tardive que celle d’avant.")


def read_stages(top: Reader) -> list[Stage]:
    """Return the rules of later rounds as `Tournament.stages` stores them."""
    found: list[Stage] = []
    for each in listed(top.at("stages")):
        since = each.at("since").number(low=2)
        if found and since <= found[-1]["since"]:
            each.at("since").fault(TOO_EARLY)
        name = each.at("house_rule")
        rules = {"preset": each.at("preset").text(), "options": each.at("options").mapping()}
        found.append({"since": since, **rules, "house_rule": name.name() if name.value else ""})
    return found


def read_phases(top: Reader, ids: list[int]) -> list[dict[str, Any]]:
    """Return the phases as `Tournament.phases` stores them, but with sides of players (index in the list; None:
    somebody who is not in it)."""
    found: list[dict[str, Any]] = []
    for each in listed(top.at("phases")):
        phase = read_phase(each, ids)
        if found and phase["since"] <= found[-1]["since"]:
            each.at("since").fault(TOO_EARLY)
        found.append(phase)
    return found


def read_ranking(reader: Reader, game: str) -> dict[str, Any]:
    """Return the ranking as `Tournament.ranking` stores it."""
    usual = asdict(Scales())
    kept = {} if reader.value is None else reader.mapping()
    for key in kept.keys() - usual.keys() - {"precedence"}:
        reader.at(key).fault(WRONG["unknown"])
    scales = Scales(**{key: scale(reader.at(key), usual[key]) for key in kept.keys() & usual.keys()})
    order = Order(scales=scales)
    if "precedence" in kept:
        order = Order(tuple(each.text() for each in reader.at("precedence").items()), scales)
    for path, what in problems(order, brusquembilles=game == "brusquembille"):
        (reader.at(path) if path else reader).fault(WRONG[what])
    return order.kept


def scale(reader: Reader, usual: Any) -> Any:
    """Read a value of a scale, of the same type as its default `usual`."""
    if isinstance(usual, str):
        return reader.text()
    low, high = BOUNDS
    if isinstance(usual, tuple):
        return tuple(each.number(low, high) for each in reader.items())
    return reader.number(low, high)


def listed(reader: Reader) -> list[Reader]:
    """Return the items of a list; none if the key is missing."""
    return [] if reader.value is None else reader.items()


def read_phase(reader: Reader, ids: list[int]) -> dict[str, Any]:
    """Read the fields of a `Phase`; `ids`: the players' ids in the document. Problems are added to the reader."""
    sides = [[player(one, ids) for one in side.items()] for side in reader.at("sides").items()]
    usual = {each.name: each.default for each in fields(Phase)}
    found = {
        "format": among(reader.at("format"), FORMATS),
        "since": reader.at("since").number(),
        "seeding": among(reader.at("seeding"), SEEDINGS),
        "leavers": among(reader.at("leavers"), LEAVERS),
        "sides": sides,
    }
    for name in usual.keys() - found.keys():
        found[name] = plain(reader.at(name), usual[name], len(sides))
    return found


def among(reader: Reader, known: tuple[str, ...]) -> str:
    """Read one of the known words; add a problem and return the first of them if it is another."""
    text = reader.text()
    if text in known:
        return str(text)
    reader.fault(_("Il faut ici l’un de ces mots : %(words)s.") % {"words": ", ".join(known)})
    return known[0]


def player(reader: Reader, ids: list[int]) -> int | None:
    """Return the index of the player with this id; None for GONE_PLAYER_ID, and, with a problem added, for an unknown
    id."""
    if reader.value == GONE:
        return None
    if type(reader.value) is int and reader.value in ids:
        return ids.index(reader.value)
    reader.fault(NO_SUCH_PLAYER)
    return None


def plain(reader: Reader, usual: Any, sides: int) -> Any:
    """Read a value of the same type as its default `usual`: a boolean, a number or None, or a list of side numbers (1
    to `sides`)."""
    if isinstance(usual, bool):
        if not isinstance(reader.value, bool):
            reader.fault(_("Il faut ici true ou false."))
        return bool(reader.value)
    if isinstance(usual, tuple):
        return [each.number(high=sides) for each in reader.items()]
    return None if usual is None and reader.value is None else reader.number(low=0)
