/* What a deal of Briscola gives (BLA-06, 07, 08, 10), from its form's totals. */

/** @import { Scorer } from "../js/types.d.ts" */

const PACK = 120, HALF = 60;

/** @type {Scorer} */
export function score({ options, figures, totals }, say) {
  const points = figures.map((place) => Number(say(`points.${place}`) || NaN));
  const sum = [...new Set(figures)].reduce((all, place) => all + points[figures.indexOf(place)], 0);
  if (sum !== PACK) return null;
  const best = Math.max(...points);
  const isVoid = points.every((one) => one === best);
  const isWon = !isVoid && (best > HALF || (totals.length === 3 && options.three_player_win === "most"));
  const winners = points.map((one) => isWon && one === best);
  if (options.match === "target") {
    const allMark = options.target_marks === "all" && !isVoid;
    return { net: points.map((one, seat) => winners[seat] || allMark ? one : 0), target: options.target };
  }
  const most = Math.max(...totals.map((total, seat) => total + Number(winners[seat])));
  return { net: winners.map(Number), isOver: options.match === "best_of" && most >= (options.match_n + 1) / 2 };
}
