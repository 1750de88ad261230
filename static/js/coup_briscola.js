/* A deal of Briscola: one number, the other side's follows; a tie in one tap. */

/** @import { Enliven } from "./types.d.ts" */

import { find } from "./dom.js";
import { enlivenPoints } from "./points.js";

/** @type {Enliven} */
export function enliven(form, computed, changed) {
  const points = enlivenPoints(form, computed, () => changed(points.computed));
  find(form, "[data-tie]").addEventListener("click", ({ target }) => {
    points.setAll(target.dataset.tie ?? "");
    changed(points.computed);
  });
  return { paint: () => points.paint() };
}
