/* What the table's page can do without, fetched once it is there: what coups give while nothing answers, the count of
   jetons, what could not be sent, what the parts need that are made when opened, a paper sheet's grid, the signals, the result read aloud, a tablet that keeps a table. One file
   with all that it imports, once it is collected; so it gets from the page what there is once alone. */

/** @import { TablePage } from "./types.d.ts" */

import { startAtFoot } from "./at_foot.js";
import { startCorrectedFigures } from "./corrected_figures.js";
import { startCounting } from "./counting.js";
import { startForecast } from "./forecast.js";
import { startHallRequests } from "./hall_requests.js";
import { startLaterParts } from "./later_parts.js";
import { startPaper } from "./paper.js";
import { startReading } from "./read_aloud.js";
import { startSignals } from "./signals.js";
import { startTablet } from "./tablet.js";
import { startTappedCounts } from "./tapped_counts.js";

/** @param {TablePage} page */
export function startExtras(page) {
  startAtFoot(page);
  startCorrectedFigures(page);
  startCounting(page);
  startForecast(page);
  startHallRequests(page);
  startLaterParts(page);
  startPaper(page);
  startReading(page);
  startSignals(page);
  startTablet(page);
  startTappedCounts(page);
  page.sheet.dispatchEvent(new Event("prepared"));
}
