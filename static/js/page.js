/* The table's page as all its parts see it: the sheet that is shown, what it says of itself, who asks, what is going on.
   It sends nothing and draws nothing. */

import { current, known } from "./keyring.js";

export const sheet = document.getElementById("sheet");
export const shown = () => sheet.querySelector(".sheet");
export const nextNumber = () => Number(shown()?.dataset.number ?? 1);

/** The ids of all that the shown sheet's book holds. */
export const inBook = () => new Set(shown()?.dataset.recorded.split(" "));

/** `pristine`: the sheet as the server gave it, nothing typed in it: {html, at}. `keeping`: a form is on its way into the
    queue; `sending`: htmx waits for an answer. `wrote`: the next sheet answers what was written here. */
export const now = { pristine: null, keeping: false, sending: false, wrote: false };

/** What every request of this page bears: the table's key, and who holds the phone. */
export function headers() {
  const { seat } = known();
  return { "X-Table-Key": current() ?? "", ...(seat === undefined ? {} : { "X-Table-Seat": seat }) };
}
