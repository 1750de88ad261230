/* What cannot be right in a coup, as far as the phone knows it without the server: each form declares its totals
   (`data-total`), its bounds (`data-low`, `data-high`) and what the cards that are said come to at least (`data-worth`,
   `data-least`, `data-one-won`). It knows no game. */

import { isWholeNumber } from "./digits.js";

/** @typedef {{words: string, names: string[], isSum?: boolean}} Fault What is wrong, in words, and the inputs it is about. */

/** @param {HTMLInputElement} input */
const textIn = (input) => input.value.trim();

/** What stands in the form's input of this name.
 * @param {HTMLFormElement} form
 * @param {string | undefined} name */
const valueOf = (form, name = "") => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value.trim() ?? "";

/** Cards of which somebody must have won one, and all are said to be lost; null where there are none.
 * @param {HTMLFormElement} form
 * @returns {Fault | null} */
function findNoneWon(form) {
  for (const { dataset: { oneWon = "", words = "" } } of form.querySelectorAll("[data-one-won]")) {
    if (oneWon.trim().split(" ").every((name) => valueOf(form, name).endsWith("-"))) return { words, names: [] };
  }
  return null;
}

/** The first figure that is less than the cards that are said to be won; null where none is.
 * @param {HTMLFormElement} form
 * @returns {Fault | null} */
function findTooLittle(form) {
  for (const { dataset: { least = "", seats = "", words = "" } } of form.querySelectorAll("[data-least]")) {
    const won = seats.split(" ").map((seat) => `${seat}+`);
    const cards = [...form.querySelectorAll("[data-worth]")].filter(({ dataset }) => won.includes(valueOf(form, dataset.card)));
    const low = cards.reduce((sum, { dataset }) => sum + Number(dataset.worth), 0);
    const said = valueOf(form, least);
    const { name = "" } = /** @type {HTMLInputElement} */ (form.elements.namedItem(least)).dataset;
    if (said && Number(said) < low) {
      const faces = cards.map((card) => card.querySelector(".hide")?.textContent).join(", ");
      return { words: words.replace("{name}", name).replace("{low}", String(low)).replace("{cards}", faces), names: [least] };
    }
  }
  return null;
}

/** The figures that are no numbers within their bounds, with a sentence for each that is not said yet; null where none is.
 * @param {HTMLFormElement} form
 * @returns {Fault | null} */
function findOutOfBounds(form) {
  const wrong = [...form.querySelectorAll("input[data-bounds]")].filter((input) => {
    const { low, high } = input.dataset;
    return textIn(input) && !(isWholeNumber(textIn(input)) && Number(textIn(input)) >= Number(low) && Number(textIn(input)) <= Number(high));
  });
  const words = [...new Set(wrong.map(({ dataset }) => dataset.bounds ?? ""))].join(" ");
  return wrong.length ? { words, names: wrong.map(({ name }) => name) } : null;
}

/** How much the first set of numbers that cannot be right lacks of its declared total (below zero: what is too much), what
 * the set is called, and the inputs that may be wrong. A set that is not all typed can only be too much.
 * @param {HTMLFormElement} form
 * @returns {{missing: number, what: string, names: string[]} | null} */
function findWrongSum(form) {
  for (const set of form.querySelectorAll("[data-total]")) {
    const inputs = [...set.querySelectorAll("input")];
    const typed = inputs.filter((input) => isWholeNumber(textIn(input)));
    const rest = Number(set.dataset.total) - typed.reduce((sum, input) => sum + Number(input.value), 0);
    const open = inputs.length - typed.length; // each may hold the least
    const missing = Math.min(open ? 0 : rest, rest - open * Number(set.dataset.low ?? 0));
    if (missing) return { missing, what: set.dataset.what ?? "", names: typed.map((input) => input.name) };
  }
  return null;
}

/** The first thing that cannot be right; null where the phone knows of none.
 * `sum(missing, what)`: the words for figures, called `what`, that lack so much of their total; below zero, that are so much
 * too many.
 * @param {HTMLFormElement} form
 * @param {(missing: number, what: string) => string} sum
 * @returns {Fault | null} */
export function findOwnFault(form, sum) {
  const wrong = findWrongSum(form);
  if (wrong) return { words: sum(wrong.missing, wrong.what), names: wrong.names, isSum: true };
  return findOutOfBounds(form) ?? findTooLittle(form) ?? findNoneWon(form);
}
