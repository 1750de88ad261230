/* What a penalty, a departure or a purchase of fiches would move, asked of the server as for a coup; and what a coup gives,
   shown again where its rare inputs stand (`data-echo`), above the form. */

import { earlierCoupsWait } from "./numbering.js";
import { headers, sheet } from "./page_state.js";
import { askPreview } from "./preview.js";

sheet.addEventListener("input", ({ target }) => {
  const { form } = /** @type {HTMLInputElement} */ (target);
  if (form && !form.dataset.game && form.querySelector(".foreseen")) askPreview(form, headers, earlierCoupsWait);
});

sheet.addEventListener("foreseen", ({ target }) => echo(/** @type {HTMLFormElement} */ (target)), true);
sheet.addEventListener("unforeseen", ({ target }) => echo(/** @type {HTMLFormElement} */ (target)));

/** @param {HTMLFormElement} form */
function echo(form) {
  const said = form.id === "coup" ? form.querySelector(".foreseen") : null;
  for (const place of said ? sheet.querySelectorAll("[data-echo]") : []) place.replaceChildren(...[...said?.childNodes ?? []].map((node) => node.cloneNode(true)));
}
