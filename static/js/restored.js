/* The book may go back: an older backup was put in its place, after a laptop died. Each sheet names what its book holds,
   from the last head on that this phone saw; all of it where the chain does not go on from there. A record that this
   phone was told of, or saw last, and that is not there has been lost with the book. The page says so, and what this phone
   wrote is sent again under the same ids. It knows no form. */

/** @import { BookFacts, Item, SeenRecord } from "./types.d.ts" */

import { digestsOf, isInBook, isRewritten } from "./chain.js";
import { byId, find } from "./dom.js";
import { currentFacts, currentTable, note } from "./keyring.js";
import { queue } from "./page_queue.js";

const notice = byId("went-back");

/** What a sheet says of its book; null where the page is no sheet.
 * @param {string} html
 * @returns {BookFacts | null} */
export function factsOf(html) {
  const head = html.slice(0, html.indexOf(">", html.indexOf('<div class="sheet')) + 1); // it says all in its first element
  const sheet = new DOMParser().parseFromString(head, "text/html").querySelector(".sheet");
  if (!sheet) return null;
  const { book, number, named = 1, recorded = "" } = sheet.dataset;
  return { book, number: Number(number), from: Number(named), ids: new Set(recorded.split(" ").filter(Boolean)), digests: digestsOf(sheet.dataset) };
}

/** Compare the book of a sheet, asked for at the time `asked`, with what this phone knows. Returns true where something
 * is sent again, or where the sheet names too little to be sure: it must be asked for anew. An answer that was overtaken
 * says nothing, nor does one of another evening that bears this table's number now.
 * @param {string | null} table
 * @param {BookFacts} facts
 * @param {number} asked */
export async function compareBook(table, { book, number, from, ids, digests }, asked) {
  const { seen } = currentFacts();
  /** @param {Item | SeenRecord} one */
  const isHere = (one) => one.book === book;
  const lacking = queue.recordedBefore(table, asked).filter((one) => isHere(one) && !isInBook(one, { ids, from, seen: seen?.id }));
  if (lacking.some((one) => Number(one.recorded) < from)) return true;
  const gone = seen && isHere(seen) && seen.at < asked && seen.id && (!ids.has(seen.id) || isRewritten(seen, digests));
  if (gone || lacking.length) {
    const last = Math.max(gone ? seen.number : 0, ...lacking.map((one) => Number(one.recorded)));
    note({ back: { from: last, next: number, again: lacking.length > 0 } });
  }
  if (lacking.length) await queue.requeue(lacking.map((one) => one.id)); // before the head that lacks them is taken for seen
  const isOvertaken = Number(seen?.at) > asked || table !== currentTable();
  if (!isOvertaken) note({ seen: { id: [...ids].at(-1), head: digests.at(-1), number: number - 1, at: Date.now(), book } });
  if (!lacking.length) await queue.resendStale(table, number);
  return lacking.length > 0;
}

/** Show or hide the notice that the book has gone back: it stays until somebody has read it. */
export function drawNotice() {
  const { back } = currentFacts();
  notice.hidden = !back;
  if (!back) return;
  find(notice, "[data-from]").textContent = String(back.from);
  find(notice, "[data-next]").textContent = String(back.next);
  find(notice, "[data-again]").hidden = !back.again;
}

find(notice, "button").addEventListener("click", () => {
  note({ back: null });
  drawNotice();
  find(document, "#sheet h1").focus();
});
