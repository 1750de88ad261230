/* A keyboard may write the digits of its own script (٦١): in a field for numbers they become 0 to 9 as they are typed, so that
   all who look at the field read the same number as the server. */

const OWN_DIGIT = /\p{Nd}/u;

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

globalThis.document?.addEventListener("input", ({ target }) => {
  if (!target.matches("input[inputmode=numeric]")) return;
  const field = /** @type {HTMLInputElement} */ (target), written = writeDigits(field.value);
  if (written !== field.value) field.value = written;
}, true); // before the field's own page looks at it
