/* A form as the queue stores it: where it goes, what it says as it is sent, and what it says to who reads the list.
   Any form of the table's page will do; it knows no game. */

/** @import { Entry, Pairs } from "./types.d.ts" */

import { idOf, serialise } from "./draft.js";
import { byId } from "./dom.js";
import { currentFacts, currentTable } from "./keyring.js";
import { wordsFor } from "./waiting_list.js";

/** @typedef {{name: string, label: string, value: string}} Answer What a field says, and of what. */
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
    said: tellForm(form),
    computed: form.live?.computed,
    coup: "game" in form.dataset,
    last: form.dataset.queue === "last",
    formless: form.dataset.queue === "formless",
  };
}

/** @param {HTMLFormElement} form */
function titleOf(form) {
  if (form.dataset.title) return form.dataset.title;
  if (!("game" in form.dataset)) return form.closest("details")?.querySelector("summary")?.textContent.trim() ?? "";
  return wordsFor("coup").replace("{n}", byId("coup-title").textContent.match(/\d+/)?.[0] ?? "");
}

/** What was typed, a sentence for each line that was put together (`data-line`) and each part of the form that has its own
 * (`data-tell`), as a recorded coup is told: only what can be seen in the form.
 * @param {HTMLFormElement} form
 * @returns {Pairs} */
export function tellForm(form) {
  /** @type {Map<HTMLElement | undefined, Answer[]>} */
  const parts = new Map();
  for (const one of /** @type {Field[]} */ ([...form.elements])) {
    const answer = answerOf(one), part = one.closest("[data-tell]") ?? undefined;
    if (answer) parts.set(part, [...parts.get(part) ?? [], answer]);
  }
  const lines = [...form.querySelectorAll("[data-line] > .what")].map(({ textContent }) => `${textContent.replace(/\s+/g, " ").trim()}.`);
  return [...lines, ...[...parts].map(([part, answers]) => tellPart(part?.dataset.tell ?? "{list}", answers))].map((sentence) => ["", sentence]);
}

/** A part's sentence with its answers: each under its field's name, or all as a list.
 * @param {string} sentence
 * @param {Answer[]} answers */
function tellPart(sentence, answers) {
  const colon = document.documentElement.lang === "fr" ? "\u202f: " : ": ";
  const between = answers.some(({ label }) => /\d$/.test(label)) ? colon : " "; // «Noël 2 90» would be read as 290
  const list = answers.map(({ label, value }) => [label, value].filter(Boolean).join(between)).join(", ");
  return sentence.replace(/{(\w+)}/g, (_, name) => name === "list" ? list : answers.find((one) => one.name === name)?.value ?? "…");
}

/** What a field says; null where it says nothing, is not sent, or has what was proposed and left so. A question as its
 * label is not repeated before the answer.
 * @param {Field} field
 * @returns {Answer | null} */
function answerOf(field) {
  const label = field.labels?.[0];
  if (!label || !field.name || !field.value || field.disabled || field.matches("fieldset[disabled] *")) return null;
  if ([...(field.options ?? [])].some((choice) => choice.selected && choice.defaultSelected)) return null;
  const words = (label.querySelector(".rule, .hide, :scope:not([data-alone]) > .name") ?? label).textContent.replace(/\s+/g, " ").trim();
  const { name } = field;
  const asked = /\?$/.test(words) ? "" : words;
  if (field.type !== "radio" && field.type !== "checkbox") return { name, label: asked, value: field.selectedOptions?.[0].textContent.trim() ?? field.value };
  return field.checked ? { name, label: "", value: words } : null;
}
