"""A message to other programs in words, for people who talk in a room: what its data says, line by line, under its
names. Queries nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import EventType, SignUp
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.numbers import format_signed

Data = Mapping[str, Any]


def describe_message(kind: str, data: Data, *, names_round: bool) -> list[str]:
    """Return the lines that a message of this type posts in a chat, the evening's name first. `data`: what the message
    tells; `names_round`: its round is called by its number. An unknown type is a test message."""
    if kind not in WRITERS:
        return [_("Un essai de %(club)s : ici se dira ce qui se passe à ses soirées.") % {"club": data["club"]}]
    return [data["tournament"]["name"], *WRITERS[kind](data, names_round)]


def describe_published(data: Data, names_round: bool) -> list[str]:
    """Return the lines on a published round: who sits at which table, who rests."""
    first = _("La ronde %(n)s est publiée.") % {"n": data["round"]} if names_round else _("Les tables sont formées.")
    tables = [
        _("Table %(n)s : %(names)s") % {"n": each["table"], "names": join_names(each["seats"])}
        for each in data["tables"]
    ]
    resting = [_("Se reposent : %(who)s.") % {"who": join_names(data["resting"])}] if data["resting"] else []
    return [first, *tables, *resting]


def join_names(people: Sequence[Data]) -> str:
    """Return the names of these people as one text."""
    return join_texts([each["name"] for each in people])


def describe_withdrawn(data: Data, names_round: bool) -> list[str]:
    """Return the line on a withdrawn round."""
    if names_round:
        return [_("La ronde %(n)s est retirée.") % {"n": data["round"]}]
    return [_("Les tables sont retirées.")]


def describe_coup(data: Data, names_round: bool) -> list[str]:
    """Return the line on a coup or another event that a table recorded: at which table, and who gained or lost what."""
    words = _("%(where)s : %(gains)s") if data["gains"] else _("%(where)s : une ligne de plus sur la feuille.")
    return [words % {"where": name_table(data, names_round), "gains": join_gains(data)}]


def describe_correction(data: Data, names_round: bool) -> list[str]:
    """Return the line on a correction at a table: how much it changes for whom."""
    words = _("%(where)s, corrigé : %(gains)s") if data["gains"] else _("%(where)s : la feuille est corrigée.")
    return [words % {"where": name_table(data, names_round), "gains": join_gains(data)}]


def name_table(data: Data, names_round: bool) -> str:
    """Return the name of the table that the message is about: «Ronde 2, table 3» where rounds are called by numbers,
    else «Table 3»."""
    if names_round:
        return _("Ronde %(round)s, table %(n)s") % {"round": data["round"], "n": data["table"]}
    return _("Table %(n)s") % {"n": data["table"]}


def join_gains(data: Data) -> str:
    """Return the gains of a message as text: «Anne +12, Basile −12»."""
    return ", ".join(f"{each['name']} {format_signed(each['gain']) or 0}" for each in data["gains"])


def describe_standings(data: Data, _names_round: bool) -> list[str]:
    """Return the lines with the leaders of the standings."""
    return [_("Le classement :"), *(f"{row['rank']}. {row['name']}" for row in data["leaders"])]


def describe_sign_up(data: Data, _names_round: bool) -> list[str]:
    """Return the line on a sign-up: somebody is entered, waits for a place, or withdraws."""
    words = {
        SignUp.State.ENTERED: _("%(name)s s’inscrit."),
        SignUp.State.WAITING: _("%(name)s attend une place."),
        SignUp.State.WITHDRAWN: _("%(name)s se retire."),
        SignUp.State.REFUSED: _("L’inscription de %(name)s est refusée."),
    }
    return [words[data["sign_up"]["state"]] % {"name": data["sign_up"]["name"]}]


WRITERS: Mapping[str, Callable[[Data, bool], list[str]]] = {
    EventType.ROUND_PUBLISHED: describe_published,
    EventType.ROUND_WITHDRAWN: describe_withdrawn,
    EventType.COUP_RECORDED: describe_coup,
    EventType.COUP_CORRECTED: describe_correction,
    EventType.STANDINGS_CHANGED: describe_standings,
    EventType.TOURNAMENT_OPENED: lambda _data, _named: [_("La soirée est ouverte.")],
    EventType.TOURNAMENT_CLOSED: lambda _data, _named: [_("La soirée est close.")],
    EventType.SIGN_UP_CHANGED: describe_sign_up,
}
