/* What the page says of the evening's computer: that it does not answer, and since when the sheet is what it is; that it
   has a newer program than this page, which then loads itself again, once. It knows no sheet and no queue. */

import { keep, read } from "./keyring.js";
import { onContact } from "./server.js";
import { onlyRemembered } from "./store.js";

const NAME = "corbillon.renewed";
const trouble = document.getElementById("trouble");
const renewed = document.getElementById("renewed");
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

/** `program`: this page's. `since()`: when the shown sheet was the server's, or null; `held()`: would loading the page
    again now be in somebody's way? Gives back what says that nothing answers. */
export function watchContact(program, { since, held }) {
  const offline = (is) => tell(is, since());
  onContact(({ reached, program: theirs }) => {
    offline(!reached);
    if (theirs && theirs !== program && !held()) renew(theirs);
  });
  const renewal = read(NAME);
  renewed.hidden = renewal?.program !== program || renewal.told === true;
  if (!renewed.hidden) keep(NAME, { program, told: true });
  renewed.querySelector("button").addEventListener("click", () => location.reload());
  return () => offline(true);
}

function tell(is, at) {
  trouble.hidden = !is;
  if (!is) return;
  trouble.querySelector("[data-since]").hidden = !at;
  trouble.querySelector("[data-never]").hidden = Boolean(at);
  trouble.querySelector("time").textContent = at ? hour.format(at) : "";
}

/** Say so, and load the page again where that loses nothing and was not tried for this program yet. */
function renew(theirs) {
  renewed.hidden = false;
  if (onlyRemembered() || read(NAME)?.program === theirs) return;
  if (keep(NAME, { program: theirs })) location.reload(); // else it might do so for ever
}
