"""The club's log of what was changed for other programs, and of its face."""

from urllib.parse import urlsplit

from tournaments.models import ApiToken, Club, ClubChange, JoinedClub, PublicationTarget, Receiver

What = ClubChange.What


def log_key_change(token: ApiToken, what: What, actor: str) -> None:
    """Write in the club's log what happened to the key of another program."""
    ClubChange.objects.create(club_id=token.club_id, what=what, subject=token.name, actor=actor)


def log_receiver_change(receiver: Receiver, what: What, actor: str) -> None:
    """Write in the club's log what happened to a receiver of messages, which is named by its host alone, since the rest
    of its address may hold a secret."""
    machine = urlsplit(receiver.address).netloc
    ClubChange.objects.create(club_id=receiver.club_id, what=what, subject=machine, actor=actor)


def log_place_change(target: PublicationTarget, what: What, actor: str) -> None:
    """Write in the club's log what happened to a place to which its site is sent."""
    ClubChange.objects.create(club_id=target.club_id, what=what, subject=target.place, actor=actor)


def log_picture_change(club: Club, name: str, what: What, actor: str) -> None:
    """Write in the club's log what happened to its logo or a sponsor's picture. `name`: whose picture it is."""
    ClubChange.objects.create(club=club, what=what, subject=name, actor=actor)


def log_joined_season(joined: JoinedClub, what: What, actor: str) -> None:
    """Write in the logs of both clubs (the season's, and the one that was asked to join it) what happened between them,
    with the season's name and the other club's."""
    season = joined.season
    for club, other in ((season.club, joined.club), (joined.club, season.club)):
        ClubChange.objects.create(club=club, what=what, subject=f"{season.name} · {other.shown_name}", actor=actor)
