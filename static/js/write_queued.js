/* Writing by the queue (`data-queue`): stored first, then sent; what is typed next need not wait for it. What was refused,
   or has not left yet, goes back into its form to be corrected. */

/** @import { Item } from "./types.d.ts" */

import { find, openAround } from "./dom.js";
import { draftOf, dropRivalDrafts, idOf, newId, pairsOf, putDraft, saveDraft, swapAside } from "./draft.js";
import { addressOf, entryOf } from "./entry.js";
import { currentTable } from "./keyring.js";
import { makeLater } from "./later.js";
import { renumberForms, unshownItems } from "./numbering.js";
import { nextNumber, now, pristineHtml, sheet, shownBook, shownSheet } from "./page_state.js";
import { queue } from "./page_queue.js";
import { cancelPreview, isKnownWrong } from "./preview.js";
import { factsOf } from "./restored.js";
import { askAgain, isTouching, isTyping, load, show } from "./sheet.js";
import { sayUnanswered } from "./unanswered.js";
import { rememberSent } from "./undone_coup.js";
import { drawWaiting, hasForm, listenToList, unmarkedWord, wordsFor } from "./waiting_list.js";

const PATIENCE_MS = 700; // after that the form is free for the next coup, and the list tells of this one

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let catching = false;
let lagging = false;
/** @type {string | null} the id of what was freed last, which may be refused yet */
let freed = null;

sheet.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-queue]")) return;
  event.preventDefault();
  event.stopPropagation(); // htmx sends what is not queued
  if (!now.saving && !form.written) submit(form, event.submitter);
}, true);

/** Store what the form says, send it, and free the form.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter */
async function submit(form, submitter) {
  if (form.dataset.game && JSON.stringify(pairsOf(form)) === form.blank) return sayNothingTyped(form);
  if (!form.dataset.game && sayUnanswered(form)) return;
  now.saving = true;
  try {
    if (form.dataset.game && await isKnownWrong(form)) return showMissing(form);
    cancelPreview(form);
    saveDraft(form, form.live?.computed);
    const id = idOf(form);
    rememberSent(form);
    const result = await queue.save(entryOf(form, submitter));
    if (result === "taken") return giveNewId(form);
    if (form.dataset.game) dropRivalDrafts(form, sheet.querySelectorAll("form[data-game]"));
    putDraft(form, swapAside(form, null));
    form.elements.key.value = "";
    await Promise.race([queue.drain(), pause(PATIENCE_MS)]);
    now.saving = false;
    return await showOutcome(id, form);
  } finally {
    now.saving = false;
    drawWaiting();
  }
}

/** Show what came of an item: the sheet with it, its form with what is wrong, or an empty form.
 * @param {string} id
 * @param {HTMLFormElement} form */
async function showOutcome(id, form) {
  const item = queue.find(id);
  if (!item || item.recorded) {
    form.written = now.wrote = true;
    return await load() || freeForm(form);
  }
  if (canLeadBack(item)) return correct(item, item.stopped?.html);
  freeForm(form);
  return item.stopped ? load() : null;
}

/** Was this refused, so that its form, with what is wrong, can stand on the page at once? Not where more was marked after
 * it.
 * @param {Item} item */
const canLeadBack = (item) => item.stopped?.kind === "refused" && unshownItems().at(-1)?.id === item.id && hasForm(item);

/** What was refused after its form was freed leads back to its field as well, unless somebody types by now. */
function leadBack() {
  const late = unshownItems().find((one) => one.id === freed);
  if (!late || !canLeadBack(late) || isTyping()) return;
  freed = null;
  correct(late, late.stopped?.html);
}

/** Empty the form; the list tells of what was in it.
 * @param {HTMLFormElement} form */
function freeForm(form) {
  form.written = true;
  freed = unshownItems().at(-1)?.id ?? null;
  show(pristineHtml());
  drawWaiting();
  find(document, "#waiting h2").focus();
  document.querySelector(".large #waiting .item:last-child")?.scrollIntoView({ block: "nearest" }); // large letters leave only the title in sight
  catchUp();
}

/** @param {HTMLFormElement} form */
function sayNothingTyped(form) {
  form.querySelector(".foreseen")?.replaceChildren(Object.assign(document.createElement("p"), { className: "error", textContent: wordsFor("blank") }));
  showMissing(form);
}

/** Go to what is missing or wrong in the form: the first such field, or the first card of which nothing is said. What is
 * folded away is opened, and what stands in its place is folded.
 * @param {HTMLFormElement} form */
function showMissing(form) {
  const fields = [...form.querySelectorAll("input[aria-invalid=true], .mark input, .pick, [data-card]:not(.won, .lost), [data-pick]")];
  const shown = fields.filter((one) => !one.closest("[hidden]"));
  const all = shown.filter((one) => one.matches("[aria-invalid=true]"));
  const wrong = all.length > 2 ? all[0].closest("fieldset")?.querySelector(".error") : all[0] ?? form.querySelector("[data-put], [data-keep]"); // of a sum, any may be wrong
  const first = wrong ?? shown.find(isMissing) ?? form.querySelector(".error");
  if (!first) return;
  openAround(first);
  for (const open of form.querySelectorAll("details[open]")) if (!first.checkVisibility() && !open.contains(first)) open.open = false;
  if (first.matches("[data-card], [data-pick]")) return first.click();
  const target = first.matches(".pick") ? first.querySelector("input") : first;
  if (first.matches(".error")) first.tabIndex = -1;
  target?.focus();
}

/** Is this field empty?
 * @param {HTMLElement} field */
function isMissing(field) {
  if (field.matches("[data-card]")) return true;
  if (field.matches(".pick")) return !field.querySelector(":checked");
  if (field.matches("[data-pick]")) return !field.parentElement?.querySelector("input")?.value;
  return field instanceof HTMLInputElement && !field.value.trim();
}

/** Another tab has stored something else under this form's id: give it its own, and show that it must be looked at again.
 * @param {HTMLFormElement} form */
function giveNewId(form) {
  form.elements.key.value = newId();
  const draft = draftOf(form);
  if (draft) putDraft(form, { ...draft, id: form.elements.key.value });
  const box = form.querySelector("[data-stale]");
  if (box) box.hidden = false;
  box?.scrollIntoView({ block: "center" });
}

/* ── correcting: an item goes back into its form, under its id */

/** The form in this page that sends where the item is sent; null where there is none.
 * @param {Item} item
 * @param {string} html
 * @returns {HTMLFormElement | null} */
const formOf = (item, html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  makeLater(page);
  return [...page.querySelectorAll("form[data-queue]")].find((form) => addressOf(form) === item.url) ?? null;
};

/** The sheet with which the server refused an item, where it is still the coup that the shown sheet expects.
 * @param {Item} item */
function refusedHtml({ stopped }) {
  const html = stopped?.kind === "refused" ? stopped.html : undefined;
  return html && factsOf(html)?.number === nextNumber() ? html : undefined;
}

/** Put an item back into its form on this sheet; what was refused comes with the server's, which says what is wrong.
 * @param {Item} item
 * @param {string} [html] */
async function correct(item, html = refusedHtml(item) ?? pristineHtml()) {
  const form = formOf(item, html);
  if (!form) return askAnew(item);
  swapAside(form, draftOf(form));
  putDraft(form, { id: item.id, number: String(item.number), said: [...new URLSearchParams(item.body)], computed: item.computed ?? [] });
  await queue.holdForCorrection(item.id);
  now.wrote = html !== pristineHtml();
  show(html);
  const shown = /** @type {HTMLFormElement} */ (document.getElementById(form.id));
  shown.elements.number.value = String(item.number);
  openAround(shown);
  if (item.stopped?.kind === "refused") sayRefused(shown, item.title);
  else sayKept(shown);
  const back = shown.querySelector(".toast[data-back]:not([hidden])"); // not a field, whose digits would cover the cards
  if (html === pristineHtml()) (back ?? shown.querySelector("input:not([type=hidden])") ?? shown).focus();
}

/** Say of a coup that was refused that it is back in its form, and go to what is wrong: that may be folded away.
 * @param {HTMLFormElement} form
 * @param {string} title the coup's */
function sayRefused(form, title) {
  const back = form.querySelector("[data-back]:not(button)");
  if (back) {
    back.hidden = false;
    const head = back.querySelector("b");
    if (head) head.textContent = `${title}, ${unmarkedWord()}.`;
    find(back, "button").hidden = true; // the list has what throws it away
  }
  const error = form.querySelector(".error");
  if (!error || error.checkVisibility()) return; // the page has led there
  openAround(error);
  error.tabIndex = -1;
  error.focus();
}

/** Say of a coup that only waits that it is being corrected, with the way to leave it as it was.
 * @param {HTMLFormElement} form */
function sayKept(form) {
  const back = form.querySelector(".toast[data-back]");
  if (!back) return;
  const title = find(back, "b"), button = find(back, "button");
  back.hidden = false;
  back.dataset.mending = ""; // it stays while one types
  title.textContent = title.dataset.kept ?? "";
  button.textContent = button.dataset.leave ?? "";
  delete button.dataset.forget;
}

sheet.addEventListener("click", ({ target }) => {
  if (target.closest("[data-leave]:not([data-forget])")) find(document, "#waiting .mended:not([hidden]) button").click();
});

/** Show the page that says what is wrong with an item, with its form as it was sent. It was not written: what the form
 * sends will be another item.
 * @param {Item} item */
async function askAnew({ id, stopped }) {
  if (!stopped?.html) return;
  await queue.discard(id);
  now.wrote = true;
  show(stopped.html);
}

/** Empty the form of an item that stays as it was: what was being typed comes back. */
function stopCorrecting() {
  for (const form of sheet.querySelectorAll("form[data-queue]")) putDraft(form, swapAside(form, null));
  show(pristineHtml());
}

listenToList({ correct, stopCorrecting });
queue.onChange(() => {
  if (now.saving) return;
  drawWaiting();
  renumberForms();
  if (shownSheet()) queue.settle(currentTable(), shownBook());
  askAgain();
  leadBack();
  catchUp();
});

/** Ask for the sheet where the book has gone on since this one, and again where more is recorded meanwhile. */
async function catchUp() {
  const isOurs = unshownItems().some((one) => one.recorded);
  const behind = isOurs || unshownItems().some((one) => Number(one.stopped?.next) > nextNumber());
  if (!behind || (isOurs ? isTouching() : isTyping())) return;
  lagging = true;
  if (catching) return;
  catching = true;
  while (lagging) {
    lagging = false;
    now.wrote = isOurs; // what was marked here is said first
    await load({ gently: true });
    now.wrote = false;
  }
  catching = false;
}
