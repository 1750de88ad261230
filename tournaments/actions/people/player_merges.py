"""Correcting the list of a club's players: merging somebody who is listed twice, and separating two people again.

A stored record names seats, never people, so no record and no total changes.
"""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import NotNow
from tournaments.actions.saving import save_fields
from tournaments.models import Entry, Erasure, Merge, Player, Tournament

from .clubs import adopt_family_name, set_player_rated


@sealed
def merge_players(kept: Player, gone: Player, *, actor: str) -> Merge:
    """Merge the duplicate `gone` into `kept`, which gets all its entries; the names shown in tournaments stay. Returns
    the merge, or the existing one if it was done before. Raises NotNow if the two cannot be the same person or are not
    of one club."""
    lock_players(kept, gone)
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        raise NotNow(_("Choisissez deux joueurs du même club."))
    if Erasure.objects.filter(player__in=(kept, gone)).exists():
        raise NotNow(_("Un nom effacé ne se réunit plus à un autre."))
    done = find_active_merges(gone).first()
    if done is not None and done.kept_id == kept.pk:
        return done
    for each in (done, find_active_merges(kept).first()):
        if each is not None:
            names = {"gone": each.gone.name, "kept": each.kept.name}
            raise NotNow(_("« %(gone)s » est déjà la même personne que « %(kept)s » : choisissez celle-là.") % names)
    both = Tournament.objects.filter(entries__player=kept).filter(entries__player=gone).first()
    if both is not None:
        raise NotNow(_("Les deux étaient à « %(event)s » : ce sont deux personnes.") % {"event": both.name})
    entries = list(Entry.objects.filter(player=gone).order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=entries).update(player=kept)
    seal_changed(Entry, entries)
    merge = Merge.objects.create(kept=kept, gone=gone, entries=entries, was_active=gone.active, actor=actor)
    Player.objects.filter(pk=gone.pk).update(active=False)
    adopt_family_name(kept, gone.family_name)
    if not gone.rated:
        set_player_rated(kept, False)
    return merge


def find_active_merges(gone: Player) -> QuerySet[Merge]:
    """Return the merges of this player into another that are not undone."""
    return Merge.objects.filter(gone=gone, undone_at=None).select_related("kept", "gone")


@sealed
def undo_merge(merge: Merge) -> Merge:
    """Undo the merge: `gone` gets back the entries that it had before. Raises NotNow if that is no longer possible."""
    lock_players(merge.kept, merge.gone)
    merge.refresh_from_db()
    if merge.undone_at is not None:
        return merge
    if Erasure.objects.filter(player__in=(merge.kept, merge.gone)).exists():
        raise NotNow(_("Ce nom est effacé : on ne sait plus qui était qui."))
    mine = Entry.objects.filter(pk__in=merge.entries)
    if mine.exclude(player=merge.kept).exists():
        raise NotNow(_("Ce joueur a été réuni à un autre depuis : séparez d’abord ceux-là."))
    again = Tournament.objects.filter(entries__in=mine).filter(entries__player=merge.gone).first()
    if again is not None:
        names = {"gone": merge.gone.name, "event": again.name}
        raise NotNow(_("« %(gone)s » a été inscrit depuis à « %(event)s » : ôtez-l’en d’abord.") % names)
    mine.update(player=merge.gone)
    seal_changed(Entry, merge.entries)
    Player.objects.filter(pk=merge.gone_id).update(active=merge.was_active)
    return save_fields(merge, undone_at=timezone.now())


def list_merged_players(player: Player) -> list[Player]:
    """Return the player and everybody merged into him, directly or indirectly."""
    players, into = [player], [player.pk]
    while into:
        more = Player.objects.filter(merged_into__kept__in=into, merged_into__undone_at=None).distinct()
        fresh = [each for each in more if each not in players]
        players, into = [*players, *fresh], [each.pk for each in fresh]
    return players


def lock_players(*players: Player) -> None:
    """Lock these players until the transaction ends, so that one change of them is made at a time."""
    wanted = Player.objects.select_for_update().filter(pk__in=[player.pk for player in players])
    list(wanted.order_by("pk").values_list("pk"))
