/* The table's page: takes the key out of the address, shows the sheet (`sheet`), and looks from time to time whether another
   phone has written. What is written goes by the queue (`write_queued`) or, where it needs an answer, at once
   (`write_now`). No inline script, no eval: the CSP forbids both. One file with all that it imports, once it is
   collected (config/statics.py). */

import "./begun_coup.js";
import { find } from "./dom.js";
import { dropDraft } from "./draft.js";
import "./foreseen_events.js";
import { restoreTyped, saveTyped } from "./half_typed.js";
import { install } from "./install.js";
import { addressOf } from "./entry.js";
import { choose, current, currentTable, note, read, store, takeKeyFromAddress } from "./keyring.js";
import { earlierItems, mayBeThere } from "./numbering.js";
import { lastStamp, now, pristineHtml, sheet, shownSheet } from "./page_state.js";
import { queue } from "./page_queue.js";
import { closeNews } from "./news.js";
import "./pad.js";
import { fetchStyles } from "./room.js";
import { load, show, start } from "./sheet.js";
import { isOnlyInMemory } from "./store.js";
import "./typed_digits.js";
import "./typing.js";
import "./write_now.js";
import "./write_queued.js";

const REFRESH_MS = 20_000;
const AFTER_PAGE_MS = 2_000; // the first page of a hall full of phones comes first

sheet.addEventListener("click", ({ target }) => {
  const seat = target.closest("[data-seat]");
  if (seat) {
    note({ seat: seat.dataset.seat === "" ? undefined : seat.dataset.seat });
    now.wrote = true;
    load();
  }
  const to = target.closest("[data-to]")?.dataset.to;
  if (to) leadTo(to);
  if (target.closest("[data-forget]")) {
    dropDraft(/** @type {HTMLFormElement} */ (target.closest("form")));
    show(pristineHtml());
    load();
  }
  const next = target.closest("[data-next-key]")?.dataset;
  if (next?.nextKey) {
    choose(next.nextKey);
    note({ seat: next.nextSeat });
    start();
    scrollTo(0, 0);
  }
  const news = target.closest("[data-news-do]")?.dataset.newsDo;
  if (news && !closeNews(news === "keep")) {
    show(pristineHtml());
    find(sheet, "h1").focus();
  }
});

/** Open a part of the sheet and bring it in sight; one behind «•••» is made when that opens.
 * @param {string} id */
function leadTo(id) {
  const more = /** @type {HTMLDetailsElement | null} */ (sheet.querySelector(".more"));
  if (more && !more.open) {
    more.addEventListener("toggle", () => leadTo(id), { once: true });
    more.open = true;
    return;
  }
  const part = find(sheet, `#${id}`);
  if (part instanceof HTMLDetailsElement) part.open = true;
  part.scrollIntoView();
}

/** Ask for the sheet again, whatever is open or half typed here. */
function refresh() {
  if (document.hidden || now.sending || now.saving || !current()) return;
  load({ stamp: lastStamp(), gently: true });
}

/** Fetch what the page can do without, and try again where nothing answers. */
function fetchExtras(tries = 0) {
  fetchStyles();
  const page = { addressOf, choose, current, currentTable, earlierItems, mayBeThere, queue, read, restoreTyped, saveTyped, sheet, shownSheet, start, store };
  import(`${sheet.dataset.extras}${tries ? `#${tries}` : ""}`).then(({ startExtras }) => {
    startExtras(page);
    delete sheet.dataset.extras;
  }, () => setTimeout(fetchExtras, REFRESH_MS, tries + 1));
}

setInterval(refresh, REFRESH_MS);
document.addEventListener("visibilitychange", refresh);
sheet.addEventListener("outdated", refresh);
window.addEventListener("online", refresh);
window.addEventListener("hashchange", () => takeKeyFromAddress() && start());
window.addEventListener("beforeunload", (event) => isOnlyInMemory() && event.preventDefault());
takeKeyFromAddress();
install();
setTimeout(fetchExtras, AFTER_PAGE_MS);
await queue.reload();
start();
