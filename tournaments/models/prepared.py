"""Queries whose SQL is built once in a process: building it takes Django several times as long as the database takes to
answer, and every coup asks the same questions.

Each is made from a queryset, so that it is the SQL that Django has for the database in use. The database is asked each
time; but where it answers with the rows of the last time (added values apart), `fetch_again` copies the objects that
were built from them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators  # type: ignore[attr-defined]

from tournaments.models.summaries import RecentItems

M = TypeVar("M", bound=Model)
OPEN = 0x3FFF_FFFF_0BEE_7000  # stands for the open value while the SQL is built; no row has this id
MOST_ANSWERS = 100  # of a query that are remembered in a process: as many as sheets (`book.recent_sheets`)

Row = tuple[Any, ...]


@dataclass(frozen=True)
class QueryPlan:
    """How one database is asked: the SQL and its parameters, and how a row becomes an object.

    `converters`: by column number, the functions that its value goes through. `columns`: which columns belong to the
    object itself; `names`: its fields, in the same order. `populators`: Django's helpers, which build the related
    objects that the query selects too. `annotations`: by the name of an added value, the number of its column.
    """

    sql: str
    parameters: Sequence[Any]
    model: type[Model]
    converters: Mapping[int, tuple[Sequence[Callable[..., Any]], Any]]
    columns: slice
    names: Sequence[str]
    populators: Sequence[Any]
    annotations: Mapping[str, int]

    @classmethod
    def from_queryset(cls, rows: "QuerySet[Any]") -> "QueryPlan":
        """Read the plan off Django's compiler, as `django.db.models.query.ModelIterable` does for each request."""
        compiler = rows.query.get_compiler(rows.db)
        sql, parameters = compiler.as_sql()
        select, known = compiler.select, compiler.klass_info
        places = known["select_fields"]
        columns = slice(places[0], places[-1] + 1)
        return cls(
            sql=sql,
            parameters=parameters,
            model=known["model"],
            converters=compiler.get_converters([each[0] for each in select]),
            columns=columns,
            names=[each[0].target.attname for each in select[columns]],
            populators=get_related_populators(known, select, rows.db),  # type: ignore[call-arg]
            annotations=compiler.annotation_col_map,
        )

    def build_object(self, row: list[Any]) -> Any:
        """Return the object of one row of the answer, whose values are converted in place."""
        for place, (converters, expression) in self.converters.items():
            for convert in converters:
                row[place] = convert(row[place], expression, connection)
        built = self.model.from_db(connection.alias, self.names, row[self.columns])
        for populator in self.populators:
            populator.populate(row, built)
        for name, place in self.annotations.items():
            setattr(built, name, row[place])
        return built

    def copy_objects(self, objects: Sequence[Any], rows: Sequence[Row]) -> list[Any]:
        """Return copies of `objects`, which were built from the same rows of an earlier execution of the query, with
        the annotations of these rows."""
        copies = [copy_object(each, {}) for each in objects]
        for name, place in self.annotations.items():
            for built, row in zip(copies, rows, strict=True):
                setattr(built, name, row[place])
        return copies

    def without_annotations(self, rows: Sequence[Row]) -> list[list[Any]]:
        """Return the rows without the values of the annotations, so that they can be compared with the rows from which
        objects were built."""
        kept = [list(row) for row in rows]
        for place in self.annotations.values():
            for row in kept:
                row[place] = None
        return kept


def copy_object(built: Any, copies: dict[int, Any]) -> Any:
    """Return a copy of an object and of those that were selected with it. `copies`: those made so far, by the id of the
    original."""
    if built is None or id(built) in copies:
        return copies.get(id(built))
    copied = copies[id(built)] = built.__class__.__new__(built.__class__)
    copied.__dict__.update(built.__dict__)
    state = copied._state = ModelState()
    state.db, state.adding = built._state.db, built._state.adding
    state.fields_cache = {name: copy_object(each, copies) for name, each in built._state.fields_cache.items()}
    return copied


class PreparedQuery(Generic[M]):
    """A queryset in which one id is left open. `build` returns it for a given id; it prefetches nothing."""

    def __init__(self, build: "Callable[[int], QuerySet[M]]") -> None:
        self._build = build
        self._plans: dict[str, QueryPlan] = {}
        self._answers: RecentItems[tuple[list[list[Any]], list[M]]] = RecentItems(MOST_ANSWERS)

    def fetch(self, pk: int) -> list[M]:
        """Return the objects of the queryset for this id, in its order: one query."""
        plan, rows = self._ask(pk)
        return [plan.build_object(list(row)) for row in rows]

    def fetch_again(self, pk: int) -> list[M]:
        """Return the objects of the queryset for this id, in its order: one query. If its rows are those of the last
        time, the objects are copied and not built anew, which is faster for an id that is asked for again and again,
        with few rows that seldom change."""
        plan, rows = self._ask(pk)
        known, fixed = self._answers.find(pk), plan.without_annotations(rows)
        if known is None or known[0] != fixed:
            known = fixed, [plan.build_object(list(row)) for row in rows]
            self._answers.keep(pk, known)
        return plan.copy_objects(known[1], rows)

    def _ask(self, pk: int) -> tuple[QueryPlan, list[Row]]:
        """Run the query for this id. Return (the plan by which its answer is read, the rows of the answer)."""
        plan = self._plans.get(connection.vendor)
        if plan is None:
            plan = self._plans[connection.vendor] = QueryPlan.from_queryset(self._build(OPEN))
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, [pk if value == OPEN else value for value in plan.parameters])
            return plan, cursor.fetchall()
