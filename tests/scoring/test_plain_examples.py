"""The plain implementation gives exactly the results of the rule book's worked examples."""

from tests.scoring.plain import score


def build_partie(game, players, *events, **others):
    """Return a document with these players and events."""
    return {
        "format": "corbillon.partie/1",
        "game": game,
        "players": players,
        "events": list(events),
        **others,
    }


def build_counts(aces_won=0, aces_lost=0, tens_won=0, tens_lost=0):
    """Return one player's brusquembilles."""
    return {
        "aces_won": aces_won,
        "aces_lost": aces_lost,
        "tens_won": tens_won,
        "tens_lost": tens_lost,
    }


def sum_by_rules(answer, n, *rules):
    """Return what the event's transfers under these rules bring each player."""
    net = {}
    for transfer in answer["events"][n]["transfers"]:
        if transfer["rule"] in rules:
            net[transfer["from"]] = net.get(transfer["from"], 0) - transfer["jetons"]
            net[transfer["to"]] = net.get(transfer["to"], 0) + transfer["jetons"]
    return net


FORMATS_COUP = {
    "type": "coup",
    "dealer": "Anne",
    "points": {"Anne": 58, "Basile": 37, "Chloé": 25},
    "brusquembilles": {
        "Anne": build_counts(2, 1, 1, 1),
        "Basile": {"aces_won": 1, "tens_won": 1},
        "Chloé": {"tens_lost": 1},
    },
}


def build_transfer(payer, payee, jetons, rule):
    """Return a transfer as the answer writes it."""
    return {"from": payer, "to": payee, "jetons": jetons, "rule": rule}


def build_holding(total, fiches, jetons):
    """Return a purse as the answer writes it."""
    return {"total": total, "fiches": fiches, "jetons": jetons}


def test_the_example_of_the_formats():
    trio = ["Anne", "Basile", "Chloé"]
    document = build_partie(
        "brusquembille",
        trio,
        FORMATS_COUP,
        {"type": "penalty", "rule": "PEN-08", "player": "Chloé"},
        preset="academie-1718",
        options={"tours": 1},
        sides=None,
    )
    assert score(document) == {
        "format": "corbillon.decompte/1",
        "game": "brusquembille",
        "complete": False,
        "winners": [],
        "events": [
            {
                "n": 1,
                "type": "coup",
                "dealer": "Anne",
                "points": {"Anne": 58, "Basile": 37, "Chloé": 25},
                "transfers": [
                    build_transfer("Anne", "pot", 20, "BRU-08"),
                    build_transfer("Basile", "pot", 20, "BRU-08"),
                    build_transfer("Chloé", "pot", 20, "BRU-08"),
                    build_transfer("Anne", "Basile", 3, "BRU-14"),
                    build_transfer("Basile", "Anne", 5, "BRU-14"),
                    build_transfer("Chloé", "Anne", 5, "BRU-14"),
                    build_transfer("Chloé", "Basile", 3, "BRU-14"),
                    build_transfer("Anne", "Basile", 3, "BRU-15"),
                    build_transfer("Anne", "Chloé", 3, "BRU-15"),
                    build_transfer("Chloé", "Anne", 1, "BRU-15"),
                    build_transfer("Chloé", "Basile", 1, "BRU-15"),
                    build_transfer("pot", "Anne", 60, "BRU-10"),
                ],
                "lines": [],
                "net": {"Anne": 42, "Basile": -15, "Chloé": -27},
                "holdings": {
                    "Anne": build_holding(122, 5, 22),
                    "Basile": build_holding(65, 2, 25),
                    "Chloé": build_holding(53, 2, 13),
                },
                "pot": 0,
                "winners": ["Anne"],
            },
            {
                "n": 2,
                "type": "penalty",
                "rule": "PEN-08",
                "player": "Chloé",
                "transfers": [
                    build_transfer("Chloé", "Anne", 2, "PEN-08"),
                    build_transfer("Chloé", "Basile", 2, "PEN-08"),
                ],
                "lines": [],
                "net": {"Anne": 2, "Basile": 2, "Chloé": -4},
                "holdings": {
                    "Anne": build_holding(124, 5, 24),
                    "Basile": build_holding(67, 2, 27),
                    "Chloé": build_holding(49, 2, 9),
                },
                "pot": 0,
            },
        ],
        "totals": {"Anne": 44, "Basile": -13, "Chloé": -31},
        "ranking": [
            {"rank": 1, "player": "Anne", "total": 44},
            {"rank": 2, "player": "Basile", "total": -13},
            {"rank": 3, "player": "Chloé", "total": -31},
        ],
    }


def test_example_1_the_cave_for_two_tours():
    end = {"type": "end"}
    answer = score(build_partie("brusquembille", ["A", "B", "C"], end, options={"tours": 2}))
    assert answer["events"][0]["holdings"]["A"] == build_holding(140, 6, 20)


def score_payments(names, brusquembilles):
    """Return the nets of a coup in which only these brusquembilles were settled (short pack)."""
    coup = {"type": "coup", "short_pack": 1, "brusquembilles": brusquembilles}
    return score(build_partie("brusquembille", names, coup))["events"][0]["net"]


def test_example_2_an_ace_won_is_paid_by_each_other_player():
    one = {"A": {"aces_won": 1}}
    assert score_payments(["A", "B", "C"], one) == {"A": 4, "B": -2, "C": -2}
    assert score_payments(["A", "B", "C", "D"], one) == {"A": 6, "B": -2, "C": -2, "D": -2}
    assert score_payments(["A", "B", "C", "D", "E"], one)["A"] == 8


def test_example_3_an_ace_lost_and_a_ten_won_in_one_trick():
    net = score_payments(["A", "B", "C"], {"A": {"aces_lost": 1}, "B": {"tens_won": 1}})
    assert net == {"A": -5, "B": 4, "C": 1}


def test_example_4_the_nets_of_a_whole_coup():
    names = ["A", "B", "C"]
    coup = {
        "type": "coup",
        "points": {"A": 58, "B": 37, "C": 25},
        "brusquembilles": {"A": build_counts(2, 1, 1, 1), "B": build_counts(1, 0, 1, 0), "C": build_counts(0, 0, 0, 1)},
    }
    answer = score(build_partie("brusquembille", names, coup))
    assert sum_by_rules(answer, 0, "BRU-14", "BRU-15") == {"A": 2, "B": 5, "C": -7}
    assert answer["events"][0]["net"] == {"A": 42, "B": -15, "C": -27}


def test_example_5_tied_players_share_the_pot():
    names = ["A", "B", "C"]

    def pot_of(points, brusquembilles, names):
        """Return the outcome of one coup with these points."""
        coup = {"type": "coup", "points": points, "brusquembilles": brusquembilles}
        answer = score(build_partie("brusquembille", names, coup, options={"coups": 3}))
        return answer["events"][0]

    event = pot_of(
        {"A": 46, "B": 46, "C": 28},
        {"A": build_counts(2, 0, 2, 0), "B": build_counts(2, 0, 2, 0), "C": build_counts()},
        names,
    )
    assert event["transfers"][-2:] == [
        build_transfer("pot", "A", 30, "BRU-11"),
        build_transfer("pot", "B", 30, "BRU-11"),
    ]
    event = pot_of({"A": 40, "B": 40, "C": 40}, build_balanced_three(), names)
    assert [move["jetons"] for move in event["transfers"] if move["rule"] == "BRU-12"] == [20, 20, 20]
    five = ["A", "B", "C", "D", "E"]
    event = pot_of({"A": 36, "B": 36, "C": 36, "D": 12, "E": 0}, build_balanced_five(), five)
    assert [move["jetons"] for move in event["transfers"] if move["rule"] == "BRU-12"] == [33, 33, 33]
    assert event["pot"] == 1


def build_balanced_three():
    """Return brusquembilles of three players that allow 40 points each."""
    return {"A": build_counts(1, 0, 2, 0), "B": build_counts(2, 0, 1, 0), "C": build_counts(1, 0, 1, 0)}


def build_balanced_five():
    """Return brusquembilles of five players that allow the points of the example."""
    return {
        "A": build_counts(2, 0, 1, 0),
        "B": build_counts(1, 0, 1, 0),
        "C": build_counts(1, 0, 1, 0),
        "D": build_counts(0, 0, 1, 0),
    }


def test_example_6_penalties_are_paid_to_one_or_to_all_others():
    early = {"type": "penalty", "rule": "PEN-06", "player": "B", "to": "A"}
    answer = score(build_partie("brusquembille", ["A", "B", "C"], early))
    assert answer["events"][0]["transfers"] == [build_transfer("B", "A", 30, "PEN-06")]
    assert answer["events"][0]["pot"] == 0
    saw = {"type": "penalty", "rule": "PEN-08", "player": "B"}
    answer = score(build_partie("brusquembille", ["A", "B", "C", "D", "E"], saw))
    assert answer["events"][0]["net"] == {"A": 2, "B": -8, "C": 2, "D": 2, "E": 2}


def test_example_7_a_claim_may_cost_the_coup():
    def taker(b, c):
        """Return the winners if A claims 50 of his 61 points."""
        coup = {
            "type": "coup",
            "points": {"A": 61, "B": b, "C": c},
            "claimed": {"A": 50},
            "brusquembilles": {"A": build_counts(2, 0, 2, 0), "B": build_counts(2, 0, 2, 0)},
        }
        return score(build_partie("brusquembille", ["A", "B", "C"], coup))["events"][0]["winners"]

    assert taker(52, 7) == ["B"]
    assert taker(48, 11) == ["A"]


def test_example_12_winners_of_briscola_with_two_and_three_players():
    def winners(names, points, **options):
        """Return the winners of one coup."""
        coup = {"type": "coup", "points": dict(zip(names, points, strict=True))}
        return score(build_partie("briscola", names, coup, options=options))["events"][0]["winners"]

    assert winners(["A", "B"], [61, 59]) == ["A"]
    assert winners(["A", "B"], [60, 60]) == []
    assert winners(["A", "B", "C"], [45, 40, 35]) == []
    assert winners(["A", "B", "C"], [45, 40, 35], three_player_win="most") == ["A"]


def test_example_13_lines_of_a_bid_reached_and_missed():
    def lines(points):
        """Return (points, rule) of each line."""
        coup = {"type": "coup", "caller": "A", "bid": 75, "called": "A♠", "partner": "B", "points": points}
        event = score(build_partie("chiamata", ["A", "B", "C", "D", "E"], coup))["events"][0]
        return [(line["points"], line["rule"]) for line in event["lines"]]

    assert lines(78) == [(2, "CHI-02"), (1, "CHI-02"), (-1, "CHI-02"), (-1, "CHI-02"), (-1, "CHI-02")]
    assert lines(74) == [(-2, "CHI-03"), (-1, "CHI-03"), (1, "CHI-03"), (1, "CHI-03"), (1, "CHI-03")]


END_OF_COUP = {
    "tricks_won": {"A": 9, "B": 7},
    "last_trick": "A",
    "last_five": "A",
    "card_points": {"A": 71, "B": 49},
}


def score_briscan_lines(announcements, retourne="8♠", game="briscan", **others):
    """Score one coup. Return (player, points, rule) of each line, or (path, rule) of each problem."""
    coup = {"type": "coup", "retourne": retourne, "announcements": announcements, **others}
    answer = score(build_partie(game, ["A", "B"], coup))
    if "errors" in answer:
        return [(error["path"].removeprefix("events[0]."), error["rule"]) for error in answer["errors"]]
    return [(line["player"], line["points"], line["rule"]) for line in answer["events"][0]["lines"]]


def test_example_8_cards_of_a_tierce_count_for_others_but_not_for_a_new_tierce():
    tierce = {"player": "A", "kind": "sequence", "cards": ["D♥", "V♥", "10♥"]}
    new_tierce = {"player": "A", "kind": "sequence", "cards": ["R♥", "D♥", "V♥"]}
    mariage = {"player": "A", "kind": "mariage", "suit": "♥"}
    dames = {"player": "A", "kind": "carre", "rank": "D"}
    end = {**END_OF_COUP, "last_talon_card": "A"}
    del end["last_trick"]
    lines = score_briscan_lines([tierce, mariage, dames], game="brisque", **end)
    assert lines[:3] == [("A", 20, "BRC-06"), ("A", 20, "BRC-04"), ("A", 60, "BRC-07")]
    refused = score_briscan_lines([tierce, new_tierce, mariage, dames], game="brisque", **end)
    assert refused == [("announcements[1]", "USE-01")]


def test_example_9_a_mark_wins_the_partie_before_the_play():
    mariage = {"player": "A", "kind": "mariage", "suit": "♠"}
    quinte = {"player": "A", "kind": "sequence", "cards": ["A♠", "R♠", "D♠", "V♠", "10♠"]}
    coup = {"type": "coup", "retourne": "8♠", "announcements": [mariage, quinte]}
    answer = score(build_partie("briscan", ["A", "B"], coup))
    assert answer["complete"] is True
    assert answer["winners"] == ["A"]
    assert answer["totals"] == {"A": 640, "B": 0}
    assert answer["events"][0]["points"] == {"A": 0, "B": 0}


def test_example_10_figures_are_marked_again_only_while_they_continue():
    run = {"player": "A", "kind": "figures"}
    assert score_briscan_lines([run, run], **END_OF_COUP)[:2] == [("A", 20, "BRC-08")] * 2
    ranks = ["R", "D", "V", "A", "10", "9", "8", "7"]
    tricks = [[rank + suit for suit in pair] for rank in ranks for pair in ("♥♦", "♣♠")]
    marks = [{**run, "before_trick": trick} for trick in (1, 2, 5)]
    assert ("announcements[2]", "BRC-10") in score_briscan_lines(marks, tricks=tricks)


def test_example_11_the_lines_at_the_end_of_a_coup():
    five_trumps = {"player": "A", "kind": "cinq_atouts"}
    assert score_briscan_lines([five_trumps], **END_OF_COUP) == [
        ("A", 30, "BRC-12"),
        ("A", 10, "BRC-13"),
        ("A", 20, "BRC-14"),
        ("A", 10, "BRC-15"),
        ("A", 71, "BRC-16"),
        ("B", 49, "BRC-16"),
    ]
