/* The head that a phone keeps of a table's chain: whether it is still in the chain that a sheet names. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { digestsOf, headHeader, isRewritten } from "../../static/js/chain.js";

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

test("a request bears the head that was seen", () => {
  assert.deepEqual(headHeader({ ...SEEN, head: "bb" }), { "X-Table-Head": "bb" });
  assert.deepEqual(headHeader(SEEN), {});
  assert.deepEqual(headHeader(undefined), {});
});
