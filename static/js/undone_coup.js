/* An undone coup comes back into its form: who mistyped one figure changes that one, and marks it again.
   What this phone sent last is stored for that, under the id it was written with; a coup that another phone wrote, or that
   was corrected since, has another id, and leaves the form empty. It knows no game, and sends nothing. */

/** @import { SentForm } from "./types.d.ts" */

import { openAround } from "./dom.js";
import { draftOf, idOf, newId, pairsOf, putDraft, swapAside } from "./draft.js";
import { currentTable, read, store } from "./keyring.js";
import { makeLater } from "./later.js";
import { sheet } from "./page_state.js";

/** @param {HTMLFormElement} form */
const nameOf = (form) => `corbillon.sent.${currentTable()}.${form.id}`;

/** Store what the form says, for when its record is undone. To be called while it still bears that record's id.
 * @param {HTMLFormElement} form */
export function rememberSent(form) {
  if (!form.dataset.game) return;
  /** @type {SentForm} */
  const sent = { id: idOf(form), said: pairsOf(form), computed: form.live?.computed ?? [] };
  store(nameOf(form), sent);
}

/** Put the record of the id `undone` back into its form. To be called once the sheet without it stands on the page, and
 * before drafts are put back into that sheet.
 * @param {string | undefined} undone */
export function restoreUndone(undone) {
  makeLater(sheet);
  for (const form of sheet.querySelectorAll("form[data-game]")) restoreInto(form, undone);
}

/** @param {HTMLFormElement} form
 * @param {string | undefined} undone */
function restoreInto(form, undone) {
  /** @type {SentForm | null} */
  const sent = read(nameOf(form));
  if (!sent || sent.id !== undone) return;
  store(nameOf(form), null);
  swapAside(form, draftOf(form)); // what was typed since comes back once this is marked
  putDraft(form, { ...sent, id: newId(), number: form.elements.number.value });
  openAround(form);
  for (const part of form.querySelectorAll("[data-back]:not(button)")) part.hidden = false;
  const title = /** @type {HTMLElement | null} */ (form.querySelector("[data-undone]"));
  if (title) title.textContent = title.dataset.undone ?? "";
}
