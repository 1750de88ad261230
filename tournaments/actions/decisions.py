"""Writing the chain links of decisions beside the book: bonuses, tables that are not played, confirmations, who takes
part, how one is ranked, prizes, the audit log (`guards.deciding_rows` names them all).

Whoever writes such a row calls `seal_new` for rows that he has just inserted, `seal_changed` for rows that he has
changed, removed, or written without knowing whether they were there. An action under `sealed` writes all its links at
its end, in one statement; without it each call writes at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import reduce, wraps
from operator import or_
from typing import ParamSpec, TypeVar

from django.db import connection, transaction
from django.db.models import Exists, Model, OuterRef, Q

from tournaments.book.decisions import PARTS, describe_decisions, get_deciding_model, load_decisions
from tournaments.models import ChainLink, Tournament
from tournaments.models.guards.deciding_rows import DECIDING_ROWS, Decision
from tournaments.models.guards.digests import compute_decision_digest, compute_first_digest

from .kept_evenings import keep_evenings

SUBJECTS_AT_ONCE = 900  # of one statement: an old SQLite takes no more parameters
LOCK = 1651470188  # of PostgreSQL: of one evening one transaction at a time links decisions, from then to its end
LINKS_BETWEEN = 500  # two links, at most, of which the second knows the first as the last one of all

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Unsealed:
    """The decisions of a running action that have no link in the chain yet. `fresh`: those of rows just inserted;
    `changed`: by part (the kind of row, a key of DECIDING_ROWS such as "entry"), the ids of rows changed or deleted;
    `scored`: the ids of the evenings in whose book the action wrote."""

    fresh: list[Decision] = field(default_factory=list)
    changed: dict[str, set[int]] = field(default_factory=dict)
    scored: set[int] = field(default_factory=set)


_unsealed: ContextVar[Unsealed | None] = ContextVar("unsealed", default=None)


def sealed(action: Callable[P, T]) -> Callable[P, T]:
    """Decorate an action: it runs in one transaction, at whose end the chain gets a link for each of its decisions."""

    @wraps(action)
    def act(*args: P.args, **kwargs: P.kwargs) -> T:
        with transaction.atomic(), collect_decisions():
            return action(*args, **kwargs)

    return act


@contextmanager
def collect_decisions() -> Iterator[None]:
    """Context manager: at its end, write a chain link for each decision made inside it. Inside another such block it
    writes nothing itself: the outermost one does, at its end."""
    if _unsealed.get() is not None:
        yield
        return
    unsealed = Unsealed()
    token = _unsealed.set(unsealed)
    try:
        yield
    finally:
        _unsealed.reset(token)
    write_links(unsealed)


def seal_new(*rows: Model) -> None:
    """Write a link into the hash chain for each of these rows, which were just inserted."""
    with collect_decisions():
        _get_unsealed().fresh += describe_decisions(rows)


def seal_changed(model: type[Model], pks: Iterable[int]) -> None:
    """Write a link into the hash chain for each of these rows (ids), with its present state; the link of a row that no
    longer exists says that it is gone."""
    with collect_decisions():
        _get_unsealed().changed.setdefault(PARTS[model], set()).update(pks)


def keep_scored(tournaments: Iterable[int]) -> None:
    """Have the `KeptEvening` of these tournaments (ids) saved at the end of the action, after its chain links. Saved
    before, its row would be locked while the action waits for the lock of the links, and two actions could wait for
    each other."""
    with collect_decisions():
        _get_unsealed().scored |= set(tournaments)


def seal_tournament(tournament: Tournament) -> None:
    """Write a link into the hash chain for every deciding row of the tournament whose state it does not hold yet, as
    after an import."""
    for part, deciding in DECIDING_ROWS.items():
        if deciding.tournament:
            model = get_deciding_model(part)
            rows = model._base_manager.filter(**{deciding.tournament: tournament.pk})
            seal_changed(model, rows.values_list("pk", flat=True))


def _get_unsealed() -> Unsealed:
    unsealed = _unsealed.get()
    assert unsealed is not None, "decisions are collected inside `collect_decisions`"
    return unsealed


def write_links(unsealed: Unsealed) -> None:
    """Write a link for each of these decisions that the chain does not hold already, then save the `KeptEvening` of
    every evening concerned."""
    changed = {part: pks for part, pks in unsealed.changed.items() if pks}
    evenings = set(unsealed.scored)
    if unsealed.fresh or changed:
        evenings |= link_decisions(unsealed.fresh, changed)
    if evenings:  # asking for none takes Django a fifth of a coup
        keep_evenings(evenings)


def link_decisions(fresh: Sequence[Decision], changed: Mapping[str, set[int]]) -> set[int]:
    """Write the chain links of these decisions, and return the ids of their evenings. `fresh`: decisions of rows just
    inserted; `changed`: by part (the kind of row), the ids of rows changed or removed."""
    evening = lock_decisions(fresh, changed)
    subjects = {part: set(pks) for part, pks in changed.items()}
    for each in fresh:  # a restored database gives out again the ids of rows that were removed
        subjects.setdefault(each.part, set()).add(each.subject)
    held, beside = load_last_links(subjects)
    beside = find_unknown_digest(evening) or beside
    new = {(each.part, each.subject): each for each in fresh}
    new |= {(each.part, each.subject): each for each in load_changed(changed, held)}
    links = []
    for decision in new.values():
        last = held.get((decision.part, decision.subject))
        if (decision.state, decision.texts) == ((last.state, last.reason) if last else ("", "")):
            continue  # nothing changed, or it came and went
        links.append(build_link(decision, last.digest if last else "", beside))
        beside = links[-1].digest
    ChainLink.objects.bulk_create(links)
    return {each.tournament for each in new.values() if each.tournament is not None}


def lock_decisions(fresh: Sequence[Decision], changed: Mapping[str, set[int]]) -> int | None:
    """Keep others from linking decisions of the same evening until the transaction ends, and return the evening's id.

    If the decisions are of several evenings or of none (a season's), nobody else may link any decision meanwhile, and
    None is returned; also on SQLite, which has one writer anyway. Call it once in a transaction: two transactions that
    share the lock, and then each want it alone, would wait for each other. `fresh`: decisions of rows just inserted;
    `changed`: by part (the kind of row), the ids of rows changed or removed.
    """
    if connection.vendor == "sqlite":
        return None
    evenings = {each.tournament for each in fresh}
    if changed:
        asked = [Q(part=part, subject__in=pks) for part, pks in changed.items()]
        chain_links = (
            ChainLink.objects.filter(reduce(or_, asked)).values_list("part", "subject", "tournament").distinct()
        )
        of_rows = {(part, subject): tournament for part, subject, tournament in chain_links}
        evenings |= {of_rows.get((part, pk)) for part, pks in changed.items() for pk in pks}
    [evening] = evenings if len(evenings) == 1 else [None]
    with connection.cursor() as cursor:
        if evening is None:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        else:
            cursor.execute(
                "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(%s, %s)",
                [LOCK, LOCK, evening % 2**31],
            )
    return evening


def find_unknown_digest(evening: int | None) -> str:
    """Return the digest of the evening's last link if no later link mentions it, else "".

    Each link holds, as `beside`, the digest of the link written last before it, of any evening. Two links written at
    the same moment do not know of each other; the next link must then mention the evening's own. `evening`: its id;
    None where nobody else can write, so that nothing is missed.
    """
    if evening is None:
        return ""
    holds = {"pk__gt": OuterRef("pk"), "pk__lte": OuterRef("pk") + LINKS_BETWEEN, "beside": OuterRef("digest")}
    decided = ChainLink.objects.filter(tournament=evening).order_by("-pk")
    last = decided.annotate(is_known=Exists(ChainLink.objects.filter(**holds))).first()
    return last.digest if last and not last.is_known else ""


Links = Mapping[tuple[str, int], ChainLink]


def load_last_links(subjects: Mapping[str, set[int]]) -> tuple[Links, str]:
    """Return ({(part, id): last link of that row}, the digest of the last link of all or ""). `subjects`: by part (the
    kind of row), the ids of the rows. One query, more where there are many rows."""
    newest = Q(pk=ChainLink.objects.order_by("-pk").values("pk")[:1])
    questions = [
        Q(part=part, subject__in=some)
        for part, pks in subjects.items()
        for some in split(sorted(pks), SUBJECTS_AT_ONCE)
    ]
    few = sum(map(len, subjects.values())) <= SUBJECTS_AT_ONCE
    links: dict[tuple[str, int], ChainLink] = {}
    beside = ""
    for question in [reduce(or_, questions, newest)] if few else [*questions, newest]:
        for link in ChainLink.objects.filter(question).order_by("pk"):
            beside = link.digest
            if link.part is not None and link.subject is not None:
                links[link.part, link.subject] = link
    return links, beside


def split(items: list[T], size: int) -> list[list[T]]:
    """Return the items in lists of at most this size."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def load_changed(changed: Mapping[str, set[int]], held: Links) -> Iterator[Decision]:
    """Yield, for each of these rows, the decision that it is now; the `state` of a row that is gone is "". `changed`:
    by part (the kind of row), the ids; `held`: the last links of these rows."""
    for part, pks in changed.items():
        model = get_deciding_model(part)
        there = set()
        for some in split(sorted(pks), SUBJECTS_AT_ONCE):
            for decision in load_decisions(part, model._base_manager.filter(pk__in=some)):
                there.add(decision.subject)
                yield decision
        for subject in sorted(pks - there):
            last = held.get((part, subject))
            yield Decision(part, subject, last.tournament_id if last else None, "", "")


def build_link(decision: Decision, previous: str, beside: str) -> ChainLink:
    """Build the chain link of a decision, unsaved. `previous`: the digest of the row's last link, "" for its first
    link; `beside`: of the last link of all."""
    previous = previous or compute_first_digest(decision.part, decision.subject)
    return ChainLink(
        part=decision.part,
        subject=decision.subject,
        tournament_id=decision.tournament,
        state=decision.state,
        reason=decision.texts,
        previous=previous,
        beside=beside,
        digest=compute_decision_digest((previous, beside), *decision),
    )
