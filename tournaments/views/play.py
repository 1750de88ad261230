"""The table's own pages, on a phone: no account, only the table's key."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
