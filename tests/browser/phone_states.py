"""The states of a table's page on a phone, game by game: each is reached as a user reaches it, by taps and digits."""

import datetime
from collections.abc import Callable, Iterator
from random import Random

from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_club, get_table, seat_in_order
from tests.browser.table_user import TableUser, close_more, open_more
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import set_sides
from tournaments.actions.tables.recording import play_tables
from tournaments.exchange.simulation import build_event_chooser
from tournaments.models import Table

NAMES = ("Raymonde", "Bernard", "Geneviève", "Jean-Pierre", "Maryvonne", "Emmanuel")
"""As people are called: eight letters, eleven with a hyphen; no two of them fit beside three others by luck."""
GAMES: dict[tuple[str, str | None], tuple[int, ...]] = {
    ("brusquembille", None): (2, 3, 4, 5),
    ("briscola", None): (2, 3, 4, 6),
    ("briscan", None): (2,),
    ("brisque", None): (2,),
    ("chiamata", None): (5,),
    ("marque", "belote"): (4, 6),
    ("marque", "tarot"): (3, 5),
    ("marque", "points"): (2,),
}
"""The numbers of players that are looked at, by game and preset; none is the game's first one."""
FATES = ("1+", "2+", "1+", "2-", "2+", "1-", "2+", "1-")
STORED_ITEMS = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("corbillon", 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const reading = opening.result.transaction("queue").objectStore("queue").getAll();
        reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
    };
})"""


def fill_tables() -> None:
    """Fill the database: of each game and number of players one table to be played and one played to its end; six at
    Briscola play as two camps, as usual, and so do four at a further table."""
    for (game, preset), sizes in GAMES.items():
        for size in sizes:
            create_named_table(game, size, preset=preset)
            play_to_end(create_named_table(game, size, preset=preset))
    set_sides(create_named_table("briscola", 4), True)


def create_named_table(game: str, size: int, names: tuple[str, ...] = NAMES, *, preset: str | None = None) -> Table:
    """Create an open evening of this game with one table of this size."""
    names = names[:size]
    day = datetime.date(2026, 11, 21)
    tournament = create_tournament(create_club(), name="Soirée", date=day, game=game, preset=preset, players=names)
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    seat_in_order(tournament, [entries[name] for name in names], [size])
    open_tournament(tournament)
    return get_table(tournament)


def play_to_end(table: Table) -> None:
    play_tables([table.pk], build_event_chooser(table.round.tournament.game, Random(1), tricks=0), actor="table:1")


def walk_table(page: Page) -> Iterator[str]:
    """Reach all states of the table whose page this is, from the question who holds the phone on."""
    page.locator("[data-seat='1']").wait_for()
    yield "seats"
    page.locator("[data-seat='1']").click()
    page.locator("#coup, .result").first.wait_for()
    if page.locator(".result").count():
        yield from walk_end(page)
        return
    hand = TableUser(page)
    yield from walk_coup(hand)
    yield from walk_more(page)
    yield from walk_offline(hand)


def walk_coup(hand: TableUser) -> Iterator[str]:
    """Reach the states of a coup that is entered, marked, taken back, and kept on the phone, one after the other. The
    coup's form is blank before."""
    page = hand.page
    game = page.locator("#coup").get_attribute("data-game") or ""
    yield "blank"
    yield from ENTERING[game](page)
    page.locator("#send").click()
    expect(page.locator("#coup-title")).to_contain_text("2")
    yield "marked"
    page.locator(".toast:visible [data-undoes], form[data-undoes] button").first.click()
    expect(page.locator(".toast[data-back]")).to_be_visible()
    yield "taken back"
    page.locator("#send").click()
    expect(page.locator("#coup-title")).to_contain_text("2")


def walk_more(page: Page) -> Iterator[str]:
    """Open what stands behind «•••», each for itself."""
    open_more(page)
    yield "more"
    for outer in page.locator(".more > details, .more > section details").all():
        if not outer.is_visible():
            continue
        outer.locator("> summary").click()
        yield f"more: {outer.get_attribute('class') or 'details'}"
        for n, inner in enumerate(outer.locator("> details").all()):
            if inner.get_attribute("open") is None:  # one that stands alone is open already
                inner.locator("> summary").click()
            yield f"more: {outer.get_attribute('class')} {n}"
            inner.locator("> summary").click()
        outer.locator("> summary").click()
    close_more(page)


def walk_offline(hand: TableUser) -> Iterator[str]:
    """Mark coups where nothing answers: the one that waits, and the next one under it."""
    page = hand.page
    game = page.locator("#coup").get_attribute("data-game") or ""
    page.context.set_offline(True)
    list(ENTERING[game](page, told=False))
    page.locator("#send").click()
    expect(page.locator("#waiting .item")).to_have_count(1)
    yield "waits"
    if page.locator("#enough").is_visible():
        return  # that was the last coup
    for state in ENTERING[game](page, told=False):
        yield f"{state}, one waits"
    page.locator("#send").click()
    expect(page.locator("#waiting .item")).to_have_count(2)
    yield "two wait"
    open_more(page)
    yield "more, two wait"
    close_more(page)


def walk_end(page: Page) -> Iterator[str]:
    """Reach the states of a partie that is over: its result, the count of each, the confirmation."""
    yield "over"
    counting = page.locator(".counting > summary")
    if counting.count():
        counting.click()
        for n in range(page.locator(".place").count()):
            yield f"counting {n}"
            for field in page.locator("#count input:visible").all():
                field.fill(str(n))
            page.locator("#count button.big").click()
            expect(page.locator("#count .sum, .count")).to_have_count(1) if n else None
        yield "counted"
    for summary in page.locator(".undo > summary, .recounting > summary").all():
        if summary.is_visible():
            summary.click()
            yield "over, opened"


def enter_by_points(page: Page, told: bool = True) -> Iterator[str]:
    fields = page.locator("#coup .points input")
    fields.first.focus()
    yield "typing"
    for number in range(11, 10 + fields.count()):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    yield "typed"
    if page.locator(".deck").count():
        for n, fate in enumerate(FATES):
            if n in (0, 5):
                yield f"card {n}"
            page.locator(f"[data-say='{fate}']").click()
        if told:
            expect(page.locator("#preview p, .wrong .error").first).to_be_visible()
        yield "said"
        fill_right_points(page)
    if told:
        expect(page.locator("#preview p").first).to_be_visible()
    yield "ready"


def fill_right_points(page: Page) -> None:
    """Type points that agree with FATES: the first and the second player won cards, the others nothing."""
    fields = page.locator("#coup .points input").all()
    for n, field in enumerate(fields):
        field.fill(str((60, 60)[n] if n < 2 else 0))


def enter_announced(page: Page, told: bool = True) -> Iterator[str]:
    page.locator("[data-pick]").click()
    yield "turn-up"
    page.locator("[data-card='9♥']").click()
    page.locator("[data-announce='1']").click()
    yield "kinds"
    page.locator("[data-kind='sequence']").click()
    page.locator("[data-card='V♠']").click()
    yield "half said"
    page.locator("#pack [data-close]").click()
    page.locator("[data-announce='1']").click()
    page.locator("[data-kind='mariage']").click()
    yield "pack"
    page.locator("[data-card='D♥']").click()
    yield "announced"
    page.locator(".end-of-coup > summary").click()
    page.locator("[name='tricks_won.1']").fill("9")
    page.locator("[name='card_points.2']").fill("49")
    for name, value in (("last", 1), ("last_five", 0)):
        page.locator(f"#coup label:has([name='{name}'][value='{value}'])").click()
    if told:
        expect(page.locator("#preview")).to_contain_text("Raymonde")
    yield "ready"


def enter_auction(page: Page, told: bool = True) -> Iterator[str]:
    for name, value in (("caller", 4), ("rank", "R"), ("suit", "♥"), ("partner", 5)):
        page.locator(f"#coup label:has([name='{name}'][value='{value}'])").click()
        if name == "caller":
            yield "bidding"
            page.locator("#coup [name='bid']").fill("75")
    page.locator("#coup [name='points']").fill("200")
    yield "wrong points"
    page.locator("#coup [name='points']").fill("78")
    if told:
        expect(page.locator("#preview")).to_contain_text("78")
    yield "ready"


def enter_marks(page: Page, told: bool = True) -> Iterator[str]:
    """Type the points that a coup without a declared total asks for one by one, and tick each of its marks once."""
    fields = page.locator("#coup .points input")
    known = page.locator("#coup .points[data-total]").count()
    fields.first.focus()
    yield "typing"
    for number in range(11, 11 + fields.count() - known):
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    yield "typed"
    for row in page.locator("#coup .primes .beside").all():
        row.locator("label").first.click()
    if told:
        expect(page.locator("#preview p").first).to_be_visible()
    yield "ready"


ENTERING: dict[str, Callable[..., Iterator[str]]] = {
    "brusquembille": enter_by_points,
    "briscola": enter_by_points,
    "briscan": enter_announced,
    "brisque": enter_announced,
    "chiamata": enter_auction,
    "marque": enter_marks,
}
"""How a coup of each game is typed; yields the states on the way. `told`: the server answers."""
