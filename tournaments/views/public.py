"""What anybody may look at: the welcome page, an evening's board, its standings, its tables."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
