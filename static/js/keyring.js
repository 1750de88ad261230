/* The tables that this phone may write at: their keys, what they are called, and who holds the phone.
   Kept in localStorage under one name; where a browser refuses to keep anything, remembered until the page closes. */

const NAME = "corbillon.tables";
const remembered = new Map();

export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return remembered.get(name) ?? null;
  }
}

export function keep(name, value) {
  remembered.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* a full or closed store: the page remembers */ }
}

const ring = () => read(NAME) ?? { current: null, tables: {} };

/** The key of the table that is shown, or null. */
export function current() {
  return ring().current;
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
  all.tables[key] ??= {};
  keep(NAME, all);
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
