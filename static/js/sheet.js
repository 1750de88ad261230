/* The sheet on the table's page: asked for, shown with what was being typed put back into it, or the last one that this
   phone saw where nothing answers. It writes nothing. */

import { watchConnection } from "./connection_notice.js";
import { enliven } from "./coup.js";
import { byId } from "./dom.js";
import { draftOf, dropWrittenDrafts, emptyOfSent, pairsOf, restoreDraft, saveDraft } from "./draft.js";
import { drawHalfTyped } from "./half_typed.js";
import { current, currentTable, forget, forgetOlderKeys, introduce, note, tableOf } from "./keyring.js";
import { isLaterUsed, makeLater } from "./later.js";
import { earlierCoupsWait, earlierItems, renumberForms } from "./numbering.js";
import { headers, isOtherCoup, lastStamp, now, pristineHtml, sheet, shownBook, shownSheet } from "./page_state.js";
import { queue } from "./page_queue.js";
import { drawNews } from "./news.js";
import { rememberOpenParts } from "./open_parts.js";
import { askPreview } from "./preview.js";
import { compareBook, drawNotice, factsOf } from "./restored.js";
import { Unreached, ask } from "./server.js";
import { deleteSheet, lastSheet, saveSheet } from "./store.js";
import { listTables } from "./table_list.js";
import { drawWaiting } from "./waiting_list.js";

const STALE_MS = 3_000; // after that a stored sheet is shown while the fresh one is on its way
const arriving = [...sheet.childNodes];
const keyless = /** @type {HTMLTemplateElement} */ (byId("keyless"));
const { url = "", program } = sheet.dataset;
const sayUnreached = watchConnection(program, {
  since: () => now.pristine?.at ?? null,
  isBusy: () => now.saving || now.sending || document.activeElement?.matches("#sheet input:not([type=hidden]), #sheet textarea"),
});

/** Show the page of the table whose key is the current one, from its beginning. */
export function start() {
  listTables(start);
  drawWaiting();
  now.pristine = null;
  sheet.replaceChildren(...arriving);
  if (!current()) return sheet.replaceChildren(keyless.content.cloneNode(true));
  setTimeout(showLast, STALE_MS);
  load();
}

/** Ask for the sheet and show it. True where something was shown. `stamp`: of the sheet that is shown already, so that an
 * unchanged one is not sent; `gently`: nobody asked for it, so it waits while somebody types, and closes nothing.
 * @param {{stamp?: string, gently?: boolean}} [options]
 * @returns {Promise<boolean>} */
export async function load({ stamp = "", gently = false } = {}) {
  const key = current(), asked = Date.now();
  try {
    const { status, text } = await ask(stamp ? `${url}?stamp=${stamp}` : url, { headers: headers() });
    if (key !== current()) return true; // another table is shown by now
    if (status === 404) return showClosed(key, text);
    if (status === 200) resendLost(text, asked);
    askAgain();
    return takeFresh(status === 204 ? pristineHtml() : text, gently);
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    return showLast();
  }
}

/** Does somebody type or choose here just now? */
export function isTouching() {
  const focused = document.activeElement?.matches("#sheet :is(input:not([type=radio], [type=checkbox]), select, textarea)");
  return focused || sheet.querySelector("#paper, #correct, .ask-who:not([hidden])");
}

/** Does somebody type here, or is something half typed that another sheet would take from under the finger? */
export const isTyping = () => isTouching() || [...sheet.querySelectorAll("form[data-game]")].some(draftOf);

/** Store a sheet that the server just gave, and show it. One that comes `gently` waits while somebody types: only what is
 * said of the table beside its coups takes its place at once.
 * @param {string} html
 * @param {boolean} gently */
function takeFresh(html, gently) {
  keepSheet(html);
  forgetOlderKeys();
  if (!gently) return show(html);
  if (shownSheet()?.dataset.stamp === lastStamp()) return false;
  return (now.wrote ? isTouching() : isTyping()) ? showLiveParts(html) : show(html, rememberOpenParts(sheet));
}

/** Keep this as the sheet that the server gave last: what is shown is what comes back where nothing answers.
 * @param {string} html */
export function keepSheet(html) {
  now.pristine = { html, at: Date.now() };
  const table = currentTable();
  if (table) saveSheet(table, html);
}

/** Keep what came by itself in the place of a part (`data-live`) as the sheet's own.
 * @param {string} id
 * @param {string} html */
export function keepLivePart(id, html) {
  const page = document.createElement("template");
  page.innerHTML = pristineHtml();
  const part = page.content.getElementById(id);
  if (part) part.outerHTML = html;
  keepSheet(page.innerHTML);
}

/** Put the parts of this sheet that are said of the table beside its coups (`data-live`) in the place of the shown ones.
 * False: the sheet itself is still the one before.
 * @param {string} html */
function showLiveParts(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const part of sheet.querySelectorAll("[data-live]")) {
    const newer = fresh.getElementById(part.id);
    if (!newer) continue;
    part.replaceWith(newer);
    htmx.process(newer);
  }
  drawNews();
  return false;
}

/** Compare the book of a sheet with what this phone knows; where it has gone back, send what it lacks before anything else.
 * @param {string} html
 * @param {number} asked when the sheet was asked for */
export async function resendLost(html, asked) {
  const facts = factsOf(html);
  const again = facts && await compareBook(currentTable(), facts, asked);
  drawNotice();
  if (!again) return;
  await queue.drain();
  load({ gently: true });
}

/** The key opens nothing any more: forget it, and show what the server says.
 * @param {string | null} key
 * @param {string} html */
function showClosed(key, html) {
  forget(key);
  const table = tableOf(key);
  if (table) deleteSheet(table);
  return show(html);
}

/** Show the sheet as this phone last saw it, and say so: nothing answers. True where it was shown. */
async function showLast() {
  const table = currentTable();
  const last = shownSheet() || !table ? null : await lastSheet(table);
  if (!last || shownSheet() || table !== currentTable()) return false;
  now.pristine = { html: last.html, at: last.at };
  show(last.html);
  sayUnreached();
  return true;
}

/** Put this sheet on the page. `putBack()` opens again what was open on the one before.
 * @param {string} html
 * @param {() => void} [putBack] */
export function show(html, putBack) {
  const isOpen = isMoreOpen();
  sheet.innerHTML = html;
  const more = isOpen ? sheet.querySelector("details.more") : null;
  if (more) more.open = true;
  if (isLaterUsed(sheet)) makeLater(sheet); // some of what is opened again lies in it
  putBack?.();
  const title = sheet.querySelector("title");
  document.title = title?.textContent ?? document.title;
  title?.remove();
  htmx.process(sheet);
  prepareSheet();
  return true;
}

/* what stands behind «•••» is made as it is opened */
sheet.addEventListener("click", ({ target }) => {
  const more = target.closest(".more > summary")?.parentElement;
  for (const part of more?.matches("[open]") ? more.querySelectorAll("details") : []) part.removeAttribute("open"); // it closes: its menu comes first again
  if (!more || !makeLater(more)) return;
  htmx.process(more);
  renumberForms();
  for (const form of more.querySelectorAll("form[data-draft]")) prepareForm(form);
});

/** Is what stands behind «•••» open? Not any more once something was written there. */
function isMoreOpen() {
  const more = sheet.querySelector(".more[open]");
  return more !== null && ![...more.querySelectorAll("form")].some((form) => form.written);
}

/** Prepare the sheet that has just been put on the page: what was being typed goes back into its forms. */
export function prepareSheet() {
  const shown = shownSheet();
  if (isLaterUsed(sheet) && makeLater(sheet)) htmx.process(sheet);
  if (shown) {
    const table = currentTable();
    note({ label: shown.dataset.label, at: Date.now() });
    introduce(shown.dataset);
    const queued = queue.of(table).filter((one) => one.stopped?.kind !== "correcting").map(({ id }) => id);
    dropWrittenDrafts(sheet.querySelectorAll("form[data-draft]"), [...shownBook().ids, ...queued]);
    renumberForms();
    for (const form of sheet.querySelectorAll("form[data-draft]")) prepareForm(form);
    queue.settle(table, shownBook());
    if (sheet.querySelector("form[data-game]")) now.coup = shown.dataset.coup ?? ""; // a partie that is over has no next one
  }
  drawNews();
  drawNotice();
  drawHalfTyped();
  listTables(start);
  sheet.dispatchEvent(new Event("prepared"));
  if (now.wrote) focusOutcome();
  now.wrote = false;
}

/** Give the focus to what has just happened: never to a field, whose keyboard would hide it. */
function focusOutcome() {
  scrollTo(0, 0);
  const wanted = [...sheet.querySelectorAll("[data-focus]")].find((one) => one.checkVisibility());
  (wanted ?? sheet.querySelector("[data-begin]") ?? sheet.querySelector("h1"))?.focus();
}

/** Has the book gained something since this was typed, all of it from this phone, the last of it just now?
 * @param {import("./types.d.ts").Draft | null} draft */
function isOnlyOursSince(draft) {
  const { ids, from } = shownBook(), first = Number(draft?.number ?? 0) - from;
  const since = first < 0 ? [] : [...ids].slice(first);
  return since.length > 0 && since.slice(0, -1).every((id) => queue.find(id));
}

/** Put the draft of a form back into it, and make it react to the finger.
 * @param {HTMLFormElement} form */
function prepareForm(form) {
  if (earlierItems().some(({ coup, recorded }) => coup && !recorded)) emptyOfSent(form); // it is of a coup that waits here
  form.blank = JSON.stringify(pairsOf(form));
  const draft = restoreDraft(form);
  const isOurs = now.wrote && !isOtherCoup() && isOnlyOursSince(draftOf(form)); // what was written here in between is told by the toast
  if (isOurs) saveDraft(form, draft?.computed);
  const stale = form.querySelector("[data-stale]");
  if (stale) stale.hidden = !draft?.stale || isOurs || queue.find(form.elements.key.value) !== null;
  if (!form.dataset.game) {
    form.addEventListener("input", () => saveDraft(form));
    return;
  }
  const toast = sheet.querySelector("[data-toast]");
  if (draft && toast && form.id === "coup") {
    toast.hidden = !isOurs; // else what it tells of is over: the next coup is being typed
    toast.dataset.above = "";
  }
  const live = enliven(form, draft?.computed ?? [], (computed) => {
    form.live = { computed, typed: true };
    for (const older of sheet.querySelectorAll(".toast:not([data-mending])")) older.hidden = true;
    onTyped(form);
  });
  form.live = { computed: draft?.computed ?? [] };
  live.paint();
  if (draft) askPreview(form, headers, earlierCoupsWait);
}

/** Ask what a typed coup would do where the page had to say that nobody could: somebody can by now. */
export function askAgain() {
  for (const form of sheet.querySelectorAll("form[data-game]")) {
    if (form.querySelector(".foreseen[data-unsaid]") && !earlierCoupsWait()) askPreview(form, headers, earlierCoupsWait);
  }
}

/** @param {HTMLFormElement} form */
function onTyped(form) {
  saveDraft(form, form.live?.computed);
  askPreview(form, headers, earlierCoupsWait);
}

/* what is rare stands outside the form of the coup, and belongs to it all the same */

sheet.addEventListener("input", ({ target }) => {
  const { form } = /** @type {HTMLInputElement} */ (target);
  if (form?.dataset.game && !form.contains(target)) onTyped(form);
});
