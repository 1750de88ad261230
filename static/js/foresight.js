/* What the coup being typed would do, asked of the server a moment after each word: it alone scores.
   Asked by hand and not by htmx, for an answer that comes too late must simply be dropped. */

const PAUSE_MS = 250;
let pause = 0;
let asked = 0;

export function foresee(form, headers) {
  clearTimeout(pause);
  pause = setTimeout(() => ask(form, headers()), PAUSE_MS);
}

async function ask(form, headers) {
  const mine = ++asked;
  const box = document.getElementById("preview");
  if (!box || !form.isConnected) return;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(box.dataset.url, { method: "POST", headers, body });
    const text = answer.ok ? await answer.text() : "";
    if (!text || mine !== asked || !box.isConnected) return;
    show(box, text);
    form.dispatchEvent(new Event("foreseen"));
  } catch { /* without network the page still takes what is typed */ }
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
