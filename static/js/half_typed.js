/* A paper sheet half typed, kept on this device for this table and this person until each of its rows is in the book:
   a reload, a closed page, a laptop that dies lose nothing of it. A row bears the id of the record it will become, and
   the coup it stands for. Where the book went on without it, the book's rows hold: what was typed for them is shown
   beneath, and somebody says. It lasts some days more, for a book that goes back. It knows no game. */

import { newId } from "./draft.js";
import { keep, read } from "./keyring.js";

const KEPT = "corbillon.paper.";
const KEPT_MS = 3 * 24 * 3_600_000;
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

const nameOf = ({ draft }) => KEPT + draft;
const keysOf = ({ recorded }) => recorded.split(" ").filter(Boolean);
const rowsIn = (table) => [...table.querySelectorAll("tr[data-row]")];
const cellsIn = (row) => [...row.querySelectorAll("input.cell")];
const keyIn = (row) => row.querySelector("[name^='key.']");

for (const name of Object.keys(localStorageOrNothing()).filter((one) => one.startsWith(KEPT))) {
  if (!(read(name)?.at > Date.now() - KEPT_MS)) keep(name, null);
}

function localStorageOrNothing() {
  try { return { ...localStorage }; } catch { return {}; }
}

/** What is kept for the sheet with these `facts` {draft, book, recorded}, and what of it the book lacks; or null. */
function keptFor(facts) {
  const draft = read(nameOf(facts));
  if (draft?.book !== facts.book) return null;
  const keys = new Set(keysOf(facts));
  const rows = draft.rows.filter((row) => !keys.has(row.key));
  return { ...draft, written: draft.rows.filter((row) => keys.has(row.key)), rows };
}

/** Keep what is typed in this grid, as it stands. */
export function save(form) {
  const table = form.querySelector("[data-paper]");
  const rows = rowsIn(table).map(asTyped).filter((row) => Object.keys(row.cells).length);
  put(table, rows, form);
}

function put(table, rows, form) {
  const { book, number } = table.dataset;
  const all = [...(keptFor(table.dataset)?.written ?? []), ...rows];
  const dealer = form.elements.dealer?.value ?? "";
  const draft = { book, number: Number(number), at: Date.now(), dealer, rows: all };
  form.querySelector("[data-unkept]").hidden = keep(nameOf(table.dataset), all.length ? draft : null);
}

function asTyped(row) {
  const filled = cellsIn(row).filter((cell) => cell.value.trim());
  return {
    n: Number(row.dataset.n),
    key: keyIn(row).value,
    cells: Object.fromEntries(filled.map((cell) => [cell.dataset.path, cell.value])),
    auto: filled.filter((cell) => cell.classList.contains("auto")).map((cell) => cell.dataset.path),
  };
}

/** A grid has come: what was typed goes back into it, or both are shown. `changed(form)` once its cells have changed. */
export function comeBack(form, changed) {
  const table = form.querySelector("[data-paper]"), kept = keptFor(table.dataset);
  form.addEventListener("click", ({ target }) => decide(form, target.closest("[data-half-do]")?.dataset.halfDo, changed));
  if (!kept?.rows.length) return;
  const theirs = keysOf(table.dataset).slice(kept.number - 1).filter((key) => !kept.written.some((row) => row.key === key));
  const free = new Set(rowsIn(table).map((row) => Number(row.dataset.n)));
  const lost = kept.rows.filter((row) => !free.has(row.n));
  if (theirs.length || lost.length) return ask(form, table, kept, lost);
  if ("answered" in table.dataset) save(form); // its cells came back from the server
  else fill(form, table, kept, kept.rows, changed);
}

function fill(form, table, { at, dealer, written }, rows, changed) {
  for (const row of rowsIn(table)) {
    const typed = rows.find(({ n }) => n === Number(row.dataset.n));
    keyIn(row).value = typed?.key ?? newId();
    for (const cell of cellsIn(row)) {
      cell.value = typed?.cells[cell.dataset.path] ?? "";
      cell.classList.toggle("auto", Boolean(typed?.auto.includes(cell.dataset.path)));
    }
  }
  if (form.elements.dealer && !written.length) form.elements.dealer.value = dealer;
  show(form, rows.length ? "back" : "", at);
  put(table, rows, form);
  changed(form);
  const free = rowsIn(table).find((row) => !row.querySelector("input.cell").value);
  (free?.querySelector("input.cell") ?? form.querySelector("[data-send]"))?.focus();
}

/* ── the book went on without it */

function ask(form, table, kept, lost) {
  for (const row of lost) beneath(table, row);
  for (const row of table.querySelectorAll("tr[data-row], tr.row-told")) row.hidden = true;
  show(form, "choice", kept.at);
  for (const part of form.querySelectorAll("[data-lost]")) part.hidden = !lost.length;
  form.querySelector("[data-half-do=again]").hidden = lost.length > 0;
  form.querySelector("[data-half-do=after]").hidden = !lost.length || kept.rows.length > rowsIn(table).length;
}

/** The row as it was typed, under the book's own; what differs stands out. */
function beneath(table, { n, cells }) {
  const theirs = table.querySelector(`tr[data-written="${n}"]`);
  const line = document.createElement("tr"), head = document.createElement("th");
  line.className = "mine";
  Object.assign(head, { scope: "row", colSpan: 2, textContent: table.dataset.mine });
  line.append(head, ...table.dataset.paths.split(" ").map((path, column) => {
    const cell = document.createElement("td"), text = cells[path] ?? "";
    const same = theirs?.querySelectorAll("td")[column + 1]?.textContent.trim() === text;
    cell.append(same ? text : Object.assign(document.createElement("b"), { textContent: text }));
    return cell;
  }));
  if (theirs) theirs.after(line);
  else table.tBodies[0].prepend(line);
}

function decide(form, what, changed) {
  const table = form.querySelector("[data-paper]"), kept = what && keptFor(table.dataset);
  if (!kept) return;
  const free = rowsIn(table).map((row) => Number(row.dataset.n));
  const rows = {
    again: () => kept.rows,
    book: () => kept.rows.filter(({ n }) => free.includes(n)),
    after: () => kept.rows.map((row, at) => ({ ...row, n: free[at] })),
    clear: () => [],
  }[what]();
  for (const line of table.querySelectorAll("tr.mine")) line.remove();
  for (const row of rowsIn(table)) row.hidden = false;
  fill(form, table, kept, rows, changed);
}

function show(form, name, at) {
  for (const box of form.querySelectorAll("[data-half]")) {
    box.hidden = box.dataset.half !== name;
    box.querySelector("time").textContent = hour.format(at);
  }
  const send = form.querySelector("[data-send]");
  if (send) send.hidden = name === "choice";
}

/* ── on the table's own page: that there is one, and the way back to it */

const notice = document.getElementById("half-typed");
const way = () => document.querySelector("#sheet .on-paper form");
const facts = () => document.querySelector("#sheet .sheet")?.dataset;

/** Say that a sheet is half typed on this phone, where it can be typed on. */
export function drawHalfTyped() {
  const kept = way() && keptFor(facts());
  notice.hidden = !kept?.rows.length;
  if (notice.hidden) return;
  notice.querySelector("time").textContent = hour.format(kept.at);
  notice.querySelector("[data-last]").textContent = Math.max(...kept.rows.map(({ n }) => n));
}

notice?.addEventListener("click", ({ target }) => {
  const what = target.closest("[data-half-do]")?.dataset.halfDo;
  if (what === "open") way().requestSubmit();
  if (what === "clear") {
    keep(nameOf(facts()), null);
    drawHalfTyped();
    document.querySelector("#sheet h1").focus();
  }
});
