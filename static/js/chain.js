/* The head of a table's chain, as far as a phone has seen it. Each sheet names the digests of its records from one on that
   this phone asks for; one that it kept and that is not there any more was rewritten in the book, or has vanished with
   it. It sends nothing and draws nothing. */

/** @import { Item, SeenRecord } from "./types.d.ts" */

const LAST_ALONE = 1_000_000_000; // no table has so many records

/** The digests that a sheet names, in order.
 * @param {DOMStringMap} facts */
export const digestsOf = ({ chain = "" }) => chain.split(" ").filter(Boolean);

/** True if the phone has seen a head that the chain lacks. One kept by an older page has none.
 * @param {SeenRecord} seen
 * @param {string[]} digests */
export const isRewritten = ({ head }, digests) => Boolean(head) && !digests.includes(head ?? "");

/** The headers by which a request says which head this phone has seen, and from which record on the sheet must name ids:
 * from that head on, or from the first item that no sheet has shown yet. Before a head was seen, from the first of all
 * that this phone wrote; of a table of which it knows nothing the last.
 * @param {SeenRecord | undefined} seen
 * @param {Item[]} items those of the table
 * @param {number[]} others the numbers of what else is not known to be in the book
 * @returns {Record<string, string>} */
export function headHeaders(seen, items, others = []) {
  const head = seen?.head, asked = items.filter((one) => !head || !one.settled).map((one) => one.recorded ?? one.number);
  const numbers = [...(seen ? [head ? seen.number : 1] : []), ...asked, ...others];
  return { "X-Table-From": String(Math.min(LAST_ALONE, ...numbers)), ...(head ? { "X-Table-Head": head } : {}) };
}

/** Is this item in the book of a sheet? What stands before the ids that it names was there when the head was seen, and the
 * chain goes on from it.
 * @param {Item} one
 * @param {{ids: Set<string>, from: number, seen?: string}} book `seen`: the id of the record that this phone saw last */
export const isInBook = ({ id, recorded, settled }, { ids, from, seen = "" }) =>
  ids.has(id) || Boolean(settled && Number(recorded) < from && ids.has(seen));
