/* The cards that a correction counts, as tiles: a touch asks whose one it is instead. What the form sends stays the counts
   that it declares; they are shown themselves where the server finds one wrong. It knows no game. */

/** @import { TablePage } from "./types.d.ts" */

import { find } from "./dom.js";

/** @param {Pick<TablePage, "sheet">} page */
export function startTappedCounts({ sheet }) {
  sheet.addEventListener("prepared", () => {
    for (const box of sheet.querySelectorAll(".tiles:not(:has(.error))")) draw(box);
  });
  sheet.addEventListener("click", ({ target }) => {
    const box = target.closest(".tiles"), button = target.closest("button");
    if (box && button) onTouch(box, button);
  });
}

/** The inputs that count, each for one answer.
 * @param {HTMLElement} box
 * @returns {HTMLInputElement[]} */
const inputsOf = (box) => /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll(".counts input")]);

/** Show each counted card, and one that nobody has for each that is missing.
 * @param {HTMLElement} box */
function draw(box) {
  const owners = inputsOf(box).flatMap((input) => Array.from({ length: Number(input.value) || 0 }, () => input.name));
  const { all = "", face = "", blank = "" } = box.dataset;
  while (owners.length < Number(all)) owners.push("");
  find(box, ".deck").replaceChildren(...owners.map((owner) => {
    const answer = owner && find(box, `[data-count="${owner}"]`);
    const tile = Object.assign(document.createElement("button"), { type: "button", className: `bru ${answer && answer.classList.contains("won") ? "won" : answer ? "lost" : ""}` });
    tile.dataset.owner = owner;
    const by = Object.assign(document.createElement("span"), { className: "by", textContent: answer ? find(answer, "bdi").textContent : blank });
    tile.append(Object.assign(document.createElement("span"), { className: "face", textContent: face }), by, Object.assign(document.createElement("span"), { className: "hide", textContent: answer ? find(answer, "span").textContent : "" }));
    return tile;
  }));
  find(box, ".counts").hidden = true;
}

/** @param {HTMLElement} box
 * @param {HTMLElement} button */
function onTouch(box, button) {
  const panel = find(box, ".fates"), open = box.querySelector(".bru[aria-expanded=true]");
  if (!("count" in button.dataset)) {
    for (const tile of box.querySelectorAll(".bru")) tile.setAttribute("aria-expanded", String(tile === button && tile !== open));
    panel.hidden = button === open;
    return;
  }
  const counts = inputsOf(box), before = counts.find((input) => input.name === open?.dataset.owner), after = counts.find((input) => input.name === button.dataset.count);
  for (const [input, more] of /** @type {[HTMLInputElement | undefined, number][]} */ ([[before, -1], [after, 1]])) if (input) input.value = String(Number(input.value) + more);
  panel.hidden = true;
  draw(box);
  find(box, ".bru").focus({ preventScroll: true });
  after?.dispatchEvent(new Event("input", { bubbles: true }));
}
