/* What a coup cannot be marked without: what the phone says of it by itself while nothing answers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordNeeded } from "../../static/js/needed.js";

/** Open a fake form with these declarations and these values, by name; a name in `away` is folded away.
 * @param {Record<string, string>[]} needs
 * @param {Record<string, string>} values
 * @param {string[]} [away] */
function openForm(needs, values, away = []) {
  const fieldOf = (/** @type {string} */ name) => name in values ? { value: values[name], closest: () => away.includes(name) || null } : null;
  return /** @type {any} */ ({ querySelectorAll: () => needs.map((dataset) => ({ dataset })), elements: { namedItem: fieldOf } });
}

const POINTS = { needs: "p.1 p.2", one: ": points", waived: "short" };
const CARDS = { needs: "c.1 c.2 c.3", one: ": 1 card", many: ": {n} cards", waived: "short" };

test("what is empty is said in the order of the form, and cards are counted", () => {
  const values = { "p.1": "", "p.2": " ", "c.1": "", "c.2": "1+", "c.3": "", short: "" };
  assert.equal(wordNeeded(openForm([POINTS, CARDS], values)), ": points");
  assert.equal(wordNeeded(openForm([POINTS, CARDS], { ...values, "p.1": "0", "p.2": "120" })), ": 2 cards");
  assert.equal(wordNeeded(openForm([CARDS], { ...values, "c.1": "2-" })), ": 1 card");
  assert.equal(wordNeeded(openForm([CARDS], { ...values, "c.1": "2-", "c.3": "1-" })), "");
  assert.equal(wordNeeded(openForm([POINTS, CARDS], { ...values, short: "1" })), "", "a short pack asks for nothing");
});

test("cards played one after the other are counted to the last", () => {
  const need = { needs: "cards", one: ": 1 card", many: ": {n} cards", most: "4" };
  assert.equal(wordNeeded(openForm([need], { cards: "" })), ": 4 cards");
  assert.equal(wordNeeded(openForm([need], { cards: "A♠ 7♥ 10♦" })), ": 1 card");
  assert.equal(wordNeeded(openForm([need], { cards: "A♠ 7♥ 10♦ R♣" })), "");
});

test("the end of a coup that an announcement may have ended is asked for once it is opened", () => {
  const need = { needs: "tricks", one: ": tricks", folded: "calls" };
  assert.equal(wordNeeded(openForm([need], { tricks: "", calls: "" }, ["tricks"])), ": tricks");
  assert.equal(wordNeeded(openForm([need], { tricks: "", calls: "A" }, ["tricks"])), "");
  assert.equal(wordNeeded(openForm([need], { tricks: "", calls: "A" })), ": tricks");
});

test("the end is asked for where the phone knows that no announcement ended the coup", () => {
  const need = { needs: "tricks", one: ": tricks", folded: "calls" };
  assert.equal(wordNeeded(openForm([need], { tricks: "", calls: "A" }, ["tricks"]), false), ": tricks");
});
