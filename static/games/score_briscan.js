/* What a coup of Briscan or Brisque marks (BRC-02 to 19), from its form: the announcements' lines and the coup's end. */

/** @import { Scorer } from "../js/types.d.ts" */

const TRICKS = 16, PACK = 120;
const QUINTES = { A: 600, R: 300, D: 200, V: 100 };
/** @type {Record<string, Record<string, Record<string, number>>>} */
const SEQUENCES = {
  litteral: { quinte: QUINTES, quatrieme: { A: 120, R: 100, D: 80, V: 60, 10: 40 }, tierce: { A: 60, R: 50, D: 40, V: 30, 10: 20, 9: 10 } },
  reconstitue: { quinte: QUINTES, quatrieme: { A: 140, R: 120, D: 100, V: 80, 10: 60 }, tierce: { A: 120, R: 100, D: 80, V: 60, 10: 40, 9: 20 } },
};
const LENGTHS = ["tierce", "quatrieme", "quinte"], PIQUET = ["7", "8", "9", "10", "V", "D", "R", "A"];
const CARRES = /** @type {Record<string, number>} */ ({ A: 150, 10: 100, R: 80, D: 60, V: 40 });
const FIXED = /** @type {Record<string, number>} */ ({ figures: 20, blanches: 10, "as d’atout": 30, "cinq atouts": 30 });
const LINE = /^(\d)\s: (mariage de rencontre|mariage|séquence|carré|figures|blanches|as d’atout|cinq atouts) ?(.*?)(?: ?\(levée \d+\))?$/;

/** @typedef {[seat: number, points: number]} Mark */

/** @type {Scorer} */
export function score({ options, totals, dealer }, say) {
  const turnUp = say("retourne"), trump = turnUp.slice(-1), target = options.target;
  const lines = say("announcements").split("\n").map((line) => line.trim()).filter(Boolean).map((line) => line.match(LINE));
  if (!turnUp || lines.includes(null)) return null;
  /** @type {Mark[]} */
  const called = ["7", "8", "9"].includes(turnUp.slice(0, -1)) ? [] : [[dealer, 10]];
  for (const [, place, kind, what] of /** @type {string[][]} */ (lines)) called.push([Number(place) - 1, valueOf(kind, what, trump, options)]);
  const winner = options.order === "marked" && Math.max(...totals) < target ? findWinner(called, totals, target) : -1;
  const end = winner < 0 ? readEnd(say) : { marks: [], vole: -1 };
  if (!end) return null;
  const marks = [...called, ...end.marks];
  const net = totals.map((_, seat) => marks.reduce((sum, [whose, points]) => sum + (whose === seat ? points : 0), 0));
  const winners = [winner, end.vole].filter((seat) => seat >= 0).slice(0, 1);
  return { net, target, winners };
}

/** What an announcement is worth (BRC-04 to 12).
 * @param {string} kind
 * @param {string} what its suit, its rank, or its cards
 * @param {string} trump
 * @param {Record<string, any>} options */
function valueOf(kind, what, trump, options) {
  if (kind in FIXED) return FIXED[kind];
  if (kind === "carré") return CARRES[what];
  const isTrump = what.endsWith(trump);
  if (kind !== "séquence") return isTrump ? 40 : 20;
  const ranks = what.split(" ").map((card) => card.slice(0, -1));
  const highest = PIQUET.findLast((rank) => ranks.includes(rank)) ?? "";
  const value = (options.sequence_values ?? SEQUENCES[options.sequences])[LENGTHS[ranks.length - 3]][highest];
  return isTrump ? value : Math.floor(value / 2);
}

/** Who reaches the target first by a mark (BRC-19); -1 where nobody does.
 * @param {Mark[]} called
 * @param {number[]} totals
 * @param {number} target */
function findWinner(called, totals, target) {
  const running = [...totals];
  return called.find(([seat, points]) => (running[seat] += points) >= target)?.[0] ?? -1;
}

/** The marks of the coup's end (BRC-13 to 17), and who made all tricks; null while something of it is missing.
 * @param {(name: string) => string} say
 * @returns {{marks: Mark[], vole: number} | null} */
function readEnd(say) {
  const tricks = [1, 2].map((place) => Number(say(`tricks_won.${place}`) || NaN));
  const points = [1, 2].map((place) => Number(say(`card_points.${place}`) || NaN));
  const last = Number(say("last")) - 1, lastFive = Number(say("last_five") || NaN) - 1;
  if (tricks[0] + tricks[1] !== TRICKS || points[0] + points[1] !== PACK || last < 0 || Number.isNaN(lastFive)) return null;
  /** @type {Mark[]} */
  const marks = [[last, 10], [0, points[0]], [1, points[1]]];
  if (lastFive >= 0) marks.push([lastFive, 20]);
  if (tricks[0] !== tricks[1]) marks.push([Number(tricks[1] > tricks[0]), 10]);
  return { marks, vole: tricks.indexOf(TRICKS) };
}
