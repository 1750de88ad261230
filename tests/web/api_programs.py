"""Other programs, as the tests of the programming interface have them: a key of the club, and what it sends."""

from typing import Any

from django.test import Client

from tournaments.actions.people.tokens import make_token
from tournaments.models import Club
from tournaments.models.rights import Role, find_rights

API = "/api/v1"


class Program:
    """A program with a key of the club in this role; what it sends and gets is JSON."""

    def __init__(self, club: Club, role: Role = Role.ORGANISER, **headers: str) -> None:
        scopes = find_rights(role, owns_installation=False)
        self.token, self.text = make_token(club, name="Site du club", role=role, scopes=scopes, days=30, maker=None)
        self.client = Client(headers={"Authorization": f"Bearer {self.text}", "Accept-Language": "fr", **headers})

    def get(self, path: str, **query: Any) -> Any:
        """Read an address of the interface."""
        return self.client.get(API + path, query)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """Write to an address of the interface."""
        return self.client.post(API + path, body or {}, content_type="application/json", headers=headers or None)
