/* What stands in for a phone in the tests: its clock, its network, its store, its localStorage. Nothing here waits for real
   time, and nothing leaves the process. */

/** @import { Entry, Item, Plan, QueueStore } from "../../static/js/types.d.ts" */

import { test } from "node:test";
import { Queue } from "../../static/js/queue.js";
import { ask } from "../../static/js/server.js";

const START = Date.UTC(2026, 10, 22, 19);

/** A clock that stands still until it is told to go on. Takes the place of the process's own until `restore`. */
export class FakeClock {
  /** @type {Map<number, {at: number, act: () => void}>} */
  #timers = new Map();
  #last = 0;
  #now = START;

  constructor() {
    const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now, random: Math.random };
    this.restore = () => {
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
      Object.assign(Date, { now: real.now });
      Object.assign(Math, { random: real.random });
    };
    Object.assign(globalThis, {
      setTimeout: (/** @type {() => void} */ act, ms = 0) => {
        this.#timers.set(++this.#last, { at: this.#now + ms, act });
        return this.#last;
      },
      clearTimeout: (/** @type {number} */ id) => this.#timers.delete(id),
    });
    Date.now = () => this.#now;
    Math.random = () => 0.5; // a pause is neither lengthened nor shortened
  }

  /** Let time pass, and everything that is due happen, one after the other.
   * @param {number} ms */
  async pass(ms) {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].act();
    }
    this.#now = end;
    await settle();
  }
}

const nextTurn = globalThis.setTimeout;

/** Let every promise that can go on do so. */
export async function settle() {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => nextTurn(resolve, 0));
}

/** The store of a phone: what its tabs share, and what a reload does not touch. Items are copied in and out, as a database
 * does.
 * @implements {QueueStore} */
export class FakeStore {
  /** @type {Map<string, Item>} */
  #items = new Map();

  /** @returns {Promise<Item[]>} */
  all() {
    return Promise.resolve(structuredClone([...this.#items.values()]).sort((one, other) => one.order - other.order));
  }

  /** @template A
   * @param {(items: Item[]) => Plan<A>} change */
  async rework(change) {
    const plan = change(await this.all());
    for (const item of plan.put ?? []) this.#items.set(item.id, structuredClone(item));
    for (const id of plan.remove ?? []) this.#items.delete(id);
    return plan.answer;
  }
}

/** @typedef {{url: string, id: string, number: number, key: string | null, seat: string | null, accept: string | null, body: string}} Request A request as the server reads it. */
/** @typedef {(request: Request) => Response | Promise<Response> | "lost" | "silence"} Answering */

const PROGRAM = { "X-Corbillon": "program-1" };

/** The answer that an item is in the book, under its own number or another; `through`: the last of its consequences.
 * @param {{id: string, number: number}} request
 * @param {number} [recorded]
 * @param {number} [through] */
export const recorded = ({ id, number }, recorded = number, through = recorded) =>
  new Response(JSON.stringify({ id, recorded, through, next: through + 1 }), { headers: PROGRAM });

/** An answer of our server.
 * @param {number} status
 * @param {string} text */
export const answer = (status, text) => new Response(text, { status, headers: PROGRAM });

/** An answer of something else at the server's address.
 * @param {number} status
 * @param {string} text */
export const foreign = (status, text) => new Response(text, { status });

/** Both versions, as the server shows them (409).
 * @param {string} kind
 * @param {number} next */
export const both = (kind, next) => answer(409, `<div class="both" data-kind="${kind}" data-next="${next}"></div>`);

/** The network between the phone and the server: every request is noted, then answered as `answering` says. Takes the place
 * of `fetch` until `restore`. */
export class FakeNetwork {
  /** @type {Request[]} */
  requests = [];
  /** @type {Answering} how requests are answered; "lost" at once, or "silence" until the phone gives up */
  answering = (request) => recorded(request);

  constructor() {
    const real = globalThis.fetch;
    this.restore = () => { globalThis.fetch = real; };
    globalThis.fetch = /** @type {any} */ ((/** @type {string} */ url, /** @type {RequestInit} */ init) => this.#fetch(url, init));
  }

  /** @param {string} url
   * @param {RequestInit} init
   * @returns {Promise<Response>} */
  async #fetch(url, init) {
    const headers = new Headers(init.headers), body = String(init.body ?? "");
    const [number, id, ...rest] = body.split("&");
    const request = { url, id: id?.slice("key=".length), number: Number(number.slice("number=".length)), key: headers.get("X-Table-Key"),
      seat: headers.get("X-Table-Seat"), accept: headers.get("Accept"), body: rest.join("&") };
    this.requests.push(request);
    const found = await this.answering(request);
    if (found === "lost") throw new TypeError("network error");
    if (found !== "silence") return found;
    return await new Promise((_resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
  }

  /** The ids that were sent, in order. */
  get ids() {
    return this.requests.map(({ id }) => id);
  }
}

/** A phone with a queue: `tab()` opens a page over the same store, as a second tab or a reload does. */
export class FakePhone {
  clock = new FakeClock();
  network = new FakeNetwork();
  store = new FakeStore();
  online = true;
  /** @type {Record<string, string>} the keys of the tables, by table */
  keys = { 12: "12-ABC", 13: "13-DEF" };
  /** @type {Queue[]} */
  #tabs = [];

  /** Open a page. */
  async tab() {
    const queue = new Queue({
      store: this.store,
      ask,
      keyOf: (table) => this.keys[table] ?? null,
      isOnline: () => this.online,
      tellTabs: () => { for (const other of this.#tabs) if (other !== queue) other.reload(); },
    });
    this.#tabs.push(queue);
    await queue.reload();
    return queue;
  }

  /** Close every page: what they remember is gone, what is stored stays. */
  closeTabs() {
    this.#tabs = [];
  }

  restore() {
    this.clock.restore();
    this.network.restore();
  }
}

/** The entry of a coup of table 12; `id` and `number` as given.
 * @param {string} id
 * @param {number} number
 * @param {Partial<Entry>} [facts]
 * @returns {Entry} */
export const coup = (id, number, facts = {}) =>
  ({ id, number, table: "12", book: "evening.12", url: "/t/coup", body: `points=${id}`, title: `Coup ${number}`, said: [["points", id]], coup: true, last: false, ...facts });

/* ── tests with a phone */

/** A test with a phone of its own.
 * @param {string} name
 * @param {(phone: FakePhone) => Promise<void>} body */
export function phoneTest(name, body) {
  test(name, async () => {
    const phone = new FakePhone();
    try {
      await body(phone);
    } finally {
      phone.restore();
    }
  });
}

/** Answer the first request so, and every later one as recorded.
 * @param {Answering} first
 * @returns {Answering} */
export function firstThenRecorded(first) {
  let asked = 0;
  return (request) => (asked++ ? recorded(request) : first(request));
}

/** The items of table 12 as [id, number], in order.
 * @param {Queue} queue */
export const waitingIn = (queue) => queue.waiting("12").map(({ id, number }) => [id, number]);
