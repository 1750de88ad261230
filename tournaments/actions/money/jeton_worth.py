"""What jetons are worth in money. The book does not change."""

from dataclasses import asdict, dataclass

from tournaments.models import Club, JetonWorth, Tournament


@dataclass(frozen=True)
class WorthTerms:
    """So many `jetons` are worth so many `minor_units` of the `currency`, which has so many `decimals`; 0 minor units:
    they are worth nothing."""

    minor_units: int
    decimals: int
    currency: str
    jetons: int


def set_jeton_worth(owner: Club | Tournament, terms: WorthTerms | None) -> None:
    """Set what jetons are worth at a club, or for one tournament. None: nothing is set; a tournament's are then worth
    what its club's are."""
    mine = {"club": owner} if isinstance(owner, Club) else {"tournament": owner}
    if terms is None:
        JetonWorth.objects.filter(**mine).delete()
        return
    JetonWorth.objects.update_or_create(**mine, defaults=asdict(terms))
