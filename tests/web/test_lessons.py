"""Lessons: one for each game, each a legal partie; every choice judged by `scoring`."""

import re

import pytest
from django.test import Client
from django.utils import translation

import scoring
from scoring.quotations import _load_translations, load_quotations
from tests.games.stages import list_games_with_lesson
from tests.web.lesson_pages import list_lesson_citations, open_verdict, read_page, read_verdict, render_symbols
from tournaments.forms.games import PARTS_BY_GAME, lesson_text
from tournaments.forms.games.lesson_text import GROUNDS, MOVES, PLAYER_NAMES, describe_count, show_citation
from tournaments.forms.games.lesson_walk import open_lesson
from tournaments.presentation.text.cards import name_card_in_sentence
from tournaments.presentation.text.family import FAMILY, LOST
from tournaments.printing import leaflet

pytestmark = pytest.mark.django_db
LESSONS = {key: parts.lesson for key, parts in PARTS_BY_GAME.items() if parts.lesson}
GAMES = pytest.mark.parametrize("key", LESSONS)


def test_every_game_has_its_lesson() -> None:
    assert list(LESSONS) == list_games_with_lesson()


@GAMES
def test_the_recorded_partie_is_legal_and_dealt_as_it_is_played(key: str) -> None:
    lesson = LESSONS[key]
    answer = scoring.score_partie(lesson.partie)
    assert answer["format"] == "corbillon.decompte/1"
    assert "errors" not in answer
    walk = open_lesson(key)  # raises where a card is played that the deal does not give
    assert walk.setting.game == key
    assert walk.lesson.reader in walk.setting.players


@GAMES
def test_every_move_and_note_rests_on_a_rule_and_where_a_source_states_it_on_its_words(key: str) -> None:
    walk = open_lesson(key)
    for citation in list_lesson_citations(walk.lesson):
        shown = show_citation(key, citation)
        assert shown.words or citation.quotation is None or not scoring.list_quotations(citation.rule), citation
    judged = [
        walk.judge(turn.trick, card) for turn in walk.turns if turn.player == walk.lesson.reader for card in turn.hand
    ]
    unsaid = {"free", *MOVES} if key == "chiamata" else set[str]()  # no source says it of the five
    cited = {*walk.lesson.citations} | unsaid
    assert {each.ground for each in judged} <= cited & {*GROUNDS}
    assert {move.kind for trick in walk.list_tricks() for move in trick.moves} <= cited & {*MOVES}
    offered = [(n, card) for n, note in walk.lesson.notes.items() for card in note.offered]
    assert all(walk.judge(n, card).rule == walk.lesson.citations["turn_up"].rule for n, card in offered)
    assert set(walk.lesson.notes) <= set(range(len(walk.followed.tricks) + 1))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_quotation_of_the_rules_and_of_the_family_is_translated_and_none_besides(language: str) -> None:
    quoted = {each.words for quotations in load_quotations().values() for each in quotations}
    assert [words for words in quoted if not scoring.translate_quotation(words, language)] == []
    assert _load_translations(language)._catalog.keys() - quoted == {""}  # type: ignore[attr-defined]


def test_a_reader_of_another_language_has_our_translation_before_the_source_s_words() -> None:
    page = Client().get("/learn/briscola/2", headers={"accept-language": "en"}).content.decode()
    assert re.search(r"need not play a card.*our translation.*<q lang=\"fr\">Cependant", page, re.S)
    assert "(notre traduction)" not in read_page("/learn/briscola/2")
    family = Client().get("/learn/family", headers={"accept-language": "it"}).content.decode()
    quoted = sum(len(each.quotations) for each in (*FAMILY, LOST))
    assert family.count("nostra traduzione") == quoted
    folded = re.findall(r"<details class=\"original\"><summary>L’originale</summary><q lang=\"fr\">", family)
    assert len(folded) == quoted, "the source's own words open on demand"
    assert family.count('<q lang="fr">') == quoted


def test_who_took_a_trick_leads_by_no_rule_of_the_first_lead() -> None:
    assert "CHI-08" in read_page("/learn/chiamata/1")
    assert "CHI-08" not in read_page("/learn/chiamata/4?card=D♦") + read_page("/learn/chiamata/9")


def test_the_turn_up_is_refused_as_what_it_is_and_nothing_is_told_of_later_tricks() -> None:
    assert open_verdict("/learn/brisque/1?card=D♠")["fault"] == lesson_text.TURN_UP_FAULT
    assert "levée 6" not in read_page("/learn/brisque/1?card=D♠")


@pytest.mark.parametrize(("key", "suit"), [("briscola", "denari"), ("brusquembille", "fiori")])
def test_an_italian_reader_sees_the_cards_that_the_game_is_played_with_in_italy(key: str, suit: str) -> None:
    page = Client().get(f"/learn/{key}", headers={"accept-language": "it"}).content.decode()
    others = {"briscola": ("quadri", "fiori", "donna"), "brusquembille": ("denari", "bastoni", "cavallo")}[key]
    assert suit in page
    assert not any(word in page for word in others)


def test_a_card_that_nothing_left_can_beat_is_said_to_be_sure() -> None:
    sure = "Rien de ce qui reste ne peut la battre"
    assert sure in read_page("/learn/brusquembille/7?card=A♣")
    assert sure not in read_page("/learn/brusquembille/5?card=10♣") + read_page("/learn/chiamata/4?card=3♠")
    only = "Une seule carte la bat encore\u202f: l’as de pique."
    assert only in read_page("/learn/chiamata/4?card=3♠")
    assert only not in read_page("/learn/chiamata/4?card=4♠")
    assert open_lesson("chiamata").find_turn(4).hand == ("3♠", "4♠", "2♠", "R♥", "D♦"), "by suit, the highest first"


def test_where_a_trick_would_go_is_told_once_nobody_is_left_to_choose() -> None:
    assert re.search(r"\bBasile\W+11 points", read_verdict("brusquembille", 1, "A♥"))
    assert re.search(r"\bVous [^.]*\W+14 points", read_verdict("brusquembille", 3, "A♥"))
    recorded, other = (open_verdict(f"/learn/briscan/6?card={card}") for card in ("8♦", "8♣"))
    assert recorded["whole"].trick.taker == "Basile"
    assert other["whole"] is None
    assert re.search(r"\bBasile joue\b", read_verdict("briscan", 6, "8♣"))
    assert open_verdict("/learn/brusquembille/4?card=10♣")["later"] == ("Basile", "Chloé")


def test_the_last_card_is_told_as_what_it_is() -> None:
    assert open_verdict("/learn/briscan/16?card=R♥")["ground"] == lesson_text.LAST_CARD


@GAMES
def test_a_lesson_is_walked_from_the_deal_to_the_count_by_its_links_alone(key: str) -> None:
    walk = open_lesson(key)
    address, cards, tried = f"/learn/{key}", [], 0
    while True:
        page = read_page(address)
        choices = re.findall(r'class="pick" href="(\?card=[^"#]+)#hand"', page)
        turn = walk.find_turn(len(cards) + 1) if choices else None
        if turn is not None:
            assert len(choices) == len(walk.build_step(turn.trick).choices)
            tried += len(choices)
            cards.append(turn.card)
            page = read_page(f"{address}?card={turn.card}")
            assert 'class="verdict yes"' in page
        (address,) = re.findall(r'<a class="btn" rel="next" href="([^"]+)"', page)
        if address == "/learn":
            break
    assert len(cards) == len(walk.followed.tricks)
    assert tried > len(cards)
    assert Client().get(f"/learn/{key}/{len(cards) + 2}").status_code == 404


def test_a_card_that_may_not_be_played_is_refused_with_its_rule() -> None:
    page = read_page("/learn/briscan/13?card=9♦")
    assert 'class="verdict no"' in page
    assert "BRC-18" in page
    assert 'class="btn" rel="next"' not in page
    page = read_page("/learn/brusquembille/1?card=V♣")  # the turn-up, which lies on the table
    assert 'class="verdict no"' in page
    assert 'href="/rules/brusquembille#BRU-05"' in page
    assert "verdict no" not in read_page("/learn/brusquembille/1?card=A♠")  # in another's hand: nothing is told


@pytest.mark.parametrize("key", LESSONS)
def test_a_note_says_who_is_still_to_play_as_it_is_in_the_recorded_partie(key: str) -> None:
    walk = open_lesson(key)
    for n, note in walk.lesson.notes.items():
        later, text = walk.list_later_players(n) if n else (), str(note.text)
        assert not (later and re.search("vous jouez en (dernier|second)", text, re.IGNORECASE)), text
        assert {*re.findall(r"([A-ZÉ]\w+) joue (?:encore|après|la dernière)", text)} <= {*later}, text
        assert n == 0 or not walk.find_turn(n).before or not re.search("vous entamez", text, re.IGNORECASE), text


def test_a_trick_of_the_partner_is_not_promised_while_an_opponent_may_still_trump() -> None:
    page, walk = read_page("/learn/briscola/9"), open_lesson("briscola")
    assert walk.list_later_players(9) == ("Basile",)
    assert walk.followed.tricks[8].taker == "Basile"
    assert "Basile joue après" in page
    assert "votre camp" not in page
    assert "a dû" not in page


def test_the_last_two_trumps_take_in_either_order_and_three_brusquembilles_are_three() -> None:
    walk = open_lesson("brusquembille")
    assert {walk.judge(9, card).trick.taker for card in walk.find_turn(9).hand} == {"Anne"}
    assert "un ordre ou" in read_page("/learn/brusquembille/9")
    assert [card[:-1] for card in walk.find_turn(2).hand] == ["A", "10", "A"]
    assert "trois cartes" in read_page("/learn/brusquembille/2")


def test_the_turn_up_of_briscola_is_offered_where_one_would_want_it() -> None:
    assert "card=A%E2%99%A6" not in read_page("/learn/briscola/1")
    assert open_verdict("/learn/briscola/7?card=A♦")["fault"] == lesson_text.TURN_UP_FAULT


@pytest.mark.parametrize("address", ["/learn/briscola/9?card=7♦", "/learn/briscola/10", "/learn/chiamata/2?card=V♦"])
def test_a_freedom_that_outlasts_the_talon_is_not_told_in_words_that_end_with_it(address: str) -> None:
    ends = "tant que le talon"
    assert ends in read_page("/learn/briscola/2?card=5♣")
    assert ends not in read_page(address)


@pytest.mark.parametrize(
    ("n", "points"), [(1, "10 0"), (2, "12 0"), (4, "22 33"), (5, "22 60"), (6, "62 60"), (7, "77 60"), (16, "111 88")]
)
def test_the_points_so_far_have_what_was_announced(n: int, points: str) -> None:
    shown = read_page(f"/learn/brisque/{n}").partition("annonces comprises")[2].partition("</p>")[0]
    assert re.findall(r"<b>(\d+)</b>", shown) == points.split()


@GAMES
def test_what_is_marked_so_far_grows_to_what_the_coup_is_worth(key: str) -> None:
    walk = open_lesson(key)
    tricks = len(walk.followed.tricks)
    called = [
        sum(each.points for each in walk.followed.announcements if each.player == name) for name in walk.setting.players
    ]
    final = [points + more for points, more in zip(walk.followed.totals.values(), called, strict=True)]
    assert list(walk.followed.sum_points(tricks).values()) == final
    assert ("annonces comprises" in read_page(f"/learn/{key}/2")) == any(called)


@pytest.mark.parametrize("key", ["brisque", "briscan"])
def test_every_trick_of_two_tells_something_where_the_reader_chooses(key: str) -> None:
    walk = open_lesson(key)
    assert set(walk.lesson.notes) == set(range(len(walk.followed.tricks) + 1))


def test_the_points_of_partners_are_told_once() -> None:
    page = re.sub(r"\s+", " ", read_page("/learn/briscola/2"))
    assert re.search(r"<bdi>Anne</bdi> \w+ <bdi>Chloé</bdi> <b>11</b>", page)
    assert page.count("<b>11</b>") == 1


@pytest.mark.parametrize(("code", "words"), [("en", "réussie"), ("it", "enchère")])
def test_the_count_of_chiamata_speaks_the_readers_language(code: str, words: str) -> None:
    page = Client().get("/learn/chiamata/9", headers={"accept-language": code}).content.decode()
    assert words not in re.sub(r'<q lang="fr">.*?</q>', "", page, flags=re.S)


def test_what_comes_of_a_card_is_worked_out() -> None:
    assert re.search(r"\bBasile\W+14 points\. Vous donnez 2 jetons\b", read_verdict("brusquembille", 3, "A♦"))


def test_a_lesson_says_that_it_goes_on_otherwise_than_the_reader_chose() -> None:
    page = read_page("/learn/brusquembille/3?card=A♦")
    assert read_verdict("brusquembille", 3, "A♦").count(name_card_in_sentence("A♥")) == 2, "played, and to go on with"
    assert "Passer" not in page
    (address,) = re.findall(r'<a class="btn" rel="next" href="([^"]+)"', page)
    told = "Vous aviez choisi l’as de carreau\u202f; dans ce coup d’exemple, on a joué l’as de cœur."
    assert told in read_page(address)
    assert told not in read_page("/learn/brusquembille/4") + read_page("/learn/brusquembille/4?instead=zut")


def test_a_trick_walked_past_has_its_rules_in_their_sources_words() -> None:
    shown = read_page("/learn/brusquembille/4").partition("<details>")[2].partition("</details>")[0]
    assert shown.count("<q ") == 5  # leads, follows, discards, takes, draws first
    assert "au talon" in shown
    assert "l’Encyclopédie, 1751" in shown


@pytest.mark.parametrize("address", ["brusquembille/4?card=10♣", "briscan/8", "brisque/16"])
def test_each_rule_of_a_trick_is_named_once(address: str) -> None:
    for section in read_page(f"/learn/{address}").split("<section")[1:]:
        named = re.findall(r'class="rule"[^>]*>([A-Z]{3}-\d\d)', section)
        assert len(named) == len(set(named)), named


def test_the_turn_up_taken_for_the_seven_is_the_seven_from_then_on() -> None:
    assert [open_lesson("briscan").find_turn(n).turn_up for n in (2, 3)] == ["R♥", "7♥"]


def test_a_rule_page_and_the_list_lead_to_the_lesson() -> None:
    assert 'href="/learn/briscola"' in read_page("/rules/briscola")
    assert 'href="/learn/briscola"' in read_page("/learn")
    assert Client().get("/learn/belote").status_code == Client().get("/learn/belote/leaflet.pdf").status_code == 404


@pytest.mark.parametrize("language", ["en", "it"])
@GAMES
def test_the_players_of_a_lesson_have_names_of_the_reader_s_language_wherever_they_are_told(
    key: str, language: str
) -> None:
    lesson = LESSONS[key]
    notes = [note.text for note in (*lesson.notes.values(), lesson.end)]
    with translation.override("fr"):
        told = [str(text) for text in notes]
    with translation.override(language):
        names = {name: str(shown) for name, shown in PLAYER_NAMES.items()}
        translated, walk = [str(text) for text in notes], open_lesson(key)
        leaf = re.sub(r'<q lang="fr">.*?</q>', "", leaflet.build_leaflet(walk))
    assert walk.setting.players == tuple(names[name] for name in lesson.hands)
    assert walk.lesson.reader == names["Anne"]
    for french, ours in zip(told, translated, strict=True):
        assert {names[name] for name in names if name in french} == {
            name for name in (*names, *names.values()) if re.search(rf"\b{name}\b", ours)
        }, ours
    assert [name for name in names if name not in names.values() and re.search(rf"\b{name}\b", leaf)] == []


@pytest.mark.parametrize(
    ("language", "names"),
    [("it", "Anna Biagio Chiara Damiano Elisa"), ("en", "Anne Basil Chloe Damian Elise")],
)
def test_the_names_keep_their_initials(language: str, names: str) -> None:
    with translation.override(language):
        assert " ".join(str(name) for name in PLAYER_NAMES.values()) == names


@GAMES
def test_what_a_card_would_bring_is_told_to_the_reader_as_to_whom_plays(key: str) -> None:
    walk = open_lesson(key)
    for turn in walk.turns:
        if turn.player == walk.lesson.reader:
            for card in walk.build_step(turn.trick).choices:
                assert walk.lesson.reader not in read_verdict(key, turn.trick, card), (turn.trick, card)


def test_the_recorded_card_that_takes_is_foretold_to_the_reader() -> None:
    assert re.search(r"\bvous [^.]*\W+30 points", read_verdict("chiamata", 7, "3♠"))
    last = Client().get("/learn/chiamata/8").context["at"].last.trick
    assert (last.taker, last.points) == ("Anne", 30)


def test_a_card_that_would_have_saved_an_ace_or_a_ten_is_called_the_better_one_and_no_other() -> None:
    better = [
        (key, turn.trick, card)
        for key in LESSONS
        for turn in open_lesson(key).turns
        if turn.player == "Anne"
        for card in turn.hand
        if card != turn.card and open_lesson(key).loses_less(turn.trick, open_lesson(key).judge(turn.trick, card))
    ]
    assert better == [("brusquembille", n, card) for n in (7, 8) for card in ("A♣", "10♣")]
    assert open_verdict("/learn/brusquembille/7?card=A♣")["loses_less"]
    assert not open_verdict("/learn/briscola/8?card=2♠")["loses_less"], "the ace went to the partner"


def test_a_card_that_is_not_due_is_refused_with_those_that_are() -> None:
    gone = "Le talon est épuisé\u202f: jouez "
    assert f"{gone}R♥, V♥ ou 8♥." in render_symbols("/learn/briscan/13?card=9♦")
    assert f"{gone}R♠." in render_symbols("/learn/brisque/15?card=10♣")


def test_an_ace_given_to_a_partner_is_no_card_of_another_suit() -> None:
    moves = {
        (key, move.player, move.card)
        for key in LESSONS
        for trick in open_lesson(key).list_tricks()
        for move in trick.moves
        if move.charges
    }
    assert moves == {("briscola", "Anne", "A♣"), ("chiamata", "Élise", "3♥")}
    last = re.sub(r"\s+", " ", read_page("/learn/briscola/2")).partition('id="now"')[0]
    assert '<bdi class="name">Anne</bdi><span class="small">charge</span>' in last
    assert '<bdi class="name">Damien</bdi><span class="small">autre couleur</span>' in last


def test_a_figure_of_the_count_stands_once() -> None:
    page = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", read_page("/learn/brisque/17")))
    assert re.search(r"Anne \+82 [a-z ]+ BRC-16", page)


def test_what_is_handed_over_at_the_end_is_told_once_where_it_is_what_each_owed_each() -> None:
    told = Client().get("/learn/brusquembille/11").context["count_story"]
    assert re.search(r"\bChloé 1 \w Anne, 1 \w Basile\.", " ".join(told.sentences))
    assert told.detail == ""


def test_where_each_owed_each_something_else_what_is_handed_over_stands_first_and_the_rest_is_folded() -> None:
    gave, gives = (scoring.Text("{name} {n}", name="Chloé", n=n) for n in (3, 2))
    told = describe_count([scoring.Text("dû : {owed}", owed=gave), scoring.Text("solde : {handed}", handed=gives)])
    assert told.sentences == (lesson_text.SETTLED % {"handed": "Chloé 2"},)
    assert told.detail == "dû : Chloé 3"


@pytest.mark.parametrize("n", range(1, 9))
def test_the_card_called_and_the_bid_stay_in_sight(n: int) -> None:
    head = re.sub(r"[ \n]+", " ", read_page(f"/learn/chiamata/{n}")).partition("<section")[0]
    assert re.search(r"\bas de pique\W+\w 70 points\b", head)


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_letters_of_court_cards_are_explained_to_who_does_not_know_them(language: str) -> None:
    page = Client().get("/learn/brisque/3", headers={"accept-language": language}).content.decode()
    assert ("R re, D donna, F fante" in page) == (language == "it")
    assert "K king" not in page


def test_the_list_says_of_each_game_what_it_is_and_how_the_leaflet_is_folded() -> None:
    page = read_page("/learn")
    assert all(str(parts.summary) in page for parts in PARTS_BY_GAME.values() if parts.lesson)
    assert "petit côté" in page
    assert "petit côté" in read_page("/learn/briscan/2")
