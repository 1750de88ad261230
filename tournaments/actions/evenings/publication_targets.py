"""The places to which a club's site of files is sent: added and removed."""

from django.db import transaction

from tournaments.actions.people.club_log import What, log_place_change
from tournaments.actions.people.clubs import refuse_demonstration
from tournaments.models import Club, PublicationTarget


@transaction.atomic
def add_publication_target(
    club: Club, *, kind: str, place: str, login: str, host_key: str, language: str, address: str = "", actor: str = ""
) -> PublicationTarget:
    """Add a place to which the club's site is sent; it replaces one with the same `place`. `kind`: how files get there,
    a value of `PublicationTarget.Kind`; `language`: that of the site's pages; `place`: a folder or an address; `login`:
    the user name there; `host_key`: the fingerprint of an SFTP server; `address`: where people visit the site. Raises
    NotNow for the demonstration."""
    refuse_demonstration(club)
    PublicationTarget.objects.filter(club=club, place=place).delete()
    target = PublicationTarget.objects.create(
        club=club, kind=kind, place=place, login=login, host_key=host_key, language=language, address=address
    )
    log_place_change(target, What.PLACE_ADDED, actor)
    return target


@transaction.atomic
def remove_publication_target(target: PublicationTarget, *, actor: str = "") -> None:
    """Remove a place of the club's site: nothing is sent there any more, and the files that are there stay."""
    log_place_change(target, What.PLACE_REMOVED, actor)
    target.delete()
