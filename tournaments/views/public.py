"""What anybody may look at: an evening's board, its standings, its tables and players. An evening in preparation, and a
hidden one, are missing (404)."""

from django.urls import URLPattern, path

urlpatterns: list[URLPattern] = [path("<str:code>", lambda r, code: None, name="board")]
