/* What a coup of Briscola chiamata gives (CHI-02 to 06), from its form's totals. */

/** @import { Scorer } from "../js/types.d.ts" */

const PACK = 120, LEAST_BID = 61, MOST_BY_BID = 5;

/** @type {Scorer} */
export function score({ options, totals }, say) {
  const caller = Number(say("caller")) - 1, partner = Number(say("partner") || NaN) - 1; // place 0: alone
  const bid = Number(say("bid")), points = Number(say("points") || NaN);
  const isWhole = caller >= 0 && partner >= -1 && partner !== caller && say("called") && bid >= LEAST_BID && bid <= PACK;
  if (!isWhole || !(points >= 0 && points <= PACK)) return null;
  const byBid = options.multiplier ? Math.min(1 + Math.floor((bid - LEAST_BID) / 10), MOST_BY_BID) : 1;
  const isCappotto = points === PACK && say("cappotto") === "1";
  const factor = (points >= bid ? 1 : -1) * byBid * (options.cappotto && isCappotto ? 2 : 1);
  const other = partner < 0 ? options.solo / 4 : 1;
  return { net: totals.map((_, seat) => factor * (seat === caller ? (partner < 0 ? options.solo : 2) : seat === partner ? 1 : -other)) };
}
