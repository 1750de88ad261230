/* What a coup of Brusquembille moves (BRU-08 to 23, PEN-02, PEN-11), from its form's totals. */

/** @import { Move, Scorer, TableState } from "../js/types.d.ts" */

const PACK = 120, FICHE = 20;
const WORTH = /** @type {Record<string, {jetons: number, points: number}>} */ ({ A: { jetons: 2, points: 11 }, 10: { jetons: 1, points: 10 } });
const CARDS = Object.keys(WORTH).flatMap((rank) => ["P", "C", "K", "T"].map((suit) => ({ rank, field: `card.${rank}${suit}` })));

/** @typedef {{rank: string, seat: number, isWon: boolean}} Card A brusquembille, who played it, and whether he won it. */

/** @type {Scorer} */
export function score(table, say) {
  const { options, figures, totals, purses } = table;
  const isShort = say("short_pack") !== "";
  const points = figures.map((place) => Number(say(`points.${place}`) || NaN));
  const sum = [...new Set(figures)].reduce((all, place) => all + points[figures.indexOf(place)], 0);
  const counted = points.map((own, seat) => Number(say(`claimed.${figures[seat]}`) || own));
  if (!isShort && (sum !== PACK || counted.some((one, seat) => one > points[seat]))) return null;
  if (options.mode === "points") return { net: isShort ? totals.map(() => 0) : counted, target: options.target };
  if (options.exhausted === "recave" && purses.some((purse) => purse < FICHE)) return null;
  const cards = arePaid(table) ? readCards(say) : null;
  if (cards && !isShort && !agree(table, points, cards)) return null;
  return settle(table, counted, cards ?? [], isShort);
}

/** Are brusquembilles paid (BRU-18)?
 * @param {TableState} table */
function arePaid({ options, totals, sides }) {
  return options.payments === "auto" ? totals.length > 2 && !sides : options.payments === "on";
}

/** @param {(name: string) => string} say
 * @returns {Card[]} */
function readCards(say) {
  const said = CARDS.map(({ rank, field }) => ({ rank, words: say(field) })).filter(({ words }) => words);
  return said.map(({ rank, words }) => ({ rank, seat: parseInt(words) - 1, isWon: words.endsWith("+") }));
}

/** Are all brusquembilles said, one ace at least won, and do the points leave room for them (BRU-16, 17, 24)?
 * @param {TableState} table
 * @param {number[]} points
 * @param {Card[]} cards */
function agree({ figures, sides }, points, cards) {
  /** @param {(card: Card) => boolean} isCounted */
  const sum = (isCounted) => cards.filter(isCounted).reduce((all, { rank }) => all + WORTH[rank].points, 0);
  const fits = points.every((own, seat) => {
    /** @param {Card} card */
    const isOurs = (card) => figures[card.seat] === figures[seat];
    const gone = sum((card) => card.isWon ? !isOurs(card) : !sides && isOurs(card));
    return own >= sum((card) => card.isWon && isOurs(card)) && own <= PACK - gone;
  });
  return fits && cards.length === CARDS.length && cards.some(({ rank, isWon }) => rank === "A" && isWon);
}

/** Move the stakes, the payments and the pot.
 * @param {TableState} table
 * @param {number[]} counted
 * @param {Card[]} cards
 * @param {boolean} isShort */
function settle(table, counted, cards, isShort) {
  const { options, totals, pot, carry, played, planned } = table;
  const seats = [...totals.keys()], POT = seats.length, isLast = played + 1 === planned;
  /** @type {Move[]} */
  const moves = seats.map((seat) => [seat, POT, FICHE]);
  for (const { rank, seat, isWon } of cards) {
    for (const other of seats) if (other !== seat) moves.push(isWon ? [other, seat, WORTH[rank].jetons] : [seat, other, WORTH[rank].jetons]);
  }
  const isLeft = isShort && options.short_pack_pot === "stays" && !isLast;
  if (!isShort) moves.push(...sharePot(table, counted, pot + FICHE * POT, isLast));
  else if (!isLeft) moves.push(...seats.map((seat) => /** @type {Move} */ ([POT, seat, FICHE * (carry + 1)])));
  const net = seats.map((seat) => moves.reduce((sum, [payer, payee, jetons]) => sum + jetons * (Number(payee === seat) - Number(payer === seat)), 0));
  return { net, moves, carry: isLeft ? carry + 1 : 0 };
}

/** Who has most takes the pot, or they share it; what cannot be shared stays, but after the last coup (BRU-10 to 12, 19).
 * @param {TableState} table
 * @param {number[]} counted
 * @param {number} whole
 * @param {boolean} isLast
 * @returns {Move[]} */
function sharePot({ dealer }, counted, whole, isLast) {
  const size = counted.length, best = Math.max(...counted);
  const winners = [...counted.keys()].filter((seat) => counted[seat] === best);
  const rest = whole % winners.length, share = (whole - rest) / winners.length;
  /** @param {number} seat */
  const isLucky = (seat) => winners.every((other) => (seat - dealer - 1 + size) % size <= (other - dealer - 1 + size) % size);
  return winners.map((seat) => [size, seat, share + (isLast && isLucky(seat) ? rest : 0)]);
}
