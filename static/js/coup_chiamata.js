/* A coup of Briscola chiamata: five taps and two numbers. Whether the bid is reached the server says. */

/** @import { Enliven } from "./types.d.ts" */

import { find } from "./dom.js";

const LEAST = 61, MOST = 120;

/** @type {Enliven} */
export function enliven(form, _computed, changed) {
  const { bid, points } = form.elements;
  const onTyped = () => {
    paint(form);
    changed([]);
  };
  form.addEventListener("input", ({ target }) => {
    const { name } = /** @type {HTMLInputElement} */ (target);
    if (name === "rank" || name === "suit") nameCard(form);
    if (name === "caller" && !bid.value) bid.focus();
    if (name === "partner") points.focus();
    onTyped();
  });
  form.addEventListener("click", ({ target }) => {
    const step = target.closest("[data-step]")?.dataset.step;
    if (!step) return;
    bid.value = String(Math.min(MOST, Math.max(LEAST, (Number(bid.value) || LEAST - 1) + Number(step))));
    onTyped();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || (event.target !== bid && event.target !== points)) return;
    event.preventDefault(); // else the form is sent half typed
    const typed = event.target === bid ? bid : points, { low, high } = typed.dataset, number = Number(typed.value);
    if (typed.value.trim() && !(number >= Number(low) && number <= Number(high))) typed.select(); // it cannot be right
    else if (event.target === bid) find(form, ".ranks input:checked, .ranks input").focus();
    else find(form, "#send").focus();
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".mark input") && /** @type {HTMLInputElement} */ (target).select());
  return { paint: () => paint(form) };
}

/** The card that is named, once its rank and its suit are.
 * @param {HTMLFormElement} form */
function nameCard(form) {
  const { rank, suit, called } = form.elements;
  called.value = rank.value && suit.value ? rank.value + suit.value : "";
}

/** Put «alone» in the caller's place among those who may have held the card; show what is left for the other side; ask
 * for all tricks where the caller's side has all points.
 * @param {HTMLFormElement} form */
function paint(form) {
  const { caller, partner, points } = form.elements;
  const alone = find(form, "[data-alone]");
  alone.hidden = !caller.value;
  for (const one of /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (partner))) {
    const label = one.closest("label");
    const isCaller = one.value === caller.value;
    if (isCaller) one.checked = false;
    if (!label || label === alone) continue;
    label.hidden = isCaller;
    label.style.order = one.value;
    if (isCaller) find(alone, ".name").textContent = label.textContent.trim();
  }
  alone.style.order = caller.value;
  const said = points.value.trim();
  find(form, "[data-rest]").textContent = /^\d{1,3}$/.test(said) && Number(said) <= MOST ? String(MOST - Number(said)) : "";
  const cappotto = form.querySelector(".cappotto");
  if (cappotto) cappotto.hidden = said !== "120";
}
