/* What the table asks of the hall (the arbiter, a coup read by another player): never kept for later, for a call that
   comes twenty minutes late is worse than none. A lost one is told where it was made; a double tap sends once. */

const asks = (elt) => elt.matches?.("form[data-ask]");
const whole = (elt) => elt.getAttribute("hx-target") === "#sheet";

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (!asks(form)) return;
  if (form.dataset.sending) event.preventDefault();
  form.dataset.sending = "yes";
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig?.elt;
  if (!form || !asks(form)) return;
  delete form.dataset.sending;
  form.querySelector("[data-unsent]")?.remove();
  if (detail.xhr.status > 0 && detail.xhr.status < 500) return;
  form.prepend(document.getElementById("unsent").content.cloneNode(true));
  form.querySelector("[data-unsent]").scrollIntoView({ block: "center" });
});

document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  const form = detail.requestConfig?.elt;
  if (form && asks(form) && whole(form)) document.querySelector("#sheet [data-focus], #sheet h1")?.focus();
});
