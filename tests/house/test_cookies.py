"""Cookies of other programs on the same host: none is parsed, and no request is refused for one."""

import http.cookies

import pytest
from django.conf import settings
from django.test import Client

QUOTED = '"' + '\\"' * 15_000 + '"'


@pytest.mark.django_db
def test_cookies_that_are_not_ours_or_are_quoted_are_dropped_unparsed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(http.cookies, "_unquote", lambda value: parsed.append(value) or value)
    ours = f"{settings.SESSION_COOKIE_NAME}=abc; {settings.LANGUAGE_COOKIE_NAME}=it"
    answer = client.get(
        "/", headers={"cookie": f"other={QUOTED}; csrf={QUOTED};; plain=1; {ours}; nameless; messages="}
    )
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "it")
    assert parsed == ["abc", "it", ""]
