/* A coup that is half typed is not lost by a tap elsewhere: who is about to end the partie is told of it first, and led back
   to it. It knows no game, and writes nothing. */

import { byId, find } from "./dom.js";
import { pairsOf } from "./draft.js";
import { tellForm } from "./entry.js";
import { sheet } from "./page_state.js";

/** The form in which a coup is begun; undefined where none is. */
const begunForm = () => [...sheet.querySelectorAll("form[data-game]")].find((form) => JSON.stringify(pairsOf(form)) !== form.blank);

/** Say of the coup that is begun what is typed of it; say nothing where none is.
 * @param {HTMLElement} notice
 * @param {HTMLFormElement | undefined} coup */
function tell(notice, coup) {
  const n = byId("coup-title").textContent.match(/\d+/)?.[0] ?? "";
  const form = /** @type {HTMLElement} */ (notice.closest("form"));
  for (const one of form.querySelectorAll("[data-words]")) one.textContent = (one.dataset.words ?? "").replace("{n}", n);
  find(notice, "span").textContent = coup ? tellForm(coup).map(([, sentence]) => sentence).join(" ") : "";
  notice.hidden = !coup;
  for (const words of form.querySelectorAll("[data-if-begun]")) words.hidden = (words.dataset.ifBegun === "yes") !== Boolean(coup);
}

sheet.addEventListener("toggle", ({ target }) => {
  const notice = target.matches("[open]") && target.querySelector(":scope > form > [data-begun]");
  if (notice) tell(/** @type {HTMLElement} */ (notice), begunForm());
}, true);

sheet.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-return]")) return;
  for (const open of sheet.querySelectorAll("details[open]")) open.open = false;
  byId("coup-title").focus();
});
