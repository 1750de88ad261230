"""The next step that a page proposes, with the button that leads there."""

from typing import Any

from django.urls import reverse


def build_step(words: str, action: str, page: str, *args: object, **more: Any) -> dict[str, Any]:
    """Return a step for a template: {words, action, url}, with the button `action` that leads to the page of this name.
    `more`: what the page shows beside it."""
    return {"words": words, "action": action, "url": reverse(page, args=args), **more}
