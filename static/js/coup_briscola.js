/* A deal of Briscola: one number, the other side's follows; a tie in one tap. */

import { enlivenPoints } from "./points.js";

export function enliven(form, computed, changed) {
  const points = enlivenPoints(form, computed, () => changed(points.computed));
  form.querySelector("[data-tie]").addEventListener("click", ({ target }) => {
    points.say(target.dataset.tie);
    changed(points.computed);
  });
  return { paint: () => points.show() };
}
