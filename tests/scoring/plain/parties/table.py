"""Build a legal partie event by event, with the plain engine, which knows who deals and when the partie is over."""

from tests.scoring.plain import document as engine
from tests.scoring.plain.options import NUMBER, OPTIONS, PRESETS
from tests.scoring.plain.parties.deals import shuffle
from tests.scoring.plain.parties.spelling import choose_names, write_name
from tests.scoring.plain.seats import SIZES


def random_head(rng, game, sizes=None):
    """Return (a document without events, the players' names)."""
    players = choose_names(rng, rng.choice(sizes or SIZES[game]))
    written = {
        "format": "corbillon.partie/1",
        "game": game,
        "players": [write_name(rng, player) for player in players],
    }
    if rng.random() < 0.7:
        written["preset"] = rng.choice([*PRESETS[game], None])
    options = random_options(rng, game)
    if options or rng.random() < 0.3:
        written["options"] = options or rng.choice([None, {}])
    if rng.random() < 0.3:
        written["sides"] = None
    return written, players


def random_options(rng, game):
    """Return some options with random values; numbers stay small so that parties come to an end."""
    chosen = {}
    for key, declared in OPTIONS[game].items():
        if rng.random() < 0.7 or declared[1] == "table":
            continue
        if declared[1] == NUMBER:
            chosen[key] = declared[2] + rng.randrange(min(declared[3] - declared[2] + 1, 6))
        else:
            chosen[key] = rng.choice(declared[1])
    return chosen


class PartieBuilder:
    """A partie being written: `add` plays one more event and refuses an illegal one."""

    def __init__(self, rng, written):
        errors = []
        self.rng = rng
        self.document = dict(written, events=[])
        self.setting = engine.read_setting(self.document, errors)
        assert not errors, (errors, self.document)
        self.state = engine.start_table(self.setting)
        self.outcomes = []

    def add(self, event):
        """Add one more event. Raise AssertionError if it is illegal."""
        events, errors = self.document["events"], []
        events.append(event)
        outcome = engine.play_event(self.setting, self.state, event, f"events[{len(events) - 1}]", errors)
        assert not errors, (errors, event)
        self.outcomes.append({"n": len(events), **outcome})

    def build_answer(self):
        """Return the corbillon.decompte/1 of what was played, without the text of lines, as `score` gives it."""
        return engine.build_answer(self.setting, self.state, self.outcomes)

    def is_over(self):
        """True once the partie is complete."""
        return self.state["complete"]

    def spell(self, player):
        """Return the player's name in one of its spellings."""
        return write_name(self.rng, player)

    def choose_dealer(self):
        """Return (who deals next, {"dealer": …} or {}): named at random, but always where it is not the default."""
        game = engine.GAMES[self.setting["game"]]
        player = self.state["dealer"]
        if player is None:
            able = [who for who in self.setting["players"] if game.may_deal_first(self.setting, who)]
            player = self.rng.choice([*able, game.first_dealer(self.setting)])
            if player != game.first_dealer(self.setting):
                return player, {"dealer": self.spell(player)}
        named = [{"dealer": self.spell(player)}, {}, {}, {"dealer": None}]
        return player, self.rng.choice(named)

    def add_void(self):
        """Add a void deal (GEN-03)."""
        event = {"type": "void"}
        if self.rng.random() < 0.5:
            event.update(self.choose_dealer()[1])
        if self.rng.random() < 0.5:
            event["reason"] = self.rng.choice(["maldonne", "", "carte vue", "صفر"])
        self.add(event)

    def finish(self):
        """Sometimes let a player leave, or end the partie."""
        if self.is_over():
            return
        chance = self.rng.random()
        if chance < 0.2:
            self.add({"type": "leave", "player": self.spell(self.rng.choice(self.setting["players"]))})
        elif chance < 0.4:
            self.add({"type": "end"})


def shuffle_keys(rng, given):
    """Return the dict with its keys in another order."""
    return {key: given[key] for key in shuffle(rng, given)}
