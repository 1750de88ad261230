/* What is being typed, stored until it becomes an item of the queue: a reload, an error, a closed page lose nothing.
   Each draft bears the id of the record that it will become, made before anything is sent, so that a second tap, a
   retry or a reload in the middle is the same record. `crypto.randomUUID` does not exist over plain http. */

/** @import { Draft, Pairs } from "./types.d.ts" */

import { currentTable, read, store } from "./keyring.js";

const OWN_FIELDS = ["number", "key"]; // of the sending, not of what is said

/** @param {{id: string}} form */
const nameOf = (form) => `corbillon.draft.${currentTable()}.${form.id}`;

/** A new id: 32 hexadecimal digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The form's fields that say something.
 * @param {HTMLFormElement} form
 * @returns {HTMLInputElement[]} */
const fieldsOf = (form) => /** @type {HTMLInputElement[]} */ ([...form.elements]).filter((one) => one.name && !OWN_FIELDS.includes(one.name));

/** What the form says, as [name, value] pairs, without what is empty.
 * @param {HTMLFormElement} form
 * @returns {Pairs} */
export function pairsOf(form) {
  const pairs = /** @type {Pairs} */ ([...new FormData(form)]);
  return pairs.filter(([name, value]) => !OWN_FIELDS.includes(name) && value !== "");
}

/** The form as it is sent, but for its number and its id.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter] */
export function serialise(form, submitter) {
  const sent = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  for (const name of OWN_FIELDS) sent.delete(name);
  return sent.toString();
}

/** The id of what this form will write; made once.
 * @param {HTMLFormElement} form
 * @returns {string} */
export function idOf(form) {
  const id = draftOf(form)?.id ?? form.elements.key.value ?? "";
  form.elements.key.value = id || newId();
  return form.elements.key.value;
}

/** Store the form as it stands, under its id. `computed` names the inputs that the page filled by itself.
 * @param {HTMLFormElement} form
 * @param {string[]} [computed] */
export function saveDraft(form, computed = []) {
  putDraft(form, { id: idOf(form), number: form.elements.number.value, said: pairsOf(form), computed });
}

/** The stored draft of this form, or null.
 * @param {{id: string}} form
 * @returns {Draft | null} */
export function draftOf(form) {
  return read(nameOf(form));
}

/** Store this draft as the form's; null for none. The form itself is not changed.
 * @param {HTMLFormElement} form
 * @param {Draft | null} draft */
export function putDraft(form, draft) {
  store(nameOf(form), draft);
}

/** Put by what was being typed while something else is corrected, and return what had been put by before. With null:
 * only take that back.
 * @param {HTMLFormElement} form
 * @param {Draft | null} draft
 * @returns {Draft | null} */
export function swapAside(form, draft) {
  const name = `corbillon.aside.${currentTable()}.${form.id}`;
  const aside = read(name);
  if (draft || aside) store(name, draft && draft.id !== aside?.id ? draft : null);
  return aside;
}

/** Put back what was typed into an empty form. Returns whether the book has gone on since (`stale`) and which inputs the
 * page had filled; null where there was no draft.
 * @param {HTMLFormElement} form
 * @returns {{stale: boolean, computed: string[]} | null} */
export function restoreDraft(form) {
  const draft = draftOf(form);
  if (!draft) return null;
  const said = Array.isArray(draft.said) ? draft.said : Object.entries(draft.said);
  for (const one of fieldsOf(form)) {
    const values = said.filter(([name]) => name === one.name).map(([, value]) => value);
    if (!values.length) continue;
    if (one.type === "radio" || one.type === "checkbox") one.checked = values.includes(one.value);
    else if (!one.value || one.type === "select-one" || "sent" in form.dataset) one.value = values[0];
  }
  form.elements.key.value = draft.id;
  return { stale: draft.number !== form.elements.number.value, computed: draft.computed ?? [] };
}

/** Empty a form of what the sheet has of its coup already (`data-sent`).
 * @param {HTMLFormElement} form */
export function emptyOfSent(form) {
  if (!("sent" in form.dataset)) return;
  for (const one of fieldsOf(form)) {
    if (one.type === "radio") one.checked = false;
    else if (one.type !== "select-one") one.value = "";
  }
}

/** Remove the form's draft, and its id.
 * @param {HTMLFormElement} form */
export function dropDraft(form) {
  putDraft(form, null);
  form.elements.key.value = "";
}

/** Remove the drafts of this coup, or of one before it, in the other forms: this form tells it. What had been put by in them
 * comes back: it was typed for a coup after this one.
 * @param {HTMLFormElement} form
 * @param {Iterable<HTMLFormElement>} forms */
export function dropRivalDrafts(form, forms) {
  const number = Number(draftOf(form)?.number);
  for (const other of forms) {
    if (other === form) continue;
    if (Number(draftOf(other)?.number) <= number) dropDraft(other);
    const aside = swapAside(other, null);
    if (aside) putDraft(other, aside);
  }
}

/** Remove the drafts whose ids are among those that are queued or recorded already.
 * @param {Iterable<HTMLFormElement>} forms
 * @param {string[]} ids */
export function dropWrittenDrafts(forms, ids) {
  for (const form of forms) {
    const draft = draftOf(form);
    if (draft && ids.includes(draft.id)) dropDraft(form);
  }
}
