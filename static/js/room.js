/* Does the page have a screen's room for its letters? Where they are large beside it (a reader's own size), or it is low (a
   phone held across), nothing may stand at the foot of the screen: it would cover what is read. `flow` on the page says so;
   `large` says that letters are the reason. Both wait for their styles, which come when they are needed, or after the first
   page. */

import { find } from "./dom.js";

const LEAST_REM = { width: 18, height: 30 };

const styles = /** @type {HTMLLinkElement} */ (find(document.head, "#room"));
const letter = document.createElement("i"); // as wide as a letter is high: its width tells of any change of size
Object.assign(letter.style, { position: "absolute", width: "1rem", visibility: "hidden" });

function draw() {
  const rem = letter.getBoundingClientRect().width;
  const { clientWidth, classList } = document.documentElement;
  const isLarge = clientWidth < LEAST_REM.width * rem;
  const isShort = isLarge || window.innerHeight < LEAST_REM.height * rem;
  if (isShort) fetchStyles();
  classList.toggle("large", isLarge && styles.sheet !== null);
  classList.toggle("flow", isShort && styles.sheet !== null);
}

/** Fetch the styles of both, if they are not there; a page with room is drawn the same with them. */
export function fetchStyles() {
  styles.disabled = false;
}

styles.addEventListener("load", draw);
styles.addEventListener("error", () => { styles.disabled = true; }); // the next change of size asks again
document.body.append(letter);
window.addEventListener("resize", draw);
new ResizeObserver(draw).observe(letter);
