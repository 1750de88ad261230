/* The one way to ask the evening's computer something. It knows no form and no sheet.
   An answer without our header comes from something else (a captive portal, another machine at this address), one of
   500 or more from a server in trouble: both are as no answer at all. Whoever listens is told whether it was reached. */

const HEADER = "X-Corbillon";
const PATIENCE_MS = 15_000;
const listeners = new Set();

export class Unreached extends Error {}

/** `tell({reached, program})` after each question; `program` is which program answered. */
export function onContact(tell) {
  listeners.add(tell);
}

/** Tell whoever listens of an answer that came another way: whether it came, and which program gave it. */
export function heard(reached, program = null) {
  for (const tell of listeners) tell({ reached, program });
}

/** The answer's {status, text, json()}, whole. Throws Unreached. */
export async function ask(url, { method = "GET", headers = {}, body } = {}) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(url, { method, headers, body, signal: patience.signal, cache: "no-store" });
    const program = answer.headers.get(HEADER);
    if (!program || answer.status >= 500 || answer.status === 400) throw new Unreached(String(answer.status));
    const text = await answer.text(); // a body that is cut throws here
    heard(true, program);
    return { status: answer.status, text, json: () => JSON.parse(text) };
  } catch (error) {
    heard(false);
    throw error instanceof Unreached ? error : new Unreached(error.message);
  } finally {
    clearTimeout(timer);
  }
}
