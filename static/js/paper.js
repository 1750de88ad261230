/* A paper sheet typed by keyboard alone: arrows and Enter walk the grid, the last player's points fill themselves, and a
   total that is not right is told at once. What else is wrong with a coup the server says when its row is left. */

import { comeBack, save } from "./half_typed.js";
import { current } from "./keyring.js";

const PAUSE_MS = 250;
let pause = 0, asked = 0;

const cellOf = (target) => target.closest?.("[data-paper] input.cell");
const rowOf = (cell) => cell.closest("tr[data-row]");
const cellsOf = (row) => [...row.querySelectorAll("input.cell")];
const rowsOf = (cell) => [...cell.closest("table").querySelectorAll("tr[data-row]")];
const auto = (cell) => cell.classList.contains("auto");

function goal(cell, key) {
  const rows = rowsOf(cell), row = rowOf(cell), at = rows.indexOf(row), cells = cellsOf(row), n = cells.indexOf(cell);
  const first = (line) => line && cellsOf(line)[0];
  const send = cell.form.querySelector("[data-send]");
  switch (key) {
    case "ArrowRight": return cells.slice(n + 1).find((one) => !auto(one)) ?? first(rows[at + 1]) ?? send;
    case "ArrowLeft": return cells.slice(0, n).reverse().find((one) => !auto(one)) ?? (at ? cellsOf(rows[at - 1]).at(-1) : null);
    case "ArrowDown": return rows[at + 1] ? cellsOf(rows[at + 1])[n] : send;
    case "ArrowUp": return rows[at - 1] ? cellsOf(rows[at - 1])[n] : null;
    case "Enter": return first(rows[at + 1]) ?? send;
    default: return null;
  }
}

document.addEventListener("keydown", (event) => {
  const cell = cellOf(event.target);
  if (!cell || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  const to = goal(cell, event.key);
  if (to || event.key === "Enter") event.preventDefault();
  to?.focus();
});

document.addEventListener("focusin", ({ target }) => cellOf(target)?.select());

/* ── the last one of a total fills itself, and the total is checked */

const summed = (row) => cellsOf(row).filter((cell) => cell.dataset.total);
const figure = (cell) => (/^\d{1,4}$/.test(cell.value.trim()) ? Number(cell.value) : null);

function fill(row, typed) {
  const cells = summed(row);
  if (typed && auto(typed)) typed.classList.remove("auto");
  const others = (last) => cells.filter((cell) => cell !== last);
  const last = cells.find(auto) ?? (cells.filter((cell) => !cell.value.trim()).length === 1 ? cells.find((cell) => !cell.value.trim()) : null);
  if (!last || cells.length < 2 || last === typed) return;
  const known = others(last).map(figure);
  const rest = known.includes(null) ? -1 : Number(last.dataset.total) - known.reduce((sum, one) => sum + one, 0);
  last.value = rest >= 0 ? String(rest) : "";
  last.classList.toggle("auto", rest >= 0);
}

function sum(row) {
  const cells = summed(row), known = cells.filter((cell) => cell.value.trim()).map(figure);
  if (cells.length < 2 || known.includes(null)) return "";
  const total = Number(cells[0].dataset.total), far = total - known.reduce((all, one) => all + one, 0);
  if (far > 0 && known.length < cells.length) return "";
  const words = row.closest("table").dataset;
  return far === 0 ? "" : (far > 0 ? words.missing : words.over).replace("{n}", Math.abs(far)).replace("{total}", total);
}

function tell(row, sentences, wrong = []) {
  const box = row.nextElementSibling, place = box.firstElementChild;
  place.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("p"), { className: "error", textContent: text })));
  box.hidden = sentences.length === 0;
  for (const cell of cellsOf(row)) cell.toggleAttribute("aria-invalid", wrong.includes(cell));
  for (const cell of wrong) cell.setAttribute("aria-invalid", "true");
}

function tellSum(row) {
  const words = sum(row);
  tell(row, words ? [words] : [], words ? summed(row) : []);
}

document.addEventListener("input", ({ target }) => {
  const cell = cellOf(target);
  if (!cell) return;
  fill(rowOf(cell), cell);
  tellSum(rowOf(cell));
  save(cell.form);
});

document.addEventListener("change", ({ target }) => target.id === "paper-dealer" && save(target.form));

/* ── a row that is left is read by the server, which alone knows the rules; an answer that comes late is dropped */

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const cell = cellOf(target);
  if (!cell || (relatedTarget && cellOf(relatedTarget) && rowOf(relatedTarget) === rowOf(cell))) return;
  fill(rowOf(cell), null);
  tellSum(rowOf(cell));
  save(cell.form);
  clearTimeout(pause);
  pause = setTimeout(() => check(cell.form), PAUSE_MS);
});

async function check(form) {
  const table = form.querySelector("[data-paper]"), mine = ++asked;
  const body = new URLSearchParams([...new FormData(form), ["check", "1"]]);
  try {
    const answer = await fetch(table.dataset.check, { method: "POST", headers: { "X-Table-Key": current() ?? "" }, body });
    if (!answer.ok || mine !== asked || !form.isConnected) return;
    const { rows } = await answer.json();
    const left = rowsOf(form.querySelector("input.cell")).filter((row) => !row.contains(document.activeElement));
    for (const row of left) show(row, rows[Number(row.dataset.row)]);
  } catch { /* without network the sums are still checked here, and the server reads it all before it writes */ }
}

function show(row, found) {
  if (!found || cellsOf(row).every((cell) => !cell.value.trim())) return;
  const wrong = cellsOf(row).filter((cell) => found.cells[cell.dataset.path]);
  const named = wrong.map((cell) => `${cell.getAttribute("aria-label").split(", ").slice(1).join(", ")} : ${found.cells[cell.dataset.path]}`);
  const sentences = [...found.told, ...named];
  if (sentences.length) tell(row, sentences, wrong);
  else tellSum(row);
}

/* ── a grid has come: with its page at the desk, into the page on a phone */

const begun = new WeakSet();

function begin() {
  const form = document.querySelector("[data-paper]")?.closest("form");
  if (!form || begun.has(form)) return;
  begun.add(form);
  comeBack(form, () => {
    for (const row of form.querySelectorAll("tr[data-row]")) tellSum(row);
    check(form);
  });
}

begin();
document.addEventListener("htmx:afterSwap", begin);
