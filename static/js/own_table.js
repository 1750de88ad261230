/* The door names the table that this phone had open within a day: whoever comes back to the site goes on there. */

import { byId, find } from "./dom.js";
import { currentFacts } from "./keyring.js";

const RECENT_MS = 24 * 3_600_000;
const { label, at = 0 } = currentFacts();

if (label && at > Date.now() - RECENT_MS) {
  const own = byId("own-table");
  find(own, "b").textContent = label;
  own.hidden = false;
}
