/* Foresee coups as a phone does: lines of coups on standard input, what each gives on standard output. Its argument is the
   game's scorer. */

import { foresee, netPairs } from "../../../static/js/table_state.js";

const { score } = await import(Deno.args[0]);
const lines = JSON.parse(await new Response(Deno.stdin.readable).text());

/** What each of these coups gives, one after the other.
 * @param {any} line */
function foreseeLine({ table, coups }) {
  return coups.map((/** @type {Record<string, string>} */ coup) => {
    const told = table && foresee(table, score, (name) => coup[name] ?? "");
    table = told?.after;
    return told && tell(told);
  });
}

/** @param {import("../../../static/js/table_state.js").Forecast} told */
function tell({ scored: { net, moves = [] }, after, isOver, winners }) {
  const { totals, purses, pot, carry, played, dealer } = after;
  const paid = netPairs(moves).filter(([payer, payee]) => payer < net.length && payee < net.length);
  const sums = net.map((_, seat) => paid.reduce((sum, [payer, payee, jetons]) => sum + jetons * (Number(payee === seat) - Number(payer === seat)), 0));
  return { net, after: { totals, purses, pot, carry, played, dealer: isOver ? null : dealer }, paid: sums, over: isOver, winners };
}

console.log(JSON.stringify(lines.map(foreseeLine)));
