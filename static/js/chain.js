/* The head of a table's chain, as far as a phone has seen it. Each sheet names the digests of all its records; one that
   this phone kept and that is not there any more was rewritten in the book, or has vanished with it. It sends nothing and
   draws nothing. */

/** @import { SeenRecord } from "./types.d.ts" */

/** The digests that a sheet names, in order.
 * @param {DOMStringMap} facts */
export const digestsOf = ({ chain = "" }) => chain.split(" ").filter(Boolean);

/** True if the phone has seen a head that the chain lacks. One kept by an older page has none.
 * @param {SeenRecord} seen
 * @param {string[]} digests */
export const isRewritten = ({ head }, digests) => Boolean(head) && !digests.includes(head ?? "");

/** The header by which a request says which head this phone has seen.
 * @param {SeenRecord | undefined} seen
 * @returns {Record<string, string>} */
export const headHeader = (seen) => (seen?.head ? { "X-Table-Head": seen.head } : {});
