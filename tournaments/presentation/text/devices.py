"""What a browser says of itself, in words that its owner recognises."""

from django.utils.translation import gettext as _

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def describe_device(agent: str) -> str:
    """Return «Firefox, Linux» for a User-Agent header; what is not recognised is left out."""
    found = [next((words for mark, words in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or _("un appareil inconnu")
