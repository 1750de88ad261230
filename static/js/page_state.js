/* The table's page as all its parts see it: the sheet that is shown, what it says of itself, who asks, what is going on.
   It sends nothing and draws nothing. */

import { headHeaders } from "./chain.js";
import { byId } from "./dom.js";
import { halfTypedNumbers } from "./half_typed.js";
import { current, currentFacts, currentTable } from "./keyring.js";
import { queue } from "./page_queue.js";

export const sheet = byId("sheet");

/** The sheet that is shown; null where there is none yet. */
export const shownSheet = () => sheet.querySelector(".sheet");

/** The number that the shown sheet's book expects next. */
export const nextNumber = () => Number(shownSheet()?.dataset.number ?? 1);

/** What the shown sheet says of its book: the ids that it names, from which number on, up to which the last backup went
 * (0 where it holds none); and the record that this phone saw last. */
export function shownBook() {
  const { recorded, named = 1, saved = 0 } = shownSheet()?.dataset ?? {};
  return { ids: new Set(recorded?.split(" ")), from: Number(named), saved: Number(saved), seen: currentFacts().seen?.id };
}

/** What is going on. `own`: the id of what was written here last without the queue. `pristine`: the sheet as the server gave it, nothing typed in it. `saving`: a form is on its way
 * into the queue; `sending`: htmx waits for an answer. `wrote`: the next sheet answers what was written here;
 * `coup`: the one that the last sheet with a form was for, "" before the first.
 * @type {{pristine: {html: string, at: number} | null, saving: boolean, sending: boolean, wrote: boolean, coup: string, own: string}} */
export const now = { pristine: null, saving: false, sending: false, wrote: false, coup: "", own: "" };

/** The stamp of the sheet that came last, whether it is shown or waits until somebody has done typing. */
export const lastStamp = () => now.pristine?.html.match(/data-stamp="(\w+)"/)?.[1];

/** Has the sheet that is shown gone on to another coup than the one before it? */
export const isOtherCoup = () => shownSheet()?.dataset.coup !== now.coup;

/** What every request of this page bears: the table's key, who holds the phone, the head that it has seen, which ids it
 * must be told, and whether it asks which of two coups is right, for the other phones to say so.
 * @returns {Record<string, string>} */
export function headers() {
  const { seat, seen } = currentFacts();
  const table = currentTable(), differs = queue.waiting(table)[0]?.stopped?.differs;
  const heads = headHeaders(seen, queue.of(table), halfTypedNumbers(table));
  return { "X-Table-Key": current() ?? "", ...heads, ...(differs ? { "X-Table-Differs": "yes" } : {}), ...(seat === undefined ? {} : { "X-Table-Seat": seat }) };
}

/** The sheet as the server gave it last. Only to be asked for once one has come. */
export function pristineHtml() {
  if (!now.pristine) throw new Error("no sheet has come yet");
  return now.pristine.html;
}
