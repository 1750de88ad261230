"""The pages that take over a list of players, gone through as a browser does."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client


def upload(client: Client, address: str, content: bytes) -> Any:
    """Send a list as a file; return the preview."""
    return client.post(address, {"file": SimpleUploadedFile("liste.csv", content)})


def follow(client: Client, address: str, page: Any, **more: str) -> Any:
    """Send the preview as its page would."""
    sent = dict(page.context["columns"].data)
    return client.post(address, {**sent, "rows": page.context["rows"], "write": "yes", **more})


def list_chosen(page: Any) -> dict[str, str]:
    """Return what the page would send of its lines."""
    return {f"line-{line.planned.key}": line.chosen for line in page.context["lines"]}
