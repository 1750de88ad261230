/* A form as the queue stores it: where it goes, what it says as it is sent, and what it says to who reads the list.
   Any form of the table's page will do; it knows no game. */

/** @import { Entry, Pairs } from "./types.d.ts" */

import { idOf, serialise } from "./draft.js";
import { byId } from "./dom.js";
import { currentFacts, currentTable } from "./keyring.js";
import { wordsFor } from "./waiting_list.js";

/** @typedef {HTMLInputElement & Partial<Pick<HTMLSelectElement, "options" | "selectedOptions">>} Field An input or a list of options. */

/** Where the form is sent.
 * @param {HTMLFormElement} form */
export const addressOf = (form) => /** @type {string} */ (form.getAttribute("hx-post") ?? form.getAttribute("action"));

/** What `Queue.save` takes.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 * @returns {Entry} */
export function entryOf(form, submitter) {
  return {
    id: idOf(form),
    table: /** @type {string} */ (currentTable()),
    book: form.closest(".sheet")?.dataset.book,
    number: Number(form.elements.number.value),
    url: addressOf(form),
    body: serialise(form, submitter),
    seat: currentFacts().seat,
    title: titleOf(form),
    said: visiblePairs(form),
    coup: "game" in form.dataset,
    last: form.dataset.queue === "last",
  };
}

/** @param {HTMLFormElement} form */
function titleOf(form) {
  if (!("game" in form.dataset)) return form.closest("details")?.querySelector("summary")?.textContent.trim() ?? "";
  return wordsFor("coup").replace("{n}", byId("coup-title").textContent.match(/\d+/)?.[0] ?? "");
}

/** What was typed, as [label, value]: only what can be seen in the form.
 * @param {HTMLFormElement} form
 * @returns {Pairs} */
export function visiblePairs(form) {
  /** @type {Pairs} */
  const said = [];
  for (const one of /** @type {Field[]} */ ([...form.elements])) {
    const label = one.labels?.[0];
    if (!label || !one.value || one.disabled || one.matches("fieldset[disabled] *")) continue;
    if ([...(one.options ?? [])].some((choice) => choice.selected && choice.defaultSelected)) continue; // proposed, and left so
    const words = (label.querySelector(".rule, .hide, :scope:not([data-alone]) > .name") ?? label).textContent.trim();
    if (one.type !== "radio" && one.type !== "checkbox") said.push([words, one.selectedOptions?.[0].textContent.trim() ?? one.value]);
    else if (one.checked) said.push(["", words]);
  }
  return said;
}
