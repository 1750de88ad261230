"""The organiser's pages, signed in."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
