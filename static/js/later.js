/* What is rare lies in the sheet as text, and becomes a part of the page when it is asked for: a phone that opens its table
   need not build it first. It came with the sheet, so it is there without a network too. */

/** @import { Draft } from "./types.d.ts" */

import { draftOf } from "./draft.js";

const TEXT = "script[data-later]";

/** Make the parts that `root` holds as text. True where there were any.
 * @param {ParentNode} root */
export function makeLater(root) {
  const text = /** @type {HTMLElement | null} */ (root.querySelector(TEXT));
  if (text) text.outerHTML = text.textContent;
  return text !== null;
}

/** Is something of it in use already: open, or half typed?
 * @param {ParentNode} root */
export function isLaterUsed(root) {
  const text = /** @type {HTMLElement | null} */ (root.querySelector(TEXT));
  if (!text) return false;
  const coup = /** @type {HTMLFormElement | null} */ (root.querySelector("#coup"));
  return text.closest("details")?.open || (text.dataset.later ?? "").split(" ").some((id) => draftOf({ id })) || Boolean(coup && saysMore(coup));
}

/** Has this form's draft an answer for which the form as it stands has no field?
 * @param {HTMLFormElement} form */
function saysMore(form) {
  const { said = [] } = draftOf(form) ?? /** @type {Partial<Draft>} */ ({});
  const names = Array.isArray(said) ? said.map(([name]) => name) : Object.keys(said);
  return names.some((name) => !form.elements.namedItem(name));
}
