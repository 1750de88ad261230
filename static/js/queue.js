/* What is to be written and is not known to be: kept under its own id before it is sent, sent until it is answered, in
   the order of each table. docs/decisions/0005 is the whole protocol. It knows no game, no form and no page: an item is
   an address, a serialised form and the number that it expects in its table's book.

   An item: {id, table, order, number, url, body, seat, title, said, coup, last, at, left, recorded, stopped}
     left: it may have left this phone;  recorded: its number in the book, once told, and `told`: when that was;
     settled: seen in a sheet as well, so nobody needs to be shown it: kept for some days, in case the book goes back;
     book: which table of which evening it is for;  was: what is settled under the same id, where that was used twice;
     stopped: {kind, html, next} where somebody must decide first; nothing of its table is sent meanwhile. */

import { newId } from "./draft.js";
import { keyOf } from "./keyring.js";
import { Unreached, ask } from "./server.js";
import * as store from "./store.js";

const KEPT = "application/vnd.corbillon.kept+json";
const SOONEST_MS = 2_000;
const LATEST_MS = 30_000;
const KEPT_MS = 3 * 24 * 3_600_000;
const others = "BroadcastChannel" in window ? new BroadcastChannel("corbillon.queue") : null;
const listeners = new Set();
let items = [];
let flying = null;
let wait = SOONEST_MS;
let timer = 0;

/* ── looking */

export const waiting = (table) => items.filter((one) => one.table === table && !one.recorded);
export const shown = (table) => items.filter((one) => one.table === table && !one.settled);
/** What this phone was told to be in the book of this table, before the moment `until`. */
export const toldBefore = (table, until) => items.filter((one) => one.table === table && one.recorded && one.told < until);
export const tables = () => [...new Set(items.filter((one) => !one.recorded).map((one) => one.table))];
export const find = (id) => items.find((one) => one.id === id) ?? null;
export const isMending = (table) => items.some((one) => one.table === table && one.stopped?.kind === "correcting");
export const isFlying = (id) => flying === id;

/** The number that the table's next record will bear if all that waits is written; `next`: as its sheet says. */
export function expected(table, next) {
  return shown(table).reduce((number, one) => Math.max(number, (one.recorded ?? one.number) + 1), next);
}

/** `tell()` whenever something here has changed, in this tab or in another one. */
export function onChange(tell) {
  listeners.add(tell);
}

async function look() {
  items = await store.all();
  for (const tell of listeners) tell();
}

async function rework(change) {
  const answer = await store.rework(change);
  others?.postMessage("changed");
  await look();
  return answer;
}

const change = (id, facts) => rework((all) => {
  const item = all.find((one) => one.id === id);
  return { put: item ? [{ ...item, ...facts }] : [] };
});

/* ── keeping */

/** Keep it before anything is sent. Says "kept"; "known" where the very same is kept already; "taken" where another
    tab has kept something else under this id. An item that has not left, or was refused, is replaced. */
export function keep(entry) {
  return rework((all) => {
    const same = all.find((one) => one.id === entry.id);
    if (same && same.url === entry.url && same.body === entry.body && !same.stopped) return { answer: "known" };
    if (same && !same.settled && !mayChange(same)) return { answer: "taken" };
    const order = (same?.settled ? null : same?.order) ?? after(all);
    const number = (same?.settled ? null : same?.number) ?? entry.number;
    const fresh = { left: false, recorded: null, stopped: null, was: same?.settled ? same : same?.was };
    return { put: [{ ...entry, ...fresh, order, number, at: same?.at ?? Date.now() }], answer: "kept" };
  });
}

const after = (all) => Math.max(0, ...all.map((one) => one.order)) + 1;

/** May what it says be changed still? Only where the book cannot hold it: it never left, or was refused. */
export const mayChange = (item) => !item.recorded && (!item.left || ["refused", "correcting"].includes(item.stopped?.kind));

/** It is being mended in its form: not to be sent meanwhile. */
export const hold = (id) => change(id, { stopped: { kind: "correcting" } });

/** What is in the sheet that came (`known`: the ids in it) is shown there, and here no more. */
export function settle(table, known) {
  const seen = (one) => one.recorded && !one.settled && one.table === table && known.has(one.id);
  if (!items.some(seen)) return Promise.resolve();
  return rework((all) => ({
    put: all.filter(seen).map((one) => ({ ...one, settled: true })),
    remove: all.filter((one) => one.settled && one.told < Date.now() - KEPT_MS).map((one) => one.id),
  }));
}

/* ── a book that has gone back: an older backup was put in its place */

/** It was written at once, without waiting here, under the number `recorded`: kept as all that was written. */
export const noteTold = (entry, recorded) => rework((all) =>
  ({ put: [{ ...entry, recorded, left: true, settled: true, stopped: null, told: Date.now(), at: Date.now(), order: after(all) }] }));

/** The book lacks these, which it held: they are sent again under their ids, at the numbers they had. */
export const bringBack = (ids) => rework((all) => ({
  put: all.filter((one) => ids.includes(one.id) && one.recorded)
    .map((one) => ({ ...one, number: one.recorded, recorded: null, settled: false, stopped: null, left: true })),
}));

/** The book has come to `next`: what had been refused for standing further on goes now. */
export function retry(table, next) {
  const first = waiting(table)[0];
  const early = first?.stopped?.kind === "stale" && first.stopped.next < first.number && first.number === next;
  return early ? again(first.id) : null;
}

/* ── deciding: what somebody answers where both were shown */

/** Let go of it. `kept`: the book holds the same, so what follows stands where it stood. */
export function drop(id, { kept = false } = {}) {
  return rework((all) => {
    const item = all.find((one) => one.id === id);
    const later = item ? all.filter((one) => one.table === item.table && one.order > item.order && !one.recorded) : [];
    const moved = kept ? [] : later.map((one) => ({ ...one, number: one.number - 1 }));
    return item?.was ? { put: [item.was, ...moved] } : { remove: [id], put: moved };
  });
}

/** Send it after what the book holds now (`next`), and what follows after it; `replacing` undoes the last line first.
    The book holds another thing under a reused id: this one gets a new id. */
export function sendAfter(id, next, { replacing = null } = {}) {
  return rework((all) => {
    const item = all.find((one) => one.id === id);
    if (!item) return {};
    const before = all.filter((one) => one.order < item.order).at(-1)?.order ?? item.order - 2;
    const undo = replacing && { ...item, ...replacing, id: newId(), order: (before + item.order) / 2, number: next,
      body: "", said: [], coup: false, last: false, left: false, stopped: null };
    const line = all.filter((one) => one.table === item.table && one.order >= item.order && !one.recorded);
    const first = next + (undo ? 1 : 0);
    const put = line.map((one, n) => ({ ...one, number: first + n, ...(one.id === id ? { stopped: null } : {}) }));
    const reused = item.stopped?.kind === "reused";
    if (reused) put[0] = { ...put[0], id: newId(), left: false, was: null };
    const written = reused && item.was ? [item.was] : [];
    return { put: [...written, ...(undo ? [undo] : []), ...put], remove: reused && !item.was ? [id] : [] };
  }).then(drain);
}

/** Try again what was stopped, as it is. */
export const again = (id) => change(id, { stopped: null }).then(drain);

/* ── sending */

let running = null;
let more = false;

/** Send what waits, each table in its order. Resolves when there is nothing left that can be sent now. */
export function drain() {
  more = true;
  running ??= run().finally(() => { running = null; });
  return running;
}

async function run() {
  clearTimeout(timer);
  while (more) {
    more = false;
    await look();
    for (const table of tables()) {
      if (await drainTable(table) === "unreached") return later();
    }
  }
  wait = SOONEST_MS;
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(drain, wait);
  wait = Math.min(2 * wait, LATEST_MS) * (0.9 + 0.2 * Math.random()); // not all the phones of a hall at once
}

async function drainTable(table) {
  for (;;) {
    const item = waiting(table)[0];
    if (!item || item.stopped) return "done";
    const key = keyOf(table);
    if (!key) return "keyless";
    const outcome = await send(item, key);
    if (outcome !== "recorded") return outcome;
  }
}

async function send(item, key) {
  const left = item.left || navigator.onLine;
  flying = left ? item.id : null; // without any network it is not on its way: it is only tried
  await change(item.id, { left });
  try {
    return await told(item, await ask(item.url, { method: "POST", headers: headers(item, key), body: bodyOf(item) }));
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    return "unreached";
  } finally {
    flying = null;
    await look();
  }
}

const bodyOf = ({ id, number, body }) => `number=${number}&key=${id}${body ? `&${body}` : ""}`;

function headers({ seat }, key) {
  return {
    Accept: KEPT,
    "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
    "X-Table-Key": key,
    ...(seat === undefined ? {} : { "X-Table-Seat": seat }),
  };
}

async function told(item, answer) {
  if (answer.status === 200) {
    const { id, recorded } = answer.json();
    if (id !== item.id || !Number.isInteger(recorded)) throw new Unreached("not an answer to this");
    await change(item.id, { recorded, stopped: null, told: Date.now() });
    return "recorded";
  }
  if (answer.status === 404) return "keyless";
  const kind = answer.status === 422 ? "refused" : "both";
  const found = answer.text.match(/data-kind="([a-z]+)" data-next="(\d+)"/);
  await change(item.id, { stopped: { kind: found?.[1] ?? kind, html: answer.text, next: Number(found?.[2] ?? item.number) } });
  return "stopped";
}

/* ── when: now, when the network comes back, when the page is looked at again, and from time to time */

function hurry() {
  wait = SOONEST_MS;
  drain();
}

window.addEventListener("online", hurry);
window.addEventListener("pageshow", hurry);
document.addEventListener("visibilitychange", () => document.hidden || hurry());
others?.addEventListener("message", look);
export const start = look;
