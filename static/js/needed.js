/* What a coup cannot be marked without, as its form declares it (`data-needs`): for as long as nothing answers, the phone
   knows by itself what is still to be typed. It knows no game. */

/** @param {HTMLFormElement} form
 * @param {string} name
 * @returns {(HTMLInputElement & RadioNodeList) | null} */
const fieldOf = (form, name) => /** @type {any} */ (form.elements.namedItem(name));

/** Is this one folded away, or hidden?
 * @param {HTMLFormElement} form
 * @param {string} name */
function isFolded(form, name) {
  const field = fieldOf(form, name);
  const part = /** @type {HTMLElement | undefined} */ (field && "closest" in field ? field : field?.[0]);
  return Boolean(part?.closest("details:not([open]), [hidden]"));
}

/** How many of these needed inputs are empty; of one that holds many words, how many are to come.
 * @param {HTMLFormElement} form
 * @param {DOMStringMap} need
 * @param {boolean} mayBeOver */
function countEmpty(form, { needs = "", most, waived, folded }, mayBeOver) {
  const names = needs.split(" ");
  if (waived && fieldOf(form, waived)?.value) return 0;
  if (mayBeOver && folded && fieldOf(form, folded)?.value && isFolded(form, names[0])) return 0;
  if (most) return Number(most) - (fieldOf(form, needs)?.value.split(/\s+/).filter(Boolean).length ?? 0);
  return names.filter((name) => fieldOf(form, name)?.value.trim() === "").length;
}

/** What is still to be typed first, as the end of the button's label; empty where nothing is.
 * @param {HTMLFormElement} form
 * @param {boolean} [mayBeOver] may what is folded away be needless, for all that the phone knows? */
export function wordNeeded(form, mayBeOver = true) {
  for (const { dataset } of form.querySelectorAll("[data-needs]")) {
    const n = countEmpty(form, dataset, mayBeOver);
    if (n > 0) return (n > 1 && dataset.many ? dataset.many : dataset.one ?? "").replace("{n}", String(n));
  }
  return "";
}

/** Say at the end of the button's label what is still to be typed, where something is. Return those words.
 * @param {HTMLFormElement} form */
export function sayNeeded(form) {
  const words = wordNeeded(form, false);
  if (words) form.querySelector("#todo, #todo-tricks")?.replaceChildren(Object.assign(document.createElement("span"), { className: "todo", textContent: words }));
  return words;
}
