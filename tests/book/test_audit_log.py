"""The audit log of a tournament: who did what, when and why, with the values before and after; no entry ever
changes."""

import datetime

import pytest
from django.db import IntegrityError, transaction

from tests.book.evening_builders import create_evening, get_table
from tests.book.forbidden_sql import execute_sql
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings.lifecycle import (
    change_tournament,
    close_tournament,
    hide_tournament,
    open_tournament,
    set_rules,
)
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.tables.closing import revoke_keys, substitute_player
from tournaments.models import AuditEntry, Tournament

pytestmark = [pytest.mark.book, pytest.mark.django_db]
DAY = datetime.date(2026, 11, 21)


def list_audit_entries(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Return (what, actor, reason) of each audit entry of the tournament."""
    return [(each.what, each.actor, each.reason) for each in tournament.audit_entries.select_related("free_text")]


def test_opening_closing_and_reopening_are_logged_with_actor_and_reason() -> None:
    tournament = create_evening(3)
    close_tournament(tournament, actor="user:7")
    close_tournament(tournament, actor="user:8")
    open_tournament(tournament, actor="user:7", reason="  la table 1 n’avait pas fini ")
    open_tournament(tournament, actor="user:8", reason="déjà ouverte")
    assert list_audit_entries(tournament) == [
        ("opened", "", ""),
        ("closed", "user:7", ""),
        ("reopened", "user:7", "la table 1 n’avait pas fini"),
    ]
    last = tournament.audit_entries.latest("pk")
    assert (last.before, last.after) == ({"status": "closed"}, {"status": "open"})


def test_every_other_audit_entry_holds_the_values_before_and_after() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    tournament.audit_entries.all()
    zoe = add_entries(tournament, ["Zoé"])[-1]
    anne = tournament.entries.get(shown_name="Anne")
    change_tournament(tournament, name="Grande soirée", date=DAY, actor="user:7")
    change_tournament(tournament, name="Grande soirée", date=DAY, actor="user:7")
    set_rules(tournament, preset="academie-1718", options={"tours": 2}, actor="user:7")
    set_rules(tournament, preset="academie-1718", options={"tours": 2}, actor="user:7")
    rename_entry(anne, "Annette", actor="user:7")
    rename_entry(anne, "Annette", actor="user:7")
    substitute_player(table.pk, 1, zoe, actor="user:7")
    revoke_keys(table.pk, actor="user:7")
    hide_tournament(tournament, actor="user:7")
    hide_tournament(tournament, actor="user:7")
    hide_tournament(tournament, hidden=False, actor="user:7")
    kept = {deed.what: (deed.before, deed.after) for deed in tournament.audit_entries.filter(actor="user:7")}
    assert tournament.audit_entries.filter(actor="user:7").count() == len(kept) == 7
    here = {"round": 1, "table": 1}
    assert kept["changed"] == ({"name": "Soirée", "date": str(DAY)}, {"name": "Grande soirée", "date": str(DAY)})
    assert [rules["options"]["tours"] for rules in kept["rules"]] == [1, 2]
    assert kept["renamed"] == ({"entry": anne.pk}, {"entry": anne.pk})
    assert [(each.was, each.now) for each in anne.renamings.all()] == [("Anne", "Annette")]
    assert kept["substituted"] == (
        here | {"place": 1, "since": 1, "entry": anne.pk},
        here | {"place": 1, "since": 1, "entry": zoe.pk},
    )
    assert kept["card"] == (here | {"generation": 1}, here | {"generation": 2})
    assert {"hidden", "shown"} < kept.keys()


def test_a_refused_action_leaves_no_audit_entry() -> None:
    tournament = create_evening(3)
    before = AuditEntry.objects.count()
    with pytest.raises(NotNow):
        substitute_player(get_table(tournament).pk, 1, tournament.entries.get(shown_name="Basile"), actor="user:7")
    with pytest.raises(Refused):
        rename_entry(tournament.entries.get(shown_name="Anne"), "", actor="user:7")
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize(
    "way",
    [
        "UPDATE tournaments_deed SET what = 'closed'",
        "DELETE FROM tournaments_deed",
        "INSERT INTO tournaments_deed SELECT * FROM tournaments_deed",
    ],
)
def test_the_database_itself_refuses_to_change_an_audit_entry(way: str) -> None:
    create_evening(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        execute_sql([way])
    assert AuditEntry.objects.get().what == "opened"
