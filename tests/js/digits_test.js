/* The digits of any script are read as numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { writeDigits } from "../../static/js/digits.js";

test("a number is the same in whatever digits a keyboard writes it", () => {
  for (const [typed, read] of [["٦١", "61"], ["۱۲۰", "120"], ["६१", "61"], ["６１", "61"], ["𝟞𝟙", "61"], ["58", "58"], ["−٣", "−3"], ["x²", "x²"], ["", ""]]) {
    assert.equal(writeDigits(typed), read);
  }
});
