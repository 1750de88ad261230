"""The organiser's printed documents, as PDF."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
