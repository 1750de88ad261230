/* The tables that this phone may write at: their keys, what they are called, and who holds the phone.
   Stored in localStorage under one name; where a browser refuses to store anything, held in memory until the page closes. */

/** @import { Keyring, TableFacts } from "./types.d.ts" */

const NAME = "corbillon.tables";
/** @type {Map<string, any>} what a full or closed localStorage would not take, by name */
const inMemory = new Map();

/** What is stored under this name; null where there is nothing, or nothing readable.
 * @param {string} name
 * @returns {any} the caller says what it is */
export function read(name) {
  if (inMemory.has(name)) return inMemory.get(name);
  try {
    return JSON.parse(/** @type {string} */ (localStorage.getItem(name)));
  } catch {
    return null;
  }
}

/** Store a value under this name; null removes it. True where it stays when the page closes.
 * @param {string} name
 * @param {unknown} value */
export function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    inMemory.delete(name);
    return true;
  } catch {
    inMemory.set(name, value);
    return false;
  }
}

/** @returns {Keyring} */
const ring = () => read(NAME) ?? { current: null, tables: {} };

/** The key of the table that is shown, or null. */
export function current() {
  return ring().current;
}

/** The table that a key opens, which stays when its key is changed: the number before the dash.
 * @template {string | null} K
 * @param {K} key
 * @returns {K} */
export const tableOf = (key) => /** @type {K} */ (key?.split("-")[0] ?? null);

/** The table that is shown; null where there is none.
 * @returns {string | null} */
export const currentTable = () => tableOf(current());

/** The key that opens this table now, as far as it is known here; null where none does.
 * @param {string} table
 * @returns {string | null} */
export function keyOf(table) {
  const keys = Object.keys(ring().tables).filter((key) => tableOf(key) === table);
  return keys.find((key) => key === current()) ?? keys.at(-1) ?? null;
}

/** Every table known here, as [key, facts]. */
export function tables() {
  return Object.entries(ring().tables);
}

/** What is remembered of the table that is shown.
 * @returns {TableFacts} */
export function currentFacts() {
  const { current: key, tables: all } = ring();
  return all[key ?? ""] ?? {};
}

/** Show this table from now on.
 * @param {string} key */
export function choose(key) {
  const all = ring();
  all.current = key;
  all.tables[key] ??= { ...otherKeys(key, all).map((old) => all.tables[old])[0] };
  store(NAME, all);
}

/** The other keys of this key's table.
 * @param {string | null} key
 * @param {Keyring} ring */
const otherKeys = (key, { tables: all }) => Object.keys(all).filter((one) => one !== key && tableOf(one) === tableOf(key));

/** Forget the older keys of the table that is shown: its key has just opened it, so they open nothing any more. */
export function forgetOlderKeys() {
  const all = ring();
  const old = otherKeys(all.current, all);
  for (const key of old) delete all.tables[key];
  if (old.length) store(NAME, all);
}

/** Remember more of the table that is shown.
 * @param {TableFacts} facts */
export function note(facts) {
  const all = ring();
  Object.assign(all.tables[all.current ?? ""] ?? {}, facts);
  store(NAME, all);
}

/** Tell the evening's public pages who holds this phone (my_page.js reads it), unless somebody has said so already.
 * @param {DOMStringMap} facts of the sheet: `me`, the beginning of those pages' addresses, and `holder`, its number there */
export function introduce({ me, holder }) {
  const name = `corbillon.me${me}`;
  if (holder && read(name) === null) store(name, Number(holder));
}

/** Forget a key that opens nothing any more.
 * @param {string | null} key */
export function forget(key) {
  const all = ring();
  delete all.tables[key ?? ""];
  if (all.current === key) all.current = null;
  store(NAME, all);
}

/** Take a key out of the address, if there is one, so that nobody reads it over a shoulder. True where there was. */
export function takeKeyFromAddress() {
  const key = decodeURIComponent(location.hash.slice(1));
  if (!/^[0-9]+-[0-9A-Z]+$/.test(key)) return false;
  choose(key);
  history.replaceState(null, "", location.pathname);
  return true;
}
