/* The queue of one phone: what is to be written and is not known to be. An item is stored under its own id before it is
   sent, sent until it is answered, in the order of each table. docs/decisions/0005 is the whole protocol.
   The queue knows no game, no form, no page and no browser: the store, the way to ask the server and the tables' keys
   are handed in, so that tests can hand in others. types.d.ts says what an item is. */

/** @import { Answer, Ask, Entry, Item, Plan, QueueStore, Recorded, SaveResult, Stop } from "./types.d.ts" */

import { isInBook } from "./chain.js";
import { newId } from "./draft.js";
import { readRecorded, Unreached } from "./server.js";

const ACCEPT = "application/vnd.corbillon.kept+json";
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
const STORED_MS = 3 * 24 * 3_600_000; // what is in the book and in a backup stays for an older one
const MOST_STORED = 400; // what no backup holds yet stays as well: so many, the newest

/** @typedef {"recorded" | "stopped" | "unreached" | "keyless"} Outcome What came of sending one item. */

/** May the item still be changed? Only where the book cannot hold it: it never left, or was refused.
 * @param {Item} item */
export const canChange = (item) => !item.recorded && (!item.left || ["refused", "correcting"].includes(item.stopped?.kind ?? ""));

/** Is this page or part of ours here to its end? One that was cut stops before it.
 * @param {string} html */
const isWhole = (html) => html.trimEnd().endsWith("</div>");

/** Read why the server stops an item. Throws Unreached where the answer cannot be read to its end.
 * @param {Answer} answer
 * @param {number} number the number that was asked for
 * @returns {Stop} */
function readStop({ status, text }, number) {
  const found = text.match(/data-kind="([a-z]+)" data-next="(\d+)"( data-same| data-differs)?/);
  if (!isWhole(text) || (status === 409 && !found)) throw new Unreached(`${status} cut short`);
  return { kind: found?.[1] ?? "refused", html: text, next: Number(found?.[2] ?? number), ...(found?.[3] ? { [found[3].slice(6)]: true } : {}) };
}

/** The ids of what need not stay on the phone any more: a backup holds it and some days are over, or there is too much.
 * @param {Item[]} items */
function outworn(items) {
  const settled = items.filter((one) => one.settled).sort((one, other) => (other.told ?? NaN) - (one.told ?? NaN));
  const old = Date.now() - STORED_MS;
  return settled.filter((one, n) => n >= MOST_STORED || (one.saved && (one.told ?? NaN) < old)).map((one) => one.id);
}

/** @param {Item[]} items */
const nextOrder = (items) => Math.max(0, ...items.map((one) => one.order)) + 1;

/** @param {Item} item */
const bodyOf = ({ id, number, body }) => `number=${number}&key=${id}${body ? `&${body}` : ""}`;

/** @param {Item} item
 * @param {string} key
 * @returns {Record<string, string>} */
function headersOf({ seat }, key) {
  const said = { Accept: ACCEPT, "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8", "X-Table-Key": key };
  return seat === undefined ? said : { ...said, "X-Table-Seat": seat };
}

export class Queue {
  /** @type {Item[]} */
  #items = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {string | null} the id of what is on its way */
  #sending = null;
  #wait = FIRST_RETRY_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} the next try */
  #timer;
  /** @type {Promise<void> | null} */
  #running = null;
  #more = false;

  /** `ask` asks the server; `keyOf(table)`: the key that opens a table, or null; `isOnline()`: has the phone any network;
   * `tellTabs()`: tell the other tabs that the store has changed.
   * @param {{store: QueueStore, ask: Ask, keyOf: (table: string) => string | null, isOnline: () => boolean, tellTabs: () => void}} parts */
  constructor({ store, ask, keyOf, isOnline, tellTabs }) {
    this.store = store;
    this.ask = ask;
    this.keyOf = keyOf;
    this.isOnline = isOnline;
    this.tellTabs = tellTabs;
  }

  /* ── reading */

  /** Every item of a table that is on this phone.
   * @param {string | null} table */
  of(table) {
    return this.#items.filter((one) => one.table === table);
  }

  /** The items of a table that the server has not recorded.
   * @param {string | null} table */
  waiting(table) {
    return this.#items.filter((one) => one.table === table && !one.recorded);
  }

  /** The items of a table that no sheet has shown yet: those that wait, and those recorded since the last sheet.
   * @param {string | null} table */
  unshown(table) {
    return this.#items.filter((one) => one.table === table && !one.settled);
  }

  /** The items of a table that its sheet does not hold, which expects `number` next and names `ids`. What waits for an
   * answer is held already where the sheet was asked for since it arrived.
   * @param {string | null} table
   * @param {{number: number, ids: Set<string>}} sheet */
  beyond(table, { number, ids }) {
    return this.unshown(table).filter((one) => !ids.has(one.id) && (!one.recorded || one.recorded >= number));
  }

  /** The items of a table that the server recorded before the moment `until` (milliseconds).
   * @param {string | null} table
   * @param {number} until */
  recordedBefore(table, until) {
    return this.#items.filter((one) => one.table === table && one.recorded && (one.told ?? NaN) < until);
  }

  /** The tables for which something waits. */
  tables() {
    return [...new Set(this.#items.filter((one) => !one.recorded).map((one) => one.table))];
  }

  /** The item of this id, or null.
   * @param {string | undefined} id */
  find(id) {
    return this.#items.find((one) => one.id === id) ?? null;
  }

  /** Is an item of this table open in its form?
   * @param {string} table */
  isCorrecting(table) {
    return this.#items.some((one) => one.table === table && one.stopped?.kind === "correcting");
  }

  /** Is this item on its way?
   * @param {string} id */
  isSending(id) {
    return this.#sending === id;
  }

  /** The number that the table's next record will bear if all that waits is written; `next`: what its sheet expects.
   * @param {string | null} table
   * @param {number} next */
  expectedNumber(table, next) {
    return this.unshown(table).reduce((number, one) => Math.max(number, (one.through ?? one.recorded ?? one.number) + 1), next);
  }

  /** Call `tell()` whenever something here has changed, in this tab or in another one.
   * @param {() => void} tell */
  onChange(tell) {
    this.#listeners.add(tell);
  }

  /** Read the store again, and tell who listens. */
  async reload() {
    this.#items = await this.store.all();
    for (const tell of this.#listeners) tell();
  }

  /** @template [A=undefined]
   * @param {(items: Item[]) => Plan<A>} change
   * @returns {Promise<A | undefined>} */
  async #rework(change) {
    const answer = await this.store.rework(change);
    this.tellTabs();
    await this.reload();
    return answer;
  }

  /** @param {string} id
   * @param {Partial<Item>} facts */
  #update(id, facts) {
    return this.#rework((items) => {
      const item = items.find((one) => one.id === id);
      return { put: item ? [{ ...item, ...facts }] : [] };
    });
  }

  /* ── storing */

  /** Store an entry before anything is sent. Answers "saved"; "known" where the very same is stored already; "taken" where
   * another tab has stored something else under this id. An item that has not left, or was refused, is replaced.
   * @param {Entry} entry
   * @returns {Promise<SaveResult | undefined>} */
  save(entry) {
    return this.#rework((items) => {
      const same = items.find((one) => one.id === entry.id);
      if (same && same.url === entry.url && same.body === entry.body && !same.stopped) return { answer: /** @type {SaveResult} */ ("known") };
      if (same && !same.settled && !canChange(same)) return { answer: "taken" };
      const order = (same?.settled ? null : same?.order) ?? nextOrder(items);
      const number = (same?.settled ? null : same?.number) ?? entry.number;
      const fresh = { left: false, recorded: null, stopped: null, was: same?.settled ? same : same?.was };
      return { put: [{ ...entry, ...fresh, order, number, at: same?.at ?? Date.now() }], answer: "saved" };
    });
  }

  /** Stop an item while it is corrected in its form: it is not sent meanwhile. What the server refused stays known as
   * such, with the page that says why: it cannot be right as it is.
   * @param {string} id */
  holdForCorrection(id) {
    const { stopped } = this.find(id) ?? {};
    const refused = stopped?.kind === "refused" || stopped?.refused === true;
    return this.#update(id, { stopped: { kind: "correcting", refused, html: refused ? stopped?.html : undefined } });
  }

  /** Mark the recorded items that a sheet shows (`book`: what it says of its own), and those that a backup holds, which has
   * the table's records up to number `saved`. Remove what need not stay.
   * @param {string | null} table
   * @param {{ids: Set<string>, from: number, saved: number, seen?: string}} book */
  async settle(table, book) {
    /** @param {Item} one */
    const isSaved = (one) => (one.recorded ?? NaN) <= book.saved;
    /** @param {Item} one */
    const isNews = (one) => Boolean(one.recorded) && one.table === table && isInBook(one, book) && (!one.settled || (!one.saved && isSaved(one)));
    if (!this.#items.some(isNews)) return;
    await this.#rework((items) => {
      const put = items.filter(isNews).map((one) => ({ ...one, settled: true, saved: one.saved || isSaved(one) }));
      const changed = new Map(put.map((one) => [one.id, one]));
      return { put, remove: outworn(items.map((one) => changed.get(one.id) ?? one)) };
    });
  }

  /* ── a book that has gone back: an older backup was put in its place */

  /** Store an entry that was recorded without waiting here, under the number `recorded`, like all that was recorded.
   * @param {Entry} entry
   * @param {number} recorded */
  addRecorded(entry, recorded) {
    const facts = { recorded, left: true, settled: true, stopped: null };
    return this.#rework((items) =>
      ({ put: [{ ...entry, ...facts, told: Date.now(), at: Date.now(), order: nextOrder(items) }] }));
  }

  /** Let recorded items wait again, which the book lacks: they are sent under their ids, at the numbers they had.
   * @param {string[]} ids */
  requeue(ids) {
    return this.#rework((items) => ({
      put: items.filter((one) => ids.includes(one.id))
        .flatMap((one) => one.recorded ? [{ ...one, number: one.recorded, recorded: null, through: null, settled: false, saved: false, stopped: null, left: true }] : []),
    }));
  }

  /** The book expects number `next`: resend what was refused for standing further on, once the book has come to it or
   * past it. Null where there is nothing such.
   * @param {string | null} table
   * @param {number} next */
  resendStale(table, next) {
    const first = this.waiting(table)[0];
    const early = first?.stopped?.kind === "stale" && Number(first.stopped.next) < first.number && first.number <= next;
    return early ? this.resend(first.id) : null;
  }

  /* ── deciding: what somebody answers where both were shown */

  /** Remove an item; the later items of its table move up by one. `kept`: the book holds the same, so they stay where
   * they are.
   * @param {string} id
   * @param {{kept?: boolean}} [options] */
  discard(id, { kept = false } = {}) {
    return this.#rework((items) => {
      const item = items.find((one) => one.id === id);
      const later = item ? items.filter((one) => one.table === item.table && one.order > item.order && !one.recorded) : [];
      const moved = kept ? [] : later.map((one) => ({ ...one, number: one.number - 1 }));
      return item?.was ? { put: [item.was, ...moved] } : { remove: [id], put: moved };
    });
  }

  /** Send an item after what the book holds now (`next`), and what follows after it. `replacing` ({url, title, body}): undo
   * the last record first. Where the book holds something else under the item's id, the item gets a new id.
   * @param {string} id
   * @param {number} next
   * @param {{replacing?: {url: string, title: string, body: string} | null}} [options] */
  async sendAfter(id, next, { replacing = null } = {}) {
    await this.#rework((items) => {
      const item = items.find((one) => one.id === id);
      if (!item) return {};
      const before = items.filter((one) => one.order < item.order).at(-1)?.order ?? item.order - 2;
      const undo = replacing && { ...item, ...replacing, id: newId(), order: (before + item.order) / 2, number: next,
        said: [], coup: false, last: false, left: false, stopped: null };
      const line = items.filter((one) => one.table === item.table && one.order >= item.order && !one.recorded);
      const first = next + (undo ? 1 : 0);
      const put = line.map((one, n) => ({ ...one, number: first + n, ...(one.id === id ? { stopped: null } : {}) }));
      const reused = item.stopped?.kind === "reused";
      if (reused) put[0] = { ...put[0], id: newId(), left: false, was: null };
      const written = reused && item.was ? [item.was] : [];
      return { put: [...written, ...(undo ? [undo] : []), ...put], remove: reused && !item.was ? [id] : [] };
    });
    return this.drain();
  }

  /** Send again an item that was stopped, as it is.
   * @param {string} id */
  async resend(id) {
    await this.#update(id, { stopped: null });
    return this.drain();
  }

  /* ── sending */

  /** Send what waits, each table in its order. Resolves when there is nothing left that can be sent now. */
  drain() {
    this.#more = true;
    this.#running ??= this.#run().finally(() => { this.#running = null; });
    return this.#running;
  }

  /** Send now, and begin again with short pauses: the network may be back. */
  drainSoon() {
    this.#wait = FIRST_RETRY_MS;
    return this.drain();
  }

  async #run() {
    clearTimeout(this.#timer);
    while (this.#more) {
      this.#more = false;
      await this.reload();
      for (const table of this.tables()) {
        if (await this.#drainTable(table) === "unreached") return this.#retryLater();
      }
    }
    this.#wait = FIRST_RETRY_MS;
  }

  #retryLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.drain(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LAST_RETRY_MS) * (0.9 + 0.2 * Math.random()); // not all the phones of a hall at once
  }

  /** Send the items of a table until one is not recorded.
   * @param {string} table
   * @returns {Promise<Outcome | "done">} */
  async #drainTable(table) {
    for (;;) {
      const item = this.waiting(table)[0];
      if (!item || item.stopped) return "done";
      const key = this.keyOf(table);
      if (!key) return "keyless";
      const outcome = await this.#send(item, key);
      if (outcome !== "recorded") return outcome;
    }
  }

  /** @param {Item} item
   * @param {string} key
   * @returns {Promise<Outcome>} */
  async #send(item, key) {
    const left = item.left || this.isOnline();
    this.#sending = left ? item.id : null; // without any network it is not on its way: it is only tried
    await this.#update(item.id, { left });
    try {
      const answer = await this.ask(item.url, { method: "POST", headers: headersOf(item, key), body: bodyOf(item) });
      return await this.#receive(item, answer);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      return "unreached";
    } finally {
      this.#sending = null;
      await this.reload();
    }
  }

  /** Note that an item is in the book. What stands behind it moves up past the numbers that its consequences took.
   * @param {Item} item
   * @param {Recorded} place */
  #noteRecorded({ id, table, order }, { recorded, through = recorded }) {
    return this.#rework((items) => {
      const later = items.filter((one) => one.table === table && one.order > order && !one.recorded);
      const up = later[0]?.number > recorded ? Math.max(through + 1 - later[0].number, 0) : 0;
      const noted = items.filter((one) => one.id === id).map((one) => ({ ...one, recorded, through, stopped: null, told: Date.now() }));
      return { put: [...noted, ...later.map((one) => ({ ...one, number: one.number + up }))] };
    });
  }

  /** Note what the server answered to an item.
   * @param {Item} item
   * @param {Answer} answer
   * @returns {Promise<Outcome>} */
  async #receive(item, answer) {
    if (answer.status === 200) {
      await this.#noteRecorded(item, readRecorded(answer, item.id));
      return "recorded";
    }
    if (answer.status === 404) return "keyless";
    const stopped = readStop(answer, item.number);
    if (stopped.same) {
      await this.discard(item.id, { kept: true }); // another phone wrote just this: nobody need be asked
      return "recorded";
    }
    await this.#update(item.id, { stopped });
    return "stopped";
  }
}
