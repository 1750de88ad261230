"""The tag that draws an icon: a line drawing that stands beside a word, never instead of it."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

PATHS = {
    "table": '<rect x="3" y="4" width="14" height="12" rx="2"/><path d="M3 10h14M10 4v12"/>',
    "people": '<circle cx="7.5" cy="7" r="3"/>'
    '<path d="M2 17c0-3.5 2.3-5.5 5.5-5.5S13 13.5 13 17M13 4.5a3 3 0 010 5.2M15 12c2 .6 3 2.5 3 5"/>',
    "rounds": '<path d="M16 6.5A7 7 0 104 14.5"/><path d="M16.5 2.5v4h-4"/><path d="M10 6.5V10l2.5 2"/>',
    "rank": '<path d="M3 17V11h4v6M8 17V5h4v12M13 17V8.5h4V17"/><path d="M2 17h16"/>',
    "print": '<path d="M6 8V3h8v5M6 14H3V8h14v6h-3"/><path d="M6 12h8v5H6z"/>',
    "more": '<circle cx="4" cy="10" r="1.2"/><circle cx="10" cy="10" r="1.2"/><circle cx="16" cy="10" r="1.2"/>',
    "screen": '<rect x="2.5" y="4" width="15" height="10" rx="1"/><path d="M7 17h6"/>',
    "hand": '<path d="M6 10V5.5a1.2 1.2 0 012.4 0V9 3.7a1.2 1.2 0 012.4 0V9 4.5a1.2 1.2 0 012.4 0V10 6.5a1.2 1.2 0 '
    '012.4 0V12c0 3.5-2 5.5-5 5.5S7 16 5.6 13.5L3.8 10.6a1.2 1.2 0 012-1.2z"/>',
    "warn": '<path d="M10 3l8 14H2z"/><path d="M10 8v4M10 14.6v.1"/>',
    "check": '<path d="M4 10.5l4 4 8-9"/>',
    "share": '<path d="M10 12V3M7 6l3-3 3 3M5 9.5v7.5h10V9.5"/>',
    "lock": '<rect x="4.5" y="9" width="11" height="8" rx="1.5"/><path d="M7 9V6.5a3 3 0 016 0V9M10 12.5v1.5"/>',
    "unlock": '<rect x="4.5" y="9" width="11" height="8" rx="1.5"/><path d="M7 9V5.5a3 3 0 015.8-1M10 12.5v1.5"/>',
    "grip": '<path d="M8 5v.1M12 5v.1M8 10v.1M12 10v.1M8 15v.1M12 15v.1"/>',
    "down": '<path d="M5 8l5 5 5-5"/>',
}
DRAWINGS = {
    name: format_html('<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">{}</svg>', mark_safe(path))
    for name, path in PATHS.items()
}


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return the icon of this name (a key of `PATHS`) as an SVG in the text's colour, which screen readers skip."""
    return DRAWINGS[name]
