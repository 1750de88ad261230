/* What stays on the phone (static/js/store.js): the items of the queue and the last sheets, in IndexedDB or, where the browser
   refuses, in memory. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as store from "../../static/js/store.js";
import { FakeIndexedDb } from "./fake_database.js";
import { coup } from "./fakes.js";

/** @import { Item } from "../../static/js/types.d.ts" */

/** @param {string} id
 * @param {number} order
 * @returns {Item} */
const item = (id, order) => ({ ...coup(id, order), order, at: 0, left: false, recorded: null, stopped: null });

/** @param {...Item} items */
const put = (...items) => store.rework(() => ({ put: items }));

const ids = async () => (await store.all()).map(({ id }) => id);

/** A test with a disk of its own. The module keeps its connection and its memory: both are emptied afterwards.
 * @param {string} name
 * @param {(disk: FakeIndexedDb) => Promise<void>} body */
function diskTest(name, body) {
  test(name, async () => {
    const disk = new FakeIndexedDb();
    Object.assign(globalThis, { indexedDB: disk });
    try {
      await body(disk);
    } finally {
      Object.assign(disk, { refuses: false, isFull: false });
      await store.rework((items) => ({ remove: items.map(({ id }) => id) }));
      disk.connection?.onclose();
    }
  });
}

diskTest("items come back in their order, not in the order in which they were stored", async () => {
  await put(item("b", 2), item("a", 1));
  await put(item("c", 1.5));
  assert.deepEqual(await ids(), ["a", "c", "b"]);
  assert.equal(store.isOnlyInMemory(), false);
});

diskTest("the database and its stores are called as on the phones of today", async (disk) => {
  await put(item("a", 1));
  assert.deepEqual(disk.opened, ["corbillon:1"]);
  assert.deepEqual([...disk.stores].map(([name, { keyPath }]) => [name, keyPath]), [["queue", "id"], ["sheets", "table"]]);
});

diskTest("a change is handed all items in order, and its answer comes back", async () => {
  await put(item("b", 2), item("a", 1));
  const answer = await store.rework((items) => ({ answer: items.map(({ id }) => id).join() }));
  assert.equal(answer, "a,b");
});

diskTest("two changes at once see each other's items", async () => {
  /** @param {string} id */
  const append = (id) => store.rework((items) => ({ put: [item(id, items.length + 1)] }));
  await Promise.all([append("a"), append("b"), append("c")]);
  assert.deepEqual((await store.all()).map(({ id, order }) => [id, order]), [["a", 1], ["b", 2], ["c", 3]]);
});

diskTest("where the browser refuses a database, items are held in memory, and it is said", async (disk) => {
  disk.refuses = true;
  await put(item("a", 1));
  assert.deepEqual(await ids(), ["a"]);
  assert.equal(store.isOnlyInMemory(), true);
});

diskTest("on a full disk nothing is half written: what the disk held stays, what is new is in memory", async (disk) => {
  await put(item("a", 1));
  disk.isFull = true;
  await put({ ...item("a", 1), left: true }, item("b", 2));
  assert.deepEqual([...disk.stores.get("queue")?.values.values() ?? []].map(({ id, left }) => [id, left]), [["a", false]]);
  assert.deepEqual((await store.all()).map(({ id, left }) => [id, left]), [["a", true], ["b", false]]);
  assert.equal(store.isOnlyInMemory(), true);
});

diskTest("an item that cannot be copied leaves the disk as it was", async (disk) => {
  await put(item("a", 1));
  const odd = /** @type {any} */ ({ ...item("b", 2), body: () => {} });
  await put(item("c", 3), odd);
  assert.deepEqual([...disk.stores.get("queue")?.values.keys() ?? []], ["a"]);
  assert.deepEqual(await ids(), ["a", "b", "c"]);
});

diskTest("once the disk has room again, what was in memory goes to the disk with its next change", async (disk) => {
  disk.isFull = true;
  await put(item("a", 1));
  disk.isFull = false;
  await put({ ...item("a", 1), left: true });
  assert.deepEqual([...disk.stores.get("queue")?.values.keys() ?? []], ["a"]);
  assert.equal(store.isOnlyInMemory(), false);
});

diskTest("what is removed is gone from the disk and from memory", async (disk) => {
  await put(item("a", 1));
  disk.isFull = true;
  await put(item("b", 2));
  disk.isFull = false;
  await store.rework(() => ({ remove: ["a", "b"] }));
  assert.deepEqual(await ids(), []);
  assert.equal(store.isOnlyInMemory(), false);
});

diskTest("a connection that the browser closed is opened again", async (disk) => {
  await put(item("a", 1));
  disk.connection.onclose();
  assert.deepEqual(await ids(), ["a"]);
  assert.equal(disk.opened.length, 2);
});

diskTest("a table's last sheet is stored, replaced and deleted", async () => {
  assert.equal(await store.lastSheet("12"), null);
  await store.saveSheet("12", "<p>old</p>");
  await store.saveSheet("12", "<p>new</p>");
  assert.equal((await store.lastSheet("12"))?.html, "<p>new</p>");
  await store.deleteSheet("12");
  assert.equal(await store.lastSheet("12"), null);
});

diskTest("without a database there is no last sheet, and no error", async (disk) => {
  disk.refuses = true;
  await store.saveSheet("12", "<p>…</p>");
  await store.deleteSheet("12");
  assert.equal(await store.lastSheet("12"), null);
});
