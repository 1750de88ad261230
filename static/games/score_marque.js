/* What a coup of a club's own game gives (MAR-01 to 04, 06), from its form's totals. */

/** @import { Scorer } from "../js/types.d.ts" */

/** @type {Scorer} */
export function score({ options, figures, totals }, say) {
  const places = [...new Set(figures)];
  const counted = places.map((place) => Number(say(`points.${place}`) || NaN));
  const isCountable = (/** @type {number} */ one) => one >= options.least && one <= (options.most ?? Infinity) && one % options.multiple_of === 0;
  const sum = counted.reduce((all, one) => all + one, 0);
  if (!counted.every(isCountable) || (options.sum !== null && sum !== options.sum)) return null;
  const worth = places.map((place, n) => options.marks.reduce((/** @type {number} */ all, /** @type {any} */ mark) => all + (say(`marks.${place}.${mark.key}`) ? mark.points : 0), counted[n]));
  const net = figures.map((place) => worth[places.indexOf(place)]);
  return { net, isOver: options.target !== null && Math.max(...net.map((one, seat) => one + totals[seat])) >= options.target };
}
