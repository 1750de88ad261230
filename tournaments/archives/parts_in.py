"""The parts of a corbillon.evenement/1 document: rules from later rounds on, phases in which two sides met, how it is
ranked. Beside the contract's keys, and left out where there are none; each problem with its path."""

from dataclasses import asdict, fields
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.ranking import WRONG
from tournaments.models import Event
from tournaments.phases import LEAVERS, LIST, LOT, STANDING, Phase
from tournaments.standings.orders import BOUNDS, Order, problems
from tournaments.standings.played import Scales

from .event_out import GONE
from .event_past import NO_SUCH_PLAYER
from .paths import Reader

Stage = dict[str, Any]
FORMATS, SEEDINGS = Event.DUELS, (LOT, LIST, STANDING)
TOO_EARLY = _("Il faut ici une ronde plus tardive que celle d’avant.")


def read_stages(top: Reader) -> list[Stage]:
    """As `Event.stages` has them."""
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
    """As `Event.phases` has them, with sides of players from 0 (None: somebody who is not in the list)."""
    found: list[dict[str, Any]] = []
    for each in listed(top.at("phases")):
        phase = read_phase(each, ids)
        if found and phase["since"] <= found[-1]["since"]:
            each.at("since").fault(TOO_EARLY)
        found.append(phase)
    return found


def read_ranking(reader: Reader, game: str) -> dict[str, Any]:
    """As `Event.ranking` has it."""
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
    """What something is worth, of the kind that it usually is."""
    if isinstance(usual, str):
        return reader.text()
    low, high = BOUNDS
    if isinstance(usual, tuple):
        return tuple(each.number(low, high) for each in reader.items())
    return reader.number(low, high)


def listed(reader: Reader) -> list[Reader]:
    return [] if reader.value is None else reader.items()


def read_phase(reader: Reader, ids: list[int]) -> dict[str, Any]:
    """The fields of a `Phase`, `ids` being the entries by number in the file; what is wrong is told to the reader."""
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
    text = reader.text()
    if text in known:
        return str(text)
    reader.fault(_("Il faut ici l’un de ces mots : %(words)s.") % {"words": ", ".join(known)})
    return known[0]


def player(reader: Reader, ids: list[int]) -> int | None:
    if reader.value == GONE:
        return None
    if type(reader.value) is int and reader.value in ids:
        return ids.index(reader.value)
    reader.fault(NO_SUCH_PLAYER)
    return None


def plain(reader: Reader, usual: Any, sides: int) -> Any:
    """A value of the kind that it usually is: yes or no, a number or nothing, sides by their numbers."""
    if isinstance(usual, bool):
        if not isinstance(reader.value, bool):
            reader.fault(_("Il faut ici true ou false."))
        return bool(reader.value)
    if isinstance(usual, tuple):
        return [each.number(high=sides) for each in reader.items()]
    return None if usual is None and reader.value is None else reader.number(low=0)
