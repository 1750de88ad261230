/* What coups give for as long as nothing answers: of those that wait, each in its line, and of the one in the form. The
   game's own scorer tells it (`data-scorer`, fetched once the page is there), from how the last sheet stands
   (`data-table-state`). Figures for the eye, «à confirmer»: nothing keeps, sends or reads them. */

/** @import { Forecast } from "./table_state.js" */
/** @import { Item, Move, Scorer, TablePage, TableState } from "./types.d.ts" */

import { byId, find } from "./dom.js";
import { bringInSight } from "./in_sight.js";
import { sayNeeded } from "./needed.js";
import { foresee, netPairs } from "./table_state.js";

const words = new DOMParser().parseFromString(byId("forecast-words").textContent, "text/html").body;
const list = find(document, "#waiting ol");
/** @type {Map<string, Scorer>} */
const scorers = new Map();
/** @type {WeakMap<Element, HTMLElement>} the places of a sheet, and what stands above them, as the server drew them */
const sheetPlaces = new WeakMap();
/** @type {TablePage} */
let page;
const shownScorer = () => scorers.get(page.shownSheet()?.dataset.scorer ?? "");

/** @typedef {{forecasts: Map<string, Forecast>, after: TableState | null, last: Forecast | null}} Line What the coups that wait give, by
 * id; how the partie stands after them all, null where that cannot be said; the last of them. */

/** @param {TablePage} given */
export function startForecast(given) {
  page = given;
  page.sheet.addEventListener("prepared", () => {
    drawItems();
    fetchScorer();
  });
  find(document, "#waiting").addEventListener("drawn", drawItems);
  page.sheet.addEventListener("foreseen", ({ target }) => bringInSight(/** @type {HTMLFormElement} */ (target)), true);
  page.sheet.addEventListener("unforeseen", (event) => {
    const { target, detail } = /** @type {CustomEvent<string>} */ (/** @type {unknown} */ (event));
    drawForm(/** @type {HTMLFormElement} */ (target), detail);
  }, true); // before what is said again elsewhere
}

/** Fetch the scorer of the game that is shown, where it has one; a later sheet tries again. */
async function fetchScorer() {
  const address = page.shownSheet()?.dataset.scorer;
  if (!address || scorers.has(address)) return;
  const module = await import(address).catch(() => null);
  if (!module) return;
  scorers.set(address, module.score);
  drawItems();
  const forms = /** @type {HTMLFormElement[]} */ ([...page.sheet.querySelectorAll("form:has(.foreseen[data-unsaid])")]);
  for (const form of forms) drawForm(form, find(form, ".foreseen").dataset.unsaid ?? ""); // a page loaded anew without a network
}

/** Go through the coups that wait before the one in the form, up to the first of which nothing can be said.
 * @returns {Line} */
function foreseeLine() {
  const score = shownScorer(), coup = page.sheet.querySelector("form#coup"), { tableState } = page.shownSheet()?.dataset ?? {};
  /** @type {Line} */
  const line = { forecasts: new Map(), after: score && tableState ? JSON.parse(tableState) : null, last: null };
  for (const item of page.earlierItems()) {
    const isTold = coup && item.coup && item.url === page.addressOf(coup) && !page.mayBeThere(item);
    const said = new URLSearchParams(item.body);
    line.last = isTold && line.after && score ? foresee(line.after, score, (name) => said.get(name) ?? "") : null;
    line.after = line.last?.after ?? null;
    if (line.last) line.forecasts.set(item.id, line.last);
  }
  return line;
}

/** Say in the line of each coup that waits what it gives, and above the form how the partie stands after them all. */
function drawItems() {
  const { forecasts, after, last } = foreseeLine();
  drawPlaces(last && after && { ...after, dealer: last.isOver ? -1 : after.dealer });
  for (const item of list.querySelectorAll("[data-item]")) {
    const forecast = forecasts.get(item.dataset.item ?? "");
    const old = item.querySelector(".forecast");
    const fresh = forecast && wrap([...tellForecast(forecast), ...(forecast.scored.moves ? [foldPayments(forecast)] : [])]);
    if (old?.textContent === fresh?.textContent) continue; // said again, it would be read aloud again
    old?.remove();
    if (fresh) find(item, ".said").after(fresh);
  }
}

/** Say what each holds and who deals, once what waits is counted; what the sheet says of it where that cannot be told. A form
 * whose inputs name the seats says it there.
 * @param {TableState | null} table */
function drawPlaces(table) {
  const places = page.sheet.querySelector(".auction") ?? page.sheet.querySelector(".frame > .places");
  if (!places) return;
  for (const part of places.querySelectorAll(".place, .pk, legend")) restore(part);
  places.classList.toggle("projected", Boolean(table));
  const head = table && places.querySelector("legend .small");
  if (head) head.textContent = wordsOf("unconfirmed");
  for (const place of table ? places.querySelectorAll(".place, .pk") : []) drawPlace(place, /** @type {TableState} */ (table), !head);
}

/** Put what the server drew back around the input, which keeps its answer.
 * @param {HTMLElement} part */
function restore(part) {
  const own = sheetPlaces.get(part) ?? /** @type {HTMLElement} */ (part.cloneNode(true));
  sheetPlaces.set(part, own);
  if (!part.closest(".projected")) return;
  part.className = own.className;
  for (const old of part.querySelectorAll(":scope > :not(input)")) old.remove();
  part.append(.../** @type {HTMLElement} */ (own.cloneNode(true)).querySelectorAll(":scope > :not(input)"));
}

/** @param {HTMLElement} place
 * @param {TableState} table
 * @param {boolean} isMarked is it said in each place that its figure is to be confirmed? */
function drawPlace(place, table, isMarked) {
  const people = [...place.querySelectorAll(".name")], seats = people.map((one) => table.names.indexOf(one.textContent));
  const total = find(place, ".total, .num");
  total.textContent = format(held(table)[seats[0]]);
  if (isMarked) {
    const mark = place.querySelector(".held") ?? Object.assign(document.createElement("span"), { className: "held" });
    mark.textContent = wordsOf("unconfirmed");
    total.after(mark);
  }
  place.classList.toggle("deals", !place.querySelector(".one") && seats[0] === table.dealer);
  for (const [n, name] of people.entries()) {
    const role = name.parentElement?.querySelector(".role") ?? Object.assign(document.createElement("span"), { className: "role" });
    role.textContent = seats[n] === table.dealer ? wordsOf("deals") : "";
    name.parentElement?.append(role);
  }
}

/** Say in the form what its coup gives, or how the partie stands after those that wait. `why`: the page's own sentence that
 * stands there, which says that the server could not tell.
 * @param {HTMLFormElement} form
 * @param {string} why */
function drawForm(form, why) {
  const box = find(form, ".foreseen");
  const { after, last } = foreseeLine(), score = shownScorer();
  if (!score || !after || form.id !== "coup" || why === "newer") return;
  if (box.querySelector(".error")) { // what waits is counted above
    if (last) box.querySelector("[data-said=later]")?.remove();
    return;
  }
  const said = new FormData(form);
  const forecast = foresee(after, score, (name) => /** @type {string | null} */ (said.get(name)) ?? "");
  const isWhole = forecast || !sayNeeded(form); // nothing ended this coup before its end
  if (forecast) {
    box.replaceChildren(wrap(tellForecast(forecast)));
    const payments = listPayments(forecast);
    form.querySelector("#hand-overs")?.replaceChildren(...(payments.childElementCount ? [payments] : []));
    bringInSight(form);
  } else if (isWhole) {
    box.replaceChildren(wrap([paragraph("unsure", {})]));
  } else if (last) {
    const figures = join(parties(after).map(([name, seat]) => `${name}\u00a0${format(held(after)[seat])}`));
    box.replaceChildren(wrap([paragraph("standing", { figures }), ...tellEnd(last)]));
  }
}

/** @param {HTMLElement[]} parts */
function wrap(parts) {
  const box = Object.assign(document.createElement("div"), { className: "forecast" });
  box.append(...parts);
  return box;
}

/** What a coup gives each, what each then holds, and whether the partie would be over.
 * @param {Forecast} forecast */
function tellForecast(forecast) {
  const { scored: { net }, after } = forecast;
  const figures = parties(after).map(([name, seat]) => {
    const figure = document.createElement("span"), then = Object.assign(document.createElement("span"), { className: "to", textContent: `→\u00a0${format(held(after)[seat])}` });
    figure.append(Object.assign(document.createElement("bdi"), { textContent: name }), ` ${format(net[seat], "exceptZero")} `, then);
    return figure;
  });
  const moves = Object.assign(document.createElement("p"), { className: `moves n${figures.length}` });
  moves.append(...figures.flatMap((figure) => [figure, " "]));
  const taken = join(tellTaken(forecast));
  const pot = taken ? [Object.assign(document.createElement("p"), { textContent: `${taken}.` })] : [];
  return [paragraph("coup", {}), moves, ...pot, ...tellEnd(forecast)];
}

/** Who counts for himself, or a side whose points count together: its names, and a seat of it.
 * @param {TableState} table
 * @returns {[string, number][]} */
function parties({ names, sides, purses }) {
  const first = names.map((_, seat) => sides && !purses.length ? sides.indexOf(sides[seat]) : seat);
  const together = new Intl.ListFormat(document.documentElement.lang);
  return [...new Set(first)].map((seat) => [together.format(names.filter((_, one) => first[one] === seat)), seat]);
}

/** @param {Forecast} forecast */
function tellEnd({ isOver, winners, after }) {
  if (!isOver) return [];
  if (winners.length === after.names.length) return [paragraph("even", {})];
  const name = winners.length === 1 ? "won-by-one" : winners.length ? "won-by-many" : "over";
  const line = paragraph(name, { who: new Intl.ListFormat(document.documentElement.lang).format(winners.map((seat) => after.names[seat])) });
  line.dataset.ends = ""; // who won comes first
  return [line];
}

/** @param {Forecast} forecast */
function foldPayments(forecast) {
  const fold = document.createElement("details");
  fold.append(Object.assign(document.createElement("summary"), { textContent: wordsOf("who-pays") }), listPayments(forecast));
  return fold;
}

/** Who takes what out of the pot.
 * @param {Forecast} forecast */
const tellTaken = ({ scored: { moves = [] }, after: { names } }) =>
  moves.filter(([payer]) => payer === names.length).map(([, payee, n]) => fill("takes", { payee: names[payee], n }));

/** Who pays whom: the difference between two players, and what is put into the pot and taken out of it.
 * @param {Forecast} forecast */
function listPayments(forecast) {
  const { scored: { moves = [] }, after: { names } } = forecast;
  const pot = names.length;
  /** @param {Move} move */
  const isBetween = ([payer, payee]) => payer < pot && payee < pot;
  const sentences = [
    ...moves.filter(([, payee]) => payee === pot).map(([payer, , n]) => fill("stakes", { payer: names[payer], n })),
    ...netPairs(moves.filter(isBetween)).map(([payer, payee, n]) => fill("pays", { payer: names[payer], payee: names[payee], n })),
    ...tellTaken(forecast),
  ];
  const lines = Object.assign(document.createElement("ul"), { className: "telling" });
  lines.append(...sentences.map((textContent) => Object.assign(document.createElement("li"), { textContent })));
  return lines;
}

/** What each holds, in jetons or in points.
 * @param {TableState} table */
const held = ({ purses, totals }) => purses.length ? purses : totals;

/** @param {string[]} figures */
const join = (figures) => figures.join(", ");

/** @param {number} number
 * @param {Intl.NumberFormatOptions["signDisplay"]} [signDisplay] */
const format = (number, signDisplay = "auto") => new Intl.NumberFormat(document.documentElement.lang, { signDisplay }).format(number).replace("-", "−");

/** @param {string} name */
const wordsOf = (name) => find(words, `[data-said="${name}"]`).textContent.trim();

/** @param {string} name
 * @param {Record<string, string | number>} values */
const fill = (name, values) => wordsOf(name).replace(/{(\w+)}/g, (_, key) => String(values[key]));

/** @param {string} name
 * @param {Record<string, string | number>} values */
function paragraph(name, values) {
  const line = Object.assign(document.createElement("p"), { textContent: fill(name, values) });
  line.dataset.said = name;
  return line;
}
