"""The page for somebody who typed wrong passwords or codes too often, and must wait before he tries again."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.security_log import log_event
from tournaments.presentation.text.numbers import format_wait


def render_wait(request: HttpRequest, template: str, wait: timedelta, **more: Any) -> HttpResponse:
    """Render a page that says how long the next try has to wait (429), and log it. `more`: what else its template
    shows."""
    log_event("told to wait", request, seconds=int(wait.total_seconds()))
    answer = render(request, template, {"wait": format_wait(wait), **more}, status=429)
    answer.headers["Retry-After"] = str(int(wait.total_seconds()) + 1)
    return answer
