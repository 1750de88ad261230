"""Rounds drawn as drafts: proposed in several versions, changed by hand, published, and withdrawn while no record is
written. A published round keeps its number; nobody is ever left out of a round without notice."""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.audit_log import note_change, write_audit_entry
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.saving import save_fields
from tournaments.actions.tables.preconditions import compute_digest
from tournaments.draws import bounds, meetings, partners
from tournaments.draws.divisions import Division, divide, list_divisions
from tournaments.models import AuditEntry, Rest, Round, RoundDraft, Seat, Tournament, UnplayedTable
from tournaments.reading.draw_scores import compute_scores

from . import phases
from .draft_evaluation import evaluate_draft, find_clashes, list_row_entries
from .pairing_pool import PairingPool, build_pool
from .seating import insert_tables

FORMATS_DRAWN_AHEAD = (Tournament.Format.FIXED, Tournament.Format.ALL, Tournament.Format.GROUPS)
"""Formats whose rounds are drawn several at a time, ahead of play."""
BY_BRACKET = _("Ici les rencontres suivent du tableau : on ne les échange pas à la main.")
WHOLE_MATCHES = _("Ici des équipes se rencontrent, à plusieurs tables : on n’en garde pas une seule.")


def count_rounds_to_draw(tournament: Tournament, first: int) -> int:
    """Return how many rounds are drawn at once: all that are left, from round `first` on, if rounds are drawn ahead,
    else one."""
    return max(1, tournament.planned_rounds - first + 1) if tournament.format == Tournament.Format.FIXED else 1


def propose_divisions(field: PairingPool) -> list[tuple[Division, bounds.Bound]]:
    """Return the best ways to divide the people present into tables, one for each choice of sizes, with what each costs
    (`bound_meetings`). Makes no database query."""
    return bound_meetings(field, field.propose_divisions())


def propose_other_divisions(field: PairingPool) -> list[tuple[Division, bounds.Bound]]:
    """Return the divisions of the people present into tables that `propose_divisions` leaves out but that seat as many,
    each with what it costs; none in a hall too large to list them. Makes no database query."""
    proposed, present = field.propose_divisions(), len(field.list_present(field.first))
    return bound_meetings(field, [each for each in list_divisions(present, field.sizes) if each not in proposed])


def bound_meetings(field: PairingPool, divisions: Iterable[Division]) -> list[tuple[Division, bounds.Bound]]:
    """Return these divisions, each with the meetings that must repeat in the rounds to draw, and their pair cost
    (proven lower bounds)."""
    numbers = range(field.first, field.first + count_rounds_to_draw(field.tournament, field.first))
    present = [frozenset(field.list_present(n)) for n in numbers]
    met = meetings.count_meetings(field.previous)
    repeats, cost = meetings.count_repeats(met), meetings.compute_pair_cost(met)
    found = []
    for division in divisions:
        coming = [bounds.RoundShape(there, divide(len(there), division.sizes).sizes) for there in present]
        least = bounds.compute_lower_bound(coming, met, field.previous, field.forbidden)
        found.append((division, bounds.Bound(least.repeats - repeats, least.pair_cost - cost)))
    return found


def get_chosen_draft(tournament: Tournament) -> RoundDraft | None:
    """Return the draft that the organiser has chosen, or None."""
    return tournament.drafts.filter(chosen=True).first()


# --- by hand -------------------------------------------------------------------------------------------------


def lock_chosen_draft(tournament: Tournament, action: str) -> RoundDraft:
    """Lock the tournament for the action and return its chosen draft. Raises NotNow if there is none."""
    lock_tournament(tournament, action)
    return require_chosen_draft(tournament)


def require_chosen_draft(tournament: Tournament) -> RoundDraft:
    """Return the tournament's chosen draft. Raises NotNow if there is none."""
    draft = get_chosen_draft(tournament)
    if draft is None:
        raise NotNow(_("Il n’y a pas de tirage en préparation : faites-en un."))
    return draft


@transaction.atomic
def choose_draft(tournament: Tournament, choice: int) -> None:
    """Choose another of the proposed drafts, by its number (1, 2, 3). Raises NotNow if it is no longer proposed."""
    lock_chosen_draft(tournament, "choose_draft")
    if not tournament.drafts.filter(choice=choice).exists():
        raise NotNow(_("Ce tirage n’est plus proposé."))
    tournament.drafts.update(chosen=False)
    tournament.drafts.filter(choice=choice).update(chosen=True)


@transaction.atomic
def drop_drafts(tournament: Tournament) -> None:
    """Delete the tournament's drafts."""
    lock_tournament(tournament, "drop_drafts")
    tournament.drafts.all().delete()


@transaction.atomic
def swap_drafted_entries(tournament: Tournament, n: int, first: int, second: int) -> RoundDraft:
    """Exchange the places of two entries in round n of the draft, resting ones included; fixed partners move together,
    and where teams meet their teams do. Raises NotNow."""
    draft = lock_chosen_draft(tournament, "swap_drafted_entries")
    check_editable_by_hand(tournament)
    field = build_pool(tournament, draft.first)
    row = get_draft_row(draft, n)
    entries = set(list_row_entries(row))
    if first not in entries or second not in entries or first == second:
        raise NotNow(_("Choisissez deux joueurs de cette ronde."))
    if field.boards is not None:
        first, second = (field.list_seated(field.number_by_entry[entry])[0] for entry in (first, second))
        if first == second:
            raise NotNow(_("Ces deux-là sont de la même équipe."))
    note_exchange(draft, row, first, second)
    exchange: dict[int, int] = {}
    for one, other in zip(list_unit_entries(field, first), list_unit_entries(field, second), strict=True):
        exchange |= {one: other, other: one}
    row["tables"] = [[exchange.get(entry, entry) for entry in table] for table in row["tables"]]
    for apart in ("resting", "aside"):
        row[apart] = [exchange.get(entry, entry) for entry in row.get(apart, ())]
    evaluation = evaluate_draft(field, draft, compute_scores(tournament)).as_json
    return save_fields(draft, rounds=draft.rounds, evaluation=evaluation)


def note_exchange(draft: RoundDraft, row: dict[str, Any], first: int, second: int) -> None:
    """Note in the draft's round `row` that these two entries change places; if they just did, take that note back. At
    the first exchange, if the draft has an evaluation, also note in its first round how good it was as it was drawn.
    Saves nothing."""
    if draft.evaluation and not any(each.get("exchanges") for each in draft.rounds):
        judgement = draft.evaluation["judgement"]
        draft.rounds[0]["proposed"] = {"repeats": judgement["proof"]["repeats"], "spread": judgement["spread"]}
    made, pair = row.setdefault("exchanges", []), sorted((first, second))
    if made and made[-1] == pair:
        made.pop()
    else:
        made.append(pair)


def may_edit_by_hand(tournament: Tournament) -> bool:
    """True unless the tables follow from a bracket or a schedule, so that nobody can be exchanged by hand."""
    return not tournament.has_duels or tournament.format == Tournament.Format.SWISS


def check_editable_by_hand(tournament: Tournament) -> None:
    """Raise NotNow if nobody can be exchanged by hand."""
    if not may_edit_by_hand(tournament):
        raise NotNow(BY_BRACKET)


def list_unit_entries(field: PairingPool, entry: int) -> tuple[int, ...]:
    """Return the entries that are drawn as one with this entry: itself first, then its fixed partner if it has one; or
    where teams meet, those who hold the places of its team, in the order of places."""
    number = field.number_by_entry.get(entry)
    if number and field.boards is not None:
        return field.list_seated(number)
    return tuple(sorted(field.units[number - 1], key=lambda each: each != entry)) if number else (entry,)


def get_draft_row(draft: RoundDraft, n: int) -> dict[str, Any]:
    """Return round n of the draft as it stores it. Raises NotNow if the draft does not contain it."""
    if not draft.first <= n < draft.first + len(draft.rounds):
        raise NotNow(_("Cette ronde n’est pas en préparation."))
    row: dict[str, Any] = draft.rounds[n - draft.first]
    return row


@transaction.atomic
def lock_drafted_table(tournament: Tournament, n: int, table: int, locked: bool) -> None:
    """Lock a table of the draft, so that it stays as it is when the rest is drawn again, or unlock it. Raises
    NotNow."""
    draft = lock_chosen_draft(tournament, "lock_drafted_table")
    check_editable_by_hand(tournament)
    if tournament.has_team_matches:
        raise NotNow(WHOLE_MATCHES)
    row = get_draft_row(draft, n)
    if not 1 <= table <= len(row["tables"]):
        raise NotNow(_("Cette table n’est pas dans le tirage."))
    row["locked"] = sorted({*row["locked"], table} if locked else {*row["locked"]} - {table})
    draft.save(update_fields=["rounds"])


# --- publishing and withdrawing --------------------------------------------------------------------------------


def compute_draft_digest(draft: RoundDraft) -> str:
    """Return the SHA-256 (hex) of who sits where in a draft: a page that shows it sends this back, to publish it and
    no other."""
    return compute_digest([draft.first, draft.rounds])


@sealed
def publish_round(tournament: Tournament, n: int, *, seen: str = "", actor: str = "") -> Round:
    """Publish the draft's first round as round n: create its tables, which everybody may then see and print. Writes an
    audit entry, with what was exchanged by hand and who sits together although they should not.

    seen: the digest of the draft that was looked at; "" publishes whatever is drawn. Raises NotNow if n is not the next
    round to publish, if another draft has taken the place of the one that was looked at, if people came or went since
    the draw, or if a result on which the draw depends has changed."""
    lock_tournament(tournament, "publish_round")
    if tournament.rounds.published().filter(n=n).exists():
        raise NotNow(_("La ronde %(n)s est déjà publiée : rien n’a changé.") % {"n": n})
    draft = require_chosen_draft(tournament)
    if seen and seen != compute_draft_digest(draft):
        raise NotNow(
            _("Le tirage a changé depuis que cette page est ouverte : le voici. Regardez-le, puis publiez-le.")
        )
    field = build_pool(tournament, history=tournament.format in Tournament.FIXED_ENDS)
    if n != field.first or draft.first != n:
        raise build_not_next_error(n)
    row = draft.rounds[0]
    if set(list_row_entries(row)) != field.list_entries(n):
        raise NotNow(_("Quelqu’un est arrivé ou parti depuis le tirage : tirez de nouveau."))
    if tournament.has_duels:
        phases.check_follows_results(field, row)
    current, _made = Round.objects.get_or_create(tournament=tournament, n=n)
    save_fields(current, minutes=tournament.minutes, seed=draft.seed)
    seal_changed(Round, [current.pk])
    create_tables(current, row, sides=field.pattern == partners.BESIDE)
    clashes = [together for _table, together in find_clashes(draft)]
    after = {"round": n, "exchanges": row.get("exchanges", []), "together": clashes}
    write_audit_entry(tournament, AuditEntry.Action.PUBLISHED, actor=actor, after=after)
    tournament.drafts.exclude(pk=draft.pk).delete()
    if len(draft.rounds) > 1:
        draft.first, draft.rounds, draft.choice = n + 1, draft.rounds[1:], 1
        draft.evaluation = evaluate_draft(build_pool(tournament), draft, compute_scores(tournament)).as_json
        draft.save(update_fields=["first", "rounds", "choice", "evaluation"])
    else:
        draft.delete()
    return current


def build_not_next_error(n: int) -> NotNow:
    """Build the error that says that round n is not, or no longer, the next one to publish."""
    return NotNow(_("La ronde %(n)s n’est pas celle à publier maintenant : regardez où en est la soirée.") % {"n": n})


def create_tables(current: Round, row: Mapping[str, Any], *, sides: bool) -> None:
    """Create the tables, seats and rests of a published round from the draft's stored round. `sides`: tables of four
    play two against two."""
    insert_tables(current, count(1), row["tables"], sides=sides)
    seal_new(*Rest.objects.bulk_create(Rest(round=current, entry_id=entry) for entry in row["resting"]))


@sealed
def withdraw_round(tournament: Tournament, n: int, *, actor: str | None = None) -> RoundDraft:
    """Turn the last published round back into a draft, and return the draft. Raises NotNow if it is not the last round,
    or if one of its tables has a record."""
    lock_tournament(tournament, "withdraw_round")
    current = tournament.rounds.current()
    if current is None or current.n != n or tournament.format == Tournament.Format.FREE:
        raise NotNow(_("Seule la dernière ronde publiée se retire."))
    if current.tables.filter(records__isnull=False).exists():
        raise NotNow(_("Une table de cette ronde a commencé : elle ne se retire plus."))
    seed, row = current.seed or 0, build_published_row(current)
    delete_round(current)
    note_change(tournament, AuditEntry.Action.DRAFTED, actor=actor, after={"round": n})
    return return_to_draft(tournament, row, seed, n)


def build_published_row(current: Round) -> dict[str, Any]:
    """Return a published round as a draft stores it."""
    resting = [rest.entry_id for rest in current.rests.all()]
    return {"tables": list_seated_tables(current), "resting": resting, "locked": []}


def return_to_draft(tournament: Tournament, row: dict[str, Any], seed: int, n: int) -> RoundDraft:
    """Turn a round that was published back into the draft of round n, the next one, and return it. `row`: that round,
    as a draft stores it; `seed`: of its draw. In a format that is drawn ahead, the rounds of a chosen draft that begins
    with round n or n + 1 stay after it, each one number later if they began with round n. Any other draft is
    deleted."""
    if tournament.has_duels:
        row = phases.add_aside(build_pool(tournament, n), row, n)
    draft = get_chosen_draft(tournament)
    if draft is not None and draft.first in (n, n + 1) and tournament.format in FORMATS_DRAWN_AHEAD:
        return save_fields(draft, first=n, rounds=[row, *draft.rounds], evaluation=None)
    tournament.drafts.all().delete()
    sizes = sorted(set(build_pool(tournament, n).sizes))
    return RoundDraft.objects.create(
        tournament=tournament, choice=1, chosen=True, seed=seed, first=n, sizes=sizes, rounds=[row]
    )


def list_seated_tables(current: Round) -> list[list[int]]:
    """Return the entries of each table of the round in seat order, by table number."""
    rows: dict[int, dict[int, int]] = {}
    seats = Seat.objects.filter(table__round=current).order_by("since")
    for table, position, entry in seats.values_list("table__n", "position", "entry"):
        rows.setdefault(table, {})[position] = entry
    return [[places[position] for position in sorted(places)] for _n, places in sorted(rows.items())]


def delete_round(current: Round) -> None:
    """Delete the round's tables, seats and rests, and the round itself unless it is the first one."""
    seal_changed(UnplayedTable, current.tables.values_list("pk", flat=True))
    seal_changed(Rest, current.rests.values_list("pk", flat=True))
    seal_changed(Round, [current.pk])
    Seat.objects.filter(table__round=current).delete()
    current.rests.all().delete()
    current.tables.all().delete()
    if current.n > 1:
        current.delete()
