/* Writing at once, by htmx: what needs an answer and cannot be said before the sheet is known (undo, count, confirm).
   One at a time, and nothing while something waits in the queue. */

import { byId, find } from "./dom.js";
import { dropDraft, idOf, saveDraft } from "./draft.js";
import { entryOf } from "./entry.js";
import { current, currentTable, forget } from "./keyring.js";
import { headers, isOtherCoup, now, sheet } from "./page_state.js";
import { queue } from "./page_queue.js";
import { isAnswered, reportContact } from "./server.js";
import { keepLivePart, keepSheet, prepareSheet, resendLost } from "./sheet.js";
import { restoreUndone } from "./undone_coup.js";

const { undoing = "" } = byId("waiting").dataset;

htmx.config.timeout = 20_000;

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  Object.assign(detail.headers, headers());
  detail.asked = Date.now();
  const form = detail.elt.closest("form[data-write]");
  if (form && detail.elt === form) {
    if ("draft" in form.dataset) saveDraft(form, form.live?.computed);
    detail.parameters.key = now.own = idOf(form);
  }
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.elt.matches("form[data-write]")) return;
  const first = queue.waiting(currentTable()).length > 0;
  find(document, "#waiting [data-first]").hidden = !first;
  if (first) find(document, "#waiting h2").focus();
  if (now.sending || first) return event.preventDefault();
  now.sending = now.wrote = true;
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig, answered = isAnswered(detail.xhr);
  if (elt.matches("form[data-write]")) now.sending = false;
  if (isUndo(elt) && answered && detail.xhr.status === 200) noteUndo(/** @type {HTMLFormElement} */ (elt));
  reportContact(answered, answered ? detail.xhr.getResponseHeader("X-Corbillon") : null);
  if (!answered) now.wrote = false;
});

/** @param {HTMLElement} form */
const isUndo = (form) => "undoes" in form.dataset;

/** Store an undo that is in the book, in case the book goes back.
 * @param {HTMLFormElement} form */
function noteUndo(form) {
  queue.addRecorded({ ...entryOf(form), title: undoing }, Number(form.elements.number.value));
}

/* a refusal is shown as well: it is the sheet again, with what is wrong; what is no answer of ours leaves the sheet alone */

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!isAnswered(detail.xhr)) detail.shouldSwap = false;
  if (!isAnswered(detail.xhr)) return;
  if (![404, 409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
  if (detail.xhr.status !== 404) return;
  forget(current());
  detail.target = sheet;
});

document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.matches("[data-live]")) keepLivePart(detail.target.id, detail.xhr.responseText);
  if (detail.target !== sheet) return;
  const { elt, asked } = detail.requestConfig, { status, responseText } = detail.xhr;
  if (status === 200 && !sheet.querySelector("#correct")) {
    keepSheet(responseText);
    resendLost(responseText, asked);
    if (isUndo(elt)) restoreUndone(elt.dataset.undoes);
  }
  if (elt.matches("#paper") && isOtherCoup()) for (const form of sheet.querySelectorAll("form[data-game]")) dropDraft(form); // that coup is in the book
  if (elt.matches("#paper")) now.wrote = true; // its answer, or its first fault, may stand far from its button
  prepareSheet();
});
