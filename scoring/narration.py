"""The text form: a whole partie narrated event by event, as one player would tell it to another. Computes no score."""

from collections.abc import Iterator

from scoring.document import Document, Partie, read_partie
from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import Problem, Setting, Step, TableState
from scoring.options import Preset
from scoring.phrases import narrate_pot_left_for_good, narrate_ranking
from scoring.provenance import is_house, list_house_options, mark_sentence
from scoring.rule_document import cite_rule
from scoring.table_setup import build_initial_state

CAVE_OF_OURS = Text("Cette cave est un choix de la maison : la source n’en donne pas.")
_NUMBER_OF_OURS = Text("Ce nombre est un choix de la maison : aucune source ne le donne.")
LENGTHS_OF_OURS = {
    "target": _NUMBER_OF_OURS,
    "coups": _NUMBER_OF_OURS,
    "tours": Text("Le nombre de tours est un choix de la maison : la source laisse les joueurs en convenir."),
}


def narrate_partie(document: Document | Partie | tuple[Problem, ...], language: str = "fr") -> str:
    """Return the partie in plain sentences, ending with its ranking; for an invalid one, each problem on a line."""
    partie = document if isinstance(document, (Partie, tuple)) else read_partie(document)
    lines = (
        _list_partie_lines(partie, language) if isinstance(partie, Partie) else _list_problem_lines(partie, language)
    )
    return "\n".join(lines)


def _list_problem_lines(problems: tuple[Problem, ...], language: str) -> Iterator[str]:
    """Yield a heading, then one line for each problem."""
    yield Text("Rien n’est compté : il y a quelque chose à corriger.").localise(language)
    for path, rule, message in problems:
        line = Text("{where} : {message}", where=path, message=message) if path else message
        yield f"- {line.localise(language)}{f' ({cite_rule(rule).localise(language)})' if rule else ''}"


def _list_partie_lines(partie: Partie, language: str) -> Iterator[str]:
    """Yield the lines of a whole partie: its title, its opening, each event, the ranking."""
    setting = partie.setting
    game = BY_KEY[setting.game]
    yield _build_title(game.name.localise(language), find_preset(setting).name.localise(language))
    yield _join_sentences((_describe_players(setting), *narrate_opening(setting)), language)
    before = build_initial_state(setting)
    for step in partie.steps:
        yield ""
        yield _join_sentences(narrate_event(before, step), language)
        before = step.state
    yield ""
    yield from (text.localise(language) for text in _narrate_end(partie.state))


def _build_title(game: str, preset: str) -> str:
    """Return game and preset as a title, «GAME (PRESET)»; the preset's name alone where it begins with the game's."""
    return preset if preset.startswith(game) else f"{game} ({preset})"


def _join_sentences(texts: "tuple[Text, ...] | list[Text]", language: str) -> str:
    """Return the sentences in one language, side by side."""
    return " ".join(text.localise(language) for text in texts)


def _describe_players(setting: Setting) -> Text:
    """Say who sits at the table, in order, and who plays with whom."""
    if setting.size == 2:
        return Text("{one} contre {other}.", one=setting.players[0], other=setting.players[1])
    if setting.sides is None:
        return Text("Autour de la table, en tournant par la droite : {players}.", players=setting.players)
    one, other = setting.list_scoring_sides()
    return Text(
        "Autour de la table, en tournant par la droite : {players} ; {one} jouent contre {other}.",
        players=setting.players,
        one=one,
        other=other,
    )


def narrate_opening(setting: Setting) -> tuple[Text, ...]:
    """Say how long the partie lasts at this table, and what else its game says first («On joue en 500 points, à cinq
    cartes.»). Where no source gives that length, or the cave, say that it is the program's own choice."""
    return (*BY_KEY[setting.game].narrate_opening(setting), *_narrate_what_is_ours(setting))


def _narrate_what_is_ours(setting: Setting) -> Iterator[Text]:
    """Say that the cave, or the partie's target, coups or tours, is the program's own choice, where no source gives it
    and the table chose none."""
    if has_house_cave(setting):
        yield CAVE_OF_OURS
    if (key := find_house_length(setting)) is not None:
        yield LENGTHS_OF_OURS[key]


def has_house_cave(setting: Setting) -> bool:
    """Return True if each player brings a cave whose size is the program's choice, as no source gives it."""
    return bool(build_initial_state(setting).purses) and is_house(find_preset(setting).provenances.get("cave", ""))


def find_preset(setting: Setting) -> Preset:
    """Return the preset (set of house rules) that a table plays by."""
    return next(each for each in BY_KEY[setting.game].presets if each.key == setting.preset)


def find_house_length(setting: Setting) -> str | None:
    """Return the key of the option that sets how long the partie lasts (target, coups or tours) if its value is the
    program's own choice; else None."""
    game = BY_KEY[setting.game]
    if game.get_target(setting) is not None:
        key = "target"
    elif game.count_planned_coups(setting) == setting.options.get("coups"):
        key = "coups"
    else:
        key = "tours"
    return key if key in list_house_options(game.options, find_preset(setting), setting.options) else None


def narrate_event(before: TableState, step: Step) -> tuple[Text, ...]:
    """Narrate one event, a Text for each sentence: who hands what to whom, and why. The step must have no problems."""
    outcome = step.outcome
    assert outcome is not None
    if outcome.type == "void":
        return tuple(_narrate_void(outcome.event_fields.get("dealer"), outcome.event_fields.get("reason")))
    if outcome.type == "end":
        return tuple(_narrate_agreed_end(before))
    return (*BY_KEY[step.state.setting.game].narrate_event(before, step), *_narrate_tie_at_target(step.state))


def _narrate_tie_at_target(state: TableState) -> Iterator[Text]:
    """Say that one more coup is played where the target is reached but the highest totals are equal."""
    target = BY_KEY[state.setting.game].get_target(state.setting)
    if target is not None and not state.complete and max(state.seat_totals) >= target:
        yield mark_sentence(Text("Le but est atteint, mais à égalité : on joue encore un coup."))


def _narrate_void(dealer: str | None, reason: str | None) -> Iterator[Text]:
    """Narrate a deal that was cancelled: the dealer who deals again, and the reason, if they were given."""
    if dealer is None:
        yield Text("Donne annulée : rien ne bouge, le même donneur redonne.")
    else:
        yield Text("Donne annulée : rien ne bouge, {dealer} redonne.", dealer=dealer)
    if reason:
        yield Text("(« {reason} »)", reason=reason)


def _narrate_agreed_end(before: TableState) -> Iterator[Text]:
    """Narrate the end by agreement, and what then still lies in the pot (GEN-02)."""
    if before.coups_played:
        yield mark_sentence(Text("La partie s’arrête là : on la classe telle qu’elle est."))
    else:
        yield Text("La partie s’arrête avant le premier coup.")
    if before.pot:
        yield narrate_pot_left_for_good(before.pot)


def _narrate_end(state: TableState) -> Iterator[Text]:
    """Say whether the partie is over and who won, then the ranking."""
    game = BY_KEY[state.setting.game]
    if not state.complete:
        yield Text("La partie n’est pas finie ; voici où l’on en est :")
    elif not (state.coups_played or state.left):
        yield Text("La partie est finie sans un seul coup : personne ne gagne.")
    elif len(state.winners) == 1:
        yield Text("La partie est finie : {player} gagne.", player=state.winners[0])
    elif len(state.winners) == state.setting.size:
        yield Text("La partie est finie : tous sont à égalité.")
    elif state.winners:
        yield Text("La partie est finie : {players} gagnent.", players=state.winners)
    else:
        yield Text("La partie est finie, et personne ne gagne.")
    yield from narrate_ranking(state, lambda total: game.describe_total(state.setting, total))
