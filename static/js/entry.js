/* A form as the queue keeps it: where it goes, what it says as it is sent, and what it says to who reads the list.
   Any form of the table's page will do; it knows no game. */

import { idOf, serialised } from "./draft.js";
import { current, known, tableOf } from "./keyring.js";
import { say } from "./waiting.js";

export const addressOf = (form) => form.getAttribute("hx-post") ?? form.getAttribute("action");

/** What `queue.keep` takes. */
export function entry(form, submitter) {
  return {
    id: idOf(form),
    table: tableOf(current()),
    book: form.closest(".sheet").dataset.book,
    number: Number(form.elements.number.value),
    url: addressOf(form),
    body: serialised(form, submitter),
    seat: known().seat,
    title: titleOf(form),
    said: inWords(form),
    coup: "game" in form.dataset,
    last: form.dataset.queue === "last",
  };
}

function titleOf(form) {
  if (!("game" in form.dataset)) return form.closest("details")?.querySelector("summary")?.textContent.trim() ?? "";
  return say("coup").replace("{n}", document.getElementById("coup-title").textContent.match(/\d+/)?.[0] ?? "");
}

/** What was typed, as [label, value]: only what can be seen in the form. */
function inWords(form) {
  const said = [];
  for (const one of form.elements) {
    const label = one.labels?.[0];
    if (!label || !one.value || one.disabled || one.matches("fieldset[disabled] *")) continue;
    const words = (label.querySelector(".rule, .hide") ?? label).textContent.trim();
    if (one.type !== "radio" && one.type !== "checkbox") said.push([words, one.selectedOptions?.[0].textContent.trim() ?? one.value]);
    else if (one.checked) said.push(["", words]);
  }
  return said;
}
