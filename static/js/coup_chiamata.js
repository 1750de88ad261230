/* A coup of Briscola chiamata: five taps and a number. Whether the bid is reached the server says. */

/** @import { Enliven } from "./types.d.ts" */

import { find } from "./dom.js";

/** @type {Enliven} */
export function enliven(form, _computed, changed) {
  const { bid, points } = form.elements;
  const onTyped = () => {
    paint(form);
    changed([]);
  };
  form.addEventListener("input", ({ target }) => {
    if (/** @type {HTMLInputElement} */ (target).name === "partner") points.focus();
    onTyped();
  });
  find(form, ".chips").addEventListener("click", ({ target }) => {
    const chip = target.closest("[data-bid]");
    if (!chip) return;
    bid.value = chip.dataset.bid ?? "";
    onTyped();
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".mark input") && /** @type {HTMLInputElement} */ (target).select());
  return { paint: () => paint(form) };
}

/** Show the chip of the bid; hide the caller among the partners; ask for all tricks where the caller has all points.
 * @param {HTMLFormElement} form */
function paint(form) {
  const { bid, caller, partner, points } = form.elements;
  for (const chip of form.querySelectorAll("[data-bid]")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.bid === bid.value.trim()));
  }
  for (const one of /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (partner))) {
    const isCaller = one.value === caller.value;
    if (isCaller) one.checked = false;
    const label = one.closest("label");
    if (label) label.hidden = isCaller;
  }
  const cappotto = form.querySelector(".cappotto");
  if (cappotto) cappotto.hidden = points.value.trim() !== "120";
}
