/* A page finds names by plain letters, as the program does. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "../../static/js/letters.js";

test("letters fold to what one types without them", () => {
  const pairs = [["Marc Cœur", "marc coeur"], ["Łukasz Żak", "lukasz zak"], ["Straße", "strasse"], ["Işıl", "isil"], ["ŉ", "'n"], ["d’Arès Ǿ", "d'ares o"]];
  for (const [text, folded] of pairs) assert.equal(globalThis.foldLetters(text), folded);
});
