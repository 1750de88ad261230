/* Elements that a page must have: found, or an error that names what is missing; and what stands in them. Knows no page. */

/** The page's element of this id. Throws where there is none.
 * @param {string} id
 * @returns {HTMLElement} */
export function byId(id) {
  return found(document.getElementById(id), `#${id}`);
}

/** The first element below `root` that the selector finds. Throws where there is none.
 * @template {string} S
 * @param {ParentNode} root
 * @param {S} selector
 * @returns {Found<S>} */
export function find(root, selector) {
  return found(root.querySelector(selector), selector);
}

/** @template T
 * @param {T | null} element
 * @param {string} selector
 * @returns {T} */
function found(element, selector) {
  if (element === null) throw new TypeError(`the page has no ${selector}`);
  return element;
}

/** Open whatever folds the element away.
 * @param {HTMLElement} element */
export function openAround(element) {
  for (let part = element.parentElement; part; part = part.parentElement) if (part instanceof HTMLDetailsElement) part.open = true;
}

/** The hour and minute of this time, as all our languages write it. Intl would keep a cheap phone busy for 50 ms.
 * @param {number} at */
export const formatHour = (at) => new Date(at).toTimeString().slice(0, 5);
