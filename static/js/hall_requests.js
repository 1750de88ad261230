/* What is never stored for later: what the table asks of the hall (the arbiter, a coup read by another player), for a call
   that comes twenty minutes late is worse than none; and what needs an answer of the book (`data-write`). A lost one is told
   where it was made, for as long as that is in sight; a call tapped twice is sent once. */

/** @import { TablePage } from "./types.d.ts" */

import { byId, find } from "./dom.js";
import { isAnswered } from "./server.js";

const unsent = /** @type {HTMLTemplateElement} */ (byId("unsent"));
/** @type {Set<string>} the lost requests that are told of */
const lost = new Set();

/** Is it the form of a request to the hall?
 * @param {HTMLElement} element */
const isRequest = (element) => element.matches?.("form[data-ask]");

/** What a form is known by on every sheet: where it goes, and what it undoes.
 * @param {HTMLElement} form */
const nameOf = (form) => `${form.getAttribute("hx-post")} ${form.dataset.undoes}`;

/** Where it is told that a form's request is lost: in the form, or in the line that it is a button of.
 * @param {HTMLElement} form */
const placeOf = (form) => form.closest(".toast") ?? form;

/** @param {HTMLElement} form */
function tellLost(form) {
  lost.add(nameOf(form));
  if (!placeOf(form).querySelector("[data-unsent]")) placeOf(form).prepend(unsent.content.cloneNode(true));
}

/** Does its answer replace the whole sheet?
 * @param {HTMLElement} element */
const replacesSheet = (element) => element.getAttribute("hx-target") === "#sheet";

/** @param {Pick<TablePage, "sheet">} page */
export function startHallRequests({ sheet }) {
  /* a sheet that came by itself leaves it said */
  sheet.addEventListener("prepared", () => {
    const again = [...sheet.querySelectorAll("form[hx-post]")].filter((form) => lost.has(nameOf(form)) && form.checkVisibility());
    lost.clear();
    for (const form of again) tellLost(form);
  });

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (lost.delete(nameOf(form))) placeOf(form).querySelector("[data-unsent]")?.remove();
    if (!isRequest(form)) return;
    if (form.dataset.sending) event.preventDefault();
    form.dataset.sending = "yes";
  });

  document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.requestConfig?.elt;
    if (!form?.matches("form[data-ask], form[data-write]")) return;
    delete form.dataset.sending;
    if (isAnswered(detail.xhr)) return;
    tellLost(form);
    find(placeOf(form), "[data-unsent]").scrollIntoView({ block: "center" });
  });

  document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
    const form = detail.requestConfig?.elt;
    if (form && isRequest(form) && replacesSheet(form)) (sheet.querySelector("[data-focus]") ?? sheet.querySelector("h1"))?.focus();
  });
}
