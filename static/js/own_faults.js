/* What cannot be right in a coup, as far as the phone knows it without the server: each form declares its totals
   (`data-total`), its bounds (`data-low`, `data-high`) and what the cards that are said come to at least (`data-worth`,
   `data-least`). It knows no game. */

/** @param {HTMLInputElement} input */
const textIn = (input) => input.value.trim();

/** What each figure must be at least, by the cards that are said to be won: the words for the first that is less, and its
 * input's name; null where none is.
 * @param {HTMLFormElement} form
 * @returns {{words: string, names: string[]} | null} */
function findTooLittle(form) {
  const valueOf = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))?.value.trim() ?? "";
  for (const { dataset: { least = "", seats = "", words = "" } } of form.querySelectorAll("[data-least]")) {
    const won = seats.split(" ").map((seat) => `${seat}+`);
    const cards = [...form.querySelectorAll("[data-worth]")].filter(({ dataset }) => won.includes(valueOf(dataset.card ?? "")));
    const low = cards.reduce((sum, { dataset }) => sum + Number(dataset.worth), 0);
    const said = valueOf(least);
    if (said && Number(said) < low) return { words: words.replace("{low}", String(low)), names: [least] };
  }
  return null;
}

/** The first figure that is no number within its bounds: the words for it, and its name; null where none is.
 * @param {HTMLFormElement} form
 * @returns {{words: string, names: string[]} | null} */
function findOutOfBounds(form) {
  const wrong = [...form.querySelectorAll("input[data-bounds]")].find((input) => {
    const { low, high } = input.dataset;
    return textIn(input) && !(/^\d{1,4}$/.test(textIn(input)) && Number(textIn(input)) >= Number(low) && Number(textIn(input)) <= Number(high));
  });
  return wrong ? { words: wrong.dataset.bounds ?? "", names: [wrong.name] } : null;
}

/** How much the first set of numbers that cannot be right lacks of its declared total (below zero: what is too much), and
 * the inputs that may be wrong. A set that is not all typed can only be too much.
 * @param {HTMLFormElement} form
 * @returns {{missing: number, names: string[]} | null} */
function findWrongSum(form) {
  for (const set of form.querySelectorAll("[data-total]")) {
    const inputs = [...set.querySelectorAll("input")];
    const typed = inputs.filter((input) => /^\d{1,4}$/.test(textIn(input)));
    const rest = Number(set.dataset.total) - typed.reduce((sum, input) => sum + Number(input.value), 0);
    const missing = typed.length === inputs.length ? rest : Math.min(0, rest);
    if (missing) return { missing, names: typed.map((input) => input.name) };
  }
  return null;
}

/** The first thing that cannot be right, in words, and the inputs that it is about; null where the phone knows of none.
 * `sum(missing)`: the words for figures that lack so much of their total; below zero, that are so much too many.
 * @param {HTMLFormElement} form
 * @param {(missing: number) => string} sum
 * @returns {{words: string, names: string[]} | null} */
export function findOwnFault(form, sum) {
  const wrong = findWrongSum(form);
  return findOutOfBounds(form) ?? (wrong ? { words: sum(wrong.missing), names: wrong.names } : findTooLittle(form));
}
