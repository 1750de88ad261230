"""The next step that a page proposes, with the button that leads there."""

from typing import Any

from django.urls import reverse


def build_step(words: str, action: str, page: str, *args: object, **more: Any) -> dict[str, Any]:
    """Return a next step for a template: {words, action, url}, whose button `action` leads to the page of this URL name
    with `args`. `more`: further values for the template."""
    return {"words": words, "action": action, "url": reverse(page, args=args), **more}
