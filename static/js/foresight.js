/* What the coup being typed would do, asked of the server a moment after each word: it alone scores. The answer goes into
   the form's own `.foreseen`. Asked by hand and not by htmx, for an answer that comes too late must simply be dropped. */

const PAUSE_MS = 250;
const forms = new WeakMap();

export function foresee(form, headers) {
  const mine = forms.get(form) ?? { pause: 0, asked: 0 };
  forms.set(form, mine);
  clearTimeout(mine.pause);
  mine.pause = setTimeout(() => ask(form, headers(), mine), PAUSE_MS);
}

async function ask(form, headers, mine) {
  const number = ++mine.asked;
  const box = form.querySelector(".foreseen");
  if (!box || !form.isConnected) return;
  const fresh = () => number === mine.asked && box.isConnected;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(box.dataset.url, { method: "POST", headers, body });
    const text = answer.ok ? await answer.text() : "";
    if (!text || !fresh()) return;
    show(box, text);
    form.dispatchEvent(new Event("foreseen"));
  } catch {
    if (fresh() && box.dataset.lost) box.textContent = box.dataset.lost; // without network the page still takes what is typed
  }
}

function show(box, text) {
  const answer = document.createElement("template");
  answer.innerHTML = text;
  for (const part of answer.content.querySelectorAll("[data-into]")) {
    document.getElementById(part.dataset.into)?.replaceChildren(...part.childNodes);
    part.remove();
  }
  box.replaceChildren(answer.content);
}
