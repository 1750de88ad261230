/* The one way to ask the evening's computer something. It knows no form and no sheet.
   An answer without our header comes from something else (a captive portal, another machine at this address); one of
   500 or more, or 400, from a server in trouble; one without text was cut on its way, for only 204 has none. All of them
   count as no answer. Whoever listens is told whether the server was reached. */

/** @import { Answer, Contact, Question, Recorded } from "./types.d.ts" */

const HEADER = "X-Corbillon";
const PATIENCE_MS = 15_000;
const NO_TEXT = 204;
/** @type {Set<(contact: Contact) => void>} */
const listeners = new Set();

/** No answer, or none that can be believed. */
export class Unreached extends Error {}

/** Call `tell({reached, program})` after each question.
 * @param {(contact: Contact) => void} tell */
export function onContact(tell) {
  listeners.add(tell);
}

/** Tell whoever listens of an answer that came another way: whether it came, and which program gave it.
 * @param {boolean} reached
 * @param {string | null} [program] */
export function reportContact(reached, program = null) {
  for (const tell of listeners) tell({ reached, program });
}

/** Is what htmx received an answer of ours that can be believed?
 * @param {XMLHttpRequest} request */
export const isAnswered = (request) => request.status > 0 && request.status < 500 && request.status !== 400
  && Boolean(request.getResponseHeader(HEADER)) && (request.responseText !== "" || request.status === NO_TEXT);

/** Ask the server, and return its whole answer. Throws Unreached.
 * @param {string} url
 * @param {Question} [question]
 * @returns {Promise<Answer>} */
export async function ask(url, { method = "GET", headers = {}, body } = {}) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(url, { method, headers, body, signal: patience.signal, cache: "no-store" });
    const program = answer.headers.get(HEADER);
    if (!program || answer.status >= 500 || answer.status === 400) throw new Unreached(String(answer.status));
    const text = await answer.text(); // a body that is cut throws here
    if (!text && answer.status !== NO_TEXT) throw new Unreached(`${answer.status} without text`);
    reportContact(true, program);
    return { status: answer.status, text, json: () => readJson(text) };
  } catch (error) {
    reportContact(false);
    throw error instanceof Unreached ? error : new Unreached(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** What the text says as JSON. Throws Unreached where it is none: it was cut, or is of something else.
 * @param {string} text
 * @returns {unknown} */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreached(String(error));
  }
}

/** Read what the server answers to an item in the book. Throws Unreached where it is an answer to something else.
 * @param {Answer} answer
 * @param {string} id
 * @returns {Recorded} */
export function readRecorded(answer, id) {
  const answered = /** @type {Recorded | null} */ (answer.json());
  if (answered?.id !== id || !Number.isInteger(answered.recorded)) throw new Unreached("not an answer to this");
  return answered;
}
