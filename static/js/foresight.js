/* What the coup being typed would do, asked of the server a moment after each word: it alone scores.
   What it said of other words is taken away at once, and nothing stands in its place while it cannot answer: nor while
   coups before this one wait on the phone, for what a coup gives may depend on them. A sum that is not the pack's is
   said here too, for it is declared with the form (`data-total`). */

import { ask } from "./server.js";

const PAUSE_MS = 250;
const forms = new WeakMap(); // by form: the pause before it asks, and how often it was spoken to

/** `headers()` as for every request; `waits()`: do coups before this one wait? */
export function foresee(form, headers, waits) {
  const mine = silence(form);
  const box = form.querySelector(".foreseen");
  if (!box) return;
  box.dataset.old = "";
  if (waits()) return say(box, "later", form);
  mine.pause = setTimeout(() => question(form, box, headers(), mine), PAUSE_MS);
}

/** What is typed has been sent, or is other by now: nothing that was asked before is to be told of it any more. */
export function silence(form) {
  const mine = forms.get(form) ?? { pause: 0, asked: 0 };
  forms.set(form, mine);
  clearTimeout(mine.pause);
  mine.asked += 1;
  return mine;
}

async function question(form, box, headers, mine) {
  const number = mine.asked;
  const fresh = () => number === mine.asked && box.isConnected;
  if (!form.isConnected) return;
  try {
    const body = new URLSearchParams(new FormData(form));
    const { status, text } = await ask(box.dataset.url, { method: "POST", headers, body });
    if (!fresh()) return;
    if (status === 200) show(form, box, text);
    if (status === 204) say(box, "newer", form);
  } catch {
    if (fresh()) say(box, "unreached", form);
  }
}

function show(form, box, text) {
  const answer = document.createElement("template");
  answer.innerHTML = text;
  for (const part of answer.content.querySelectorAll("[data-into]")) {
    document.getElementById(part.dataset.into)?.replaceChildren(...part.childNodes);
    part.remove();
  }
  box.replaceChildren(answer.content);
  delete box.dataset.old;
  form.dispatchEvent(new Event("foreseen"));
}

/** One of the page's own sentences, and what the form's own sums lack. */
function say(box, name, form) {
  const words = document.getElementById("words").content;
  const sentences = [words.querySelector(`[data-said="${name}"]`).cloneNode(true)];
  if (name === "unreached" && box.dataset.lost) sentences[0].textContent = box.dataset.lost; // the form's own words for it
  const off = lacking(form);
  if (off) {
    const line = words.querySelector(`[data-said="${off > 0 ? "short" : "over"}"]`).cloneNode(true);
    line.textContent = line.textContent.replace("{n}", Math.abs(off));
    sentences.push(line);
  }
  box.replaceChildren(...sentences);
  form.querySelector(".todo")?.remove(); // what is still to do, and how much is said, was the server's to say
  form.querySelector("#said-count")?.replaceChildren();
  delete box.dataset.old;
}

/** How much the first whole set of numbers lacks of its declared total; 0 where it is right or not all typed. */
function lacking(form) {
  for (const set of form.querySelectorAll("[data-total]")) {
    const numbers = [...set.querySelectorAll("input")].map((input) => input.value.trim());
    const total = Number(set.dataset.total);
    if (!total || !numbers.length || !numbers.every((text) => /^\d{1,4}$/.test(text))) continue;
    const off = total - numbers.reduce((sum, text) => sum + Number(text), 0);
    if (off) return off;
  }
  return 0;
}
