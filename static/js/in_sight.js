/* What the coup will do is brought into sight: whole above the button at the foot, or above the page's own digits, as far as the
   field that is typed into stays in sight too. */

import { find } from "./dom.js";

const GAP_PX = 6;

/** Bring what a whole coup gives above the button that marks it, unless somebody reads above the form what was just done.
 * @param {HTMLFormElement} form */
export function bringInSight(form) {
  const box = find(form, ".foreseen"), field = document.activeElement;
  if (field?.matches("input[inputmode]")) return slideAboveDigits(form, box, field);
  const isBusy = document.querySelector("#sheet .toast:is([data-above], [data-back]):not([hidden])");
  if (!isBusy && !form.querySelector(".todo")) box.scrollIntoView({ block: "nearest" });
}

/** Slide the page up by what the digits hide of the box; where that and the field do not fit, nothing moves.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} box
 * @param {Element} field */
function slideAboveDigits(form, box, field) {
  const pad = form.querySelector(".pad:not([hidden])");
  if (!pad) return;
  const hidden = box.getBoundingClientRect().bottom + GAP_PX - pad.getBoundingClientRect().top;
  const room = (field.closest(".points") ?? field).getBoundingClientRect().top;
  if (hidden > 0 && hidden <= room) window.scrollBy({ top: hidden, behavior: "instant" });
}
