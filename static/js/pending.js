/* What waits stands between the sheet and what is typed: numbers go on from it, and nothing is foretold past it. */

import { current, tableOf } from "./keyring.js";
import { nextNumber, sheet, shown } from "./page.js";
import * as queue from "./queue.js";

/** What this phone has told of the shown table and the shown sheet does not say yet. */
export const pending = () => queue.shown(tableOf(current())).filter((one) => !one.recorded || one.recorded >= nextNumber());
export const coupsWait = () => before().some((one) => !one.recorded);

/** What comes before the form's coup: all that waits, or what stands before the one that is being mended. */
function before() {
  const waits = pending();
  const mended = waits.findIndex((one) => one.stopped?.kind === "correcting");
  return mended < 0 ? waits : waits.slice(0, mended);
}

/** The forms bear the numbers that come after all that; where it ends the partie there is nothing more to type. */
export function adjust() {
  if (!shown()) return;
  const waits = before();
  const { coup, planned } = shown().dataset;
  const n = Number(coup) + waits.filter((one) => one.coup).length;
  for (const input of sheet.querySelectorAll("form[data-queue] [name=number]")) input.value = queue.expected(tableOf(current()), nextNumber());
  for (const part of sheet.querySelectorAll("#coup-title, form[data-game] > .btn.big > span")) part.firstChild.textContent = part.firstChild.textContent.replace(/\d+/, n);
  for (const once of sheet.querySelectorAll("[data-once]")) once.hidden = once.disabled = waits.length > 0;
  const over = waits.some((one) => one.last) || (planned && n > Number(planned) && waits.length > 0);
  for (const part of sheet.querySelectorAll("#coup, .bycard, .other")) part.hidden = over;
  document.getElementById("enough").hidden = !over;
}
