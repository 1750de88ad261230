"""The rule book on screen: complete, from the declarations, open to everybody; and each score line links to its
rule."""

import html
import re

import pytest
from django.test import Client
from django.utils import translation

import scoring
from scoring.quotations import load_quotations
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tests.web.phone_client import Phone
from tournaments.actions.evenings.presets import make_preset, retire_preset
from tournaments.forms.organiser.options import describe_preset_values
from tournaments.presentation.rule_sheet import list_choices
from tournaments.presentation.text import rule_book
from tournaments.presentation.text.option_text import localise, name_game_and_preset
from tournaments.reading import preset_diff
from tournaments.views.rules import build_game_context, urlpatterns

pytestmark = pytest.mark.django_db

GAMES = [game.key for game in scoring.list_games()]
HOUSE = "choix de la maison"


def read_page(address: str, language: str = "fr") -> str:
    """Return the HTML of a page in this language, with single spaces."""
    answer = Client().get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().replace("&#x27;", "'").split())


def join_words(text: object) -> str:
    """Return the text with single spaces."""
    return " ".join(str(text).split())


def test_every_view_declares_that_it_is_for_anyone():
    assert {pattern.callback.access for pattern in urlpatterns} == {"anyone"}


def test_the_rules_page_lists_all_games_and_all_sources():
    told = read_page("/rules")
    assert all(f'href="/rules/{key}"' in told for key in GAMES)
    assert build_game_context(scoring.get_game("briscola"))["players"] in told
    for source in rule_book.describe_sources().values():
        entry = told[told.index(f'<dt id="{source.anchor}">{source.name}</dt>') :].partition("</dd>")[0]
        assert join_words(source.edition) in entry
        assert source.references
        assert all(f'href="{each.address}">{each.name}</a>' in entry for each in source.references)
    assert Client().get("/rules/whist").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_a_game_s_page_holds_every_declaration_and_an_anchor_for_each_rule(key):
    game, told = scoring.get_game(key), read_page(f"/rules/{key}")
    for rule in game.rules:
        assert f'id="{rule.id}"' in told
        assert join_words(rule.text) in re.sub("<svg.*?</svg>", "", told)
    for option in game.options:
        assert join_words(option.label) in told
        assert join_words(option.help) in told
        assert all(f'href="#{rule}"' in told for rule in option.rules)
    for preset in game.presets:
        assert join_words(preset.name) in told
        assert join_words(preset.about) in told
    assert "style=" not in told
    assert "<script>" not in told


@pytest.mark.parametrize(
    "key", [game.key for game in scoring.list_games() if not scoring.is_declared_by_clubs(game.options)]
)
@pytest.mark.parametrize("language", scoring.LANGUAGES)
def test_a_game_s_page_shows_each_rule_with_its_sources_own_words(key, language):
    told = html.unescape(read_page(f"/rules/{key}", language))
    with translation.override(language):
        sources = rule_book.describe_sources()
    assert not re.search(r"\bS[0-4]\b", re.sub("<script.*?</script>", "", told)), "no mark of a source stands bare"
    for rule in scoring.get_game(key).rules:
        article = told[told.index(f'id="{rule.id}"') :].partition("</article>")[0]
        article = article[article.find("<details") :] if rule.source else article
        assert article.count('<p class="quotation">') == len(rule.source.split())
        for quotation in scoring.list_quotations(rule.id):
            original = article.index(f'<q lang="fr">{quotation.words}</q>')
            source = sources[quotation.source]
            assert f'<a href="#{source.anchor}"><cite>{source.name}</cite></a>' in article
            ours = scoring.translate_quotation(quotation.words, language)
            assert language == "fr" or article.index(f"<q>{ours}</q>") < original


@pytest.mark.parametrize("key", [key for key in GAMES if scoring.get_game(key).table_facts])
def test_what_a_table_needs_stands_on_the_rule_page_and_on_the_evening_s_with_its_source(key):
    game = scoring.get_game(key)
    tournament = create_evening(game.sizes[0], game=key)
    for told in (read_page(f"/rules/{key}"), read_page(f"/{tournament.code}/rules")):
        facts = html.unescape(told[told.index('id="before"') :].partition("</section>")[0])
        for fact in game.table_facts:
            assert f"<dt>{fact.name}</dt>" in facts
            assert join_words(fact.text) in facts
            for quotation in scoring.list_quotations(f"{key}.{fact.key}"):
                assert f'<q lang="fr">{quotation.words}</q>' in facts
        assert (HOUSE in facts) == (key in ("briscola", "chiamata"))


@pytest.mark.parametrize("key", ["brusquembille", "brisque"])
def test_where_two_sources_differ_on_a_clause_they_stand_side_by_side(key):
    game, told = scoring.get_game(key), html.unescape(read_page(f"/rules/{key}"))
    blocks = re.findall(r'<div class="differences">(.*?)</div>', told)
    facts = [f"{key}.{fact.key}" for fact in game.table_facts]
    wanted = [
        [each for each in scoring.list_quotations(name) if each.differs]
        for name in (*facts, *(r.id for r in game.rules))
    ]
    wanted = [each for each in wanted if each]
    assert len(blocks) == len(wanted) >= 2
    shown = {quotation for block in blocks for quotation in re.findall(r'<q lang="fr">(.*?)</q>', block)}
    assert shown == {each.words for quotations in wanted for each in quotations}


def test_clauses_that_differ_are_of_two_sources():
    for key, quotations in load_quotations().items():
        assert len({each.source for each in quotations if each.differs}) in (0, 2), key


def test_the_doubt_of_the_order_of_the_cards_stands_beside_it():
    told = html.unescape(read_page("/rules/brusquembille"))
    (doubt,) = {rule.doubt for rule in scoring.get_game("brusquembille").rules if rule.doubt}
    assert told.count(join_words(doubt.text)) == 2, "with the facts of the table, and with the rule"
    assert join_words(doubt.text) in told[told.index('id="BRU-02"') :].partition("</article>")[0]
    assert f'href="{doubt.reference.address}"' in told


def test_quotations_from_paragraphs_in_a_row_are_one_citation():
    citations = rule_book.list_citations("BLA-01")
    assert [(citation.source, citation.place) for citation in citations] == [
        ("S4", "§\u00a08"),
        ("S4", "§\u00a011"),
        ("S4", "§\u00a033–38"),
        ("S4", "§\u00a040"),
    ]
    assert citations[2].quotes[0] == "l’As vaut 11 points"
    assert len(citations[2].quotes) == 6


@pytest.fixture
def preset_of_ours(monkeypatch):
    """Make the first preset of Briscan one that sets a target of ours, and return it."""
    game = scoring.get_game("briscan")
    preset = scoring.Preset("ours", scoring.Text("À nous"), scoring.Text("."), {"target": 250}, {"target": "house"})
    monkeypatch.setattr(type(game), "presets", (*game.presets, preset))
    return preset


def test_a_value_that_a_preset_sets_and_no_source_gives_is_marked_as_ours_wherever_it_is_shown(preset_of_ours):
    game = scoring.get_game("briscan")
    mark = f'<span class="tag">{HOUSE}</span>'
    assert f"<strong>250</strong> {mark}" in read_page("/rules/briscan")
    tournament = create_evening(2, game="briscan", preset="ours")
    assert f"<strong>250</strong> {mark}" in read_page(f"/{tournament.code}/rules")
    chosen = create_evening(2, game="briscan", preset="ours", target=400)
    assert f"<strong>400</strong> {mark}" not in read_page(f"/{chosen.code}/rules")
    target = next(option for option in game.options if option.key == "target")
    with translation.override("fr"):
        (row,) = [each for each in list_choices(game, preset_of_ours, {}, {}) if each.label == str(target.label)]
        assert (row.provenance, row.is_house) == (HOUSE, True)
        assert describe_preset_values(game, target, game.presets).endswith(f"À nous\u202f: 250 ({HOUSE})")


@pytest.mark.parametrize(
    ("key", "chosen", "dropped"),
    [
        ("briscola", {"match": "target"}, {"match_n"}),
        ("briscola", {"match": "fixed"}, {"target", "target_marks"}),
        ("briscola", {"match": "single"}, {"match_n", "target", "target_marks"}),
        ("brusquembille", {"mode": "fiches"}, {"target"}),
        ("brusquembille", {"mode": "points"}, {"tours", "coups", "payments", "short_pack_pot", "exhausted"}),
        ("briscan", {"announcements": "mariages"}, {"sequences", "sequence_values", "mariage_of_sequence"}),
        ("briscan", {"sequences": "libre"}, set()),
    ],
)
def test_an_option_that_says_nothing_of_tonight_is_not_on_the_rule_sheet(key, chosen, dropped):
    game = scoring.get_game(key)
    shown = {choice.label for choice in list_choices(game, game.presets[0], chosen, {})}
    assert {option.key for option in game.options if localise(option.label) not in shown} == dropped


def test_a_club_s_own_choice_is_not_the_program_s(preset_of_ours):
    _client, club = sign_in_organiser()
    rule = make_preset(club, game="briscan", base="ours", name="Notre jeudi", options={"target": 450})
    target = next(option for option in scoring.get_game("briscan").options if option.key == "target")
    preset = preset_diff.to_preset(rule)
    assert rule_book.describe_house_value(scoring.get_game("briscan"), target, preset) == ""
    assert "450 (" not in describe_preset_values(scoring.get_game("briscan"), target, (preset_of_ours, preset))


def test_the_provenance_of_a_rule_is_described_in_words():
    told = {
        article.id: article
        for chapter in rule_book.build_chapters(scoring.get_game("briscan"))
        for article in chapter.articles
    }
    assert told["BRC-04"].provenance == "d’après la règle de la Brisque"
    assert told["BRC-06"].provenance == "d’après l’Académie de 1752 et la règle de la Brisque"
    assert told["BRC-21"].provenance == "déduit"
    assert told["BRC-15"].provenance == "en partie choix de la maison"
    assert told["BRC-15"].is_house
    assert rule_book.describe_provenance("usage") == "usage d’aujourd’hui"


def test_BRC_06_both_tables_of_values_are_shown_with_their_provenance():
    told = read_page("/rules/briscan")
    for choice in ("à la lettre", "reconstitué"):
        assert f"<strong>{choice}</strong>" in told
    cells = re.findall(r"<tr><th scope=\"row\">Tierce</th>(.*?)</tr>", told)
    assert [re.findall(r">([\d—]+|[a-zé ]+)</td>", row) for row in cells] == [
        ["60", "50", "40", "30", "20", "10", HOUSE],
        ["120", "100", "80", "60", "40", "20", "déduit"],
    ]


def test_the_rules_are_shown_in_english():
    told = read_page("/rules/briscola", "en")
    assert join_words(scoring.get_game("briscola").rules[-1].text.localise("en")) in told
    assert "house rule" in told


def test_the_evening_s_rules_page_lists_what_differs_from_the_literal_rules():
    tournament = create_evening(3, game="briscola", preset="briscola-usage", match_n=5)
    told = read_page(f"/{tournament.code}/rules")
    rows = re.findall(r"<th scope=\"row\">([^<]*)</th><td>([^<]*)</td><td><strong>([^<]*)</strong>", told)
    assert rows == [
        ("La partie se joue", "jusqu’à un total de points", "au meilleur de plusieurs coups"),
        ("Nombre de coups", "3", "5"),
        ("À trois, on ôte", "les quatre deux", "un seul deux"),
        ("À trois, gagne", "qui a 61 points", "qui a le plus de points"),
    ]
    literal = create_evening(2, game="briscan")
    page = read_page(f"/{literal.code}/rules")
    assert "<th scope" not in page.partition('id="changes"')[2].partition("</section>")[0]
    assert f"<strong>{join_words(scoring.get_game('briscan').presets[0].name)}." in page


@pytest.mark.parametrize(
    ("game", "preset", "named"),
    [
        ("brusquembille", "academie-1718", "Brusquembille, "),
        ("briscan", "briscan", "Briscan d"),
        ("chiamata", "chiamata", "Briscola chiamata"),
    ],
)
def test_the_game_and_its_preset_are_named_together_and_no_name_is_said_twice(game, preset, named):
    found = scoring.get_game(game)
    told = name_game_and_preset(found, next((each for each in found.presets if each.key == preset), found.presets[0]))
    assert told.startswith(named)
    assert told.count(str(found.name)) == 1


def test_each_transfer_links_to_its_rule_for_the_public_phones_and_organisers():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup(), {"type": "penalty", "rule": "PEN-04", "player": "3"})
    client, club = sign_in_organiser()
    mine = create_open_evening(club)
    enter_coup(client, get_first_table(mine))
    public = read_page(f"/{tournament.code}/table/1")
    phone = Phone(get_table(tournament)).read_sheet()
    desk = client.get(f"/desk/table/{get_first_table(mine).pk}/story").content.decode()
    for told in (public, phone, desk):
        from_there = f"?evening={mine.code}" if told is desk else ""
        assert f'href="/rules/brusquembille{from_there}#BRU-14"' in told
        assert rule_book.describe_provenance("src", "S0") in told
    assert 'href="/rules/brusquembille#PEN-04"' in public
    ways = f'href="/desk/event/{mine.pk}/players"'
    assert ways in client.get(f"/rules/brusquembille?evening={mine.code}").content.decode(), "the evening's tabs stay"
    for told in (
        client.get("/rules/brusquembille?evening=~"),
        Client().get(f"/rules/brusquembille?evening={mine.code}"),
    ):
        assert told.status_code == 200
        assert ways not in told.content.decode()


def test_each_line_of_points_links_to_its_rule():
    tournament = create_evening(2, game="briscola", match="single")
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 61, "2": 59}})
    told = read_page(f"/{tournament.code}/table/1")
    assert re.search(r"<[^>]+>[^<]* 61 points", told)
    assert 'href="/rules/briscola#BLA-06"' in told


def test_a_rule_that_moves_nothing_is_among_the_reasons():
    tournament = create_evening(3)
    sheet = record_events(get_table(tournament), {"type": "void"})
    found = rule_book.list_rule_effects("brusquembille", sheet.steps[0])
    assert [(reason.article.id, reason.transfers, reason.lines) for reason in found] == [("GEN-03", (), ())]


def test_a_member_sees_what_the_club_s_own_presets_change():
    client, club = sign_in_organiser()
    rule = make_preset(club, game="brisque", base="brisque", name="Notre jeudi", options={"target": 900})
    make_preset(club, game="briscan", base="briscan-1752", name="Autre jeu", options={})
    told = client.get("/rules/brisque").content.decode()
    assert re.search(r"\b900, [\w ]+ 600\b", told)
    assert "Autre jeu" not in told
    told = client.get("/rules/brisque", headers={"Accept-Language": "en"}).content.decode()
    assert "Points to reach: 900, instead of 600" in told
    retire_preset(rule)
    other, _club = sign_in_organiser("karl", "Autre cercle")
    for reader in (client, other, Client()):
        assert "Notre jeudi" not in reader.get("/rules/brisque").content.decode()
