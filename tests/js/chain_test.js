/* The head that a phone keeps of a table's chain: whether it is still in the chain that a sheet names. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { digestsOf, headHeaders, isInBook, isRewritten } from "../../static/js/chain.js";

const SEEN = { id: "b", number: 2, at: 1 };

test("a sheet names its digests in order", () => {
  assert.deepEqual(digestsOf({ chain: "aa bb" }), ["aa", "bb"]);
  assert.deepEqual(digestsOf({ chain: "" }), []);
  assert.deepEqual(digestsOf({}), []);
});

test("a head is missed only where the chain lacks it", () => {
  assert.deepEqual(isRewritten({ ...SEEN, head: "bb" }, ["aa", "bb", "cc"]), false);
  assert.deepEqual(isRewritten({ ...SEEN, head: "bb" }, ["aa", "b2"]), true);
  assert.deepEqual(isRewritten(SEEN, ["aa"]), false);
});

/** An item of the queue, recorded or waiting.
 * @param {Partial<import("../../static/js/types.d.ts").Item>} facts */
const item = (facts) => /** @type {import("../../static/js/types.d.ts").Item} */ ({ id: "x", number: 1, recorded: null, ...facts });

test("a request bears the head that was seen, and asks for the ids from there on", () => {
  const settled = item({ recorded: 1, settled: true });
  assert.deepEqual(headHeaders({ ...SEEN, head: "bb" }, [settled]), { "X-Table-Head": "bb", "X-Table-From": "2" });
});

test("what no sheet has shown yet is asked for, recorded or not", () => {
  const seen = { ...SEEN, number: 9, head: "bb" };
  assert.deepEqual(headHeaders(seen, [item({ recorded: 5 })])["X-Table-From"], "5");
  assert.deepEqual(headHeaders(seen, [item({ number: 7 })])["X-Table-From"], "7");
  assert.deepEqual(headHeaders(seen, [], [3])["X-Table-From"], "3");
});

test("who has seen no head asks for all that it wrote, or for the last", () => {
  assert.deepEqual(headHeaders(SEEN, []), { "X-Table-From": "1" });
  assert.deepEqual(headHeaders(undefined, [item({ recorded: 4, settled: true })]), { "X-Table-From": "4" });
  assert.deepEqual(headHeaders(undefined, []), { "X-Table-From": "1000000000" });
});

test("what stands before the ids that are named is in the book where a sheet showed it, and the chain goes on from there", () => {
  const one = item({ id: "a", recorded: 1, settled: true }), book = { ids: new Set(["c", "d"]), from: 3, seen: "c" };
  assert.deepEqual(isInBook(one, book), true);
  assert.deepEqual(isInBook({ ...one, settled: false }, book), false);
  assert.deepEqual(isInBook(one, { ...book, seen: "b" }), false);
  assert.deepEqual(isInBook({ ...one, recorded: 3 }, book), false);
  assert.deepEqual(isInBook({ ...one, id: "d", settled: false }, book), true);
});
