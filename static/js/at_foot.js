/* The button at the foot that leads to a part of the sheet (`data-to`) gives way as soon as that part's own buttons come into
   sight: it would cover the first of them. */

/** @import { TablePage } from "./types.d.ts" */

import { find } from "./dom.js";

/** @param {Pick<TablePage, "sheet">} page */
export function startAtFoot({ sheet }) {
  const watch = new IntersectionObserver((parts) => {
    for (const { target, isIntersecting } of parts) {
      const button = sheet.querySelector(`.at-foot[data-to="${target.closest("[aria-labelledby]")?.getAttribute("aria-labelledby")}"]`);
      if (button) button.hidden = isIntersecting;
    }
  });
  sheet.addEventListener("prepared", () => {
    watch.disconnect();
    for (const button of sheet.querySelectorAll(".at-foot[data-to]")) watch.observe(find(sheet, `[aria-labelledby="${button.dataset.to}"] .choices`));
  });
}
