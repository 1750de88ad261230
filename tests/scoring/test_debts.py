"""A holding below zero is a debt: to whom it is owed is proposed from the count, and only what is left is a slip."""

from scoring.debts import BANK, Debt, find_debts, settle_debts

HELD = {"Camille": 196, "François": 172, "Alice": -4, "Élodie": 36}


def test_who_lacks_just_what_is_owed_is_proposed_and_nothing_is_left_to_explain() -> None:
    counted = {"Camille": 196, "François": 172, "Alice": 0, "Élodie": 32}
    debts = find_debts(HELD, counted, {})
    assert debts == (Debt("Alice", 4, "Élodie", False),)
    assert settle_debts(counted, debts) == HELD


def test_the_creditor_whom_the_players_named_holds() -> None:
    counted = {"Camille": 192, "François": 172, "Alice": 0, "Élodie": 32}
    assert find_debts(HELD, counted, {"Alice": "Camille"}) == (Debt("Alice", 4, "Camille", True),)


def test_one_who_lacks_all_that_is_owed_is_proposed_for_each_debt() -> None:
    held = {"Anne": -4, "Basile": -6, "Chloé": 130}
    debts = find_debts(held, {"Anne": 0, "Basile": 0, "Chloé": 120}, {})
    assert [debt.creditor for debt in debts] == ["Chloé", "Chloé"]


def test_the_bank_is_proposed_where_nobody_lacks_anything() -> None:
    held = {"Anne": -4, "Basile": 124}
    debts = find_debts(held, {"Anne": 0, "Basile": 124}, {})
    assert debts == (Debt("Anne", 4, BANK, False),)
    assert settle_debts({"Anne": 0, "Basile": 124}, debts) == held


def test_nobody_is_proposed_where_the_count_shows_nobody() -> None:
    counted = {"Camille": 196, "François": 170, "Alice": 0, "Élodie": 33}
    debts = find_debts(HELD, counted, {})
    assert debts == (Debt("Alice", 4, None, False),)
    assert settle_debts(counted, debts)["Alice"] == -4
