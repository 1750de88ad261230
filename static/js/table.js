/* The table's page: takes the key out of the address, shows the sheet (`sheet`), and looks from time to time whether another
   phone has written. What is written goes by the queue (`writing`) or, where it needs an answer, at once (`at_once`).
   No inline script, no eval: the CSP forbids both. */

import { drop } from "./draft.js";
import { install } from "./install.js";
import { current, fromAddress, note } from "./keyring.js";
import { now, sheet, shown } from "./page.js";
import * as queue from "./queue.js";
import { busy, load, show, start } from "./sheet.js";
import { onlyRemembered } from "./store.js";
import "./at_once.js";
import "./writing.js";

const REFRESH_MS = 20_000;

sheet.addEventListener("click", ({ target }) => {
  const seat = target.closest("[data-seat]");
  if (seat) {
    note({ seat: seat.dataset.seat === "" ? undefined : seat.dataset.seat });
    now.wrote = true;
    load();
  }
  if (target.closest("[data-forget]")) {
    drop(target.closest("form"));
    show(now.pristine.html);
    load();
  }
});

/** Look, while nobody types here. */
function refresh() {
  if (document.hidden || now.sending || now.keeping || !current() || busy()) return;
  load({ stamp: shown()?.dataset.stamp, gently: true });
}

setInterval(refresh, REFRESH_MS);
document.addEventListener("visibilitychange", refresh);
window.addEventListener("online", refresh);
window.addEventListener("hashchange", () => fromAddress() && start());
window.addEventListener("beforeunload", (event) => onlyRemembered() && event.preventDefault());
fromAddress();
install();
await queue.start();
start();
