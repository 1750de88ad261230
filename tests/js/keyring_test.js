/* The tables that a phone may write at (static/js/keyring.js), as localStorage holds them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as keyring from "../../static/js/keyring.js";

/** localStorage, which refuses to write where it `isFull`. */
class FakeLocalStorage {
  /** @type {Map<string, string>} */
  values = new Map();
  isFull = false;

  /** @param {string} name */
  getItem(name) {
    return this.values.get(name) ?? null;
  }

  /** @param {string} name
   * @param {string} value */
  setItem(name, value) {
    if (this.isFull) throw new DOMException("full", "QuotaExceededError");
    this.values.set(name, value);
  }

  /** @param {string} name */
  removeItem(name) {
    this.values.delete(name);
  }
}

/** A test with a localStorage of its own, empty at first.
 * @param {string} name
 * @param {(phone: FakeLocalStorage) => void} body */
function keyringTest(name, body) {
  test(name, () => {
    const phone = new FakeLocalStorage();
    Object.defineProperty(globalThis, "localStorage", { value: phone, configurable: true });
    body(phone);
    phone.isFull = false;
    keyring.store("corbillon.tables", null); // the module remembers what a full one would not take
  });
}

keyringTest("a phone that knows no table shows none", () => {
  assert.equal(keyring.current(), null);
  assert.equal(keyring.currentTable(), null);
  assert.equal(keyring.keyOf("12"), null);
  assert.deepEqual(keyring.currentFacts(), {});
});

keyringTest("a chosen table is stored under the name that phones of today have", (phone) => {
  keyring.choose("12-ABC");
  keyring.note({ label: "Table 12", seat: "2" });
  assert.deepEqual(JSON.parse(phone.values.get("corbillon.tables") ?? ""),
    { current: "12-ABC", tables: { "12-ABC": { label: "Table 12", seat: "2" } } });
});

keyringTest("the key of a table is the one that is shown, else the newest", () => {
  keyring.choose("12-OLD");
  keyring.choose("12-NEW");
  keyring.choose("13-DEF");
  assert.equal(keyring.keyOf("12"), "12-NEW");
  keyring.choose("12-OLD");
  assert.equal(keyring.keyOf("12"), "12-OLD");
});

keyringTest("a table's new key takes over what was known of it", () => {
  keyring.choose("12-OLD");
  keyring.note({ seat: "2" });
  keyring.choose("12-NEW");
  assert.deepEqual(keyring.currentFacts(), { seat: "2" });
});

keyringTest("a key that opened its table makes the older ones forgotten, of that table alone", () => {
  for (const key of ["13-DEF", "12-OLD", "12-NEW"]) keyring.choose(key);
  keyring.forgetOlderKeys();
  assert.deepEqual(keyring.tables().map(([key]) => key), ["13-DEF", "12-NEW"]);
});

keyringTest("a forgotten key is not the current one any more", () => {
  keyring.choose("12-ABC");
  keyring.forget("12-ABC");
  assert.equal(keyring.current(), null);
  assert.deepEqual(keyring.tables(), []);
});

keyringTest("what a full localStorage refuses is remembered, and it is said that it will not stay", (phone) => {
  phone.isFull = true;
  assert.equal(keyring.store("corbillon.tables", { current: "12-ABC", tables: {} }), false);
  assert.equal(keyring.current(), "12-ABC");
});

keyringTest("an unreadable record counts as none", (phone) => {
  phone.values.set("corbillon.tables", "{cut");
  assert.equal(keyring.current(), null);
});
