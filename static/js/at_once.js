/* Writing at once, by htmx: what needs an answer and cannot be said before the sheet is known (undo, count, confirm).
   One at a time, and nothing while something waits in the queue. */

import { comeBack } from "./again.js";
import { idOf, save } from "./draft.js";
import { entry } from "./entry.js";
import { current, forget, tableOf } from "./keyring.js";
import { headers, now, sheet } from "./page.js";
import * as queue from "./queue.js";
import { heard } from "./server.js";
import { arrived, goneBack } from "./sheet.js";

const { undoing } = document.getElementById("waiting").dataset;

htmx.config.timeout = 20_000;

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  Object.assign(detail.headers, headers());
  detail.asked = Date.now();
  const form = detail.elt.closest("form[data-write]");
  if (detail.elt === form) {
    if ("draft" in form.dataset) save(form, form.live?.computed);
    detail.parameters.key = idOf(form);
  }
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.elt.matches("form[data-write]")) return;
  const first = queue.waiting(tableOf(current())).length > 0;
  document.querySelector("#waiting [data-first]").hidden = !first;
  if (first) document.querySelector("#waiting h2").focus();
  if (now.sending || first) return event.preventDefault();
  now.sending = now.wrote = true;
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig, { status } = detail.xhr;
  if (elt.matches("form[data-write]")) now.sending = false;
  if (elt.id === "undo" && status === 200) queue.noteTold({ ...entry(elt), title: undoing }, Number(elt.elements.number.value));
  const answered = status > 0 && status < 500;
  heard(answered, answered ? detail.xhr.getResponseHeader("X-Corbillon") : null);
  if (!answered && now.wrote) document.getElementById("trouble").scrollIntoView({ block: "center" });
  if (!answered) now.wrote = false;
});

/* a refusal is shown as well: it is the sheet again, with what is wrong */

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (![404, 409, 422].includes(detail.xhr.status)) return;
  detail.shouldSwap = true;
  detail.isError = false;
  if (detail.xhr.status !== 404) return;
  forget(current());
  detail.target = sheet;
});

document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target !== sheet) return;
  const { elt, asked } = detail.requestConfig, { status, responseText } = detail.xhr;
  if (status === 200) {
    now.pristine = { html: responseText, at: Date.now() };
    goneBack(responseText, asked);
    if (elt.id === "undo") comeBack(elt.dataset.undoes);
  }
  arrived();
});
