/* The list of what this phone has not seen in the book yet: for each its state in words and shape, what was typed, and,
   where somebody must decide, both versions and the question. It shows what `queue` holds and calls what is decided;
   it sends nothing and scores nothing. */

import { current, keyOf, tableOf, tables } from "./keyring.js";
import * as queue from "./queue.js";
import { onlyRemembered } from "./store.js";

const section = document.getElementById("waiting");
const list = section.querySelector("ol");
const words = document.getElementById("words").content;
const pattern = document.getElementById("waiting-item").content;

/** `correct(item)`: put it back into its form; `unchanged()`: take it out of there again. */
export function listen({ correct, unchanged }) {
  list.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-decide]");
    const item = button && queue.find(button.closest("[data-item]").dataset.item);
    if (!item) return;
    const mended = item.stopped?.kind === "correcting";
    section.querySelector("h2").focus(); // the button goes away with what it decided
    await decide(item, button.dataset.decide, correct);
    if (mended) unchanged();
  });
  section.querySelector("[data-now]").addEventListener("click", () => queue.drain());
}

function decide(item, what, correct) {
  const next = item.stopped?.next;
  if (what === "drop") return queue.drop(item.id, { kept: true }).then(queue.drain);
  if (what === "discard") return queue.drop(item.id).then(queue.drain);
  if (what === "after") return queue.sendAfter(item.id, next);
  if (what === "replace") return queue.sendAfter(item.id, next, { replacing: { url: section.dataset.undo, title: section.dataset.undoing } });
  if (what === "correct") return correct(item);
  return queue.again(item.id);
}

/** Show it as it stands. A line stays the same element as long as it is there: a finger finds the same button, and what
    was opened stays open. */
export function draw() {
  const mine = queue.shown(tableOf(current()));
  const others = queue.tables().filter((table) => table !== tableOf(current()));
  section.hidden = !mine.length && !others.length;
  section.querySelector("[data-refused]").hidden = !onlyRemembered();
  section.querySelector("[data-now]").hidden = Boolean(queue.waiting(tableOf(current()))[0]?.stopped) || !queue.waiting(tableOf(current())).length;
  const wanted = [...mine.map(row), ...others.map(elsewhere)];
  for (const old of [...list.children]) if (!wanted.includes(old)) old.remove();
  wanted.forEach((line, n) => line === list.children[n] || list.insertBefore(line, list.children[n] ?? null));
}

/** Which of the three it is: on this phone, on its way, in the book; or stopped until somebody decides. */
function stateOf(item) {
  if (item.recorded) return "recorded";
  if (item.stopped) return "stopped";
  return queue.isFlying(item.id) ? "sending" : "kept";
}

function row(item) {
  const made = lineOf(item.id, () => pattern.cloneNode(true).firstElementChild);
  const state = stateOf(item);
  const facts = JSON.stringify([item, state, queue.isMending(item.table)]);
  if (made.drawn === facts) return made;
  made.drawn = facts;
  made.querySelector(".what").textContent = item.title;
  made.querySelector(".said").textContent = item.said.map((pair) => pair.filter(Boolean).join(" ")).join(" · ");
  made.querySelector(".state").dataset.state = state;
  made.querySelector(".state").textContent = say(state).replace("{n}", item.recorded ?? "");
  if (made.asked !== item.stopped?.html) made.querySelector(".asked").replaceChildren(...question(item));
  made.asked = item.stopped?.html;
  const mended = item.stopped?.kind === "correcting";
  made.querySelector("[data-decide=correct]").hidden = !queue.mayChange(item) || state === "sending" || queue.isMending(item.table) || !hasForm(item);
  made.querySelector(".mended").hidden = !mended;
  made.querySelector(".discard").hidden = !(queue.mayChange(item) && state !== "sending");
  made.querySelector(".maybe").hidden = !(state === "kept" && item.left);
  return made;
}

/** The line that stands for this already, or a new one. */
function lineOf(name, make) {
  const line = [...list.children].find((one) => one.dataset.item === name) ?? make();
  line.dataset.item = name;
  return line;
}

/** Has the sheet that came with the refusal still a form for it? A partie that is over has none. */
const hasForm = ({ url, stopped }) => !stopped?.html || stopped.html.includes(`="${url}"`);

function question({ stopped }) {
  if (!stopped?.html) return [];
  const answer = new DOMParser().parseFromString(stopped.html, "text/html");
  const both = answer.querySelector(".both");
  if (both) return [both];
  const wrong = [...answer.querySelectorAll(".error, .notice.warn[role=alert]")].filter((one) => !one.closest("[hidden]"));
  const told = wrong.map((one) => one.textContent.trim());
  return [...new Set(told.length ? told : [say("unread")])].map((text) => Object.assign(document.createElement("p"), { className: "error", textContent: text }));
}

/** Another table's: it is only said that it waits there, and whether its key is still known. */
function elsewhere(table) {
  const line = lineOf(`table ${table}`, () => document.createElement("li"));
  const label = tables().find(([key]) => tableOf(key) === table)?.[1].label ?? table;
  const sentence = say(keyOf(table) ? "elsewhere" : "keyless");
  const told = sentence.replace("{n}", queue.waiting(table).length).replace("{table}", label);
  if (line.textContent !== told) line.textContent = told; // said again, it would be read aloud again
  return line;
}

export function say(name) {
  return words.querySelector(`[data-said="${name}"]`).textContent;
}
