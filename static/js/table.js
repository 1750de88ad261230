/* The table's page: takes the key out of the address, shows the sheet, hands what is written to the queue, and says
   what is known of the network. What needs an answer at once (undo, count, confirm) htmx sends by itself; the rest of
   the forms (`data-queue`) go by `queue`. No inline script, no eval: the CSP forbids both. */

import { remember } from "./again.js";
import { watchContact } from "./contact.js";
import { enliven } from "./coup.js";
import { aside, drop, draftOf, idOf, newId, pairs, putDraft, restore, save, settle, toldBy } from "./draft.js";
import { addressOf, entry } from "./entry.js";
import { foresee, silence } from "./foresight.js";
import { drawHalfTyped } from "./half_typed.js";
import { install } from "./install.js";
import { current, forget, fromAddress, keep, known, note, opened, read, tableOf } from "./keyring.js";
import * as queue from "./queue.js";
import { compare, drawNotice, factsOf } from "./restored.js";
import { Unreached, ask, heard } from "./server.js";
import { dropSheet, keepSheet, lastSheet, onlyRemembered } from "./store.js";
import { listTables } from "./tables.js";
import { draw, listen, say } from "./waiting.js";

const REFRESH_MS = 20_000;
const PATIENCE_MS = 700; // after that the form is free for the next coup, and the list tells of this one
const STALE_MS = 3_000; // after that a kept sheet is shown while the fresh one is on its way
const sheet = document.getElementById("sheet");
const { undoing } = document.getElementById("waiting").dataset;
const arriving = [...sheet.childNodes];
const { url, program } = sheet.dataset;
const shown = () => sheet.querySelector(".sheet");
const nextNumber = () => Number(shown()?.dataset.number ?? 1);
const inBook = () => new Set(shown()?.dataset.recorded.split(" "));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let pristine = null; // the sheet as the server gave it, nothing typed in it: {html, at}
let keeping = false;
let sending = false;
let wrote = false;
let catching = false;
let lagging = false;

htmx.config.timeout = 20_000;

/* ── the sheet */

async function start() {
  listTables(start);
  draw();
  pristine = null;
  sheet.replaceChildren(...arriving);
  if (!current()) return sheet.replaceChildren(document.getElementById("keyless").content.cloneNode(true));
  setTimeout(showLast, STALE_MS);
  return load();
}

/** True where something was shown. `gently`: only where nobody has begun to type or to read by the time it comes. */
async function load({ stamp = "", gently = false } = {}) {
  const key = current(), asked = Date.now();
  try {
    const { status, text } = await ask(stamp ? `${url}?stamp=${stamp}` : url, { headers: headers() });
    if (key !== current()) return true; // another table is shown by now
    if (status === 404) return closed(key, text);
    if (status === 200) goneBack(text, asked);
    return fresh(status === 204 ? pristine.html : text, status === 200 && !(gently && busy()));
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    return showLast();
  }
}

function fresh(html, changes) {
  pristine = { html, at: Date.now() };
  keepSheet(tableOf(current()), html);
  if (!changes) return false;
  opened();
  return show(html);
}

/** Where the book has gone back, what it lacks goes again before anything else. */
async function goneBack(html, asked) {
  const facts = factsOf(html);
  const again = facts && await compare(tableOf(current()), facts, asked);
  drawNotice();
  if (!again) return;
  await queue.drain();
  load({ gently: true });
}

function closed(key, html) {
  forget(key);
  dropSheet(tableOf(key));
  return show(html);
}

/** Without an answer: the sheet as this phone last saw it, said to be so. */
async function showLast() {
  const table = tableOf(current());
  const last = shown() || !table ? null : await lastSheet(table);
  if (!last || shown() || table !== tableOf(current())) return false;
  pristine = { html: last.html, at: last.at };
  show(last.html);
  lost();
  return true;
}

function show(html) {
  sheet.innerHTML = html;
  const title = sheet.querySelector("title");
  document.title = title?.textContent ?? document.title;
  title?.remove();
  htmx.process(sheet);
  arrived();
  return true;
}

function arrived() {
  if (shown()) {
    const { label } = shown().dataset;
    const table = tableOf(current());
    note({ label });
    const held = queue.shown(table).filter((one) => one.stopped?.kind !== "correcting").map(({ id }) => id);
    settle(sheet.querySelectorAll("form[data-draft]"), [...inBook(), ...held]);
    adjust();
    for (const form of sheet.querySelectorAll("form[data-draft]")) revive(form);
    queue.settle(table, inBook());
  }
  drawNotice();
  drawHalfTyped();
  listTables(start);
  if (wrote) (sheet.querySelector("[data-focus]") ?? sheet.querySelector("h1"))?.focus();
  wrote = false;
}

function revive(form) {
  form.blank = JSON.stringify(pairs(form));
  const draft = restore(form);
  const stale = form.querySelector("[data-stale]");
  if (stale) stale.hidden = !draft?.stale || queue.find(form.elements.key.value) !== null;
  if (!form.dataset.game) {
    form.addEventListener("input", () => save(form));
    return;
  }
  const live = enliven(form, draft?.computed ?? [], (computed) => {
    form.live = { computed };
    typedIn(form);
  });
  form.live = { computed: draft?.computed ?? [] };
  live.paint();
  if (draft) foresee(form, headers, coupsWait);
}

function typedIn(form) {
  save(form, form.live?.computed);
  foresee(form, headers, coupsWait);
}

/* ── what waits stands between the sheet and what is typed: numbers go on from it, and nothing is foretold past it */

const pending = () => queue.shown(tableOf(current())).filter((one) => !one.recorded || one.recorded >= nextNumber());
const coupsWait = () => before().some((one) => !one.recorded);

/** What comes before the form's coup: all that waits, or what stands before the one that is being mended. */
function before() {
  const waits = pending();
  const mended = waits.findIndex((one) => one.stopped?.kind === "correcting");
  return mended < 0 ? waits : waits.slice(0, mended);
}

function adjust() {
  if (!shown()) return;
  const waits = before();
  const { coup, planned } = shown().dataset;
  const n = Number(coup) + waits.filter((one) => one.coup).length;
  for (const input of sheet.querySelectorAll("form[data-queue] [name=number]")) input.value = queue.expected(tableOf(current()), nextNumber());
  for (const part of sheet.querySelectorAll("#coup-title, form[data-game] > .btn.big > span")) part.firstChild.textContent = part.firstChild.textContent.replace(/\d+/, n);
  for (const once of sheet.querySelectorAll("[data-once]")) once.hidden = once.disabled = waits.length > 0;
  const over = waits.some((one) => one.last) || (planned && n > Number(planned) && waits.length > 0);
  for (const part of sheet.querySelectorAll("#coup, .bycard, .other")) part.hidden = over;
  document.getElementById("enough").hidden = !over;
}

/* ── writing by the queue: kept first, then sent; what is typed next need not wait for it */

sheet.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-queue]")) return;
  event.preventDefault();
  event.stopPropagation(); // htmx sends what is not kept
  if (!keeping && !form.written) submitted(form, event.submitter);
}, true);

async function submitted(form, submitter) {
  if (form.dataset.game && JSON.stringify(pairs(form)) === form.blank) return nothingTyped(form);
  keeping = true;
  silence(form);
  try {
    save(form, form.live?.computed);
    const id = idOf(form);
    remember(form);
    const how = await queue.keep(entry(form, submitter));
    if (how === "taken") return anotherTab(form);
    if (form.dataset.game) toldBy(form, sheet.querySelectorAll("form[data-game]"));
    putDraft(form, aside(form, null));
    form.elements.key.value = "";
    await Promise.race([queue.drain(), pause(PATIENCE_MS)]);
    keeping = false;
    return await sent(id, form);
  } finally {
    keeping = false;
    draw();
  }
}

async function sent(id, form) {
  const item = queue.find(id);
  if (!item || item.recorded) {
    form.written = wrote = true;
    return await load() || free();
  }
  const last = pending().at(-1)?.id === id;
  if (item.stopped?.kind === "refused" && last && formOf(item, item.stopped.html)) return correct(item, item.stopped.html);
  free();
  return item.stopped ? load() : null;
}

/** The form is empty again, and the list tells of what was in it. */
function free() {
  show(pristine.html);
  draw();
  document.querySelector("#waiting h2").focus();
  catchUp();
}

function nothingTyped(form) {
  form.querySelector(".foreseen")?.replaceChildren(Object.assign(document.createElement("p"), { className: "error", textContent: say("blank") }));
  form.querySelector("input:not([type=hidden], [type=radio])")?.focus();
}

/** Another tab has written something else under this form's id: this one gets its own, and is looked at again. */
function anotherTab(form) {
  form.elements.key.value = newId();
  putDraft(form, { ...draftOf(form), id: form.elements.key.value });
  const box = form.querySelector("[data-stale]");
  if (box) box.hidden = false;
  box?.scrollIntoView({ block: "center" });
}

/* ── mending what was refused, or has not left yet: it goes back into its form, under its id */

const formOf = (item, html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.querySelectorAll("form[data-queue]")].find((form) => addressOf(form) === item.url) ?? null;
};

async function correct(item, html = pristine.html) {
  const form = formOf(item, html);
  if (!form) return;
  aside(form, draftOf(form));
  putDraft(form, { id: item.id, number: String(item.number), said: [...new URLSearchParams(item.body)], computed: [] });
  await queue.hold(item.id);
  wrote = html !== pristine.html;
  show(html);
  const mine = document.getElementById(form.id);
  mine.elements.number.value = item.number;
  for (let part = mine.parentElement; part !== sheet; part = part.parentElement) if (part.matches("details")) part.open = true;
  if (html === pristine.html) (mine.querySelector("input:not([type=hidden])") ?? mine).focus();
}

/** It stays as it was: the form is free again for what was being typed. */
function unchanged() {
  for (const form of sheet.querySelectorAll("form[data-queue]")) putDraft(form, aside(form, null));
  show(pristine.html);
}

listen({ correct, unchanged });
queue.onChange(() => {
  if (keeping) return;
  draw();
  adjust();
  if (shown()) queue.settle(tableOf(current()), inBook());
  catchUp();
});

/** The book has gone on since this sheet, as what waited was told: look, and look again where more is told meanwhile. */
async function catchUp() {
  const behind = pending().some((one) => one.recorded || one.stopped?.next > nextNumber());
  if (!behind || busy()) return;
  lagging = true;
  if (catching) return;
  catching = true;
  while (lagging) {
    lagging = false;
    await load({ gently: true });
  }
  catching = false;
}

/* ── writing at once, by htmx: what cannot be said before the sheet is known */

function headers() {
  const { seat } = known();
  return { "X-Table-Key": current() ?? "", ...(seat === undefined ? {} : { "X-Table-Seat": seat }) };
}

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
  if (sending || first) return event.preventDefault();
  sending = wrote = true;
});

document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt } = detail.requestConfig, { status } = detail.xhr;
  if (elt.matches("form[data-write]")) sending = false;
  if (elt.id === "undo" && status === 200) queue.noteTold({ ...entry(elt), title: undoing }, Number(elt.elements.number.value));
  const answered = status > 0 && status < 500;
  heard(answered, answered ? detail.xhr.getResponseHeader("X-Corbillon") : null);
  if (!answered && wrote) document.getElementById("trouble").scrollIntoView({ block: "center" });
  if (!answered) wrote = false;
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
  const { status, responseText } = detail.xhr;
  if (status === 200) pristine = { html: responseText, at: Date.now() };
  if (status === 200) goneBack(responseText, detail.requestConfig.asked);
  arrived();
});

/* ── the network, and a newer program */

const lost = watchContact(program, {
  since: () => pristine?.at ?? null,
  held: () => keeping || sending || document.activeElement?.matches("#sheet input:not([type=hidden]), #sheet textarea"),
});

window.addEventListener("beforeunload", (event) => onlyRemembered() && event.preventDefault());

/* ── what is rare stands outside the form of the coup, and belongs to it all the same */

sheet.addEventListener("input", ({ target }) => {
  const form = target.form;
  if (form?.dataset.game && !form.contains(target)) typedIn(form);
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
    show(pristine.html);
    load();
  }
});

/* ── another phone may have written: look from time to time, while nobody types here */

function busy() {
  const reading = sheet.querySelector(".log details[open], .other[open], .undo[open], .bycard[open], .ask-who:not([hidden]), .read[open], .call details[open], #paper");
  const focused = document.activeElement?.matches("#sheet input, #sheet select, #sheet textarea");
  return reading || focused || [...sheet.querySelectorAll("form[data-draft]")].some(draftOf);
}

function refresh() {
  if (document.hidden || sending || keeping || !current() || busy()) return;
  load({ stamp: shown()?.dataset.stamp, gently: true });
}

setInterval(refresh, REFRESH_MS);
document.addEventListener("visibilitychange", refresh);
window.addEventListener("online", refresh);
window.addEventListener("hashchange", () => fromAddress() && start());
fromAddress();
install();
await queue.start();
start();
