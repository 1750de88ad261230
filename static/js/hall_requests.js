/* What the table asks of the hall (the arbiter, a coup read by another player): never stored for later, for a call that
   comes twenty minutes late is worse than none. A lost one is told where it was made; a double tap sends once. */

import { byId, find } from "./dom.js";
import { isAnswered } from "./server.js";

const unsent = /** @type {HTMLTemplateElement} */ (byId("unsent"));

/** Is it the form of such a request?
 * @param {HTMLElement} element */
const isRequest = (element) => element.matches?.("form[data-ask]");

/** Does its answer replace the whole sheet?
 * @param {HTMLElement} element */
const replacesSheet = (element) => element.getAttribute("hx-target") === "#sheet";

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (!isRequest(form)) return;
  if (form.dataset.sending) event.preventDefault();
  form.dataset.sending = "yes";
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig?.elt;
  if (!form || !isRequest(form)) return;
  delete form.dataset.sending;
  form.querySelector("[data-unsent]")?.remove();
  if (isAnswered(detail.xhr)) return;
  form.prepend(unsent.content.cloneNode(true));
  find(form, "[data-unsent]").scrollIntoView({ block: "center" });
});

document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  const form = detail.requestConfig?.elt;
  if (form && isRequest(form) && replacesSheet(form)) (document.querySelector("#sheet [data-focus]") ?? document.querySelector("#sheet h1"))?.focus();
});
