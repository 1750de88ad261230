/* A sheet that comes by itself closes nothing: what was unfolded, filled in and in sight on the one before is so again on
   the new one. What is a draft is stored and put back elsewhere. It knows no form and no game. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** What a part that unfolds is known by on every sheet: its classes and its words, within those around it.
 * @param {Element} part
 * @returns {string} */
function nameOf(part) {
  const around = part.parentElement?.closest("details"), summary = part.querySelector("summary");
  const words = (summary?.querySelector(".what") ?? summary)?.textContent.replace(/\s+/g, " ").trim();
  return `${around ? nameOf(around) : ""}/${part.className} ${words}`;
}

/** What a field is known by: its form's address and what is hidden in it beside the record's own fields, and its own name.
 * @param {Field} field */
function nameOfField({ form, name, type, value }) {
  const hidden = [...form?.querySelectorAll("[type=hidden]") ?? []].filter((one) => !["number", "key"].includes(one.getAttribute("name") ?? ""));
  const own = type === "radio" || type === "checkbox" ? `${name}=${value}` : name;
  return [form?.getAttribute("hx-post"), ...hidden.map((one) => /** @type {HTMLInputElement} */ (one).value), own].join("/");
}

/** The fields that no draft stores.
 * @param {HTMLElement} sheet
 * @returns {Field[]} */
const fieldsIn = (sheet) => /** @type {Field[]} */ ([...sheet.querySelectorAll("form:not([data-draft]) :is(input:not([type=hidden]), select, textarea)")]);

/** @param {Field} field */
const answerOf = (field) => "checked" in field && ["radio", "checkbox"].includes(field.type) ? String(field.checked) : field.value;

/** Remember what is open on this sheet; the function that comes back opens it on the sheet that stands there by then.
 * @param {HTMLElement} sheet
 * @returns {() => void} */
export function rememberOpenParts(sheet) {
  const parts = new Map([...sheet.querySelectorAll("details")].map((part) => [nameOf(part), part.open]));
  const answers = new Map(fieldsIn(sheet).map((field) => [nameOfField(field), answerOf(field)]));
  const focused = document.activeElement?.closest("#sheet summary")?.parentElement;
  const name = focused ? nameOf(focused) : null, top = scrollY, hasOlder = sheet.querySelector("[data-older]") !== null;
  const reopen = () => {
    for (const part of sheet.querySelectorAll("details")) {
      part.open = parts.get(nameOf(part)) ?? part.open;
      if (nameOf(part) === name) part.querySelector("summary")?.focus({ preventScroll: true });
    }
    for (const field of fieldsIn(sheet)) putBack(field, answers.get(nameOfField(field)));
    scrollTo(0, top);
  };
  return () => {
    reopen();
    const older = hasOlder ? sheet.querySelector("form.older") : null; // what was asked for is asked for again
    if (!older) return;
    sheet.addEventListener("htmx:afterSettle", () => queueMicrotask(reopen), { once: true }); // once all of it has settled
    htmx.process(older);
    /** @type {HTMLFormElement} */ (older).requestSubmit();
  };
}

/** @param {Field} field
 * @param {string | undefined} answer */
function putBack(field, answer) {
  if (answer === undefined || answerOf(field) === answer) return;
  if ("checked" in field && ["radio", "checkbox"].includes(field.type)) field.checked = answer === "true";
  else field.value = answer;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
