"""Somebody who asked for initials: no public page, file, feed, poster, picture, site or program's answer names him."""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils.html import escape

from tests.book.round_builders import create_tournament, draw_and_publish
from tests.fixtures.amounts import choose_amount
from tests.web.rights_world import record_lines
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.people.clubs import set_player_discreet
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.book.door_keys import door_key
from tournaments.models import Club, Player, Seat, Table, Tournament
from tournaments.presentation import result_card
from tournaments.printing.documents import PRINTABLES_BY_NAME
from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder

pytestmark = pytest.mark.django_db
NAME, INITIALS = "Zéphyrine Quatrebarbes", "Z. Q."
SECRETS = ("zéphyrine", "quatrebarbes", "zephyrine")
POSTERS = ("welcome", "tonight", "check-in-poster", "season-poster")
LINK = re.compile(r'(?:href|src|action|data-\w+)="(/[^"#]*)')
MOST_PAGES = 1500
MOST_ALIKE = choose_amount(2, MOST_PAGES)
NUMBER = re.compile(r"\d+|(?<=figure=)\w+")
FRAMED = ("/embed/standings", "/embed/board", "/embed/tables")
PAGES_OF_AN_EVENING = ("", "/screen", "/sign-up", "/what-if", *FRAMED)


@pytest.fixture
def evenings() -> list[Tournament]:
    """Three evenings of a club and its season at which the player was: rounds that were played and closed, a knockout
    under way, and one that people sign up for."""
    rounds = create_tournament(7, "random", rounds=2)
    Player.objects.filter(name="Joueur 1").update(name=NAME)
    rounds.entries.filter(shown_name="Joueur 1").update(shown_name=NAME)
    duels = create_tournament(4, "knockout", game="briscola")
    move_to_club(duels, rounds.club)
    for tournament, numbers, size in ((rounds, (1, 2), 3), (duels, (1,), 2)):
        for n in numbers:
            draw_and_publish(tournament, n, (size,))
            open_tournament(tournament)
            if tournament == rounds:
                for table in Table.objects.filter(round__tournament=tournament, round__n=n):
                    record_lines(table, 2)
    entry = rounds.entries.get(shown_name=NAME)
    give_adjustment(rounds, entry, amount=-5, rule="3", reason="Retard", actor="user:1")
    create_season(rounds.club, "Saison").tournaments.set([rounds, duels])
    close_tournament(rounds)
    Club.objects.filter(pk=rounds.club_id).update(framers="https://www.exemple.fr")
    awaited = create_tournament(3, "random")
    move_to_club(awaited, rounds.club)
    set_sign_up_terms(awaited, is_open=True, limit=None, closes_at=None, self_check_in=True, fee_cents=None)
    set_player_discreet(entry.player, discreet=True)
    return [rounds, duels, awaited]


def move_to_club(tournament: Tournament, club: Club) -> None:
    """Make the tournament one of this club, at which the player takes part."""
    Player.objects.filter(club=tournament.club).update(club=club)
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    tournament.refresh_from_db()
    add_entries(tournament, [Player.objects.get(name=NAME)])


def crawl(client: Client, start: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the address and the content of everything that is reached from these addresses: of those that differ in
    numbers and in the figure that is asked for, so many."""
    waiting, met, alike = list(start), set(start), Counter[str]()
    while waiting:
        address = waiting.pop()
        alike[NUMBER.sub("", address)] += 1
        if alike[NUMBER.sub("", address)] > MOST_ALIKE:
            continue
        answer = client.get(address, headers={"Accept": "application/json"} if address.startswith("/api/") else {})
        if answer.status_code != 200:
            continue
        content = answer.getvalue()
        yield address, content
        kind = answer.headers.get("Content-Type", "")
        text = content.decode(errors="replace") if "html" in kind or "json" in kind or "xml" in kind else ""
        links = [link.replace("&amp;", "&") for link in LINK.findall(text)]
        links += [urlsplit(link).path for link in re.findall(r'"(?:https?://testserver)?(/api/[^"]+)"', text)]
        for link in links:
            if link not in met and not link.startswith(("/static/", "/accounts/", "/desk", "/rules", "/learn")):
                met.add(link)
                waiting.append(link)
        assert len(met) < MOST_PAGES


def find_secret(content: bytes) -> str:
    """Return the part of the name that the content has, inside a packed file too; "" for none."""
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            content = b"".join(map(packed.read, packed.namelist()))
    text = content.decode(errors="replace").casefold()
    return next((secret for secret in SECRETS if secret in text or escape(secret) in text), "")


def list_roots(evenings: list[Tournament]) -> list[str]:
    """Return the addresses from which all public pages are found, and those to which no page leads."""
    entry = evenings[0].entries.get(shown_name=NAME)
    seat = Seat.objects.filter(entry=entry, table__round__n=1).select_related("table").first()
    here = f"/{evenings[0].code}"
    roots = ["/", "/api/v1/", f"/club/{evenings[0].club_id}", f"/club/{evenings[0].club_id}/player/{entry.player_id}"]
    roots += [f"{here}/podium.png", f"{here}/screen", f"{here}/calendar.ics", f"{here}/player/{entry.pk}"]
    if seat:
        roots.append(f"{here}/round/1/table/{seat.table.n}")
    return roots + [f"/{each.code}{page}" for each in evenings for page in PAGES_OF_AN_EVENING]


def test_what_anybody_may_read_has_no_name_of_who_asked_for_initials(
    evenings: list[Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    write = result_card.write

    def note(pen: Any, text: str, *place: Any, **more: Any) -> int:
        drawn.append(text)
        return write(pen, text, *place, **more)

    monkeypatch.setattr(result_card, "write", note)
    found = dict(crawl(Client(), list_roots(evenings)))
    kinds = {address.rpartition(".")[2] for address in found if "." in address}
    assert {"csv", "json", "xlsx", "ods", "png", "ics"} <= kinds
    assert any(address.startswith("/api/v1/tournaments/") for address in found)
    assert [(address, secret) for address, content in found.items() if (secret := find_secret(content))] == []
    assert drawn
    assert INITIALS in drawn
    assert not any(find_secret(text.encode()) for text in drawn)
    assert all(INITIALS in found[f"/{evenings[0].code}{page}"].decode() for page in FRAMED)
    shown = [address for address, content in found.items() if INITIALS in content.decode(errors="replace")]
    assert len(shown) > 20


def test_the_site_and_the_posters_have_no_name_of_who_asked_for_initials(
    evenings: list[Tournament], tmp_path: Path
) -> None:
    club = evenings[0].club
    SiteBuilder(club, "fr", SiteFolder(tmp_path), datetime(2026, 11, 23, tzinfo=UTC)).build()
    files = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    assert len(files) > 50
    assert [path.name for path in files if find_secret(path.read_bytes())] == []
    for name in POSTERS:
        tournament = evenings[2] if name == "check-in-poster" else evenings[0]
        page = PRINTABLES_BY_NAME[name].build_paper(tournament).render_page("")
        assert not find_secret(page.encode()), name
        assert name != "season-poster" or INITIALS in page


def test_the_door_that_the_poster_opens_names_him_by_his_initials(evenings: list[Tournament]) -> None:
    key = door_key(evenings[2].sign_up_terms)
    for more in ({}, {"name": "quatre"}, {"entry": evenings[2].entries.get(shown_name=NAME).pk}):
        page = Client().post("/door", {"code": key, **more}).content.decode()
        assert not find_secret(page.encode())
    assert INITIALS in page
