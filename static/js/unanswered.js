/* Questions that a form cannot be sent without: each has the words for no answer (`data-missing`), the server's own. They are
   said before anything is stored. It knows no game. */

/** Say at each of the form's questions without an answer that it is missing, and go to the first. True where there is one.
 * @param {HTMLFormElement} form */
export function sayUnanswered(form) {
  const asked = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-missing]")]);
  for (const one of asked) one.querySelector(":scope > .error")?.remove();
  const missing = asked.filter((one) => !isAnswered(one));
  for (const one of missing) {
    one.append(Object.assign(document.createElement("p"), { className: "error", role: "alert", textContent: one.dataset.missing }));
  }
  missing[0]?.querySelector("input")?.focus();
  return missing.length > 0;
}

/** @param {HTMLElement} question */
const isAnswered = (question) => [...question.querySelectorAll("input")].some((one) => one.type === "radio" ? one.checked : one.value.trim());
