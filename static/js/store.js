/* What lasts on this phone when the page is closed: what waits to be written, and each table's last sheet. IndexedDB,
   which works over plain http too. It knows no server and no page.
   Where the browser refuses or has no room, things are remembered until the page closes, and `onlyRemembered` says so. */

const NAME = "corbillon";
const VERSION = 1;
const remembered = new Map(); // what the store would not take
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("queue", { keyPath: "id" });
      asked.result.createObjectStore("sheets", { keyPath: "table" });
    };
    asked.onsuccess = () => {
      const close = () => { opened = null; };
      asked.result.onclose = close;
      asked.result.onversionchange = () => { asked.result.close(); close(); };
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("blocked"));
  }).catch((error) => { opened = null; throw error; });
  return opened;
}

/** One transaction; `work(store, answer)` asks, and `answer` is given once all of it is on the disk. */
async function within(name, mode, work) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: "strict" });
    let answer;
    transaction.oncomplete = () => resolve(answer);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    work(transaction.objectStore(name), (value) => { answer = value; });
  });
}

const inOrder = (items) => items.sort((one, other) => one.order - other.order);

/** Everything that waits, or has just been written, of every table, in order. */
export async function all() {
  let kept = [];
  try {
    kept = await within("queue", "readonly", (store, answer) => {
      const asked = store.getAll();
      asked.onsuccess = () => answer(asked.result);
    });
  } catch { /* what is remembered is all there is */ }
  return inOrder([...kept.filter(({ id }) => !remembered.has(id)), ...remembered.values()]);
}

/** Change everything that waits in one go: `change(items)` gets all of it, in order, and gives back what to put and
    what to remove, as {put: [item], remove: [id], answer}. Two tabs that do this at once do it one after the other. */
export async function rework(change) {
  const mine = [...remembered.values()];
  let plan;
  try {
    await within("queue", "readwrite", (store) => {
      const asked = store.getAll();
      asked.onsuccess = () => {
        plan = change(inOrder([...asked.result.filter(({ id }) => !remembered.has(id)), ...mine]));
        try {
          for (const item of plan.put ?? []) store.put(item);
          for (const id of plan.remove ?? []) store.delete(id);
        } catch {
          store.transaction.abort();
        }
      };
    });
    for (const { id } of plan.put ?? []) remembered.delete(id);
  } catch {
    const kept = await all();
    plan = change(kept);
    for (const item of plan.put ?? []) remembered.set(item.id, item);
  }
  for (const id of plan.remove ?? []) remembered.delete(id);
  return plan.answer;
}

/** Is there something that closing the page would lose? */
export function onlyRemembered() {
  return remembered.size > 0;
}

/** The table's last sheet as the server gave it: {table, html, at}; null where there is none. */
export async function lastSheet(table) {
  try {
    return await within("sheets", "readonly", (store, answer) => {
      const asked = store.get(table);
      asked.onsuccess = () => answer(asked.result ?? null);
    }) ?? null;
  } catch {
    return null;
  }
}

export async function keepSheet(table, html) {
  try {
    await within("sheets", "readwrite", (store) => store.put({ table, html, at: Date.now() }));
  } catch { /* it is only missed when the page opens without network */ }
}

export async function dropSheet(table) {
  try {
    await within("sheets", "readwrite", (store) => store.delete(table));
  } catch { /* nothing there */ }
}
