"""Who calls: anybody, or another program with a club's key. A key comes in the header Authorization and nowhere
else, so that no address holds one and no page of another site can send one that a browser knows."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest
from ninja.security import HttpBearer

from config.devices import note_key
from tournaments.actions.people.tokens import find_token, note_token_use
from tournaments.models import ApiToken
from tournaments.models.rights import Right
from tournaments.views.access import NotAllowed

HEADER = "Authorization"


@dataclass(frozen=True)
class Caller:
    """Who sent a request. `token`: the key that came with it, None for anybody."""

    token: ApiToken | None

    def may_look_into(self, club_id: int) -> bool:
        """True if the caller may see what the club's own organisers see."""
        return Right.LOOK in self.list_rights(club_id)

    def list_rights(self, club_id: int) -> Collection[str]:
        """Return the rights that the caller's key gives in the club; none without a key of that club."""
        return self.token.rights if self.token is not None and self.token.club_id == club_id else ()


class CallRequest(HttpRequest):
    """A request to the interface. `auth`: who sent it; `etag`: the answer's ETag, where the operation knows it before
    the answer is built; `location`: the address of what the request made."""

    auth: Caller
    etag: str
    location: str


class KeyBearer(HttpBearer):
    """Authentication by a club's key; `right`: what the key must give, None where anybody may read."""

    def __init__(self, right: Right | None) -> None:
        super().__init__()
        self.right = right

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Return who calls; None (401) for a wrong key, or without one where one is needed."""
        if self.right is None and HEADER not in request.headers:
            return Caller(None)
        return cast(Caller | None, super().__call__(request))

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        """Return the caller with this key; None if it opens nothing. Raises NotAllowed without the right."""
        api_token = find_token(token)
        if api_token is None:
            return None
        note_token_use(api_token)
        note_key(request.headers[HEADER], api_token.pk)
        caller = cast(CallRequest, request).auth = Caller(
            api_token
        )  # the security log names the key that was refused, too
        if self.right is not None and self.right not in api_token.rights:
            raise NotAllowed(self.right)
        return caller
