/* The end of a partie under the finger: what is typed of a count, in jetons, beside what lies on the table in all; and a
   button that says what it will do, or what is missing. What a token is worth is declared with its field. */

/** @import { TablePage } from "./types.d.ts" */

import { find } from "./dom.js";

/** Of what a form's button may say, show what belongs to this answer.
 * @param {ParentNode} form
 * @param {string} answer "" where nothing was answered yet, or nothing is missing */
function sayOnButton(form, answer) {
  for (const words of form.querySelectorAll("button [data-when]")) words.hidden = words.dataset.when !== answer;
}

/** The box that a count cannot do without (`data-needed`) while it is empty; null where it is filled.
 * @param {ParentNode} form
 * @returns {HTMLInputElement | null} */
function missingIn(form) {
  const needed = /** @type {HTMLInputElement | null} */ (form.querySelector(".tokens [data-needed]"));
  return needed && !needed.value.trim() ? needed : null;
}

/** Show what a form's count comes to, and what an empty box counts as that may be left so.
 * @param {HTMLFormElement} form */
function drawCount(form) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(".tokens input")]);
  const factors = inputs.map((input) => [Number(input.value.trim()), Number(input.dataset.worth)]);
  const sum = factors.reduce((all, [count, worth]) => all + count * worth, 0);
  const isCount = factors.every(([count]) => Number.isInteger(count) && count >= 0) && !missingIn(form);
  const terms = `${factors.map((each) => (each[1] > 1 ? each.join(" × ") : each[0])).join(" + ")} = ${sum}`;
  const none = inputs.find((input) => !input.value.trim())?.dataset.none ?? "{sum}";
  find(form, ".sum").textContent = isCount ? none.replace("{sum}", terms) : "";
  const table = form.querySelector(".so-far-counted");
  if (table) find(table, "b").textContent = String(Number(table.dataset.before) + (isCount ? sum : 0));
  sayOnButton(form, missingIn(form) ? "more" : "");
}

/** «Next» goes from fiches to jetons: it does not send the count half typed. From there the page's own digits (`pad.js`) go
 * to the button.
 * @param {KeyboardEvent & {target: HTMLElement}} event */
function goOn(event) {
  if (event.key !== "Enter" || !event.target.matches(".tokens input")) return;
  const isLast = event.target.matches("[enterkeyhint=done]");
  if (isLast && event.isTrusted) return;
  event.preventDefault();
  event.target.closest("form")?.querySelector(isLast ? ".btn" : "[enterkeyhint=done]")?.focus();
}

/** Who begins to count hears whose turn it is.
 * @param {Event & {target: HTMLElement}} event */
function nameCounter({ target }) {
  if (!target.matches(".counting[open]")) return;
  scrollTo(0, 0); // it was opened from further down
  target.querySelector("h2")?.focus({ preventScroll: true });
}

/** What opens at the end of a partie stands above the button at the foot.
 * @param {Event & {target: HTMLElement}} event */
function showOpened({ target }) {
  if (target.matches("details[open]") && target.closest(".sheet:not(.frame)")) target.scrollIntoView({ block: "nearest" });
}

/** Who opened the count by mistake, or too early, goes back to the sheet.
 * @param {Event & {target: HTMLElement}} event */
function goBack({ target }) {
  const open = target.closest("[data-fold]")?.closest(".counting, .recounting");
  if (!open) return;
  open.removeAttribute("open");
  open.querySelector("summary")?.focus();
}

/** @param {Event & {target: HTMLElement}} event */
function onTyped({ target }) {
  if (target.closest(".tokens")) drawCount(/** @type {HTMLFormElement} */ (target.closest("form")));
}

/** @param {{target: HTMLElement}} event */
function onChosen({ target }) {
  const { form, type, value } = /** @type {HTMLInputElement} */ (target);
  if (type === "radio" && form?.querySelector("button [data-when]")) sayOnButton(form, value);
}

/** A count without a number is not sent: it goes to what is missing.
 * @param {Event & {target: HTMLElement}} event */
function stopEmpty(event) {
  const empty = missingIn(event.target);
  if (!empty) return;
  event.preventDefault();
  event.stopPropagation();
  empty.focus();
}

/** @param {Pick<TablePage, "sheet">} page */
export function startCounting({ sheet }) {
  sheet.addEventListener("prepared", () => { // some counts come back with what was typed, or were begun before this was there
    for (const tokens of sheet.querySelectorAll(".tokens")) drawCount(/** @type {HTMLFormElement} */ (tokens.closest("form")));
    for (const target of sheet.querySelectorAll("input[type=radio]:checked")) onChosen({ target });
  });
  sheet.addEventListener("input", onTyped);
  sheet.addEventListener("change", onChosen);
  sheet.addEventListener("submit", stopEmpty, true);
  sheet.addEventListener("click", goBack);
  document.addEventListener("keydown", goOn);
  document.addEventListener("toggle", nameCounter, true);
  document.addEventListener("toggle", showOpened, true);
}
