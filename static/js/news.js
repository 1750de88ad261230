/* What others wrote at this table, until its reader says that he has read it: a correction, a coup that is gone or was
   replaced; and a coup that was marked elsewhere while it was being typed here. What this phone wrote is no news to it.
   It sends nothing. */

import { find } from "./dom.js";
import { draftOf, dropDraft, putDraft } from "./draft.js";
import { tellForm } from "./entry.js";
import { currentFacts, note } from "./keyring.js";
import { now, pristineHtml, sheet } from "./page_state.js";
import { queue } from "./page_queue.js";

/** @type {string | undefined} the coup that somebody was last asked of */
let asked;

/** The forms in which a coup is half typed. */
const begunForms = () => [...sheet.querySelectorAll("form[data-game]")].filter(draftOf);

/** Is the coup half typed here that this record marked?
 * @param {HTMLElement} line */
const isTaken = ({ dataset }) => begunForms().some((form) => Number(draftOf(form)?.number) <= Number(dataset.news) && draftOf(form)?.id !== dataset.key);

/** Show what is new to this phone; all that stood in the book before it came is read. */
export function drawNews() {
  const box = sheet.querySelector("#news");
  if (!box) return;
  const last = Number(box.dataset.last), { read = last } = currentFacts();
  const lines = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-news]")]);
  const fresh = lines.filter(({ dataset }) => Number(dataset.news) > Math.min(read, last) && dataset.key !== now.own && !queue.find(dataset.key));
  const taken = fresh.filter((line) => ["marked", "replaced"].includes(line.dataset.kind ?? "") && "coup" in line.dataset && isTaken(line));
  const shown = fresh.filter((line) => line.dataset.kind !== "marked" || taken.includes(line));
  for (const line of lines) line.hidden = !shown.includes(line);
  const mine = taken.length ? begunForms().flatMap(tellForm).map(([, sentence]) => sentence).join(" ") : "";
  for (const part of box.querySelectorAll("[data-taken]")) {
    part.hidden = !taken.length;
    if (part.dataset.words) part.textContent = part.dataset.words.replace("{mine}", mine);
  }
  for (const part of box.querySelectorAll("[data-untaken]")) part.hidden = taken.length > 0;
  box.hidden = !shown.length;
  const key = taken[0]?.dataset.key;
  if (key && key !== asked) box.scrollIntoView({ block: "nearest" }); // it stands in the place of the button
  asked = key;
  if (!shown.length) note({ read: last });
}

/** What is new has been read. What is half typed is kept for the coup that the book expects now; or it is the marked one: then a
 * whole one is sent, for the server says whether the two differ, and less than a whole one is dropped. True where it is sent.
 * @param {boolean} isKept */
export function closeNews(isKept) {
  note({ read: Number(find(sheet, "#news").dataset.last) });
  const whole = isKept ? undefined : begunForms().find((form) => !form.querySelector("#todo .todo, #todo-tricks .todo"));
  if (whole) {
    drawNews();
    whole.elements.number.value = draftOf(whole)?.number ?? ""; // also where the sheet was loaded anew since
    whole.requestSubmit();
    return true;
  }
  const number = pristineHtml().match(/data-number="(\d+)"/)?.[1] ?? "";
  for (const form of begunForms()) {
    const draft = draftOf(form);
    if (!isKept) dropDraft(form);
    else if (draft && Number(draft.number) < Number(number)) putDraft(form, { ...draft, number });
  }
  return false;
}
