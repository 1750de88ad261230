"""Learning to play: for each game a coup walked through card by card, in which the reader chooses; the same as a folded
leaflet; and the family of the games. No account is needed.

Every step is a page of its own, and every choice a link: nothing here needs a script. What may be played and what
comes of it is worked out by `scoring`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import scoring
from config import pango
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.games.lesson import RuleCitation
from tournaments.forms.games.lesson_text import (
    CHARGES,
    GAME_WORDS,
    GROUNDS,
    LAST_CARD,
    MOVES,
    TALON_GONE,
    TURN_UP_FAULT,
    ShownCitation,
    cite,
    describe_count,
    describe_mark,
    show_citation,
)
from tournaments.forms.games.lesson_walk import LessonMove, LessonStep, LessonTrick, LessonWalk, open_lesson
from tournaments.presentation.text.cards import show_usual_pack
from tournaments.presentation.text.family import FAMILY, LOST, TREE
from tournaments.presentation.text.metric_text import join_with_or
from tournaments.printing.leaflet import load_leaflet

from .access import READ, allow_anyone
from .download import show_pdf
from .program_version import compute_fingerprint
from .rules import build_game_context
from .welcome import describe_game


@allow_anyone(READ)
def show_lessons(request: HttpRequest) -> HttpResponse:
    """Show the list of lessons, a game each."""
    games = [describe_game(game) for game in scoring.list_games() if PARTS_BY_GAME[game.key].lesson]
    return render(request, "learning/lessons.html", {"games": games})


@allow_anyone(READ)
def show_family(request: HttpRequest) -> HttpResponse:
    """Show the page of the family of the program's games: its tree, and what of it is lost."""
    return render(request, "learning/family.html", {"family": FAMILY, "lost": LOST, "tree": TREE})


@allow_anyone(READ)
def show_lesson(request: HttpRequest, key: str) -> HttpResponse:
    """Show how a lesson begins: who sits there, the deal. 404 if the game has no lesson."""
    walk = get_lesson(key)
    note = walk.lesson.notes[0]
    context = build_lesson_context(walk) | {
        "note": note,
        "rules": list_rules(walk, [note.citation, walk.lesson.citations["deal"]]),
        "hand": walk.find_turn(1).hand,
        "words": [GAME_WORDS[word] for word in walk.lesson.words],
        "payments": walk.game.explain_payments(walk.setting),
        "on": 1,
    }
    return render(request, "learning/deal.html", context)


@allow_anyone(READ)
def show_lesson_step(request: HttpRequest, key: str, n: int) -> HttpResponse:
    """Show the trick to which the reader plays; `?card=`: the card that he tries, judged; `?instead=`: the card that he
    had chosen for the trick before. The step after the last trick is the count. 404 if there is no such step."""
    walk = get_lesson(key)
    tricks = len(walk.followed.tricks)
    if n == tricks + 1:
        return show_count(request, walk, build_detour(walk, tricks, request.GET.get("instead", "")))
    if not 1 <= n <= tricks:
        raise Http404
    step = walk.build_step(n)
    tried = request.GET.get("card", "")
    detour = build_detour(walk, n - 1, request.GET.get("instead", "")) if n > 1 else {}
    verdict = build_verdict(walk, step, tried) if tried in step.choices else None
    context = build_lesson_context(walk) | detour
    context |= {
        "at": step,
        "last": build_moves(step.last.moves) if step.last else (),
        "last_rules": list_trick_rules(walk, step.last, "drawn" if step.turn.drawn else "") if step.last else (),
        "current": build_moves(step.current.moves),
        "verdict": verdict,
        "rules": list_step_rules(walk, step, verdict),
        "back": n - 1,
        "on": n + 1,
    }
    return render(request, "learning/step.html", context)


def list_step_rules(walk: LessonWalk, step: LessonStep, verdict: Mapping[str, Any] | None) -> list[ShownCitation]:
    """Return the rules behind what a step tells: its note's, those of the cards already played to the trick, and that
    by which the card tried may be played."""
    of_note = step.note.citation if step.note else None
    of_card = verdict["cited"] if verdict and not verdict["judged"].fault else None
    return list_rules(walk, [of_note, *(move.citation for move in step.current.moves), of_card])


def show_count(request: HttpRequest, walk: LessonWalk, detour: dict[str, str]) -> HttpResponse:
    """Show the end of a lesson: the last trick, the marks and how the coup is counted. `detour`: what the reader had
    chosen to play last, if that was another card (`build_detour`)."""
    end = walk.lesson.end
    last = walk.build_trick(walk.followed.tricks[-1])
    context = build_lesson_context(walk) | detour
    context |= {
        "at": {"last": last},
        "last": build_moves(last.moves),
        "last_rules": list_trick_rules(walk, last),
        "note": end,
        "rules": list_rules(walk, [end.citation]),
        "marks": [{"line": line, "words": describe_mark(line)} for line in walk.marks],
        "count_story": describe_count(walk.game.narrate_event(walk.state, walk.step)),
        "back": last.trick.number,
    }
    return render(request, "learning/count.html", context)


@allow_anyone(READ)
def download_leaflet(request: HttpRequest, key: str) -> HttpResponse:
    """Show a lesson as a leaflet, a PDF that is made once; without Pango, the lesson. 404 if the game has none."""
    get_lesson(key)
    if not pango.is_installed():
        return redirect("lesson", key)
    return show_pdf(load_leaflet(key, compute_fingerprint()), key)


def get_lesson(key: str) -> LessonWalk:
    """Return the walk through a game's lesson, and draw its cards with the suits that the reader is used to; raise
    Http404 if the game has no lesson."""
    try:
        walk = open_lesson(key)
    except KeyError:
        raise Http404 from None
    show_usual_pack(walk.game)
    return walk


def build_lesson_context(walk: LessonWalk) -> dict[str, Any]:
    """Return, for a template, what every page of a lesson shows: `walk`, the lesson; `game`; `tricks`, how many it has;
    `reader`, the player whose cards the reader plays; `back` and `on`, the links to the steps beside it, None here."""
    return {
        "walk": walk,
        "game": build_game_context(walk.game),
        "tricks": len(walk.followed.tricks),
        "reader": walk.lesson.reader,
        "back": None,
        "on": None,
    }


def build_moves(moves: tuple[LessonMove, ...]) -> list[dict[str, Any]]:
    """Return, for a template, the moves of a trick, each as {move, words} with the words that tell it."""
    return [{"move": move, "words": CHARGES if move.charges else MOVES[move.kind]} for move in moves]


def list_trick_rules(walk: LessonWalk, trick: LessonTrick, *more: str) -> list[ShownCitation]:
    """Return the rules to cite for a trick: those of its moves, of its being taken, and of the further kinds `more`
    ("drawn")."""
    kinds = [*(move.kind for move in trick.moves), "taken", *filter(None, more)]
    return list_rules(walk, [walk.find_citation(trick.trick.number, kind) for kind in kinds])


def list_rules(walk: LessonWalk, citations: Iterable[RuleCitation | None]) -> list[ShownCitation]:
    """Return these rules with their sources' words, each sentence once, those of one rule together."""
    rules = list(dict.fromkeys(each for each in citations if each))
    order = list(dict.fromkeys(each.rule for each in rules))
    return [show_citation(walk.game.key, each) for each in sorted(rules, key=lambda each: order.index(each.rule))]


def build_detour(walk: LessonWalk, n: int, card: str) -> dict[str, str]:
    """Return, for a template, {instead, played}: the card that the reader had chosen for trick n, and the one that was
    played. Empty where he could not choose it, or where they are the same."""
    turn = walk.find_turn(n)
    if card == turn.card or card not in turn.hand or walk.judge(n, card).fault:
        return {}
    return {"instead": card, "played": turn.card}


def build_verdict(walk: LessonWalk, step: LessonStep, card: str) -> dict[str, Any]:
    """Return, for a template, the verdict on a card that the reader tries: whether it may be played, by which rule
    (unless the note above cites it already), and what follows. For the card that was recorded that is the whole trick;
    for another card, what is known before the others play. `loses_less`: the recorded card counts high and was lost,
    and this card would have lost fewer points."""
    judged = walk.judge(step.n, card)
    is_his, is_played = card in step.turn.hand, card == step.turn.card
    citation = walk.find_citation(step.n, judged.ground if is_his else "turn_up")
    return {
        "judged": judged,
        "whole": walk.build_trick(walk.followed.tricks[step.n - 1]) if is_played else None,
        "later": walk.list_later_players(step.n),
        "ground": LAST_CARD if len(step.turn.hand) == 1 else GROUNDS[judged.ground],
        "fault": describe_fault(walk, step, is_his) if judged.fault else "",
        "loses_less": walk.loses_less(step.n, judged),
        "cited": citation,
        "citation": None if step.note and step.note.citation == citation else cite(walk.game.key, citation),
        "is_played": is_played,
    }


def describe_fault(walk: LessonWalk, step: LessonStep, is_his: bool) -> str:
    """Return the sentence on why a card may not be played: for a card in the reader's hand (`is_his`), the cards that
    may be played; for any other, which can only be the turn-up, that it is not in his hand."""
    return TALON_GONE % {"cards": join_with_or(walk.list_allowed(step.n))} if is_his else str(TURN_UP_FAULT)
