/* The button at the foot that leads to a part of the sheet (`data-to`) gives way while that part is in sight. */

/** @import { TablePage } from "./types.d.ts" */

import { find } from "./dom.js";

/** @param {Pick<TablePage, "sheet">} page */
export function startAtFoot({ sheet }) {
  const watch = new IntersectionObserver((parts) => {
    for (const { target, isIntersecting } of parts) {
      const button = sheet.querySelector(`.at-foot[data-to="${target.getAttribute("aria-labelledby")}"]`);
      if (button) button.hidden = isIntersecting;
    }
  }, { rootMargin: "0px 0px -50%" }); // in the upper half, so that what follows its title is in sight as well
  sheet.addEventListener("prepared", () => {
    watch.disconnect();
    for (const button of sheet.querySelectorAll(".at-foot[data-to]")) watch.observe(find(sheet, `[aria-labelledby="${button.dataset.to}"]`));
  });
}
