"""The organiser's pages, signed in: one module for each thing the organiser does."""

from django.urls import URLPattern

from . import (
    account,
    calls,
    club,
    codes,
    evenings,
    life,
    log,
    machine,
    marking,
    mending,
    network,
    players,
    presets,
    ranking,
    rounds,
    rounds_people,
    ruling,
    seating,
    sheet,
    watching,
)

urlpatterns: list[URLPattern] = [
    *evenings.urlpatterns,
    *players.urlpatterns,
    *seating.urlpatterns,
    *rounds.urlpatterns,
    *rounds_people.urlpatterns,
    *watching.urlpatterns,
    *calls.urlpatterns,
    *codes.urlpatterns,
    *life.urlpatterns,
    *sheet.urlpatterns,
    *marking.urlpatterns,
    *mending.urlpatterns,
    *club.urlpatterns,
    *machine.urlpatterns,
    *account.urlpatterns,
    *presets.urlpatterns,
    *ranking.urlpatterns,
    *network.urlpatterns,
    *ruling.urlpatterns,
    *log.urlpatterns,
]
