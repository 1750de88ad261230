/* The page that tries the interface for other programs: each form sends its own operation and shows the answer. The key
   is read from its field when something is sent, and kept nowhere. */

import { byId, find } from "./dom.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** The fields of a form that stand in one part of a request.
 * @param {HTMLFormElement} form
 * @param {string} part
 * @returns {Field[]} */
const fieldsIn = (form, part) => /** @type {Field[]} */ ([...form.querySelectorAll(`[data-in="${part}"]`)]);

/** The address that a form asks: its path with the values typed, and its query.
 * @param {HTMLFormElement} form */
function buildAddress(form) {
  let path = form.dataset.path ?? "";
  for (const field of fieldsIn(form, "path")) path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
  const typed = fieldsIn(form, "query").filter((field) => field.value).map((field) => [field.name, field.value]);
  const query = new URLSearchParams(typed).toString();
  return query ? `${path}?${query}` : path;
}

/** What a form sends, with the key if one is typed.
 * @param {HTMLFormElement} form
 * @returns {RequestInit} */
function buildRequest(form) {
  const key = /** @type {HTMLInputElement} */ (byId("key")).value.trim();
  const body = /** @type {HTMLTextAreaElement | null} */ (form.querySelector("[name=body]"));
  const headers = new Headers({ Accept: "application/json", "Accept-Language": document.documentElement.lang });
  if (key) headers.set("Authorization", `Bearer ${key}`);
  if (body) headers.set("Content-Type", "application/json");
  for (const field of fieldsIn(form, "header")) if (field.value) headers.set(field.name, field.value);
  return { method: form.dataset.method, headers, body: body?.value, credentials: "omit", cache: "no-store" };
}

/** An answer as it is read: JSON with line breaks, anything else as it came.
 * @param {string} text */
function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const status = find(form, "p.answer"), shown = find(form, "pre.answer");
  let text = "";
  try {
    const answer = await fetch(buildAddress(form), buildRequest(form));
    status.textContent = `${answer.status} ${answer.statusText}`;
    text = format(await answer.text());
  } catch (error) {
    status.textContent = String(error);
  }
  shown.textContent = text;
  for (const part of [status, shown]) /** @type {HTMLElement} */ (part).hidden = !part.textContent;
}

for (const form of document.forms) {
  if (form.dataset.path) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
}
