/* What the page says of the evening's computer: that it does not answer, and since when the sheet is what it is; that it
   has a newer program than this page, which then loads itself again, once. It knows no sheet and no queue. */

/** @import { Renewal } from "./types.d.ts" */

import { byId, find, formatHour } from "./dom.js";
import { read, store } from "./keyring.js";
import { onContact } from "./server.js";
import { isOnlyInMemory } from "./store.js";

const NAME = "corbillon.renewed";
const trouble = byId("trouble");
const renewed = byId("renewed");

/** Does the page say that nothing answers? */
export const isLost = () => !trouble.hidden;

/** @returns {Renewal | null} */
const readRenewal = () => read(NAME);

/** Watch the answers. `program`: this page's; `since()`: when the shown sheet was the server's, or null; `isBusy()`: would
 * loading the page again now be in somebody's way? Returns a function that says that nothing answers.
 * @param {string | undefined} program
 * @param {{since: () => number | null, isBusy: () => boolean | undefined}} page */
export function watchConnection(program, { since, isBusy }) {
  onContact(({ reached, program: newest }) => {
    drawTrouble(!reached, since());
    if (newest && newest !== program && !isBusy()) renew(newest);
  });
  const renewal = readRenewal();
  renewed.hidden = !renewal || renewal.program !== program || renewal.told === true;
  if (!renewed.hidden) store(NAME, { program, told: true });
  find(renewed, "button").addEventListener("click", () => location.reload());
  return () => drawTrouble(true, since());
}

/** Show or hide the notice that nothing answers. `at`: when the shown sheet was the server's.
 * @param {boolean} lost
 * @param {number | null} at */
function drawTrouble(lost, at) {
  trouble.hidden = !lost;
  if (!lost) return;
  find(trouble, "[data-since]").hidden = !at;
  find(trouble, "[data-never]").hidden = Boolean(at);
  find(trouble, "time").textContent = at ? formatHour(at) : "";
}

/** Say that there is a newer program, and load the page again where that loses nothing and was not tried for it yet.
 * @param {string} program */
function renew(program) {
  renewed.hidden = false;
  if (isOnlyInMemory() || readRenewal()?.program === program) return;
  if (store(NAME, { program })) location.reload(); // else it might do so for ever
}
