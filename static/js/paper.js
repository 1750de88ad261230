/* A paper sheet typed by keyboard alone: arrows and Enter walk the grid, the last player's points fill themselves, and a
   total that is not right is told at once. What else is wrong with a coup the server says when its row is left. It comes with
   the desk's pages of grids (paper_page.js), and after a table's page (table_extras.js). */

/** @import { PaperPage, RowFindings } from "./types.d.ts" */

import { isWholeNumber } from "./digits.js";
import { find } from "./dom.js";

/** @typedef {HTMLInputElement & {form: HTMLFormElement}} Cell */

const PAUSE_MS = 250;
/** @type {PaperPage} what the page has once alone: where what is typed is stored, and its key */
let page;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
let asked = 0;

/** The cell that an event came from; null where it came from something else.
 * @param {EventTarget} target
 * @returns {Cell | null} */
const cellOf = (target) => (target instanceof Element ? /** @type {Cell | null} */ (target.closest("[data-paper] input.cell")) : null);

/** @param {Cell} cell */
const rowOf = (cell) => /** @type {HTMLTableRowElement} */ (cell.closest("tr[data-row]"));

/** @param {HTMLElement} row */
const cellsOf = (row) => /** @type {Cell[]} */ ([...row.querySelectorAll("input.cell")]);

/** The rows that are shown: a whole round keeps a table's next blank one alone.
 * @param {HTMLElement} cell */
const rowsOf = (cell) => [.../** @type {HTMLElement} */ (cell.closest("table")).querySelectorAll("tr[data-row]")].filter((row) => row.checkVisibility());

/** Did the page fill this cell by itself?
 * @param {Cell} cell */
const isAuto = (cell) => cell.classList.contains("auto");

/** Where a key leads from a cell; null or undefined where it leads nowhere.
 * @param {Cell} cell
 * @param {string} key */
function targetOf(cell, key) {
  const rows = rowsOf(cell), row = rowOf(cell), at = rows.indexOf(row), cells = cellsOf(row), n = cells.indexOf(cell);
  /** @param {HTMLElement | undefined} line */
  const first = (line) => line && cellsOf(line)[0];
  const send = cell.form.querySelector("[data-send]");
  switch (key) {
    case "ArrowRight": return cells.slice(n + 1).find((one) => !isAuto(one)) ?? first(rows[at + 1]) ?? send;
    case "ArrowLeft": return cells.slice(0, n).reverse().find((one) => !isAuto(one)) ?? (at ? cellsOf(rows[at - 1]).at(-1) : null);
    case "ArrowDown": return rows[at + 1] ? cellsOf(rows[at + 1])[n] : send;
    case "ArrowUp": return rows[at - 1] ? cellsOf(rows[at - 1])[n] : null;
    case "Enter": return first(rows[at + 1]) ?? send;
    default: return null;
  }
}

document.addEventListener("keydown", (event) => {
  const cell = cellOf(event.target);
  if (!cell || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  const to = targetOf(cell, event.key);
  if (to || event.key === "Enter") event.preventDefault();
  to?.focus();
});

document.addEventListener("focusin", ({ target }) => cellOf(target)?.select());

/* ── the last one of a total fills itself, and the total is checked */

/** The cells of a row that make a known total.
 * @param {HTMLElement} row */
const summedCells = (row) => cellsOf(row).filter((cell) => cell.dataset.total);

/** The number in a cell; null where it holds none.
 * @param {Cell} cell */
const numberIn = (cell) => (isWholeNumber(cell.value.trim().replace("−", "-")) ? Number(cell.value.replace("−", "-")) : null);

/** The sum of these numbers; null where one of them is missing.
 * @param {(number | null)[]} numbers */
const sumOf = (numbers) => (numbers.includes(null) ? null : numbers.reduce((/** @type {number} */ sum, one) => sum + Number(one), 0));

/** Fill the last cell of a row's total. `typed`: the cell that was just typed into, if any.
 * @param {HTMLElement} row
 * @param {Cell | null} typed */
function fillLast(row, typed) {
  const cells = summedCells(row);
  if (typed && isAuto(typed)) typed.classList.remove("auto");
  const empty = cells.filter((cell) => !cell.value.trim());
  const last = cells.find(isAuto) ?? (empty.length === 1 ? empty[0] : null);
  if (!last || cells.length < 2 || last === typed) return;
  const known = sumOf(cells.filter((cell) => cell !== last).map(numberIn));
  const rest = known === null ? Number.NaN : Number(last.dataset.total) - known, isRest = rest >= Number(last.dataset.low);
  last.value = isRest ? String(rest) : "";
  last.classList.toggle("auto", isRest);
}

/** What is wrong with a row's total, in words; an empty text where nothing is.
 * @param {HTMLElement} row */
function totalFault(row) {
  const cells = summedCells(row), known = cells.filter((cell) => cell.value.trim()).map(numberIn), sum = sumOf(known);
  if (cells.length < 2 || sum === null) return "";
  const total = Number(cells[0].dataset.total), missing = total - sum;
  const open = cells.filter((cell) => !cell.value.trim()).reduce((all, cell) => all + Number(cell.dataset.low), 0);
  if (missing === 0 || (missing >= open && known.length < cells.length)) return "";
  const words = /** @type {HTMLElement} */ (row.closest("table")).dataset;
  const sentence = (missing > 0 ? words.missing : words.over) ?? "";
  return sentence.replace("{n}", String(Math.abs(missing))).replace("{total}", String(total));
}

/** Show sentences above a row, which stays where it is under the finger, and mark the cells that are wrong.
 * @param {HTMLElement} row
 * @param {string[]} sentences
 * @param {Cell[]} [wrong] */
function showFaults(row, sentences, wrong = []) {
  const box = /** @type {HTMLElement} */ (row.previousElementSibling), place = /** @type {HTMLElement} */ (box.firstElementChild);
  const typed = cellOf(/** @type {Element} */ (document.activeElement)), top = typed?.getBoundingClientRect().top ?? 0;
  place.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("p"), { className: "error", textContent: text })));
  box.hidden = sentences.length === 0;
  if (typed) scrollBy({ top: typed.getBoundingClientRect().top - top, behavior: "instant" });
  for (const cell of cellsOf(row)) cell.toggleAttribute("aria-invalid", wrong.includes(cell));
  for (const cell of wrong) cell.setAttribute("aria-invalid", "true");
}

/** @param {HTMLElement} row */
function showTotalFault(row) {
  const words = totalFault(row);
  showFaults(row, words ? [words] : [], words ? summedCells(row) : []);
}

document.addEventListener("input", ({ target }) => {
  const cell = cellOf(target);
  if (!cell) return;
  fillLast(rowOf(cell), cell);
  showTotalFault(rowOf(cell));
  drawButton(cell.form);
  page.saveTyped(cell);
});

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.id === "paper-dealer" && target.form) page.saveTyped(/** @type {Cell} */ (find(target.form, "input.cell")));
});

/* ── a row that is left is read by the server, which alone knows the rules; an answer that comes late is dropped */

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const cell = cellOf(target), next = relatedTarget && cellOf(relatedTarget);
  if (!cell || (next && rowOf(next) === rowOf(cell))) return;
  fillLast(rowOf(cell), null);
  showTotalFault(rowOf(cell));
  page.saveTyped(cell);
  clearTimeout(pause);
  pause = setTimeout(() => askFaults(cell.form), PAUSE_MS);
});

/** Ask the server what is wrong with the rows, and show it.
 * @param {HTMLFormElement} form */
async function askFaults(form) {
  const { check = "" } = find(form, "[data-paper]").dataset, question = ++asked;
  const fields = /** @type {[string, string][]} */ ([...new FormData(form), ["check", "1"]]);
  try {
    const answer = await fetch(check, { method: "POST", headers: { "X-Table-Key": page.current() ?? "" }, body: new URLSearchParams(fields) });
    if (!answer.ok || question !== asked || !form.isConnected) return;
    /** @type {{rows: Record<string, RowFindings | undefined>, results?: Record<string, string>, over?: string[]}} */
    const { rows, results = {}, over = [] } = await answer.json();
    for (const place of form.querySelectorAll("[data-result]")) place.textContent = results[place.dataset.result ?? ""] ?? place.textContent;
    for (const table of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("tbody[data-draft]"))) table.classList.toggle("over", over.includes(table.dataset.draft?.split(".")[0] ?? ""));
    const left = rowsOf(find(form, "input.cell")).filter((row) => !row.contains(document.activeElement));
    for (const row of left) showFindings(row, rows[row.dataset.row ?? ""]);
  } catch { /* without network the sums are still checked here, and the server reads it all before it writes */ }
}

/** Show what the server found in a row.
 * @param {HTMLElement} row
 * @param {RowFindings | undefined} found */
function showFindings(row, found) {
  if (!found || cellsOf(row).every((cell) => !cell.value.trim())) return;
  /** @param {Cell} cell */
  const faultOf = (cell) => found.cells[cell.dataset.path ?? ""];
  const wrong = cellsOf(row).filter((cell) => found.wrong.includes(cell.dataset.path ?? ""));
  /** A fault that names the player is said as it is.
   * @param {Cell} cell */
  const sentenceOf = (cell) => {
    const { name, player } = cell.dataset, fault = faultOf(cell) ?? "";
    return player && fault.includes(player) ? fault : `${name}${find(cell.form, "[data-paper]").dataset.colon} ${fault}`;
  };
  const sentences = [...found.sentences, ...wrong.filter(faultOf).map(sentenceOf)];
  if (sentences.length) showFaults(row, sentences, wrong);
  else showTotalFault(row);
}

/* ── a grid has come: with its page at the desk, into the page on a phone */

/** @type {WeakSet<HTMLFormElement>} */
const prepared = new WeakSet();

/** Say on the phone's button what it will do, or that nothing is typed; at the desk it says one thing.
 * @param {HTMLFormElement} form */
function drawButton(form) {
  const isEmpty = ![...form.querySelectorAll("input.cell")].some((cell) => /** @type {Cell} */ (cell).value.trim());
  for (const words of form.querySelectorAll("[data-send] [data-when]")) words.hidden = (words.dataset.when === "empty") !== isEmpty;
}

document.addEventListener("submit", (event) => {
  const words = event.target.querySelector("[data-send] [data-when=empty]");
  if (!words || words.hidden) return;
  event.preventDefault();
  event.stopPropagation();
  event.target.querySelector("input.cell")?.focus();
}, true);

/** Put what was typed back into the page's grid, once for each grid; show the first coup that is still to be copied. */
function prepareGrid() {
  const form = document.querySelector("[data-paper]")?.closest("form");
  if (!form || prepared.has(form)) return;
  prepared.add(form);
  cellOf(/** @type {Element} */ (document.activeElement))?.select(); // it had the focus before this script came
  if (!("answered" in find(form, "[data-paper]").dataset) && form.querySelector("tr.done")) form.querySelector("tr[data-row]")?.scrollIntoView();
  const early = [...form.querySelectorAll("input.cell")].filter((cell) => cell.value !== cell.defaultValue).map((cell) => ({ cell, value: cell.value }));
  drawButton(form);
  page.restoreTyped(form, () => {
    drawButton(form);
    for (const row of form.querySelectorAll("tr[data-row]")) showTotalFault(row);
    askFaults(form);
  });
  for (const { cell, value } of early) { // typed before this script came
    cell.value = value;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** @param {PaperPage} given */
export function startPaper(given) {
  page = given;
  prepareGrid();
  document.addEventListener("htmx:afterSwap", prepareGrid);
}
