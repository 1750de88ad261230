/* A coup card by card at the desk: the picture of the pack writes into the fields, which can be typed in as well. */

/** @import { Question } from "./types.d.ts" */

import { enliven } from "./coup_tricks.js";
import { find } from "./dom.js";
import { askPreview } from "./preview.js";

const form = /** @type {HTMLFormElement} */ (find(document, ".fan").closest("form"));

/** Ask a page of the desk, whose answers do not name the program. Throws where the organiser was signed out meanwhile.
 * @param {string} url
 * @param {Question} question */
async function askDesk(url, question) {
  const answer = await fetch(url, question);
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return { status: answer.status, text: await answer.text() };
}

const preview = () => askPreview(form, () => ({}), () => false, askDesk);
enliven(form, [], preview).paint();
preview();
