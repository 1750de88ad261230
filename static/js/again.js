/* An undone coup comes back into its form: who mistyped one figure changes that one, and marks it again.
   What this phone sent last is kept for that, under the id it was written with; a coup that another phone wrote, or that
   was corrected since, has another id, and leaves the form empty. It knows no game, and sends nothing. */

import { aside, draftOf, idOf, newId, pairs, putDraft } from "./draft.js";
import { current, keep, read, tableOf } from "./keyring.js";

const sheet = document.getElementById("sheet");
const nameOf = (form) => `corbillon.sent.${tableOf(current())}.${form.id}`;

/** It is being kept to be sent, under the id it bears now. */
export function remember(form) {
  if (form.dataset.game) keep(nameOf(form), { id: idOf(form), said: pairs(form), computed: form.live?.computed ?? [] });
}

/** The writing of this id was undone, and the sheet without it stands on the page: what it said, back into its form. To
    be called before drafts are put back into that sheet. */
export function comeBack(undone) {
  for (const form of sheet.querySelectorAll("form[data-game]")) giveBack(form, undone);
}

function giveBack(form, undone) {
  const sent = read(nameOf(form));
  if (sent?.id !== undone) return;
  keep(nameOf(form), null);
  aside(form, draftOf(form)); // what was typed since comes back once this is marked
  putDraft(form, { ...sent, id: newId(), number: form.elements.number.value });
  form.closest("details")?.setAttribute("open", "");
  form.querySelector(".notice[data-back]").hidden = false;
}
