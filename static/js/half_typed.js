/* A paper sheet half typed, stored on this device for this table and this person until each of its rows is in the book:
   a reload, a closed page, a laptop that dies lose nothing of it. A row bears the id of the record it will become, and
   the coup it stands for. Where the book went on without it, the book's rows hold: what was typed for them is shown
   beneath, and somebody decides. It stays some days more, for a book that goes back. A page of a whole round has a grid
   for each table, stored as that table's own page stores it: what it cannot decide is decided there. It knows no game. */

/** @import { PaperDraft, PaperRow } from "./types.d.ts" */

import { find, formatHour } from "./dom.js";
import { newId } from "./draft.js";
import { read, store } from "./keyring.js";

/** @typedef {PaperDraft & {written: PaperRow[]}} Typed What is stored: `rows` the book lacks, `written` it holds. */

const PREFIX = "corbillon.paper.";
const STORED_MS = 3 * 24 * 3_600_000;

/** The name that a sheet's draft is stored under.
 * @param {DOMStringMap} facts the sheet's data-attributes */
const nameOf = ({ draft }) => PREFIX + draft;

/** The ids in the sheet's book.
 * @param {DOMStringMap} facts */
const idsIn = ({ recorded = "" }) => recorded.split(" ").filter(Boolean);

/** @param {HTMLElement} grid */
const rowsIn = (grid) => [...grid.querySelectorAll("tr[data-row]")];

/** @param {HTMLElement} row */
const cellsIn = (row) => [...row.querySelectorAll("input.cell")];

/** @param {HTMLElement} cell */
const pathOf = (cell) => cell.dataset.path ?? "";

/** The hidden input that holds the row's id.
 * @param {HTMLElement} row */
const idInputOf = (row) => /** @type {HTMLInputElement} */ (find(row, "[name^='key.']"));

/** The names that this table's drafts are stored under; of all tables without one.
 * @param {string} [table] */
const namesOf = (table = "") => Object.keys(copyOfLocalStorage()).filter((one) => one.startsWith(PREFIX + table));

for (const name of namesOf()) {
  if (!(read(name)?.at > Date.now() - STORED_MS)) store(name, null);
}

function copyOfLocalStorage() {
  try { return { ...localStorage }; } catch { return {}; }
}

/** The numbers from which on the rows typed here for a table may be in its book.
 * @param {string | null} table
 * @returns {number[]} */
export const halfTypedNumbers = (table) => namesOf(`${table}.`).map((name) => read(name)?.from ?? 1);

/** What is stored for the sheet with these data-attributes (draft, book, recorded); null where there is nothing.
 * @param {DOMStringMap} facts
 * @returns {Typed | null} */
function readTyped(facts) {
  /** @type {PaperDraft | null} */
  const draft = read(nameOf(facts));
  if (!draft || draft.book !== facts.book) return null;
  const ids = new Set(idsIn(facts));
  return { ...draft, written: draft.rows.filter((row) => ids.has(row.key)), rows: draft.rows.filter((row) => !ids.has(row.key)) };
}

/** Store what is typed in the grid around this cell, as it stands.
 * @param {HTMLInputElement & {form: HTMLFormElement}} cell */
export function saveTyped(cell) {
  const grid = cell.closest("[data-draft]");
  if (grid) saveGrid(grid, cell.form);
}

/** @param {HTMLElement} grid
 * @param {HTMLFormElement} form */
function saveGrid(grid, form) {
  const rows = rowsIn(grid).map(readRow).filter((row) => Object.keys(row.cells).length);
  storeRows(grid, rows, form);
}

/** @param {HTMLElement} grid
 * @param {PaperRow[]} rows
 * @param {HTMLFormElement} form */
function storeRows(grid, rows, form) {
  const { book, number } = grid.dataset;
  const before = readTyped(grid.dataset), all = [...(before?.written ?? []), ...rows];
  /** @type {PaperDraft} */
  const draft = { book, number: Number(number), from: before ? before.from : Number(number), at: Date.now(), dealer: form.elements.dealer?.value ?? "", rows: all };
  find(form, "[data-unkept]").hidden = store(nameOf(grid.dataset), all.length ? draft : null);
}

/** @param {HTMLElement} row
 * @returns {PaperRow} */
function readRow(row) {
  const filled = cellsIn(row).filter((cell) => cell.value.trim());
  return {
    n: Number(row.dataset.n),
    key: idInputOf(row).value,
    cells: Object.fromEntries(filled.map((cell) => [pathOf(cell), cell.value])),
    auto: filled.filter((cell) => cell.classList.contains("auto")).map(pathOf),
  };
}

/** Put what was typed back into the grids that have just come; or show both, where the book has gone on without it.
 * `changed(form)` is called once a grid's cells have changed.
 * @param {HTMLFormElement} form
 * @param {(form: HTMLFormElement) => void} changed */
export function restoreTyped(form, changed) {
  for (const grid of form.querySelectorAll("[data-draft]")) restoreGrid(form, grid, changed);
}

/** @param {HTMLFormElement} form
 * @param {HTMLElement} grid
 * @param {(form: HTMLFormElement) => void} changed */
function restoreGrid(form, grid, changed) {
  const typed = readTyped(grid.dataset);
  form.addEventListener("click", ({ target }) => decide(form, grid, target.closest("[data-half-do]")?.dataset.halfDo, changed));
  if (!typed?.rows.length) return;
  const theirs = idsIn(grid.dataset).slice(typed.number - 1).filter((id) => !typed.written.some((row) => row.key === id));
  const free = new Set(rowsIn(grid).map((row) => Number(row.dataset.n)));
  const lost = typed.rows.filter((row) => !free.has(row.n));
  if (theirs.length || lost.length) return askWhich(form, grid, typed, lost);
  if (!("answered" in grid.dataset)) return fillGrid(form, grid, typed, typed.rows, changed);
  markAuto(grid, typed.rows); // its cells came back from the server, which knows nothing of who filled them
  saveGrid(grid, form);
}

/** Mark again the cells that the page had filled by itself: they stay the page's to fill.
 * @param {HTMLElement} grid
 * @param {PaperRow[]} rows */
function markAuto(grid, rows) {
  for (const row of rowsIn(grid)) {
    const typed = rows.find(({ n }) => n === Number(row.dataset.n));
    for (const cell of cellsIn(row).filter((one) => typed?.auto.includes(pathOf(one)))) {
      cell.classList.toggle("auto", cell.value === typed?.cells[pathOf(cell)]);
    }
  }
}

/** Write these rows into the grid, and store them.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} grid
 * @param {Typed} typed
 * @param {PaperRow[]} rows
 * @param {(form: HTMLFormElement) => void} changed */
function fillGrid(form, grid, { at, dealer, written }, rows, changed) {
  for (const row of rowsIn(grid)) {
    const typed = rows.find(({ n }) => n === Number(row.dataset.n));
    idInputOf(row).value = typed?.key ?? newId();
    for (const cell of cellsIn(row)) {
      cell.value = typed?.cells[pathOf(cell)] ?? "";
      cell.classList.toggle("auto", Boolean(typed?.auto.includes(pathOf(cell))));
    }
  }
  if (form.elements.dealer && !written.length) form.elements.dealer.value = dealer;
  showBox(form, rows.length ? "back" : "", at);
  storeRows(grid, rows, form);
  changed(form);
  const free = rowsIn(grid).find((row) => !find(row, "input.cell").value);
  (free?.querySelector("input.cell") ?? form.querySelector("[data-send]"))?.focus();
}

/* ── the book went on without it */

/** Show both, and ask which is right; or on a page of several tables, where that is asked. `lost`: the typed rows whose
 * place in the grid is taken.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} grid
 * @param {Typed} typed
 * @param {PaperRow[]} lost */
function askWhich(form, grid, typed, lost) {
  const elsewhere = grid.querySelector("[data-half-elsewhere]");
  for (const row of grid.querySelectorAll("tr[data-row], tr.row-told")) row.hidden = true;
  if (elsewhere) {
    elsewhere.hidden = false;
    delete grid.dataset.draft; // what is stored waits for that page: nothing here is stored over it
    return;
  }
  for (const row of lost) insertBeneath(grid, row);
  showBox(form, "choice", typed.at);
  for (const part of form.querySelectorAll("[data-lost]")) part.hidden = !lost.length;
  find(form, "[data-half-do=again]").hidden = lost.length > 0;
  find(form, "[data-half-do=after]").hidden = !lost.length || typed.rows.length > rowsIn(grid).length;
}

/** Insert the row as it was typed under the book's own; what differs stands out.
 * @param {HTMLElement} grid
 * @param {PaperRow} row */
function insertBeneath(grid, { n, cells }) {
  const theirs = grid.querySelector(`tr[data-written="${n}"]`);
  const line = document.createElement("tr"), head = document.createElement("th");
  line.className = "mine";
  Object.assign(head, { scope: "row", colSpan: 2, textContent: grid.dataset.mine });
  line.append(head, ...(grid.dataset.paths ?? "").split(" ").map((path, column) => {
    const cell = document.createElement("td"), text = cells[path] ?? "";
    const own = theirs?.querySelectorAll("td")[column + 1], same = own?.textContent.trim() === text;
    cell.dataset.head = own?.dataset.head ?? "";
    cell.append(same ? text : Object.assign(document.createElement("b"), { textContent: text }));
    return cell;
  }));
  if (theirs) theirs.after(line);
  else find(grid, "tbody").prepend(line);
}

/** Do with what was typed in a grid what a button says.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} grid
 * @param {string | undefined} what the button's data-half-do
 * @param {(form: HTMLFormElement) => void} changed */
function decide(form, grid, what, changed) {
  const typed = what ? readTyped(grid.dataset) : null;
  if (!what || !typed) return;
  const free = rowsIn(grid).map((row) => Number(row.dataset.n));
  /** @type {Record<string, () => PaperRow[]>} */
  const choices = {
    again: () => typed.rows,
    book: () => typed.rows.filter(({ n }) => free.includes(n)),
    after: () => typed.rows.map((row, at) => ({ ...row, n: free[at] })),
    clear: () => [],
  };
  const rows = choices[what]();
  for (const line of grid.querySelectorAll("tr.mine")) line.remove();
  for (const row of rowsIn(grid)) row.hidden = false;
  fillGrid(form, grid, typed, rows, changed);
}

/** Show the box of this name above the grid, and hide the others.
 * @param {HTMLFormElement} form
 * @param {string} name "back", "choice" or none
 * @param {number} at when it was typed */
function showBox(form, name, at) {
  for (const box of form.querySelectorAll("[data-half]")) {
    box.hidden = box.dataset.half !== name;
    find(box, "time").textContent = formatHour(at);
  }
  const send = form.querySelector("[data-send]");
  if (send) send.hidden = name === "choice";
}

/* ── on the table's own page: that there is one, and the way back to it */

const notice = document.getElementById("half-typed");
const wayToPaper = () => document.querySelector("#sheet .on-paper form");
const sheetFacts = () => document.querySelector("#sheet .sheet")?.dataset ?? {};

/** Say that a sheet is half typed on this phone, where it can be typed on. */
export function drawHalfTyped() {
  const typed = wayToPaper() && readTyped(sheetFacts());
  if (!notice) return;
  notice.hidden = !typed?.rows.length;
  if (!typed || notice.hidden) return;
  find(notice, "time").textContent = formatHour(typed.at);
  find(notice, "[data-last]").textContent = String(Math.max(...typed.rows.map(({ n }) => n)));
}

notice?.addEventListener("click", ({ target }) => {
  const what = target.closest("[data-half-do]")?.dataset.halfDo;
  if (what === "open") wayToPaper()?.requestSubmit();
  if (what === "clear") {
    store(nameOf(sheetFacts()), null);
    drawHalfTyped();
    find(document, "#sheet h1").focus();
  }
});
