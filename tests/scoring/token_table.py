"""A table that moves real fiches and jetons as the narration of a partie says, sentence by sentence, and knows no rule.

It reads the French sentences alone. A sentence that it cannot read is an error, so that nothing told goes untried.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

FICHE = 20
Action = tuple[str, Callable[..., Any]]
AMOUNT = r"(?:\d+ fiches?(?: et \d+ jetons?)?|\d+ jetons?)"
WORDS_THAT_MOVE_NOTHING = (
    r"Coup \d+, donné par {name}\.",
    r"Brusquembilles : .*\.",
    r"Les brusquembilles se compensent : personne ne doit rien à personne\.",
    r"Points : .*\.",
    r"{names} n’avai(?:en)?t annoncé que \d+ points? : c’est ce qui compte\.",
    r"Il manque [12] cartes? au paquet : personne ne gagne ce coup\.",
    r"Pénalité pour {name} : .*\.",
    r"{name} quitte la table : la partie s’arrête là, et qui quitte est classé dernier(?:, avec son camp)?\.",
    r"(?:Le jeton qui ne se partage pas est|Les \d+ jetons qui ne se partagent pas sont) pour {name}, "
    r"le premier d’entre eux à sa droite\.",
    r"Donne annulée : rien ne bouge, le même donneur redonne\.",
    r"\(« maldonne »\)",
    r"La partie s’arrête là : on la classe telle qu’elle est\.",
    r"La partie s’arrête avant le premier coup\.",
)


def read_amount(words: str) -> tuple[int, int]:
    """Return (fiches, jetons) of «1 fiche et 10 jetons»."""
    fiches, jetons = re.search(r"(\d+) fiche", words), re.search(r"(\d+) jeton", words)
    return int(fiches[1]) if fiches else 0, int(jetons[1]) if jetons else 0


class TokenTable:
    """The fiches, jetons and debt of each player, and what is in the pot, in jetons. `settles_at_the_end`: nothing is
    paid during the tricks, and the table pays «pour solde»; else each two players pay their difference."""

    def __init__(self, players: Iterable[str], cave: str, *, settles_at_the_end: bool) -> None:
        self.fiches = {name: read_amount(cave)[0] for name in players}
        self.jetons = {name: read_amount(cave)[1] for name in self.fiches}
        self.debts = dict.fromkeys(self.fiches, 0)
        self.pot = 0
        self.settles_at_the_end = settles_at_the_end
        name = "|".join(re.escape(each) for each in sorted(self.fiches, key=len, reverse=True))
        self.name = f"(?:{name})"
        self.names = f"(?:{self.name}(?:, {self.name})*(?: et {self.name})?)"
        self.actions: list[tuple[re.Pattern[str], Callable[..., Any]]] = [
            (re.compile(self._fill(pattern)), action) for pattern, action in self._list_actions()
        ]

    def _fill(self, pattern: str) -> str:
        return pattern.replace("{names}", self.names).replace("{name}", self.name).replace("{amount}", AMOUNT)

    def _list_actions(self) -> list[Action]:
        """Return what to do at each sentence; the groups of a pattern are the arguments of its action."""
        nothing: list[Action] = [(pattern, lambda: None) for pattern in WORDS_THAT_MOVE_NOTHING]
        return [*nothing, *self._list_coup_actions(), *self._list_pot_actions(), *self._list_other_actions()]

    def _list_coup_actions(self) -> list[Action]:
        """Return the actions of the stakes and of the brusquembilles."""
        return [
            (r"Avant la donne, chacun met 1 fiche au corbillon\.", self.stake),
            (r"Avant la donne, chacun met 1 fiche au corbillon, où il y a déjà ({amount})\.", self.stake_on),
            (r"Au lieu d’une fiche, ({name}) met 20 jetons\.", self.stake_jetons),
            (
                r"({name}) n’a plus que (\d+) jetons? à mettre : la banque en avance (\d+), c’est une dette\.",
                self.stake_part,
            ),
            (r"La banque avance à ({name}) les (20) jetons de sa mise : c’est une dette\.", self.stake_lent),
            (
                r"Les brusquembilles se paient pendant les levées ; "
                r"la différence entre deux joueurs, en jetons : (.*)\.",
                lambda payments: self.settles_at_the_end or self.pay_each(payments),
            ),
            (
                r"Pour solde, si rien n’a été payé pendant les levées : (.*)\.",
                lambda payments: self.settles_at_the_end and self.pay_each(payments),
            ),
        ]

    def _list_pot_actions(self) -> list[Action]:
        """Return the actions of what is taken from the pot, and of what is left there."""
        taken = r"a le plus de points \(\d+\) et prend le corbillon : ({amount})\."
        counted = r"compte ainsi le plus de points \(\d+\) et prend le corbillon : ({amount})\."
        both = r"(?:ont|comptent ainsi) le plus de points à deux \(\d+\) et prennent le corbillon : ({amount}) chacun\."
        return [
            (rf"({{name}}) {taken}", self.take),
            (rf"({{name}}) {counted}", self.take),
            (rf"({{names}}) {both}", self.take),
            (
                r"({names}) sont à égalité \(\d+ points? chacun\) et se partagent le corbillon : ({amount}) chacun\.",
                self.take,
            ),
            (r"Les deux camps sont à égalité \(\d+ points? chacun\) : chacun reprend ({amount})\.", self.take_back),
            (
                r"Ce qui ne se partage pas, ({amount}), va à ({name}), "
                r"premier des joueurs à égalité à partir de la droite du donneur\.",
                lambda amount, name: self.take(name, amount),
            ),
            (r"Chacun reprend (?:sa mise du coup \d+|ses mises des coups [\d, et]+) : ({amount})\.", self.take_back),
            (
                r"Ce qui était au corbillon, ({amount}), va à ({name}), le premier d’entre eux à sa droite\.",
                lambda amount, name: self.take(name, amount),
            ),
            (r"Il reste au corbillon, pour le coup suivant : ({amount})\.", self.look_into_pot),
            (r"Il reste au corbillon ({amount}), que personne ne prend\.", self.look_into_pot),
        ]

    def _list_other_actions(self) -> list[Action]:
        """Return the actions of change, debts, penalties, departures and purchases, and of the holdings at the end."""
        return [
            (r"({name}) change ({amount}) en jetons\.", self.change),
            (r"La banque avance à ({name}) le jeton qui lui manque pour payer : c’est une dette\.", self.borrow),
            (
                r"La banque avance à ({name}) les (\d+) jetons qui lui manquent pour payer : c’est une dette\.",
                self.borrow,
            ),
            (r"({name}) rend à la banque (\d+) jetons? de sa dette\.", self.repay),
            (
                r"({name}) donne (\d+) jetons à ({name}) : la moitié de (\d+)(?: \(arrondie au-dessous\))?, "
                r"les mises du coup"
                r"(?: \((\d+)\) et ce qui est resté au corbillon \((\d+)\))? ; le corbillon n’est pas touché\.",
                self.pay_half,
            ),
            (r"({name}) donne (\d+) jetons à ({name})\.", self.pay),
            (
                r"({name}) donne (\d+) jetons à chacun des (?:autres joueurs|trois autres, partenaire compris)\.",
                self.pay_all,
            ),
            (
                r"({name}) paie \d+ fiches? pour (?:le coup qui n’est pas fini|les \d+ coups qui ne sont pas finis), "
                r"(\d+) jetons en tout : (.*)\.",
                self.pay_shares,
            ),
            (r"({name}) achète ({amount}) à la banque ; à la fin, on (?:l’|les )ôte de son gain\.", self.buy),
            (r"En main : (.*)\.", self.compare),
        ]

    def follow(self, sentence: str) -> None:
        """Do what one sentence says; raise AssertionError where it says what cannot be, or cannot be read."""
        unmarked = sentence.removesuffix(" (Choix de la maison.)")
        for pattern, action in self.actions:
            if found := pattern.fullmatch(unmarked):
                action(*found.groups())
                return
        raise AssertionError(f"not read: {sentence}")

    def stake(self) -> None:
        assert self.pot == 0
        for name in self.fiches:
            self.pot += FICHE
            self.fiches[name] -= 1  # below zero until the next sentences say what is staked in its place

    def stake_on(self, there: str) -> None:
        self.look_into_pot(there)
        self.pot = 0
        self.stake()
        fiches, jetons = read_amount(there)
        self.pot += FICHE * fiches + jetons

    def stake_jetons(self, name: str) -> None:
        assert self.fiches[name] == -1
        assert self.jetons[name] >= FICHE
        self.fiches[name] = 0
        self.jetons[name] -= FICHE

    def stake_part(self, name: str, own: str, lent: str) -> None:
        assert self.jetons[name] == int(own)
        assert int(own) + int(lent) == FICHE
        self.borrow(name, lent)
        self.stake_jetons(name)

    def stake_lent(self, name: str, lent: str) -> None:
        assert self.jetons[name] == 0
        self.stake_part(name, "0", lent)

    def pay(self, payer: str, amount: str, payee: str) -> None:
        self.jetons[payer] -= int(
            amount
        )  # below zero until he changes a fiche or is lent the rest, which is told after
        self.jetons[payee] += int(amount)

    def pay_half(self, payer: str, amount: str, payee: str, whole: str, stakes: str | None, left: str | None) -> None:
        assert int(amount) == int(whole) // 2
        assert int(whole) == self.pot + FICHE * len(self.fiches)
        assert stakes is None or (int(stakes), int(left or 0)) == (FICHE * len(self.fiches), self.pot)
        self.pay(payer, amount, payee)

    def pay_all(self, payer: str, amount: str) -> None:
        for name in self.fiches:
            if name != payer:
                self.pay(payer, amount, name)

    def pay_each(self, payments: str) -> None:
        for row in payments.split(" ; "):
            found = re.fullmatch(f"({self.name})(?: :)? (.*)", row)
            assert found, row
            self.pay_gifts(found[1], found[2])

    def pay_gifts(self, payer: str, gifts: str) -> int:
        paid = re.findall(f"(\\d+) à ({self.name})(?:, | et |$)", gifts)
        assert re.fullmatch(f"(\\d+ à {self.name}(, | et |$))+", gifts), gifts
        for amount, payee in paid:
            assert int(amount) > 0
            assert payee != payer
            self.pay(payer, amount, payee)
        return sum(int(amount) for amount, _ in paid)

    def pay_shares(self, payer: str, total: str, gifts: str) -> None:
        assert self.pay_gifts(payer, gifts) == int(total)

    def take(self, names: str, amount: str) -> None:
        fiches, jetons = read_amount(amount)
        takers = re.findall(self.name, names)
        for name in takers:
            self.fiches[name] += fiches
            self.jetons[name] += jetons
        self.pot -= len(takers) * (FICHE * fiches + jetons)
        assert self.pot >= 0

    def take_back(self, amount: str) -> None:
        self.take(", ".join(self.fiches), amount)

    def look_into_pot(self, amount: str) -> None:
        fiches, jetons = read_amount(amount)
        assert self.pot == FICHE * fiches + jetons > 0

    def change(self, name: str, amount: str) -> None:
        fiches, _ = read_amount(amount)
        assert self.fiches[name] >= fiches > 0
        self.fiches[name] -= fiches
        self.jetons[name] += FICHE * fiches

    def borrow(self, name: str, amount: str = "1") -> None:
        self.jetons[name] += int(amount)
        self.debts[name] += int(amount)

    def repay(self, name: str, amount: str) -> None:
        assert self.jetons[name] >= int(amount)
        assert self.debts[name] >= int(amount) > 0
        self.jetons[name] -= int(amount)
        self.debts[name] -= int(amount)

    def buy(self, name: str, amount: str) -> None:
        self.fiches[name] += read_amount(amount)[0]

    def compare(self, holdings: str) -> None:
        """Assert that each player holds just what the sentence says, no more and no less."""
        told = dict(re.findall(f"({self.name})(?: :)? ([^;]*?)(?: ; |$)", holdings))
        assert told.keys() == self.fiches.keys()
        for name, words in told.items():
            debt = re.fullmatch(r"une dette de (\d+) jetons?", words)
            held = (0, 0, int(debt[1])) if debt else (*read_amount(words), 0)
            assert (self.fiches[name], self.jetons[name], self.debts[name]) == held, (name, words)
