/* The table's page: takes the key out of the address, sends it in a header, and keeps what is typed until it is written.
   htmx does the asking and the showing; here is only what it cannot know. No inline script, no eval: the CSP forbids both. */

import { enliven } from "./coup.js";
import { drop, idOf, restore, save, settle } from "./draft.js";
import { foresee } from "./foresight.js";
import { choose, current, forget, fromAddress, known, note, tables } from "./keyring.js";

const REFRESH_MS = 20_000;
const sheet = document.getElementById("sheet");
const trouble = document.getElementById("trouble");
const url = sheet.dataset.url;
const shown = () => sheet.querySelector(".sheet");
let sending = false;
let wrote = false;

htmx.config.timeout = 20_000;

function load(values = {}) {
  return htmx.ajax("GET", url, { target: "#sheet", swap: "innerHTML", values });
}

function start() {
  listTables();
  if (current()) return load();
  return sheet.replaceChildren(document.getElementById("keyless").content.cloneNode(true));
}

/* ── every request bears the key and who holds the phone; every writing bears its id */

function headers() {
  const { seat } = known();
  return { "X-Table-Key": current() ?? "", ...(seat === undefined ? {} : { "X-Table-Seat": seat }) };
}

document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  Object.assign(detail.headers, headers());
  const form = detail.elt.closest("form[data-write]");
  if (detail.elt === form) {
    if ("draft" in form.dataset) save(form, form.live?.computed);
    detail.parameters.key = idOf(form);
  }
});

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.elt.matches("form[data-write]")) return;
  if (sending) event.preventDefault();
  sending = wrote = true;
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.elt.matches("form[data-write]")) sending = false;
  trouble.hidden = detail.xhr.status > 0 && detail.xhr.status < 500;
  if (!trouble.hidden && wrote) trouble.scrollIntoView({ block: "center" });
  if (!trouble.hidden) wrote = false;
});

/* ── a refusal is shown as well: it is the sheet again, with what is wrong */

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if ([404, 409, 422].includes(detail.xhr.status)) {
    detail.shouldSwap = true;
    detail.isError = false;
    if (detail.xhr.status === 404) {
      forget(current());
      detail.target = sheet;
    }
  }
});

document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target !== sheet) return;
  if (shown()) arrived();
  listTables();
  if (wrote) (sheet.querySelector("[data-focus]") ?? sheet.querySelector("h1"))?.focus();
  wrote = false;
});

function arrived() {
  const { label, recorded } = shown().dataset;
  note({ label });
  settle(sheet.querySelectorAll("form[data-draft]"), recorded.split(" "));
  for (const form of sheet.querySelectorAll("form[data-draft]")) revive(form);
}

function revive(form) {
  const draft = restore(form);
  const stale = form.querySelector("[data-stale]");
  if (stale) stale.hidden = !draft?.stale;
  if (!form.dataset.game) {
    form.addEventListener("input", () => save(form));
    return;
  }
  const live = enliven(form, draft?.computed ?? [], (computed) => {
    form.live = { computed };
    save(form, computed);
    foresee(form, headers);
  });
  form.live = { computed: draft?.computed ?? [] };
  live.paint();
  if (draft) foresee(form, headers);
}

/* ── what is rare stands outside the form of the coup, and belongs to it all the same */

sheet.addEventListener("input", ({ target }) => {
  const form = target.form;
  if (form?.id !== "coup" || form.contains(target)) return;
  save(form, form.live?.computed);
  foresee(form, headers);
});

sheet.addEventListener("click", ({ target }) => {
  const seat = target.closest("[data-seat]");
  if (seat) {
    note({ seat: seat.dataset.seat === "" ? undefined : seat.dataset.seat });
    wrote = true;
    load();
  }
  if (target.closest("[data-forget]")) {
    drop(target.closest("form"));
    load();
  }
});

/* ── several tables on one phone */

function listTables() {
  const nav = document.getElementById("tables");
  const others = tables().filter(([key]) => key !== current());
  nav.hidden = others.length === 0;
  nav.querySelector("ul").replaceChildren(...others.map(([key, { label }]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: label ?? key.split("-")[0] });
    button.addEventListener("click", () => { choose(key); start(); scrollTo(0, 0); });
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

/* ── another phone may have written: look from time to time, while nobody types here */

function refresh() {
  const reading = () => sheet.querySelector(".log details[open], .other[open], .undo[open], .bycard[open], .bru.won, .bru.lost, .ask-who:not([hidden])");
  const typing = () => [...sheet.querySelectorAll(".mark input")].some((input) => input.value || input === document.activeElement);
  if (document.hidden || sending || !current() || !shown() || reading() || typing()) return;
  load({ stamp: shown().dataset.stamp });
}

setInterval(refresh, REFRESH_MS);
document.addEventListener("visibilitychange", refresh);
window.addEventListener("hashchange", () => fromAddress() && start());
fromAddress();
start();
