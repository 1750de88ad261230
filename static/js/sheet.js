/* The sheet on the table's page: asked for, shown with what was being typed put back into it, or the last one that this
   phone saw where nothing answers. It writes nothing. */

import { watchContact } from "./contact.js";
import { enliven } from "./coup.js";
import { draftOf, pairs, restore, save, settle } from "./draft.js";
import { foresee } from "./foresight.js";
import { drawHalfTyped } from "./half_typed.js";
import { current, forget, note, opened, tableOf } from "./keyring.js";
import { headers, inBook, now, sheet, shown } from "./page.js";
import { adjust, coupsWait } from "./pending.js";
import * as queue from "./queue.js";
import { compare, drawNotice, factsOf } from "./restored.js";
import { Unreached, ask } from "./server.js";
import { dropSheet, keepSheet, lastSheet } from "./store.js";
import { listTables } from "./tables.js";
import { draw } from "./waiting.js";

const STALE_MS = 3_000; // after that a kept sheet is shown while the fresh one is on its way
const arriving = [...sheet.childNodes];
const { url, program } = sheet.dataset;
const lost = watchContact(program, {
  since: () => now.pristine?.at ?? null,
  held: () => now.keeping || now.sending || document.activeElement?.matches("#sheet input:not([type=hidden]), #sheet textarea"),
});

/** The page of the table whose key is the current one, from its beginning. */
export async function start() {
  listTables(start);
  draw();
  now.pristine = null;
  sheet.replaceChildren(...arriving);
  if (!current()) return sheet.replaceChildren(document.getElementById("keyless").content.cloneNode(true));
  setTimeout(showLast, STALE_MS);
  return load();
}

/** True where something was shown. `gently`: only where nobody has begun to type or to read by the time it comes. */
export async function load({ stamp = "", gently = false } = {}) {
  const key = current(), asked = Date.now();
  try {
    const { status, text } = await ask(stamp ? `${url}?stamp=${stamp}` : url, { headers: headers() });
    if (key !== current()) return true; // another table is shown by now
    if (status === 404) return closed(key, text);
    if (status === 200) goneBack(text, asked);
    return fresh(status === 204 ? now.pristine.html : text, status === 200 && !(gently && busy()));
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    return showLast();
  }
}

/** Does somebody type here, or read what another sheet would close? */
export function busy() {
  const reading = sheet.querySelector(".log details[open], .other[open], .undo[open], .bycard[open], .ask-who:not([hidden]), .read[open], .call details[open], #paper");
  const focused = document.activeElement?.matches("#sheet input, #sheet select, #sheet textarea");
  return reading || focused || [...sheet.querySelectorAll("form[data-draft]")].some(draftOf);
}

function fresh(html, changes) {
  now.pristine = { html, at: Date.now() };
  keepSheet(tableOf(current()), html);
  if (!changes) return false;
  opened();
  return show(html);
}

/** Where the book has gone back, what it lacks goes again before anything else. */
export async function goneBack(html, asked) {
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
  now.pristine = { html: last.html, at: last.at };
  show(last.html);
  lost();
  return true;
}

export function show(html) {
  sheet.innerHTML = html;
  const title = sheet.querySelector("title");
  document.title = title?.textContent ?? document.title;
  title?.remove();
  htmx.process(sheet);
  arrived();
  return true;
}

/** A sheet stands on the page: what was being typed goes back into its forms. */
export function arrived() {
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
  if (now.wrote) (sheet.querySelector("[data-focus]") ?? sheet.querySelector("h1"))?.focus();
  now.wrote = false;
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

/* what is rare stands outside the form of the coup, and belongs to it all the same */

sheet.addEventListener("input", ({ target }) => {
  const form = target.form;
  if (form?.dataset.game && !form.contains(target)) typedIn(form);
});
