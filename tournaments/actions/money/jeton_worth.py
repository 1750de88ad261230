"""What jetons are worth in money. The book does not change."""

from dataclasses import asdict, dataclass

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.evenings.audit_log import write_audit_entry
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.models import AuditEntry, Club, JetonWorth, Tournament


@dataclass(frozen=True)
class WorthTerms:
    """So many `jetons` are worth so many `minor_units` of the `currency`, which has so many `decimals`; 0 minor units:
    they are worth nothing."""

    minor_units: int
    decimals: int
    currency: str
    jetons: int


@sealed
def set_jeton_worth(owner: Club | Tournament, terms: WorthTerms | None) -> None:
    """Set what jetons are worth at a club, or for one tournament. None: nothing is set; a tournament's are then worth
    what its club's are."""
    mine = {"club": owner} if isinstance(owner, Club) else {"tournament": owner}
    before = list(JetonWorth.objects.filter(**mine).values_list("pk", flat=True))
    if terms is None:
        JetonWorth.objects.filter(pk__in=before).delete()
        seal_changed(JetonWorth, before)
    else:
        worth, _made = JetonWorth.objects.update_or_create(**mine, defaults=asdict(terms))
        seal_changed(JetonWorth, [worth.pk])


@sealed
def change_evening_worth(tournament: Tournament, terms: WorthTerms | None, *, actor: str) -> None:
    """Set what jetons are worth for one tournament, and write it in its log where it changes."""
    lock_tournament(tournament, "change_evening_worth")
    before = JetonWorth.objects.filter(tournament=tournament).values(*WorthTerms.__dataclass_fields__).first() or {}
    after = asdict(terms) if terms else {}
    if before == after:
        return
    set_jeton_worth(tournament, terms)
    write_audit_entry(tournament, AuditEntry.Action.WORTH, actor=actor, before=before, after=after)
