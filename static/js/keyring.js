/* The tables that this phone may write at: their keys, what they are called, and who holds the phone.
   Kept in localStorage under one name; where a browser refuses to keep anything, remembered until the page closes. */

const NAME = "corbillon.tables";
const remembered = new Map(); // what a full or closed store would not take

export function read(name) {
  if (remembered.has(name)) return remembered.get(name);
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** True where it outlasts the page. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    remembered.delete(name);
    return true;
  } catch {
    remembered.set(name, value);
    return false;
  }
}

const ring = () => read(NAME) ?? { current: null, tables: {} };

/** The key of the table that is shown, or null. */
export function current() {
  return ring().current;
}

/** A table as it stays when its key is changed: the number before the dash. */
export const tableOf = (key) => key?.split("-")[0] ?? null;

/** The key that opens this table now, as far as it is known here; null where none does. */
export function keyOf(table) {
  const keys = Object.keys(ring().tables).filter((key) => tableOf(key) === table);
  return keys.includes(current()) ? current() : keys.at(-1) ?? null;
}

/** Every table known here, as [key, {label, seat}]. */
export function tables() {
  return Object.entries(ring().tables);
}

/** What is known of the table that is shown: {label, seat}. */
export function known() {
  const { current: key, tables: all } = ring();
  return all[key] ?? {};
}

/** Show this table from now on. */
export function choose(key) {
  const all = ring();
  all.current = key;
  all.tables[key] ??= { ...olderThan(key, all).map((old) => all.tables[old])[0] };
  keep(NAME, all);
}

const olderThan = (key, { tables: all }) => Object.keys(all).filter((one) => one !== key && tableOf(one) === tableOf(key));

/** The key that is shown has opened its table: an older one of the same table opens nothing any more. */
export function opened() {
  const all = ring();
  const old = olderThan(all.current, all);
  for (const key of old) delete all.tables[key];
  if (old.length) keep(NAME, all);
}

/** Remember more of the table that is shown. */
export function note(facts) {
  const all = ring();
  Object.assign(all.tables[all.current] ?? {}, facts);
  keep(NAME, all);
}

/** This key opens nothing any more. */
export function forget(key) {
  const all = ring();
  delete all.tables[key];
  if (all.current === key) all.current = null;
  keep(NAME, all);
}

/** Take a key out of the address, if there is one, so that nobody reads it over a shoulder. True where there was. */
export function fromAddress() {
  const key = decodeURIComponent(location.hash.slice(1));
  if (!/^[0-9]+-[0-9A-Z]+$/.test(key)) return false;
  choose(key);
  history.replaceState(null, "", location.pathname);
  return true;
}
