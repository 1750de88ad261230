/* What waits stands between the sheet and what is typed: the forms' numbers go on from it. */

/** @import { Item } from "./types.d.ts" */

import { byId } from "./dom.js";
import { currentTable } from "./keyring.js";
import { nextNumber, sheet, shownBook, shownSheet } from "./page_state.js";
import { queue } from "./page_queue.js";

/** The items of the shown table that the shown sheet does not show yet. */
export const unshownItems = () => queue.beyond(currentTable(), { number: nextNumber(), ids: shownBook().ids });

/** Do coups wait before the one in the form? Then nobody can say what that one will give. */
export const earlierCoupsWait = () => earlierItems().some((one) => !one.recorded);

/** The items before the form's coup: all that the sheet does not show, or those before the one that is corrected. */
export function earlierItems() {
  const items = unshownItems();
  const corrected = items.findIndex((one) => one.stopped?.kind === "correcting");
  return corrected < 0 ? items : items.slice(0, corrected);
}

/** Did another phone score before this item? Until somebody decides, it may be what the sheet has already.
 * @param {Item} item */
export const mayBeThere = (item) => item.stopped?.kind === "stale";

/** The number of the item that this form corrects; undefined where it corrects none.
 * @param {HTMLFormElement} form */
function correctedNumber(form) {
  const item = queue.find(form.elements.key.value);
  return item?.stopped?.kind === "correcting" ? item.number : undefined;
}

/** Give the forms the numbers that come after all that waits; hide them where it ends the partie. */
export function renumberForms() {
  const shown = shownSheet();
  if (!shown) return;
  const items = earlierItems();
  const { coup, planned } = shown.dataset;
  const n = Number(coup) + items.filter((one) => one.coup && !mayBeThere(one)).length;
  shown.classList.toggle("ahead", items.length > 0); // who deals and leads is said of the coup after the last in the book
  const next = queue.expectedNumber(currentTable(), nextNumber());
  for (const form of sheet.querySelectorAll("form[data-queue]")) form.elements.number.value = String(correctedNumber(form) ?? next);
  for (const part of sheet.querySelectorAll("#coup-title, #send > span, #tricks .btn.big > span")) {
    const text = part.firstChild;
    if (text) text.textContent = (text.textContent ?? "").replace(/\d+/, String(n));
  }
  for (const head of sheet.querySelectorAll("[data-counted]")) sayWhere(head, Math.min(n, Number(planned) || n), items.length > 0);
  for (const once of sheet.querySelectorAll("[data-once]")) once.hidden = /** @type {HTMLInputElement} */ (once).disabled = items.length > 0;
  const over = items.some((one) => one.last) || (Boolean(planned) && n > Number(planned) && items.length > 0);
  for (const part of sheet.querySelectorAll("#coup, .bycard, .other")) part.hidden = over;
  byId("enough").hidden = !over;
}

/** Say at the head of the sheet which coup is being played; the server's own words where nothing waits before it.
 * @param {HTMLElement} head
 * @param {number} n
 * @param {boolean} isAhead */
function sayWhere(head, n, isAhead) {
  const { counted = "", players } = head.dataset;
  head.dataset.sent ??= head.textContent;
  head.textContent = isAhead ? counted.replace("{tour}", String(Math.ceil(n / Number(players)))).replace("{coup}", String(n)) : head.dataset.sent;
}
