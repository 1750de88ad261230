"""What a table's phone can read: access by key or code, the sheet, its end; and what is refused to all others."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

import scoring
from tests.book.evening_builders import create_evening, create_table, get_table
from tests.web.phone_client import (
    COUP,
    Phone,
    build_card_fields,
    build_point_fields,
    create_table_of_game,
    open_phone,
    read_html,
)
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, hide_tournament, open_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.rounds.seating import add_table, draw_tables
from tournaments.actions.tables.closing import revoke_keys
from tournaments.book.table_keys import CODE_LENGTH, check_digit, encode_number, table_code, table_key
from tournaments.forms.games import build_coup_form
from tournaments.models import Club, Confirmation, Record, Tournament, TryCount
from tournaments.presentation.tags.corbillon import game_name, localise_html
from tournaments.presentation.text.numbers import format_head
from tournaments.views import phone

pytestmark = pytest.mark.django_db

NAMES = ("<script>alert(1)</script>", "محمد بن علي", "🎴 Zoé")


# ── access by key


def test_every_wrong_key_gets_the_same_answer() -> None:
    table = create_table()
    key = table_key(table)
    revoke_keys(table.pk)
    wrong = ["", "x", key, key[:-1] + "0", "0-" + "A" * 32, "9" * 40 + "-A", "é", "1" * 5000]
    answers = [Client(headers={"X-Table-Key": each}).get("/t/sheet") for each in wrong]
    assert ({answer.status_code for answer in answers}, len({read_html(answer) for answer in answers})) == ({404}, 1)
    assert "Rien n’est perdu" in read_html(answers[0])


def test_a_key_opens_its_own_table_alone() -> None:
    tournament = create_evening(3, 2)
    first, second = (Phone(get_table(tournament, n)) for n in (1, 2))
    assert "Chloé" in first.read_sheet()
    assert "Chloé" not in second.read_sheet()
    first.send_coup()
    assert Record.objects.get().table == first.table


def test_a_sheet_names_its_chain_and_a_head_that_it_lacks_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    phone = open_phone()
    phone.send_coup()
    [head] = phone.sheet.chain.split()
    assert f'data-chain="{head}"' in phone.read_sheet()
    assert format_head(phone.sheet.head) in phone.read_sheet()
    phone.client.get("/t/sheet", headers={"X-Table-Head": head})
    assert not caplog.records
    phone.client.get("/t/sheet", headers={"X-Table-Head": "0123456789abcdef"})
    assert "0123456789abcdef" in caplog.text


def test_a_hidden_evening_is_missing() -> None:
    mine = open_phone()
    hide_tournament(mine.sheet.tournament)
    assert mine.client.get("/t/sheet").status_code == 404


def test_no_address_of_a_table_answers_without_its_key() -> None:
    addresses = [f"/{route.pattern}" for route in phone.urlpatterns]
    asked = [address for address in addresses if address.startswith("/t/")]
    assert len(asked) > 8
    for address in asked:
        assert Client().get(address).status_code == 404, address
        assert Client().post(address).status_code in (404, 405), address


def test_a_sheet_is_sent_uncacheable_and_without_cookies() -> None:
    answer = open_phone().client.get("/t/sheet")
    assert "no-store" in answer.headers["Cache-Control"]
    assert not answer.cookies


def test_the_page_opened_without_a_key_shows_no_table() -> None:
    page = read_html(Client().get("/t"))
    assert "JavaScript" in page
    assert '<template id="keyless">' in page


# ── access by code


def post_code(tournament: Tournament, code: str) -> object:
    """Send this code on the evening's code page. Return the response."""
    return Client().post(f"/{tournament.code}/code", {"code": code})


@pytest.mark.parametrize(("game", "size"), [(game.key, min(game.sizes)) for game in scoring.list_games()])
def test_a_sheet_names_its_game_and_declares_what_a_coup_needs_in_the_words_of_its_button(game: str, size: int) -> None:
    phone = Phone(create_table_of_game(game, size))
    page = phone.read_sheet()
    name = game_name(phone.table.round.tournament)
    assert f'<span class="game">{name}</span>' in page
    assert f'· {name}"' in page
    form = build_coup_form(phone.sheet)
    needed = form.list_needed()
    assert needed[0].words == form.todo
    assert all(f'data-needs="{" ".join(each.names)}"' in page for each in needed)


def test_a_typed_code_is_exchanged_for_the_key() -> None:
    table = create_table()
    answer = post_code(table.round.tournament, table_code(table).lower().replace("-", " "))
    assert answer.headers["Location"] == f"/t#{table_key(table)}"
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_wrong_code_is_refused_and_kept_in_the_field() -> None:
    answer = post_code(create_table().round.tournament, "K7M4-P2X<")
    assert answer.status_code == 422
    assert "K7M4-P2X&lt;" in read_html(answer)
    assert answer.context["form"].has_error("code")


def build_wrong_code(n: int) -> str:
    """Return the n-th code that no table has, with a right check digit."""
    body = encode_number(n, CODE_LENGTH - 1)
    return body + check_digit(body)


def test_a_mistyped_code_counts_for_nothing_however_often_it_is_sent() -> None:
    table = create_table()
    client, code = Client(), table_code(table)
    slip = ("A" if code[0] != "A" else "B") + code[1:]
    for _ in range(40):
        for wrong in ("", "K7M4-P2X<", "AAAA", slip):
            assert client.post(f"/{table.round.tournament.code}/code", {"code": wrong}).status_code == 422
    assert not TryCount.objects.exists()
    assert client.post(f"/{table.round.tournament.code}/code", {"code": code}).status_code == 302


def test_a_device_that_types_wrong_codes_waits_ever_longer_and_no_other_device_does() -> None:
    table = create_table()
    address, guesser = f"/{table.round.tournament.code}/code", Client()
    waits = []
    for n in range(1, 9):
        answer = guesser.post(address, {"code": build_wrong_code(n)})
        if answer.status_code == 429:
            assert f'value="{build_wrong_code(n)}"' in read_html(answer), "what was typed stays"
            waits.append(int(answer.headers["Retry-After"]))
            for _ in range(30):
                assert guesser.post(address, {"code": table_code(table)}).status_code == 429
            TryCount.objects.update(closed_until=timezone.now())
            assert guesser.post(address, {"code": build_wrong_code(n)}).status_code == 422
    assert len(waits) == 3
    assert waits[0] <= 16 < waits[1] <= 31 < waits[2] <= 61
    for _ in range(30):
        Client().post(address, {"code": build_wrong_code(99)})
    assert Client().post(address, {"code": table_code(table)}).status_code == 302
    TryCount.objects.update(closed_until=timezone.now())
    assert guesser.post(address, {"code": table_code(table)}).status_code == 302
    assert guesser.post(address, {"code": build_wrong_code(1)}).status_code == 422, "a right code begins anew"


def test_codes_work_only_while_the_evening_is_open() -> None:
    table = create_table()
    close_tournament(table.round.tournament)
    answer = post_code(table.round.tournament, table_code(table))
    assert answer.status_code == 200
    assert not answer.context["may_type"]
    assert Client().get("/ZZ9/code").status_code == 404


# ── the sheet


def test_names_are_shown_escaped_and_with_their_own_writing_direction() -> None:
    tournament = create_tournament(
        Club.objects.create(name="Club"), name="<b>Soir</b>", date="2026-11-21", players=NAMES
    )
    draw_tables(tournament, [3], seed=1)
    open_tournament(tournament)
    mine = Phone(get_table(tournament))
    mine.send_coup(**COUP)
    page = mine.read_sheet() + mine.read_preview(**COUP)
    assert "<script>" not in page
    assert "<b>Soir" not in page
    assert "&lt;script&gt;" in page
    assert "🎴 Zoé" in page
    assert "محمد بن علي" not in re.sub(r"<bdi[^>]*>محمد بن علي</bdi>|[\"=]محمد بن علي\"", "", page)


def test_a_negative_purse_is_shown_as_a_debt() -> None:
    mine = open_phone(2, payments="on", coups=3)
    for _ in range(3):
        mine.send("coup", **build_point_fields(120, 0), **build_card_fields(["1+"] * 8))
    assert "−" in mine.read_sheet()
    assert "une dette" in mine.read_sheet()


def test_what_is_paid_stands_beside_the_first_coup_and_then_aside() -> None:
    mine, pair = open_phone(), Phone(create_table(2))
    words = ("Une fiche (f.) vaut 20 jetons (j.).", "Les as et les dix sont les brusquembilles.")
    assert [mine.read_sheet().count(each) for each in words] == [2, 2]
    assert [pair.read_sheet().count(each) for each in words] == [2, 0]  # two players do not pay brusquembilles
    mine.send_coup()
    assert [mine.read_sheet().count(each) for each in words] == [1, 1]
    points = Phone(get_table(create_evening(2, game="briscola")))
    assert "payments" not in points.read_sheet()


def test_a_phone_without_a_seat_is_asked_for_it_and_a_spectator_gets_no_form() -> None:
    mine = open_phone(seat=None)
    assert 'class="ask"' in mine.read_sheet()
    assert 'id="coup"' not in mine.read_sheet()
    assert "Je regarde seulement" in Phone(mine.table, 0).read_sheet()
    assert 'id="coup"' not in Phone(mine.table, 0).read_sheet()
    for strange in ("4", "-1", "deux", "1" * 99):
        assert 'class="ask"' in Phone(mine.table, strange).read_sheet()


def test_a_table_without_players_says_what_to_do_next_and_where_to_look() -> None:
    tournament = create_table().round.tournament
    page = Phone(add_table(tournament)).read_sheet()
    assert "notice warn" in page
    assert f'href="/{tournament.code}"' in page
    assert f'href="/desk/event/{tournament.pk}/tables"' in page


def test_an_unchanged_sheet_is_not_sent_again() -> None:
    mine = open_phone()
    stamp = re.search(r'data-stamp="([^"]*)"', mine.read_sheet())
    assert stamp
    assert mine.client.get("/t/sheet", {"stamp": stamp[1]}).status_code == 204
    mine.send_coup()
    assert mine.client.get("/t/sheet", {"stamp": stamp[1]}).status_code == 200


def test_a_sheet_lists_the_key_of_every_record_and_identifies_its_table() -> None:
    """Undone records too; the table's identity stays when somebody is renamed and differs from another table's."""
    mine, other = open_phone(tours=9), open_phone(seat=2)
    for _time in range(14):
        mine.send_coup()
    mine.send("undo")
    said = re.search(r'data-book="(.*?)" data-recorded="(.*?)" data-number="16"', mine.read_sheet())
    assert said
    assert said[2].split() == list(mine.table.records.order_by("number").values_list("key", flat=True))
    rename_entry(mine.sheet.seats[0].entry, "Annette")
    assert f'data-book="{said[1]}"' in mine.read_sheet()
    assert f'data-book="{said[1]}"' not in other.read_sheet()


def test_every_coup_lists_its_transfers_and_rules() -> None:
    mine = open_phone()
    mine.send_coup()
    page = mine.read_sheet()
    for rule in ("BRU-08", "BRU-14", "BRU-15", "BRU-10"):
        assert f'<span class="rule">{rule}</span>' in page
    assert mine.sheet.records[0].key in page


# ── the end of the partie


def play_finished_partie(**options: object) -> Phone:
    """Return a phone at a table whose only coup is played."""
    mine = open_phone(coups=1, **options)
    mine.send_coup()
    return mine


def build_count_fields(*totals: int) -> dict[str, int]:
    """Return the form fields of a token count with these totals in jetons, by seat."""
    return {
        f"{kind}.{n}": number
        for n, total in enumerate(totals, 1)
        for kind, number in zip(("fiches", "jetons"), divmod(total, 20), strict=True)
    }


def test_a_right_count_is_confirmed_by_another_player_then_the_sheet_is_read_only() -> None:
    mine = play_finished_partie()
    book = [purse.total for purse in mine.sheet.state.purses.values()]
    assert mine.send("count", **build_count_fields(*book)).status_code == 303
    assert mine.read_facts().is_settled
    assert (mine.send("confirm", position=1).status_code, Confirmation.objects.exists()) == (409, False)
    assert mine.send("confirm", position=2).status_code == 303
    page = mine.read_sheet()
    assert mine.read_facts().confirmed_by == ["Basile"]
    assert page.count("<form") == page.count('<form hx-post="/t/free"') == 1
    assert "<form" not in Phone(mine.table, 0).read_sheet()
    assert (mine.send("undo").status_code, Record.objects.count()) == (409, 1)


def test_a_sheet_that_has_changed_since_it_was_read_is_not_confirmed() -> None:
    mine = play_finished_partie()
    assert (mine.send("confirm", number=1, position=2).status_code, Confirmation.objects.exists()) == (409, False)


def test_a_slip_that_explains_a_wrong_count_is_suggested() -> None:
    """One ten that was Basile's is recorded as won by Anne: he was not paid for it, and she was."""
    mine = play_finished_partie()
    anne, basile, chloe = (purse.total for purse in mine.sheet.state.purses.values())
    mine.send("count", **build_count_fields(anne - 3, basile + 3, chloe))
    page = mine.read_sheet()
    assert not mine.read_facts().counts_match
    assert '<ul class="slips">' in page
    assert "Coup 1" in page.split('class="slips"')[1]


def test_an_impossible_count_is_refused_and_kept_in_its_field() -> None:
    mine = play_finished_partie()
    for field, wrong in (("fiches.2", ""), ("fiches.2", "trois"), ("fiches.2", "-1"), ("fiches.2", "9" * 400)):
        answer = mine.send("count", **build_count_fields(40, 40, 40) | {"jetons.2": "", field: wrong})
        assert answer.status_code == 422
        assert f'name="{field}" value="{wrong}"' in read_html(answer)
        assert "error" in read_html(answer)
    assert not mine.sheet.counts


def test_nothing_is_counted_or_confirmed_before_the_end() -> None:
    mine = open_phone()
    assert mine.send("count", **build_count_fields(40, 40, 40)).status_code == 409
    assert (mine.send("confirm", position=2).status_code, Confirmation.objects.exists()) == (409, False)


def test_the_end_stands_in_the_menu_itself_and_tells_what_it_does() -> None:
    mine = open_phone()
    end = mine.read_sheet().partition('<details class="other end-now">')[2].partition("</details>")[0]
    [stops] = mine.read_facts().foreseen_end
    assert escape(stops.msgid) in end
    assert mine.send_coup().status_code == 303
    menu = mine.read_sheet().partition('<details class="more">')[2]
    others, _, rest = menu.partition('<details class="other end-now">')
    end = rest.partition("</details>")[0]
    assert 'id="void"' in others
    assert 'id="end"' not in others
    assert not mine.read_facts().foreseen_end, "beyond what its rule says"
    assert 'hx-post="/t/end"' in end


def test_each_box_of_points_shows_a_name_and_the_dealer_is_asked_below_the_cards() -> None:
    form = open_phone().read_sheet().partition('id="coup"')[2]
    assert '<bdi\n  aria-hidden="true">Basile</bdi><bdi class="hide">Basile</bdi></label>' in form
    places = [form.index(part) for part in ('class="points"', 'id="who"', 'class="dealer"', 'id="preview"')]
    assert places == sorted(places)


def test_the_id_of_a_rule_stays_whole() -> None:
    assert localise_html("trop peu (BRU-24)") == 'trop peu (<span class="unbroken">BRU-24</span>)'


# ── the welcome page and the error pages


def test_the_welcome_page_shows_open_evenings_alone() -> None:
    names = ("ouverte", "fermée", "cachée", "en préparation")
    club = Club.objects.create(name="Club")
    events = {
        name: create_tournament(club, name=f"Soirée {name}", date="2026-11-21", players=["A", "B"]) for name in names
    }
    for name in names[:3]:
        draw_tables(events[name], [2], seed=1)
        open_tournament(events[name])
    close_tournament(events["fermée"])
    hide_tournament(events["cachée"])
    page = read_html(Client().get("/"))
    assert [name for name in names if f"Soirée {name}" in page] == ["ouverte"]
    assert f'href="/{events["ouverte"].code}"' in page
    assert "/desk/" in page
    assert "Brusquembille · " in page


def test_a_missing_page_has_an_explanation() -> None:
    answer = Client().get("/desk/nothing/at/all")
    assert answer.status_code == 404
    assert "404.html" in [each.name for each in answer.templates]


def test_a_form_with_an_expired_csrf_token_has_an_explanation() -> None:
    tournament = create_table().round.tournament
    answer = Client(enforce_csrf_checks=True).post(f"/{tournament.code}/code", {"code": "x"})
    assert answer.status_code == 403
    assert "restée ouverte trop longtemps" in read_html(answer)


def test_a_server_error_has_a_page_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.views.welcome.render", lambda *given: 1 / 0)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert "500.html" in [each.name for each in answer.templates]
