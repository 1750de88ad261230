"""Heads that somebody holds elsewhere (on paper, on a phone, in an export, in a backup), looked up in the chain:
whether the chain still contains them, and how much was written since. Writes nothing."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.actions.errors import NotNow
from tournaments.book.chain import compute_tournament_head
from tournaments.book.loading import load_heads
from tournaments.models import ChainLink, Tournament
from tournaments.models.querysets import TableQuerySet

HEAD_PATTERN = re.compile(r"[0-9a-f]{8,64}")
RECORD, SEAT = "record", "seat"
"""The words for a link of a record and for one of a seat; any other link has a key of DECIDING_ROWS."""


class HeldHead(NamedTuple):
    """A head of a tournament (digest of its chain) that somebody noted and that the chain still has. `since`: how many
    links of the tournament came later, by what they are of: RECORD, SEAT, or the kind of a decision, such as
    "prize"."""

    tournament: Tournament
    since: "Counter[str]"


def read_head(text: str) -> str:
    """Return the hexadecimal digits of a head as somebody typed it, which are its first eight or more. Raises NotNow
    for a text that is none."""
    digits = text.replace("-", "").replace(" ", "").lower()
    if not HEAD_PATTERN.fullmatch(digits):
        raise NotNow(_("Ce n’est pas un sceau, comme 3f9a-12bc-77e0-1d42 : %(head)s.") % {"head": text})
    return digits


def find_vanished_heads(tables: TableQuerySet, heads: Iterable[str]) -> list[str]:
    """Return which of these heads, as somebody typed them, are neither the digest of a link of these tables nor the
    present head of one of their tournaments. Raises NotNow for a text that is no head."""
    vanished = []
    for head in heads:
        digits = read_head(head)
        if find_link(tables, digits) is None and not any(
            present.startswith(digits) for each in list_tournaments(tables) for present in list_present_heads(each)
        ):
            vanished.append(head)
    return vanished


def list_present_heads(tournament: Tournament) -> tuple[str, str]:
    """Return (the head of the tournament, the head that it would have by the rule of earlier versions, before decisions
    had links)."""
    heads, head = load_heads(tournament)
    return head, compute_tournament_head(heads, "")


def list_tournaments(tables: TableQuerySet) -> QuerySet[Tournament]:
    """Return the tournaments of these tables."""
    return Tournament.objects.filter(rounds__tables__in=tables).distinct()


def find_link(tables: TableQuerySet, digits: str) -> ChainLink | None:
    """Return the link of these tables, or of what was decided beside them, whose digest begins with these digits;
    None if there is none."""
    links = ChainLink.objects.filter(digest__startswith=digits).select_related("table__round__tournament", "tournament")
    return links.filter(table__in=tables).first() or links.filter(tournament__in=list_tournaments(tables)).first()


def find_held_head(tables: TableQuerySet, head: str) -> HeldHead | None:
    """Return where a head stands that somebody read: the digest of a link, or the head that a tournament of these
    tables has or had; None if the chain has no such head. Raises NotNow for a text that is no head."""
    found = find_place(tables, head)
    return HeldHead(found[0], count_links_since(*found)) if found else None


def find_place(tables: TableQuerySet, head: str) -> tuple[Tournament, int] | None:
    """Return (the tournament that this head is of, the id of the link with which it had that head); None if the chain
    has no such head. Raises NotNow for a text that is no head."""
    digits = read_head(head)
    if link := find_link(tables, digits):
        tournament = link.table.round.tournament if link.table else link.tournament
        assert tournament is not None, "`find_link` asks for links of tournaments"
        return tournament, link.pk
    for tournament in list_tournaments(tables):
        for pk, heads in iterate_heads(tournament):
            if any(each.startswith(digits) for each in heads):
                return tournament, pk
    return None


def select_tables_since(tables: TableQuerySet, pk: int) -> TableQuerySet:
    """Return those of these tables at whose tournament anything was linked, recorded or decided, after the link with
    this id."""
    later = ChainLink.objects.filter(pk__gt=pk)
    recorded = later.exclude(table=None).values("table__round__tournament")
    decided = later.exclude(tournament=None).values("tournament")
    return tables.filter(Q(round__tournament__in=recorded) | Q(round__tournament__in=decided))


def find_last_head() -> str:
    """Return the digest of the last link of any tournament, from which a later check may start; "" without one."""
    of_tournaments = ChainLink.objects.exclude(table=None, tournament=None).order_by("-pk")
    return of_tournaments.values_list("digest", flat=True).first() or ""


def iterate_heads(tournament: Tournament) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield, after each link of the tournament, (link id, (head of the tournament then, what that head would be without
    the decisions beside its tables))."""
    tables: dict[tuple[int, int], str] = {}
    decided = ""
    columns = ("pk", "table__round__n", "table__n", "digest")
    for pk, n, table, digest in list_links(tournament).values_list(*columns):
        if table is None:
            decided = digest
        else:
            tables[n, table] = digest
        rows = [(*place, head) for place, head in tables.items()]
        yield pk, (compute_tournament_head(rows, decided), compute_tournament_head(rows, ""))


def list_links(tournament: Tournament) -> QuerySet[ChainLink]:
    """Return the links of the tournament's tables and of what was decided beside them, as they were written."""
    of_tables = ChainLink.objects.filter(table__round__tournament=tournament)
    return (of_tables | ChainLink.objects.filter(tournament=tournament)).order_by("pk")


def count_links_since(tournament: Tournament, pk: int) -> "Counter[str]":
    """Return how many links of the tournament came after the one with this id, by what they are of: RECORD, SEAT, or
    the kind of a decision, such as "prize"."""
    links = list_links(tournament).filter(pk__gt=pk)
    return Counter(name_subject(part, record) for part, record in links.values_list("part", "record"))


def name_subject(part: str | None, record: int | None) -> str:
    """Return what a link is of. `part`: the kind of a decision, such as "prize", which is returned; without one, RECORD
    if the link is of a record (`record`: its id), else SEAT."""
    return part or (RECORD if record else SEAT)


def find_vanished_links(held: Set[str]) -> tuple[int, "Counter[str]"]:
    """Return (how many of the digests `held`, all that a backup had, no link has any more; how many links were written
    since, by what they are of: RECORD, SEAT, or the kind of a decision, such as "prize")."""
    lost = set(held)
    newer: Counter[str] = Counter()
    for digest, part, record in ChainLink.objects.values_list("digest", "part", "record"):
        if digest in held:
            lost.discard(digest)
        else:
            newer[name_subject(part, record)] += 1
    return len(lost), newer
