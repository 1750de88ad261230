/* A keyboard may write the digits of its own script: in a field for numbers they become 0 to 9 as they are typed, so that all
   who look at the field read the same number as the server. */

import { writeDigits } from "./digits.js";

document.addEventListener("input", ({ target }) => {
  if (!target.matches("input:is([inputmode=numeric], [inputmode=none])")) return;
  const field = /** @type {HTMLInputElement} */ (target), written = writeDigits(field.value);
  if (written !== field.value) field.value = written;
}, true); // before the field's own page looks at it
