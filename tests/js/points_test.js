/* Figures that make a known total: which one fills itself after a repair, and after a tie. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { enlivenPoints } from "../../static/js/points.js";

/** An input of the fake form. @param {string} name */
const makeInput = (name) => ({ name, value: "", dataset: { name }, classList: { toggle: () => {} } });

/** Open a form of numbers, three of them, that make 120 and are none below nought. */
function openForm(names = ["a", "b", "c"], bounds = /** @type {Record<string, string>} */ ({ total: "120" })) {
  const inputs = names.map(makeInput);
  const line = { textContent: "120 en tout", dataset: { sum: "{sum} sur 120" }, classList: { toggle: () => {} } };
  const sum = { ...line };
  const note = { ...line, dataset: { words: "{sum}" } };
  const box = { dataset: bounds, querySelectorAll: () => inputs, querySelector: (/** @type {string} */ one) => one === "[data-sum]" ? sum : note };
  /** @type {Record<string, (event: any) => void>} */
  const heard = {};
  const form = { querySelectorAll: () => [box], addEventListener: (/** @type {string} */ kind, /** @type {any} */ listener) => heard[kind] = listener };
  Object.assign(globalThis, { document: { activeElement: null } });
  const points = enlivenPoints(/** @type {any} */ (form), [], () => {});
  /** Put a number into an input, and tell the form how it came there. @param {number} n @param {string} value @param {string} kind */
  const put = (n, value, kind = "input") => {
    inputs[n].value = value;
    heard[kind]({ target: inputs[n] });
  };
  return { inputs, points, put, sum, note, read: () => inputs.map((one) => Number(one.value)) };
}

test("a repair leaves the numbers that were typed: what fills itself goes on doing so, or the sum is wrong in sight", () => {
  const { points, put, read } = openForm();
  put(0, "5");
  put(1, "45");
  assert.deepEqual([read(), points.computed], [[5, 45, 70], ["c"]]);
  put(2, "66", "mended");
  assert.deepEqual([read(), points.computed], [[5, 45, 66], []]);
  put(2, "");
  put(0, "10", "mended");
  assert.deepEqual([read(), points.computed], [[10, 45, 65], ["c"]]);
});

test("of two numbers, the one typed first stays when the other is typed over what filled itself", () => {
  const { points, put, read, sum } = openForm(["a", "b"]);
  put(0, "70");
  assert.deepEqual([read(), points.computed], [[70, 50], ["b"]]);
  put(0, "75");
  assert.deepEqual([read(), points.computed], [[75, 45], ["b"]]);
  put(1, "60");
  assert.deepEqual([read(), points.computed, sum.textContent], [[75, 60], [], "135 sur 120"]);
  put(0, "");
  put(1, "55");
  assert.deepEqual([read(), points.computed], [[65, 55], ["a"]]);
});

test("a tie gives everybody the same number, and none of them is the computer's", () => {
  const { points, put, read } = openForm();
  put(0, "50");
  put(1, "30");
  points.setAll("40");
  assert.deepEqual([read(), points.computed], [[40, 40, 40], []]);
});

test("the sum is said of numbers alone: what is none leaves the goal in its place", () => {
  const { put, sum } = openForm();
  put(0, "50");
  assert.equal(sum.textContent, "50 sur 120");
  put(1, "abc");
  assert.equal(sum.textContent, "120 en tout");
});

test("figures below nought make their total too, and say how the last one comes about", () => {
  const { inputs, points, put, note } = openForm(["a", "b", "c"], { total: "0", low: "-100000" });
  put(0, "40");
  assert.equal(points.computed.length, 0);
  put(1, "-90");
  assert.deepEqual([inputs[2].value, points.computed], ["50", ["c"]]);
  assert.equal(note.textContent, "0 − 40 + 90");
  put(1, "-");
  assert.deepEqual([inputs[2].value, points.computed], ["", []]);
});

test("figures that make no known total are left alone", () => {
  const { inputs, points, put } = openForm(["a", "b"], {});
  put(0, "40");
  assert.deepEqual([inputs[1].value, points.computed], ["", []]);
});
