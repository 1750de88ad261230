/* What stays on this phone when the page is closed: what waits to be sent, and each table's last sheet. IndexedDB, which
   works over plain http too. It knows no server and no page.
   Where the browser refuses or has no room, items are held in memory until the page closes; `isOnlyInMemory` says so. */

/** @import { Item, Plan, StoredSheet } from "./types.d.ts" */

const NAME = "corbillon";
const VERSION = 1;
/** @type {Map<string, Item>} what the database would not take, by id */
const inMemory = new Map();
/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= /** @type {Promise<IDBDatabase>} */ (new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("queue", { keyPath: "id" });
      request.result.createObjectStore("sheets", { keyPath: "table" });
    };
    request.onsuccess = () => {
      const close = () => { opened = null; };
      request.result.onclose = close;
      request.result.onversionchange = () => { request.result.close(); close(); };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  })).catch((error) => { opened = null; throw error; });
  return opened;
}

/** Run one transaction. `work(store, answer)` makes its requests; what it hands to `answer` is returned once all of it is
 * on the disk.
 * @template T
 * @param {"queue" | "sheets"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, answer: (value: T) => void) => void} work
 * @returns {Promise<T | undefined>} */
async function transact(name, mode, work) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: "strict" });
    /** @type {T | undefined} */
    let answer;
    transaction.oncomplete = () => resolve(answer);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    work(transaction.objectStore(name), (value) => { answer = value; });
  });
}

/** @param {Item[]} items */
const inOrder = (items) => items.sort((one, other) => one.order - other.order);

/** Every item of every table, in order: what waits, and what was recorded lately.
 * @returns {Promise<Item[]>} */
export async function all() {
  /** @type {Item[]} */
  let stored = [];
  try {
    stored = await transact("queue", "readonly", (store, answer) => {
      const request = store.getAll();
      request.onsuccess = () => answer(request.result);
    }) ?? [];
  } catch { /* what is in memory is all there is */ }
  return inOrder([...stored.filter(({ id }) => !inMemory.has(id)), ...inMemory.values()]);
}

/** Change the items in one transaction: `change(items)` gets all of them, in order, and returns what to put, what to
 * remove and what to answer. Two tabs that do this at once do it one after the other.
 * @template A
 * @param {(items: Item[]) => Plan<A>} change
 * @returns {Promise<A | undefined>} */
export async function rework(change) {
  const before = [...inMemory.values()];
  /** @type {Plan<A>} */
  let plan = {};
  try {
    await transact("queue", "readwrite", (store) => {
      const request = store.getAll();
      request.onsuccess = () => {
        plan = change(inOrder([...request.result.filter(({ id }) => !inMemory.has(id)), ...before]));
        try {
          for (const item of plan.put ?? []) store.put(item);
          for (const id of plan.remove ?? []) store.delete(id);
        } catch {
          store.transaction.abort();
        }
      };
    });
    for (const { id } of plan.put ?? []) inMemory.delete(id);
  } catch {
    plan = change(await all());
    for (const item of plan.put ?? []) inMemory.set(item.id, item);
  }
  for (const id of plan.remove ?? []) inMemory.delete(id);
  return plan.answer;
}

/** Is there something that closing the page would lose? */
export function isOnlyInMemory() {
  return inMemory.size > 0;
}

/** The table's last sheet as the server gave it; null where there is none.
 * @param {string} table
 * @returns {Promise<StoredSheet | null>} */
export async function lastSheet(table) {
  try {
    return await transact("sheets", "readonly", (store, /** @type {(sheet: StoredSheet | null) => void} */ answer) => {
      const request = store.get(table);
      request.onsuccess = () => answer(request.result ?? null);
    }) ?? null;
  } catch {
    return null;
  }
}

/** Store the table's last sheet, as the server gave it.
 * @param {string} table
 * @param {string} html */
export async function saveSheet(table, html) {
  try {
    await transact("sheets", "readwrite", (store) => store.put({ table, html, at: Date.now() }));
  } catch { /* it is only missed when the page opens without network */ }
}

/** Remove the table's last sheet.
 * @param {string} table */
export async function deleteSheet(table) {
  try {
    await transact("sheets", "readwrite", (store) => store.delete(table));
  } catch { /* nothing there */ }
}
