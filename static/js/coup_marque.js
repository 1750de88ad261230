/* A coup of a club's own game: figures that make the sum that was declared, and a tap for each mark. */

/** @import { Enliven } from "./types.d.ts" */

import { enlivenPoints } from "./points.js";

/** @type {Enliven} */
export function enliven(form, computed, changed) {
  form.addEventListener("input", ({ target }) => {
    const box = /** @type {HTMLInputElement} */ (target), row = box.closest("[data-one]");
    if (!row || !box.checked) return;
    for (const other of row.querySelectorAll("input")) if (other !== box) other.checked = false; // one alone may have it
  });
  const points = enlivenPoints(form, computed, () => changed(points.computed));
  return { paint: () => points.paint() };
}
