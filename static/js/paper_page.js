/* A page of the desk with grids of paper sheets. */

import { restoreTyped, saveTyped } from "./half_typed.js";
import { current } from "./keyring.js";
import { startPaper } from "./paper.js";

/* A round of wide tables shows the boxes of one: Enter opens the next one's, the button any. */

const rowsAt = "tr[data-row]";
const tables = [...document.querySelectorAll(`.round:not(.short) tbody:has(${rowsAt})`)];
for (const table of tables) table.classList.toggle("shut", !table.querySelector("[autofocus]"));

document.addEventListener("keydown", ({ key, target }) => {
  const at = tables.findIndex((table) => table.contains(target));
  if (key === "Enter" && at >= 0) tables[at + 1]?.classList.remove("shut");
}, true);

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("input.cell")) target.closest("tbody")?.classList.remove("shut");
});

document.addEventListener("click", ({ target }) => {
  const table = target.closest("[data-open]")?.closest("tbody");
  table?.classList.remove("shut");
  table?.querySelector("input.cell")?.focus();
});

startPaper({ current, restoreTyped, saveTyped });
