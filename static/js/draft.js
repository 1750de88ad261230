/* What is being typed, kept until it is written in the book: a reload, an error, a dead Wi-Fi lose nothing.
   Each draft bears the id of the writing that it will become, made before anything is sent, so that a second tap, a
   retry or a reload in the middle is the same writing. `crypto.randomUUID` does not exist over plain http. */

import { current, keep, read } from "./keyring.js";

const nameOf = (form) => `corbillon.draft.${current()}.${form.id}`;

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const typed = (form) => [...form.elements].filter((one) => one.name && one.name !== "number" && one.name !== "key");

function values(form) {
  const said = {};
  for (const one of typed(form)) {
    if (one.type === "radio" ? one.checked : one.value !== "") said[one.name] = one.value;
  }
  return said;
}

/** The id of what this form will write; made once. */
export function idOf(form) {
  const draft = read(nameOf(form));
  const id = draft?.id ?? form.elements.key.value ?? "";
  form.elements.key.value = id || newId();
  return form.elements.key.value;
}

/** Keep the form as it stands, under its id. `computed` names the inputs that the page filled by itself. */
export function save(form, computed = []) {
  const said = values(form);
  keep(nameOf(form), { id: idOf(form), number: form.elements.number.value, said, computed });
}

/** Put back what was typed into an empty form. Says {stale, computed}, or null where there was nothing. */
export function restore(form) {
  const draft = read(nameOf(form));
  if (!draft) return null;
  for (const one of typed(form)) {
    if (!(one.name in draft.said)) continue;
    if (one.type === "radio") one.checked = one.value === draft.said[one.name];
    else if (!one.value) one.value = draft.said[one.name];
  }
  form.elements.key.value = draft.id;
  return { stale: draft.number !== form.elements.number.value, computed: draft.computed ?? [] };
}

export function drop(form) {
  keep(nameOf(form), null);
  form.elements.key.value = "";
}

/** Drop the drafts whose ids are among those already in the book. */
export function settle(forms, recorded) {
  for (const form of forms) {
    const draft = read(nameOf(form));
    if (draft && recorded.includes(draft.id)) drop(form);
  }
}
