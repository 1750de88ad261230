"""How an act of the organisers is declared as an operation: the row to which it is done, the action that does it, its
body. Each answers only that it is done; the caller reads the result at the address of the row."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from ninja import Router

from tournaments.actions.errors import FieldError, Refused
from tournaments.models import (
    Adjustment,
    Entry,
    Prize,
    Round,
    Season,
    SeatingExclusion,
    SignUp,
    Table,
    Team,
    Tournament,
)
from tournaments.models.rights import Right

from .bodies import Body
from .callers import CallRequest
from .lookups import Code, Id, Number, check_may_handle_money, find_own_tournament, get_actor, get_own_club
from .once import act_once
from .routes import write
from .schemas import DoneOut

NO_SUCH_ENTRY = _("Personne n’est inscrit à la soirée sous ce numéro.")


@dataclass(frozen=True)
class Subject:
    """The kind of row to which an act is done, as a tournament or a table. `path`: its address; `parts`: the parameters
    in that address, with their types; `find`: finds the row by them among the caller's own, or raises Http404."""

    path: str
    parts: Mapping[str, Any]
    find: Callable[..., Any]


def find_row(model: type[Model]) -> Callable[..., Any]:
    """Return the function that finds a row of a tournament by its id; the id is the address's one parameter besides
    `code`."""

    def find(request: CallRequest, code: str, **part: int) -> Any:
        (pk,) = part.values()
        return get_object_or_404(model, tournament=find_own_tournament(request, code), pk=pk)

    return find


def declare_rows(word: str, part: str, model: type[Model]) -> Subject:
    """Return the subject of the acts done to rows of a tournament, as its entries at
    «/tournaments/{code}/entries/{entry_id}»: there `word` is "entries", `part` is "entry_id"."""
    return Subject(f"{IN_TOURNAMENT}/{word}/{{{part}}}", {"code": Code, part: Id}, find_row(model))


def find_round(request: CallRequest, code: str, n: int) -> Round:
    """Return a round of the caller's tournament. Raises Http404."""
    return get_object_or_404(Round, tournament=find_own_tournament(request, code), n=n)


def find_table(request: CallRequest, code: str, n: int, table: int) -> Table:
    """Return a table of the caller's tournament. Raises Http404."""
    return get_object_or_404(Table, round=find_round(request, code, n), n=table)


def find_season(request: CallRequest, season_id: int) -> Season:
    """Return a season of the caller's club. Raises Http404."""
    return get_object_or_404(Season, club=get_own_club(request), pk=season_id)


IN_TOURNAMENT = "/tournaments/{code}"
TOURNAMENT = Subject(IN_TOURNAMENT, {"code": Code}, find_own_tournament)
ENTRY = declare_rows("entries", "entry_id", Entry)
SIGN_UP = declare_rows("sign-ups", "sign_up_id", SignUp)
PRIZE = declare_rows("prizes", "prize_id", Prize)
ADJUSTMENT = declare_rows("adjustments", "adjustment_id", Adjustment)
APART = declare_rows("apart", "apart_id", SeatingExclusion)
TEAM = declare_rows("teams", "team_id", Team)
ROUND = Subject(IN_TOURNAMENT + "/rounds/{n}", {"code": Code, "n": Number}, find_round)
TABLE = Subject(ROUND.path + "/tables/{table}", {**ROUND.parts, "table": Number}, find_table)
SEASON = Subject("/seasons/{season_id}", {"season_id": Id}, find_season)


@dataclass(frozen=True)
class Act:
    """One act. `word`: the end of its address, as «hide»; `action`: called with the row, the body's fields by name, and
    `actor` if it has such a parameter; `words`: what the act does, for the description."""

    name: str
    subject: Subject
    word: str
    right: Right
    action: Callable[..., object]
    words: str
    body: type[Body] | None = field(default=None)

    def carry_out(self, request: CallRequest, **given: Any) -> dict[str, Any]:
        """Carry the act out for a request with these parameters of its address. A request that is sent again is
        answered before the row is looked for, because the act may have removed it."""
        body = given.pop("body", None)
        if body is not None and any(getattr(body, name) is not None for name in body.money_fields):
            check_may_handle_money(request)

        def act() -> None:
            subject = self.subject.find(request, **given)
            arguments = read_asked(body, subject) if body is not None else {}
            if "actor" in inspect.signature(self.action).parameters:
                arguments["actor"] = get_actor(request)
            self.action(subject, **arguments)

        act_once(request, act)
        return {"done": True}


def declare_act(router: Router, act: Act) -> None:
    """Add the operation of an act to the router."""
    taken = {**act.subject.parts, **({"body": act.body} if act.body else {})}
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind, annotation=taken[name]) for name in taken]

    def operation(request: CallRequest, **given: Any) -> dict[str, Any]:
        return act.carry_out(request, **given)

    operation.__name__, operation.__doc__ = act.name, act.words
    asked = inspect.Parameter("request", kind, annotation=CallRequest)
    operation.__signature__ = inspect.Signature([asked, *parameters])  # type: ignore[attr-defined]
    write(router, f"{act.subject.path}/{act.word}", DoneOut, act.right)(operation)


def read_asked(body: Body, found: Any) -> dict[str, Any]:
    """Return the fields of a body by name, with entries in place of their ids. `found`: the row to which the act is
    done; the entries must be of the same tournament. Raises Refused for an id that is no entry there."""
    fields = body.dict()
    for name in body.entry_fields:
        ids = fields[name] if isinstance(fields[name], list) else [fields[name]]
        path = name + "[{}]" if isinstance(fields[name], list) else name
        entries = find_entries(get_tournament(found), ids, path)
        fields[name] = entries if isinstance(fields[name], list) else entries[0]
    return fields


def get_tournament(tournament: Any) -> Tournament:
    """Return the tournament that a row belongs to: a tournament itself, a table, or any row with a `tournament`."""
    if isinstance(tournament, Tournament):
        return tournament
    return tournament.round.tournament if isinstance(tournament, Table) else tournament.tournament


def find_entries(tournament: Tournament, asked: list[int], field: str) -> list[Entry]:
    """Return the entries of the tournament with these ids, in order. Raises Refused, with a fault for each id that is
    no entry of it; `field` says where the id stood in the body, as «entries[{}]»."""
    known = Entry.objects.filter(tournament=tournament).select_related("tournament").in_bulk(asked)
    faults = [FieldError(field.format(n), NO_SUCH_ENTRY) for n, pk in enumerate(asked) if pk not in known]
    if faults:
        raise Refused(faults)
    return [known[pk] for pk in asked]
