/* The form of a coup under the finger: which script brings which game's form to life, one line a game that has one.
   Who takes what and what does not add up comes from the server (`preview.js` asks it); nothing is scored here.
   What a coup gives while it does not answer tells `forecast.js`. */

/** @import { Enliven } from "./types.d.ts" */

import { enliven as briscan } from "./coup_briscan.js";
import { enliven as brusquembille } from "./coup_brusquembille.js";
import { enliven as chiamata } from "./coup_chiamata.js";
import { enliven as tricks } from "./coup_tricks.js";
import { enlivenPoints } from "./points.js";

/** @type {Record<string, Enliven>} */
const GAMES = { brusquembille, briscan, chiamata, tricks };

/** Bring the form to life. `computed`: the inputs that the page had filled by itself; `changed(computed)` is called
 * whenever something was typed. Returns what paints the form.
 * @type {Enliven} */
export function enliven(form, computed, changed) {
  form.addEventListener("click", ({ target }) => mend(form, /** @type {HTMLButtonElement | null} */ (target.closest("[data-put]"))));
  return (GAMES[form.dataset.game ?? ""] ?? enlivenPlain)(form, computed, changed);
}

/** Put a repair that the server offers into its field; the button goes with what it has mended.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} repair */
function mend(form, repair) {
  if (!repair) return;
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[name="${repair.dataset.put}"]`)]);
  const field = fields.find((one) => one.type === "radio" && one.value === repair.value) ?? fields[0];
  if (field.type === "radio") field.checked = true;
  else field.value = repair.value;
  field.dispatchEvent(new Event(field.closest(".points") ? "mended" : "input", { bubbles: true }));
  form.querySelector("#send")?.focus();
}

/** A game without a script of its own: figures that make a sum fill themselves, a tie is one tap; the preview follows what
 * is typed.
 * @type {Enliven} */
function enlivenPlain(form, computed, changed) {
  const points = enlivenPoints(form, computed, () => changed(points.computed));
  form.querySelector("[data-tie]")?.addEventListener("click", ({ target }) => {
    points.setAll(target.dataset.tie ?? "");
    changed(points.computed);
  });
  return points;
}
