"""Who did something, in words: an account's name and its role at that time; and what a browser says of itself."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tournaments.models import ApiToken, MemberChange
from tournaments.models.rights import Role


class AccountNames:
    """The names of those of `actors` that are accounts ("user:ID") or keys of other programs ("token:ID"). An account
    has its present name, or its last one if it was deleted, and the role that it had in the club at the time asked
    for."""

    def __init__(self, club_id: int, actors: Iterable[str]) -> None:
        actors = set(actors)
        pks = find_ids(actors, "user:")
        self.changes: dict[int, list[MemberChange]] = {}
        for change in MemberChange.objects.filter(club=club_id, account__in=pks):
            self.changes.setdefault(change.account, []).append(change)
        self.names = {account: changes[-1].name for account, changes in self.changes.items()}
        self.names |= {user.pk: user.get_username() for user in get_user_model().objects.filter(pk__in=pks)}
        tokens = find_ids(actors, "token:")
        api_tokens = ApiToken.objects.filter(club=club_id, pk__in=tokens).values_list("pk", "name") if tokens else ()
        self.tokens = {f"token:{pk}": name for pk, name in api_tokens}

    def describe(self, actor: str, at: datetime) -> str | None:
        """Return who an actor is: «Anne, arbitre», or «Anne» if the role at that time is not known; for a key «le
        programme « Site du club »»; None if it is neither a known account nor a known key."""
        if actor in self.tokens:
            return _("le programme « %(name)s »") % {"name": self.tokens[actor]}
        pk = actor.removeprefix("user:")
        if pk == actor or not pk.isdigit() or int(pk) not in self.names:
            return None
        name, role = self.names[int(pk)], self.find_role(int(pk), at)
        return _("%(name)s, %(role)s") % {"name": name, "role": Role(role).label} if role in Role.values else name

    def find_role(self, account: int, at: datetime) -> str:
        """Return the account's role at that time, "" if it had none or it is not known."""
        return next((each.now for each in reversed(self.changes.get(account, [])) if each.at <= at), "")


def find_ids(actors: Iterable[str], prefix: str) -> set[int]:
    """Return the ids of the actors that begin with this prefix."""
    return {int(pk) for actor in actors if (pk := actor.removeprefix(prefix)) != actor and pk.isdigit()}


BROWSERS = ("Edg", "OPR/", "SamsungBrowser", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari")
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "CrOS", "Macintosh", "Linux")
"""The words of a User-Agent header by which a browser and a system are known: the first of each list that it has."""
DEVICE_NAMES = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "CrOS": "Chromebook",
    "Macintosh": "Mac",
}
"""The names of browsers and systems that are called otherwise than in a User-Agent header."""


def describe_device(agent: str) -> str:
    """Return «Firefox, Linux» for a User-Agent header; what is not recognised is left out."""
    marks_found = [next((mark for mark in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(DEVICE_NAMES.get(mark, mark) for mark in marks_found if mark) or _("un appareil inconnu")
