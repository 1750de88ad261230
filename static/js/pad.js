/* The page's own digits, where a finger types: they stand at the foot of the screen, and leave the form in sight that a phone's
   keyboard would cover. The fields stay fields: keys of any keyboard work in them as ever. Knows no game. */

import { byId, find } from "./dom.js";
import { sheet } from "./page_state.js";

const FIELDS = ":is(#coup .mark, .tokens .mark, #correct .figures) input[inputmode]";
const finger = window.matchMedia("(pointer: coarse)");
/** @type {HTMLElement | null} made when a finger first types */
let pad = null;
/** @type {HTMLInputElement | null} the field that is typed into */
let field = null;
let isPressed = false;
const height = new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--bar", `${target.getBoundingClientRect().height}px`));

function makePad() {
  const made = find(new DOMParser().parseFromString(byId("pad").textContent, "text/html"), ".pad");
  made.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  made.addEventListener("click", ({ target }) => {
    const key = target.closest("button")?.dataset.key;
    if (key) press(key);
  });
  return document.adoptNode(made);
}

/** Show the digits for this field, next to it for whoever reads by ear; hide them where there is none.
 * @param {HTMLInputElement | null} next */
function serve(next) {
  field = next;
  if (pad) pad.hidden = !next;
  height.disconnect();
  if (!next) return;
  const bar = sheet.querySelector("#coup .bar"); // as high as what it says
  if (bar) height.observe(bar);
  pad ??= makePad();
  pad.hidden = false;
  const part = next.closest("fieldset, .tokens");
  if (part && pad.parentElement !== part.parentElement) part.after(pad);
  find(pad, "[data-key='-']").hidden = !next.closest("[data-low^='-']");
  find(pad, "output").textContent = next.value;
}

/** Show the digits for the field that has the focus, if they serve it. Not while a finger is down: what it is about to touch
 * must not move under it. */
function follow() {
  const active = document.activeElement;
  if (isPressed || !active || pad?.contains(active)) return;
  const next = finger.matches && active.matches(FIELDS) ? /** @type {HTMLInputElement} */ (active) : null;
  if (next === field && pad?.isConnected) return;
  serve(next);
  next?.scrollIntoView({ block: "nearest" });
}

/** Put the keyboard of the phone by: it opens for no field that the digits serve. */
function dropKeyboard() {
  if (!finger.matches) return;
  for (const one of sheet.querySelectorAll(FIELDS)) /** @type {HTMLInputElement} */ (one).inputMode = "none";
}

/** The highest number that this field may hold; nought where nobody says.
 * @param {HTMLInputElement} input */
const mostOf = (input) => Number(input.dataset.high ?? input.closest("[data-total]")?.dataset.total ?? 0);

/** Can no further digit follow in this field? In a correction, where nothing leads on by itself, one always can.
 * @param {HTMLInputElement} input */
const isFull = (input) => !input.closest("#correct") && input.value !== "" && (Number(input.value) === 0 || Number(input.value) * 10 > mostOf(input));

/** Go on as the keyboard's «next» does.
 * @param {HTMLInputElement} from */
function goOn(from) {
  if (!from.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))) return;
  const figures = /** @type {HTMLInputElement[]} */ ([...sheet.querySelectorAll("#correct .figures input")]); // nobody else leads on in a correction
  figures[figures.indexOf(from) + 1]?.focus();
}

/** Type into the field what this key says.
 * @param {string} key */
function press(key) {
  if (!field) return;
  const typed = field;
  if (key === "next") return typed.value && goOn(typed);
  const { selectionStart: from, selectionEnd: to, value } = typed;
  const start = from ?? value.length, end = to ?? value.length;
  if (key === "back") typed.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  else if (key === "-") typed.value = `-${typed.value}`.replace("--", "");
  else typed.setRangeText(key, start, end, "end");
  typed.dispatchEvent(new Event("input", { bubbles: true }));
  if (pad) find(pad, "output").textContent = typed.value;
  if (key !== "back" && isFull(typed)) goOn(typed);
}

document.addEventListener("pointerdown", () => {
  isPressed = true;
  dropKeyboard();
}, true);
for (const end of ["click", "pointercancel"]) {
  document.addEventListener(end, () => {
    isPressed = false;
    follow();
  }, true);
}
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(FIELDS)) dropKeyboard();
  follow();
});
document.addEventListener("focusout", ({ relatedTarget }) => !relatedTarget && setTimeout(follow));
