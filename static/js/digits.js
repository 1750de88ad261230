/* Whole numbers as they are typed: the digits of any script (٦١) as 0 to 9. */

const OWN_DIGIT = /\p{Nd}/u;

/** Is this a whole number that can be read, below nought or not?
 * @param {string} text */
export const isWholeNumber = (text) => /^-?\d{1,6}$/.test(text);

/** The text with 0 to 9 for the digits of any script.
 * @param {string} text */
export const writeDigits = (text) => text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(worthOf(digit)));

/** What a digit is worth: Unicode keeps each script's ten together, from nought on.
 * @param {string} digit */
function worthOf(digit) {
  const point = /** @type {number} */ (digit.codePointAt(0));
  let first = point;
  while (OWN_DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (point - first) % 10; // several tens may stand side by side
}
