/* What a phone knows to be wrong by itself: sums, bounds, and figures that the cards contradict. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findOwnFault } from "../../static/js/own_faults.js";

const CARDS = { AS: "11", AH: "11", TS: "10" };

/** Open a fake form: points of two players that make 120, two aces and a ten, and a bid.
 * @param {Record<string, string>} values */
function openForm(values) {
  /** @type {Record<string, any>} */
  const inputs = {};
  for (const name of ["p.1", "p.2", "bid", "side", ...Object.keys(CARDS)]) inputs[name] = { name, value: values[name] ?? "", dataset: { name: `Player ${name.slice(2)}` } };
  Object.assign(inputs.bid.dataset, { low: "61", high: "120", bounds: "61 to 120" });
  Object.assign(inputs.side.dataset, { low: "0", high: "120", bounds: "0 to 120" });
  const points = { dataset: { total: "120" }, querySelectorAll: () => [inputs["p.1"], inputs["p.2"]] };
  /** @type {Record<string, any[]>} */
  const parts = {
    "[data-total]": [points],
    "input[data-bounds]": [inputs.bid, inputs.side],
    "[data-worth]": Object.entries(CARDS).map(([card, worth]) => ({ dataset: { card, worth }, querySelector: () => ({ textContent: card }) })),
    "[data-least]": [1, 2].map((place) => ({ dataset: { least: `p.${place}`, seats: String(place), words: "{name}: {cards}, {low} already" } })),
    "[data-one-won]": [{ dataset: { oneWon: "AS AH ", words: "no ace won" } }],
  };
  return /** @type {any} */ ({ querySelectorAll: (/** @type {string} */ one) => parts[one], elements: { namedItem: (/** @type {string} */ name) => inputs[name] } });
}

const wordsOf = (/** @type {Record<string, string>} */ values) => findOwnFault(openForm(values), (missing) => `lacks ${missing}`)?.words ?? "";

test("a sum is wrong once it is whole, or too much already", () => {
  assert.equal(wordsOf({ "p.1": "50" }), "");
  assert.equal(wordsOf({ "p.1": "50", "p.2": "60" }), "lacks 10");
  assert.equal(wordsOf({ "p.1": "130" }), "lacks -10");
});

test("a number has its bounds", () => {
  assert.equal(wordsOf({ bid: "60" }), "61 to 120");
  assert.equal(wordsOf({ bid: "?" }), "61 to 120");
  assert.equal(wordsOf({ bid: "61" }), "");
});

test("two numbers out of bounds are told at once", () => {
  const fault = findOwnFault(openForm({ bid: "55", side: "130" }), () => "");
  assert.deepEqual(fault, { words: "61 to 120 0 to 120", names: ["bid", "side"] });
});

test("points are no fewer than the cards that their player won, and somebody won an ace", () => {
  assert.equal(wordsOf({ "p.1": "10", AS: "1+" }), "Player 1: AS, 11 already");
  assert.equal(wordsOf({ "p.1": "20", AS: "1+", TS: "1+" }), "Player 1: AS, TS, 21 already");
  assert.equal(wordsOf({ "p.1": "21", AS: "1+", TS: "1+", AH: "2-" }), "");
  assert.equal(wordsOf({ AS: "1-", AH: "2-" }), "no ace won");
});
