"""All that is kept of one person, as one document: of a player of a club, or of an account. No secret is in it, and no
other player's name but in free texts that mention him.

A test checks that every model declared as kept of people has its part in the document.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, OuterRef, Prefetch
from django.utils import timezone

from tournaments.actions.people.accounts import list_sessions
from tournaments.actions.people.mentions import find_mentions
from tournaments.actions.people.player_merges import list_merged_players
from tournaments.models import (
    Adjustment,
    ApiToken,
    AuditEntry,
    ClubChange,
    Entry,
    Fee,
    Invitation,
    KeptRatings,
    Language,
    LedgerLine,
    MemberChange,
    Merge,
    Player,
    PlayerDetails,
    Seat,
    SignUp,
    Tournament,
)
from tournaments.models.currencies import EURO
from tournaments.presentation.text.audit_log import describe_action
from tournaments.presentation.text.club_log import describe_club_change
from tournaments.reading.kept_ratings import are_ratings_public

FORMAT = "corbillon.personne/1"

PersonDocument = dict[str, Any]


def build_player_document(player: Player) -> PersonDocument:
    """Return all that is kept of a player as a document, including the players merged into him."""
    everybody = list_merged_players(player)
    details = PlayerDetails.objects.filter(player=player).first()
    return {
        "format": FORMAT,
        "at": timezone.now().isoformat(),
        "club": player.club.name,
        "player": {
            "id": player.pk,
            "name": player.name,
            "family_name": player.family_name,
            "active": player.active,
            "initials_only": player.discreet,
            "rated": player.rated,
            "ratings_public": are_ratings_public(player),
            "erased": hasattr(player, "erasure"),
            "details": pick(details, *PlayerDetails.LENGTHS, "paid", "pictures") if details else {},
            "merged": [
                {"name": each.gone.name, "at": each.at.isoformat()}
                for each in Merge.objects.filter(kept__in=everybody, undone_at=None).select_related("gone")
            ],
        },
        "tournaments": [build_entry_part(entry) for entry in list_entries(everybody)],
        "ratings": [build_rating_part(row) for row in KeptRatings.objects.filter(player__in=everybody).order_by("pk")],
        "texts": [
            {"where": each.where, "text": each.text} for each in find_mentions(player.club, everybody) if each.is_likely
        ],
    }


def pick(row: Any, *names: str) -> PersonDocument:
    """Return the values of these columns of a database row, by column name."""
    return {name: getattr(row, name) for name in names}


def build_rating_part(row: KeptRatings) -> PersonDocument:
    """Return what is kept of a player's ratings at one game: his skill day by day, and his Elo gain at each table."""
    return {
        "game": row.game,
        "curve": [
            {"date": date.fromordinal(day).isoformat(), "mean": mean, "deviation": deviation}
            for day, mean, deviation in row.document["curve"]
        ],
        "gains": [
            {"date": date.fromordinal(day).isoformat(), "tenths": tenths}
            for day, *_others, tenths in row.document["gains"]
        ],
    }


def list_entries(players: Iterable[Player]) -> Iterable[Entry]:
    """Return the entries of these players, the earliest tournament first, with all that `build_entry_part` needs
    already loaded: the number of queries does not grow."""
    at_table = LedgerLine.objects.filter(seat__table=OuterRef("seat__table")).exclude(points=0)
    lines = LedgerLine.objects.annotate(counted=Exists(at_table)).select_related("record").order_by("record__number")
    seats = Seat.objects.select_related("table__round", "summary").order_by("table__round__n", "table__n")
    entries = Entry.objects.filter(player__in=list(players)).select_related("tournament", "fee", "sign_up", "team")
    return entries.order_by("tournament__date", "pk").prefetch_related(
        "renamings",
        "exclusions__entries",
        "sign_up__mails",
        "rests__round",
        Prefetch("adjustments", Adjustment.objects.select_related("given")),
        Prefetch("seats", seats),
        Prefetch("seats__lines", lines),
        "seats__table__calls",
        "seats__table__counts",
        "seats__table__confirmations",
        "seats__table__agreements",
    )


def build_entry_part(entry: Entry) -> PersonDocument:
    """Return what is kept of one entry: its names, its draw settings, its fee, its tables. `entry`: one of
    `list_entries`."""
    fee = getattr(entry, "fee", None)
    return {
        "tournament": {"name": entry.tournament.name, "date": entry.tournament.date.isoformat()},
        "name": entry.shown_name,
        "former_names": [each.was for each in entry.renamings.all()],
        **pick(entry, "presence", "first_round", "last_round", "fixed_table", "pair"),
        "team": entry.team.name if entry.team else None,
        "not_seated_with": sum(len(each.entries.all()) - 1 for each in entry.exclusions.all()),
        "fee": build_fee_part(fee, entry.tournament.currency) if fee else {},
        "sign_up": build_sign_up_part(getattr(entry, "sign_up", None)),
        "adjustments": [
            {"amount": each.amount, "cancelled": each.cancelled_id is not None, "at": each.given.at.isoformat()}
            for each in entry.adjustments.all()
        ],
        "seeded_by": entry.tournament.seeding.get("figures", {}).get(str(entry.pk)),
        "rests": sorted(rest.round.n for rest in entry.rests.all()),
        "tables": [build_seat_part(seat) for seat in entry.seats.all()],
    }


def build_fee_part(fee: Fee, currency: str) -> PersonDocument:
    """Return what an entry owes and has paid, in minor units of the currency; the currency is named unless it is the
    euro."""
    fields = pick(fee, "group", "due_cents", "paid_cents")
    return fields if currency == EURO else fields | {"currency": currency}


def build_sign_up_part(person: SignUp | None) -> PersonDocument:
    """Return what a player wrote when he signed up, and the mails that he was sent; {} if the organiser entered him."""
    if person is None:
        return {}
    mails = [
        {"mail": each.kind, "state": each.state, "at": each.tried_at.isoformat() if each.tried_at else None}
        for each in person.mails.all()
    ]
    return pick(person, "name", "partner", "email", "phone") | {"at": person.at.isoformat(), "mails": mails}


def build_seat_part(seat: Seat) -> PersonDocument:
    """Return what is kept of one player's seat at a table: his total, each recorded event with his gain, and what he
    counted, confirmed, agreed to or called for. Card points are null at a table that does not count them by player."""
    summary, table = getattr(seat, "summary", None), seat.table
    here, own = seat.position, f"table:{seat.position}"
    lines: Iterable[Any] = seat.lines.all()
    return {
        "round": seat.table.round.n,
        "table": seat.table.n,
        "position": seat.position,
        "total": summary.net if summary else 0,
        "coups": summary.coups if summary else 0,
        "lines": [
            {
                "event": line.record.position,
                "kind": line.record.kind,
                "at": line.record.at.isoformat(),
                "net": line.net,
                "points": line.points if line.counted else None,
            }
            for line in lines
        ],
        "counts": [
            {"fiches": count.fiches, "jetons": count.jetons, "at": count.at.isoformat()}
            for count in table.counts.all()
            if count.position == here
        ],
        "confirmed": [each.at.isoformat() for each in table.confirmations.all() if each.position == here],
        "agreed": [each.at.isoformat() for each in table.agreements.all() if each.position == here],
        "calls": [{"at": call.at.isoformat(), "text": call.words} for call in table.calls.all() if call.actor == own],
    }


def build_account_document(user: Any) -> PersonDocument:
    """Return all that is kept of an account as a document, except its password and the secrets of its second
    factors."""
    actor = f"user:{user.pk}"
    language = Language.objects.filter(user=user).first()
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)} - {""}
    return {
        "format": FORMAT,
        "at": timezone.now().isoformat(),
        "account": {
            "id": user.pk,
            "name": user.get_username(),
            "emails": sorted(addresses),
            "joined": user.date_joined.isoformat(),
            "last_login": user.last_login and user.last_login.isoformat(),
            "active": user.is_active,
            "owns_installation": user.is_superuser,
            "language": language.code if language else "",
            "factors": [
                {"type": each.type, "at": each.created_at.isoformat()}
                for each in Authenticator.objects.filter(user=user).order_by("pk")
            ],
            "sessions": [
                {"device": each.device, "since": each.since and each.since.isoformat()} for each in list_sessions(user)
            ],
        },
        "clubs": [
            {"club": each.club.name, "role": each.role}
            for each in user.memberships.select_related("club").order_by("club__name")
        ],
        "roles": [
            {"at": each.at.isoformat(), "club": each.club.name, "was": each.was, "now": each.now}
            for each in MemberChange.objects.filter(account=user.pk).select_related("club")
        ],
        "invitations": [
            {"club": each.club.name, "role": each.role}
            for each in Invitation.objects.filter(inviter=user).select_related("club")
        ],
        "tokens": [
            {"at": each.made_at.isoformat(), "club": each.club.name, "name": each.name, "role": each.role}
            for each in ApiToken.objects.filter(maker=user).select_related("club")
        ],
        "club_actions": [
            build_action_part(each, describe_club_change(each), each.subject, club=each.club.name)
            for each in ClubChange.objects.filter(actor=actor).select_related("club")
        ],
        "actions": [
            build_action_part(each, describe_action(each), each.reason, tournament=each.tournament.name)
            for each in AuditEntry.objects.filter(actor=actor).select_related("tournament", "free_text")
        ],
        "written": [
            {"tournament": name, "records": count}
            for name, count in Tournament.objects.filter(rounds__tables__records__actor=actor)
            .annotate(records=Count("rounds__tables__records"))
            .values_list("name", "records")
        ],
    }


def build_action_part(action: ClubChange | AuditEntry, words: str, text: str, **where: str) -> PersonDocument:
    """Return one action of an account: when, in which club or tournament (`where`), its code, its `words` in the log,
    and the free `text` that was written with it."""
    return {"at": action.at.isoformat(), **where, "what": action.what, "words": words, "text": text}
