/* The list of what this phone has not seen in the book yet: for each item its state in words and shape, what was typed,
   and, where somebody must decide, both versions and the question. It shows what the queue holds and calls what is
   decided; it sends nothing and scores nothing. */

/** @import { Item } from "./types.d.ts" */

import { isLost } from "./connection_notice.js";
import { byId, find } from "./dom.js";
import { currentTable, keyOf, tableOf, tables } from "./keyring.js";
import { queue } from "./page_queue.js";
import { canChange } from "./queue.js";
import { isOnlyInMemory } from "./store.js";

/** @typedef {(item: Item) => Promise<void>} Correct */
/** @typedef {HTMLElement & {drawn?: string, question?: string}} ItemLine A line, and what it was last drawn from. */

const section = byId("waiting");
const list = find(section, "ol");
const title = find(section, "h2"), single = title.textContent;
/** @type {Set<string>} what was recorded since nothing waited */
const recorded = new Set();
const words = /** @type {HTMLTemplateElement} */ (byId("words")).content;
const pattern = /** @type {HTMLTemplateElement} */ (byId("waiting-item")).content;

/** Listen to the list's buttons. `correct(item)`: put it back into its form; `stopCorrecting()`: take it out of there.
 * @param {{correct: Correct, stopCorrecting: () => void}} form */
export function listenToList({ correct, stopCorrecting }) {
  list.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-decide]");
    const item = button && queue.find(button.closest("[data-item]")?.dataset.item);
    if (!item) return;
    const corrected = item.stopped?.kind === "correcting";
    find(section, "h2").focus(); // the button goes away with what it decided
    await decide(item, button, correct);
    if (corrected) stopCorrecting();
  });
  find(section, "[data-now]").addEventListener("click", sendNow);
}

/** Send what waits, and say so where nothing answers: who asked for it would else see nothing happen. */
async function sendNow() {
  const tried = find(section, "[data-tried]");
  tried.hidden = true; // said again, it is read aloud again
  await queue.drain();
  tried.hidden = !isLost();
}

/** Do with an item what a button says.
 * @param {Item} item
 * @param {HTMLElement} button
 * @param {Correct} correct */
async function decide(item, button, correct) {
  const { decide: what, undoes = "" } = button.dataset;
  const next = Number(item.stopped?.next);
  const { undo: url = "", undoing: title = "" } = section.dataset;
  if (what === "drop") return queue.discard(item.id, { kept: true }).then(() => queue.drain());
  if (what === "discard") return queue.discard(item.id).then(() => sayDiscarded(item)).then(() => queue.drain());
  if (what === "after") return await queue.sendAfter(item.id, next);
  if (what === "replace") return await queue.sendAfter(item.id, next, { replacing: { url, title, body: `undoes=${undoes}` } });
  if (what === "correct") return await correct(item);
  return await queue.resend(item.id);
}

/** Say that an item was thrown away where the sheet tells of the last line: that one is over.
 * @param {Item} item */
function sayDiscarded({ title }) {
  const sentence = Object.assign(document.createElement("p"), { textContent: `${title}, ${unmarkedWord()}.` });
  document.querySelector("#sheet [data-toast]")?.replaceChildren(sentence);
}

/** Draw the list as the queue stands. A line stays the same element as long as it is there: a finger finds the same
 * button, and what was opened stays open. */
export function drawWaiting() {
  const table = currentTable();
  const own = queue.unshown(table);
  const others = queue.tables().filter((one) => one !== table);
  const waiting = queue.waiting(table);
  section.hidden = !own.length && !others.length;
  const unsent = own.filter((one) => !one.recorded).length;
  title.textContent = own[0]?.stopped?.differs ? title.dataset.asked ?? "" : unsent > 1 ? wordsFor("several").replace("{n}", String(unsent)) : unsent || !own.length ? single : wordsFor("recorded");
  find(section, "[data-refused]").hidden = !isOnlyInMemory();
  if (!isLost()) find(section, "[data-tried]").hidden = true;
  find(section, "[data-now]").hidden = Boolean(waiting[0]?.stopped) || !waiting.length;
  const wanted = [...own.map(itemLine), ...others.map(otherTableLine)];
  for (const old of /** @type {HTMLElement[]} */ ([...list.children])) if (!wanted.includes(old)) old.remove();
  wanted.forEach((line, n) => line === list.children[n] || list.insertBefore(line, list.children[n] ?? null));
  section.dispatchEvent(new Event("drawn"));
  for (const { id } of own.filter((one) => one.recorded && one.coup)) recorded.add(id);
  if (own.some((one) => one.stopped)) recorded.clear(); // somebody decides: what went before is seen
  if (!own.length) sayRecorded();
}

/** Say that several coups that waited are marked, where the sheet tells of the last one alone. */
function sayRecorded() {
  const heading = document.querySelector("#sheet [data-toast] b");
  const undo = document.querySelector("#sheet [data-toast] button");
  if (heading && recorded.size > 1) {
    heading.dataset.several = "";
    heading.textContent = wordsFor("recorded-all").replace("{n}", String(recorded.size));
    if (undo) undo.textContent = find(words, "[data-undo]").dataset.undo ?? "";
  }
  recorded.clear();
}

/** The word for an item's state: on this phone, on its way, in the book; or stopped until somebody decides.
 * @param {Item} item */
function stateOf(item) {
  if (item.recorded) return "recorded";
  if (item.stopped) return "stopped";
  return queue.isSending(item.id) ? "sending" : "kept";
}

/** The line of an item, drawn.
 * @param {Item} item */
function itemLine(item) {
  const line = lineOf(item.id, () => /** @type {ItemLine} */ (/** @type {Element} */ (pattern.firstElementChild).cloneNode(true)));
  const state = stateOf(item);
  const correcting = queue.isCorrecting(item.table);
  const facts = JSON.stringify([item, state, correcting]);
  if (line.drawn === facts) return line;
  line.drawn = facts;
  find(line, ".what").textContent = item.title;
  find(line, ".said").textContent = item.said.map((pair) => pair.filter(Boolean).join(" ")).join(" ");
  find(line, ".state").dataset.state = state;
  find(line, ".state").textContent = item.stopped?.kind === "closed" ? unmarkedWord() : wordsFor(state);
  if (line.question !== item.stopped?.html) find(line, ".asked").replaceChildren(...questionOf(item));
  line.question = item.stopped?.html;
  const changeable = canChange(item) && state !== "sending";
  find(line, "[data-decide=correct]").hidden = !changeable || correcting || !hasForm(item);
  find(line, ".mended").hidden = item.stopped?.kind !== "correcting";
  find(line, ".mended button").hidden = item.stopped?.refused === true;
  find(line, ".discard").hidden = !changeable;
  find(line, ".maybe").hidden = !(state === "kept" && item.left);
  return line;
}

/** The line that stands for this already, or a new one.
 * @param {string} name
 * @param {() => ItemLine} make
 * @returns {ItemLine} */
function lineOf(name, make) {
  const line = /** @type {ItemLine[]} */ ([...list.children]).find((one) => one.dataset.item === name) ?? make();
  line.dataset.item = name;
  return line;
}

/** Is there a form for it: in the answer that refused it, or else on the sheet? A partie that is over has none.
 * @param {Item} item */
export const hasForm = ({ url, stopped, formless }) => stopped?.html ? stopped.html.includes(`hx-post="${url}"`) : !formless;

/** What somebody must read before deciding: both versions, or what is wrong.
 * @param {Item} item
 * @returns {HTMLElement[]} */
function questionOf({ stopped }) {
  if (!stopped?.html) return [];
  const answer = new DOMParser().parseFromString(stopped.html, "text/html");
  const both = answer.querySelector(".both");
  if (both) return [both];
  const wrong = [...answer.querySelectorAll(".error, .notice.warn[role=alert]")].filter((one) => !one.closest("[hidden]"));
  const sentences = wrong.map((one) => one.textContent.trim());
  return [...new Set(sentences.length ? sentences : [wordsFor("unread")])].map((text) => Object.assign(document.createElement("p"), { className: "error", textContent: text }));
}

/** The line of another table: only that something waits there, and whether its key is still known.
 * @param {string} table */
function otherTableLine(table) {
  const line = lineOf(`table ${table}`, () => document.createElement("li"));
  const label = tables().find(([key]) => tableOf(key) === table)?.[1].label ?? table;
  const sentence = wordsFor(keyOf(table) ? "elsewhere" : "keyless");
  const shown = sentence.replace("{n}", String(queue.waiting(table).length)).replace("{table}", label);
  if (line.textContent !== shown) line.textContent = shown; // said again, it would be read aloud again
  return line;
}

/** The page's own word for what was not taken into the book. */
export const unmarkedWord = () => find(words, "[data-closed]").dataset.closed ?? "";

/** The page's own words of this name (`data-said`).
 * @param {string} name */
export function wordsFor(name) {
  return find(words, `[data-said="${name}"]`).textContent;
}
