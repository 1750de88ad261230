/* Writing by the queue (`data-queue`): kept first, then sent; what is typed next need not wait for it. What was refused,
   or has not left yet, goes back into its form to be mended. */

import { remember } from "./again.js";
import { aside, draftOf, idOf, newId, pairs, putDraft, save, toldBy } from "./draft.js";
import { addressOf, entry } from "./entry.js";
import { silence } from "./foresight.js";
import { current, tableOf } from "./keyring.js";
import { inBook, nextNumber, now, sheet, shown } from "./page.js";
import { adjust, pending } from "./pending.js";
import * as queue from "./queue.js";
import { busy, load, show } from "./sheet.js";
import { draw, listen, say } from "./waiting.js";

const PATIENCE_MS = 700; // after that the form is free for the next coup, and the list tells of this one
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let catching = false;
let lagging = false;

sheet.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-queue]")) return;
  event.preventDefault();
  event.stopPropagation(); // htmx sends what is not kept
  if (!now.keeping && !form.written) submitted(form, event.submitter);
}, true);

async function submitted(form, submitter) {
  if (form.dataset.game && JSON.stringify(pairs(form)) === form.blank) return nothingTyped(form);
  now.keeping = true;
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
    now.keeping = false;
    return await sent(id, form);
  } finally {
    now.keeping = false;
    draw();
  }
}

async function sent(id, form) {
  const item = queue.find(id);
  if (!item || item.recorded) {
    form.written = now.wrote = true;
    return await load() || free();
  }
  const last = pending().at(-1)?.id === id;
  if (item.stopped?.kind === "refused" && last && formOf(item, item.stopped.html)) return correct(item, item.stopped.html);
  free();
  return item.stopped ? load() : null;
}

/** The form is empty again, and the list tells of what was in it. */
function free() {
  show(now.pristine.html);
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

/* ── mending: it goes back into its form, under its id */

const formOf = (item, html) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.querySelectorAll("form[data-queue]")].find((form) => addressOf(form) === item.url) ?? null;
};

async function correct(item, html = now.pristine.html) {
  const form = formOf(item, html);
  if (!form) return;
  aside(form, draftOf(form));
  putDraft(form, { id: item.id, number: String(item.number), said: [...new URLSearchParams(item.body)], computed: [] });
  await queue.hold(item.id);
  now.wrote = html !== now.pristine.html;
  show(html);
  const mine = document.getElementById(form.id);
  mine.elements.number.value = item.number;
  for (let part = mine.parentElement; part !== sheet; part = part.parentElement) if (part.matches("details")) part.open = true;
  if (html === now.pristine.html) (mine.querySelector("input:not([type=hidden])") ?? mine).focus();
}

/** It stays as it was: the form is free again for what was being typed. */
function unchanged() {
  for (const form of sheet.querySelectorAll("form[data-queue]")) putDraft(form, aside(form, null));
  show(now.pristine.html);
}

listen({ correct, unchanged });
queue.onChange(() => {
  if (now.keeping) return;
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
