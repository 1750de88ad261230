/* The organiser's keys and fingers: a letter in «Plus», arrows from plate to plate, a plate that is held. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeElement, FakePage } from "./fake_page.js";
import { FakeClock } from "./fakes.js";

const page = new FakePage();
const more = new FakeElement(page);
const entries = ["Les appels", "La pendule", "Cartes"].map((text) => new FakeElement(page, { text: `\n ${text}` }));
more.children = entries;
/** A plate at this place. @param {number} x @param {number} y */
const plateAt = (x, y) => new FakeElement(page, { name: "take", value: `${x}${y}`, box: { x, y, width: 10, height: 10 } });
const plates = [plateAt(0, 0), plateAt(0, 50), plateAt(100, 5), plateAt(100, 55)];
page.found = { ".tabs .more": [more], "[data-by-hand] button.plate": plates };
await import("../../static/js/desk_frame.js");
await import("../../static/js/seat_editor.js");

test("a letter in «Plus» goes to the next entry that begins with it, round and round", () => {
  more.open = true;
  const [calls, clock, codes] = entries;
  const seen = ["l", "L", "l", "c", "z"].map((key) => {
    more.dispatch("keydown", { key });
    return page.document.activeElement;
  });
  assert.deepEqual(seen, [calls, clock, calls, codes, codes]);
  more.dispatch("keydown", { key: "l", ctrlKey: true });
  assert.equal(page.document.activeElement, codes, "Ctrl+L is the browser's");
});

test("arrows go to the nearest plate in their direction, and stay where there is none", () => {
  const [a, b, c, d] = plates;
  a.focus();
  const ways = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"].map((key) => {
    assert(page.document.dispatch("keydown", { key, target: page.document.activeElement }), "the page must not scroll");
    return page.document.activeElement;
  });
  assert.deepEqual(ways, [c, d, b, a, a]);
});

/** Put one finger on a plate, and let time pass. @param {FakeElement} plate @param {() => void} [meanwhile] */
async function hold(plate, meanwhile = () => {}) {
  const clock = new FakeClock();
  try {
    page.document.dispatch("pointerdown", { target: plate, pointerType: "touch", button: 0, clientX: 5, clientY: 5 });
    meanwhile();
    await clock.pass(400);
  } finally {
    clock.restore();
  }
}

test("a finger that rests on a plate lifts it, and then moves it instead of the page", async () => {
  const [plate] = plates;
  await hold(plate, () => assert(!page.document.dispatch("touchmove"), "a finger that has not waited scrolls the page"));
  assert(plate.classes.has("lifted"));
  assert(page.document.dispatch("touchmove"));
  page.document.dispatch("pointerup");
  assert(!plate.classes.has("lifted"));
});

test("a finger that moves at once scrolls the page and lifts nothing", async () => {
  const [plate] = plates;
  await hold(plate, () => page.document.dispatch("pointermove", { clientX: 5, clientY: 40 }));
  assert(!plate.classes.has("lifted"));
});
