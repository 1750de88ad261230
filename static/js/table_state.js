/* How a partie stands after a coup, whatever the game: what the game's scorer (`static/games/score_…`) says the coup moves
   is added up here. For a phone that nothing answers; the book is scored by the server alone. */

/** @import { Move, Scored, Scorer, TableState } from "./types.d.ts" */

/** @typedef {{scored: Scored, after: TableState, isOver: boolean, winners: number[]}} Forecast What a coup gives, the partie after
 * it, whether it would be over, and who would have won. */

/** Say what a coup gives; null where its form is not whole, or cannot be right.
 * @param {TableState} before
 * @param {Scorer} score
 * @param {(name: string) => string} say what stands in the form's input of this name
 * @returns {Forecast | null} */
export function foresee(before, score, say) {
  const first = before.played === 0 ? Number(say("dealer")) - 1 : -1;
  const dealer = before.dealers.includes(first) ? first : before.dealer;
  const scored = score({ ...before, dealer }, say);
  if (!scored) return null;
  const { net, moves = [], carry = 0 } = scored, pot = before.totals.length;
  const after = {
    ...before,
    totals: before.totals.map((total, seat) => total + net[seat]),
    purses: before.purses.map((purse, seat) => purse + net[seat]),
    pot: before.pot + moves.reduce((sum, [payer, payee, jetons]) => sum + jetons * (Number(payee === pot) - Number(payer === pot)), 0),
    carry,
    played: before.played + 1,
    dealer: before.dealers[(before.dealers.indexOf(dealer) + 1) % before.dealers.length],
  };
  const isOver = after.played === before.planned || Boolean(scored.isOver || scored.winners?.length) || isTargetReached(after, scored.target);
  return { scored, after, isOver, winners: isOver ? findWinners(after, scored) : [] };
}

/** Is somebody at the target, and one player, or side, alone ahead?
 * @param {TableState} table
 * @param {number | undefined} target */
function isTargetReached({ totals, sides }, target = Infinity) {
  const best = Math.max(...totals);
  const leaders = totals.flatMap((total, seat) => total === best ? [sides?.[seat] ?? seat] : []);
  return best >= target && new Set(leaders).size === 1;
}

/** @param {TableState} table
 * @param {Scored} scored */
function findWinners({ totals, zeroWins }, { winners = [] }) {
  if (winners.length) return winners;
  if (!zeroWins && totals.every((total) => total === 0)) return [];
  const best = Math.max(...totals);
  return [...totals.keys()].filter((seat) => totals[seat] === best);
}

/** Who pays whom, in the order of the seats: each pair once, the difference between the two.
 * @param {Move[]} moves
 * @returns {Move[]} */
export function netPairs(moves) {
  /** @type {Map<string, number>} */
  const owed = new Map();
  for (const [payer, payee, jetons] of moves) {
    const [low, high] = [Math.min(payer, payee), Math.max(payer, payee)];
    owed.set(`${low} ${high}`, (owed.get(`${low} ${high}`) ?? 0) + (payer === low ? jetons : -jetons));
  }
  /** @type {Move[]} */
  const paid = [...owed].filter(([, jetons]) => jetons).map(([pair, jetons]) => {
    const [low, high] = pair.split(" ").map(Number);
    return jetons > 0 ? [low, high, jetons] : [high, low, -jetons];
  });
  return paid.sort(([payer, payee], [other, another]) => payer - other || payee - another);
}
