/* What is being typed, kept until it becomes a thing of the queue: a reload, an error, a closed page lose nothing.
   Each draft bears the id of the writing that it will become, made before anything is sent, so that a second tap, a
   retry or a reload in the middle is the same writing. `crypto.randomUUID` does not exist over plain http. */

import { current, keep, read, tableOf } from "./keyring.js";

const nameOf = (form) => `corbillon.draft.${tableOf(current())}.${form.id}`;
const OURS = ["number", "key"]; // of the sending, not of what is said

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const typed = (form) => [...form.elements].filter((one) => one.name && !OURS.includes(one.name));

/** What the form says, as [name, value] pairs, without what is empty. */
export function pairs(form) {
  return [...new FormData(form)].filter(([name, value]) => !OURS.includes(name) && value !== "");
}

/** The form as it is sent, but for its number and its id. */
export function serialised(form, submitter) {
  const sent = new URLSearchParams(new FormData(form, submitter));
  for (const name of OURS) sent.delete(name);
  return sent.toString();
}

/** The id of what this form will write; made once. */
export function idOf(form) {
  const id = read(nameOf(form))?.id ?? form.elements.key.value ?? "";
  form.elements.key.value = id || newId();
  return form.elements.key.value;
}

/** Keep the form as it stands, under its id. `computed` names the inputs that the page filled by itself. */
export function save(form, computed = []) {
  keep(nameOf(form), { id: idOf(form), number: form.elements.number.value, said: pairs(form), computed });
}

/** The draft of this form as it is kept, or null. */
export const draftOf = (form) => read(nameOf(form));

/** Take this draft for the form's; null for none. The form itself is not changed. */
export const putDraft = (form, draft) => keep(nameOf(form), draft);

/** What was being typed while something else is mended: put by, and taken back. */
export function aside(form, draft) {
  const name = `corbillon.aside.${tableOf(current())}.${form.id}`;
  const put = read(name);
  if (draft || put) keep(name, draft && draft.id !== put?.id ? draft : null);
  return put;
}

/** Put back what was typed into an empty form. Says {stale, computed}, or null where there was nothing. */
export function restore(form) {
  const draft = read(nameOf(form));
  if (!draft) return null;
  const said = Array.isArray(draft.said) ? draft.said : Object.entries(draft.said);
  for (const one of typed(form)) {
    const values = said.filter(([name]) => name === one.name).map(([, value]) => value);
    if (!values.length) continue;
    if (one.type === "radio" || one.type === "checkbox") one.checked = values.includes(one.value);
    else if (!one.value) one.value = values[0];
  }
  form.elements.key.value = draft.id;
  return { stale: draft.number !== form.elements.number.value, computed: draft.computed ?? [] };
}

export function drop(form) {
  keep(nameOf(form), null);
  form.elements.key.value = "";
}

/** This form tells the coup: what the others had of the same one is dropped. */
export function toldBy(form, forms) {
  const number = draftOf(form)?.number;
  for (const other of forms) if (other !== form && draftOf(other)?.number === number) drop(other);
}

/** Drop the drafts whose ids are among those that are kept or written already. */
export function settle(forms, known) {
  for (const form of forms) {
    const draft = read(nameOf(form));
    if (draft && known.includes(draft.id)) drop(form);
  }
}
