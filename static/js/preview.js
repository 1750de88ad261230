/* What the coup being typed would do, asked of the server a moment after each word: what it said of other words is taken
   away at once. While it cannot answer, or coups before this one wait on the phone, the page says so, and `forecast.js` what
   the phone reckons by itself. What cannot be right, as far as the phone knows (`own_faults`), is said here too, and what is
   still to be typed, for the form declares it (`data-needs`). */

/** @import { Question } from "./types.d.ts" */

import { isWholeNumber } from "./digits.js";
import { byId, find } from "./dom.js";
import { sayNeeded, wordNeeded } from "./needed.js";
import { findOwnFault } from "./own_faults.js";
import { ask } from "./server.js";

const PAUSE_MS = 250;
const PATIENCE_MS = 700; // who marks before the answer is there waits for it no longer than that

/** @typedef {{pause?: ReturnType<typeof setTimeout>, askNow?: () => Promise<void>, asked: number}} Pending The pause before a
 * form asks, what ends it, and how often the form was changed. */
/** @type {WeakMap<HTMLFormElement, Pending>} */
const pendings = new WeakMap();

/** Ask what the form's coup would do. `headers()` as for every request; `isBlocked()`: do coups before this one wait?
 * `send` asks the server.
 * @param {HTMLFormElement} form
 * @param {() => Record<string, string>} headers
 * @param {() => boolean} isBlocked
 * @param {(url: string, question: Question) => Promise<{status: number, text: string}>} [send] */
export function askPreview(form, headers, isBlocked, send = ask) {
  const pending = cancelPreview(form);
  const box = form.querySelector(".foreseen");
  if (!box) return;
  box.dataset.old = "";
  if (isBlocked()) return showOwnWords(box, "later", form);
  // what the form itself knows needs no answer: this is needed, or nothing is any more
  if (!sayNeeded(form) && !form.querySelector(".error")) form.querySelector("#todo, #todo-tricks")?.replaceChildren();
  const said = () => {
    const sent = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    for (const name of form.live?.computed ?? []) sent.append("filled", name); // a repair elsewhere changes it as well
    return sent;
  };
  /** @type {Promise<void> | undefined} */
  let asked;
  pending.askNow = () => asked ??= askNow(form, box, () => send(box.dataset.url ?? "", { method: "POST", headers: headers(), body: said() }), pending);
  pending.pause = setTimeout(pending.askNow, PAUSE_MS);
}

/** Has the server said of what stands in the form that it cannot be marked? Asks at once where it was about to be asked.
 * @param {HTMLFormElement} form */
export async function isKnownWrong(form) {
  const pending = pendings.get(form);
  clearTimeout(pending?.pause);
  await Promise.race([pending?.askNow?.(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const box = form.querySelector(".foreseen");
  if (box && "old" in box.dataset && findFault(form).length) showOwnWords(box, "unreached", form); // no answer yet: this much is known here
  return Boolean(box && !("old" in box.dataset) && form.querySelector(".todo"));
}

/** Cancel what was asked of this form: what is typed has been sent, or is other by now.
 * @param {HTMLFormElement} form */
export function cancelPreview(form) {
  const pending = pendings.get(form) ?? { asked: 0 };
  pendings.set(form, pending);
  clearTimeout(pending.pause);
  pending.askNow = undefined;
  pending.asked += 1;
  return pending;
}

/** @param {HTMLFormElement} form
 * @param {HTMLElement} box
 * @param {() => Promise<{status: number, text: string}>} send
 * @param {Pending} pending */
async function askNow(form, box, send, pending) {
  const number = pending.asked;
  const isFresh = () => number === pending.asked && box.isConnected;
  if (!form.isConnected) return;
  try {
    const { status, text } = await send();
    if (!isFresh()) return;
    if (status === 200) show(form, box, text);
    if (status !== 204) return;
    const isNews = !("unsaid" in box.dataset); // asked again, it is no news
    showOwnWords(box, "newer", form);
    if (isNews) form.dispatchEvent(new Event("outdated", { bubbles: true }));
  } catch {
    if (isFresh()) showOwnWords(box, "unreached", form);
  }
}

/** Show what the server said.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} box
 * @param {string} html */
function show(form, box, html) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  for (const part of answer.content.querySelectorAll("[data-into]")) {
    replaceIn(document.getElementById(part.dataset.into ?? ""), part);
    part.remove();
  }
  box.replaceChildren(answer.content);
  delete box.dataset.old;
  delete box.dataset.unsaid;
  markWrong(form);
  form.dispatchEvent(new Event("foreseen"));
}

/** Put what `part` holds in place of what `target` holds; an error that has the focus passes it on.
 * @param {HTMLElement | null} target
 * @param {HTMLElement} part */
function replaceIn(target, part) {
  const focused = target?.contains(document.activeElement);
  target?.replaceChildren(...part.childNodes);
  const error = focused && target?.querySelector(".error");
  if (!error) return;
  error.tabIndex = -1;
  error.focus({ preventScroll: true });
}

/** Mark the inputs of which the server says that they cannot be right.
 * @param {HTMLFormElement} form */
function markWrong(form) {
  const wrong = new Set([...form.querySelectorAll("[data-fields]")].flatMap((one) => one.dataset.fields?.split(" ")));
  for (const input of form.querySelectorAll(".mark input")) {
    if (wrong.has(/** @type {HTMLInputElement} */ (input).name)) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

/** Show one of the page's own sentences, and what the form's own sums lack; nothing on a page without such sentences.
 * @param {HTMLElement} box
 * @param {string} name
 * @param {HTMLFormElement} form */
function showOwnWords(box, name, form) {
  if (!document.getElementById("words")) return box.replaceChildren();
  const sentences = [sentenceOf(name)];
  if (name === "unreached" && box.dataset.lost) sentences[0].textContent = box.dataset.lost; // the form's own words for it
  const fault = findOwnFault(form, sayWrongSum);
  if (fault) {
    if (name === "unreached" && !box.dataset.lost) sentences.pop(); // that it may be marked all the same would be false
    const line = Object.assign(document.createElement("p"), { className: fault.isSum ? "error of-sum" : "error", textContent: fault.words });
    line.dataset.fields = fault.names.join(" ");
    sentences.push(line);
  }
  box.replaceChildren(...sentences);
  // what else is still to do, and what changes hands, was the server's to say
  form.querySelector("#todo, #todo-tricks")?.replaceChildren(...findFault(form));
  form.querySelector("#hand-overs")?.replaceChildren();
  if (form.live?.typed) for (const wrong of form.querySelectorAll(".wrong")) wrong.replaceChildren(); // it was said of other words
  markWrong(form);
  delete box.dataset.old;
  box.dataset.unsaid = name;
  form.dispatchEvent(new CustomEvent("unforeseen", { detail: name, bubbles: true })); // the phone may know it (forecast.js)
}

/** What is wrong or still to be typed, as far as the phone knows by itself: at most one end of the button's label.
 * @param {HTMLFormElement} form
 * @returns {HTMLElement[]} */
function findFault(form) {
  const isMistyped = [...form.querySelectorAll("[data-total] input")].some(({ value }) => value.trim() && !isWholeNumber(value.trim()));
  if (isMistyped || findOwnFault(form, sayWrongSum)) return [sentenceOf("wrong")];
  const words = wordNeeded(form);
  return words ? [Object.assign(document.createElement("span"), { className: "todo", textContent: words })] : [];
}

/** Say how far a set of figures is from its total.
 * @param {number} missing
 * @param {string} what */
function sayWrongSum(missing, what) {
  return sentenceOf(missing > 0 ? "short" : "over").textContent.replace("{what}", what).replace("{n}", String(Math.abs(missing)));
}

/** @param {string} name
 * @returns {HTMLElement} a copy of the page's sentence of this name */
function sentenceOf(name) {
  const words = /** @type {HTMLTemplateElement} */ (byId("words")).content;
  return /** @type {HTMLElement} */ (find(words, `[data-said="${name}"]`).cloneNode(true));
}
