/* Several tables on one phone: the others that it may write at, one button each. It knows no sheet. */

import { byId, find } from "./dom.js";
import { choose, current, tableOf, tables } from "./keyring.js";

/** Draw the list. `start()` shows the table that is chosen by then.
 * @param {() => void} start */
export function listTables(start) {
  const nav = byId("tables");
  const others = tables().filter(([key]) => key !== current());
  nav.hidden = others.length === 0;
  find(nav, "ul").replaceChildren(...others.map(([key, { label }]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: label ?? tableOf(key) });
    button.addEventListener("click", () => { choose(key); start(); scrollTo(0, 0); });
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}
