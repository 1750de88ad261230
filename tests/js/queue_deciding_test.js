/* The phone's queue (static/js/queue.js): what somebody must decide, two tabs and a reload, and a book that went back.
   docs/decisions/0005. */

import assert from "node:assert/strict";
import { answer, both, coup, firstThenRecorded, phoneTest, recorded, settle, waitingIn } from "./fakes.js";

/** What a sheet says of its book that names these ids, all that it has; no backup holds any.
 * @param {...string} ids */
const shownBook = (...ids) => ({ ids: new Set(ids), from: 1, saved: 0 });

/* ── the server asks somebody to decide */

phoneTest("a number taken by another phone stops the table and shows both", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = () => both("stale", 2);
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.drain();
  await phone.clock.pass(60_000);
  assert.deepEqual(phone.network.ids, ["a"]);
  const stopped = queue.find("a")?.stopped;
  assert.deepEqual([stopped?.kind, stopped?.next], ["stale", 2]);
  assert.match(stopped?.html ?? "", /class="both"/);
});

phoneTest("what differs is read once, for whoever asks of it", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = () => answer(409, '<div class="both" data-kind="stale" data-next="2" data-differs></div>');
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.equal(queue.find("a")?.stopped?.differs, true);
});

phoneTest("sent after the other phone's coup, it and what follows move up", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => both("stale", 3));
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.drain();
  await queue.sendAfter("a", 3);
  assert.deepEqual(phone.network.requests.map(({ id, number }) => [id, number]), [["a", 1], ["a", 3], ["b", 4]]);
});

phoneTest("discarded as the same coup, what follows stands where it stood", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => both("stale", 2));
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.drain();
  await queue.discard("a", { kept: true });
  await queue.drain();
  assert.deepEqual(phone.network.requests.map(({ id, number }) => [id, number]), [["a", 1], ["b", 2]]);
});

phoneTest("what another phone wrote in the same words asks nobody, and what follows is sent", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => answer(409, `<div class="both" data-kind="stale" data-next="2" data-same></div>`));
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.drain();
  assert.deepEqual(phone.network.requests.map(({ id, number }) => [id, number]), [["a", 1], ["b", 2]]);
  assert.equal(queue.find("a"), null);
});

phoneTest("thrown away, what follows moves down", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.discard("a");
  assert.deepEqual(waitingIn(queue), [["b", 1]]);
});

phoneTest("put in the place of the other phone's coup, an undo goes first", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => both("stale", 2));
  await queue.save(coup("a", 1));
  await queue.drain();
  await queue.sendAfter("a", 2, { replacing: { url: "/t/undo", title: "Annulation", body: "undoes=of-the-other" } });
  assert.deepEqual(phone.network.requests.slice(1).map(({ url, number, body }) => [url, number, body]), [["/t/undo", 2, "undoes=of-the-other"], ["/t/coup", 3, "points=a"]]);
});

phoneTest("an id used twice is told, and the coup is sent again under a new id", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => both("reused", 2));
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.equal(queue.find("a")?.stopped?.kind, "reused");
  await queue.sendAfter("a", 2);
  assert.equal(queue.find("a"), null);
  const [, second] = phone.network.requests;
  assert.match(second.id, /^[0-9a-f]{32}$/);
  assert.deepEqual([second.number, second.body], [2, "points=a"]);
});

phoneTest("a refused coup is shown with what is wrong, and may be corrected under its id", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => answer(422, "<div><p class=error>121 points</p></div>"));
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(queue.find("a")?.stopped, { kind: "refused", html: "<div><p class=error>121 points</p></div>", next: 1 });
  await queue.holdForCorrection("a");
  assert.equal(queue.isCorrecting("12"), true);
  assert.match(queue.find("a")?.stopped?.html ?? "", /121 points/);
  await queue.drain();
  assert.deepEqual(phone.network.ids, ["a"]);
  assert.equal(await queue.save(coup("a", 1, { body: "points=60" })), "saved");
  await queue.drain();
  assert.deepEqual(phone.network.requests.map(({ id, body }) => [id, body]), [["a", "points=a"], ["a", "points=60"]]);
});

phoneTest("a table that is stopped does not stop another one", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = (request) => (request.id === "a" ? both("stale", 2) : recorded(request));
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 1, { table: "13" }));
  await queue.drain();
  assert.equal(queue.find("b")?.recorded, 1);
  assert.deepEqual(queue.tables(), ["12"]);
});

phoneTest("a key that opens nothing any more leaves the coup waiting for the table's next key", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = (request) => (request.key === "12-NEW" ? recorded(request) : answer(404, "<p>code inconnu</p>"));
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(queue.waiting("12").map(({ id, stopped }) => [id, stopped]), [["a", null]]);
  phone.keys = { 12: "12-NEW" };
  await queue.drain();
  assert.equal(queue.find("a")?.recorded, 1);
});

phoneTest("without a key for its table nothing is sent", async (phone) => {
  const queue = await phone.tab();
  phone.keys = {};
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(phone.network.requests, []);
});

/* ── two tabs, and a reload */

phoneTest("the same coup stored in two tabs is sent once", async (phone) => {
  const [first, second] = [await phone.tab(), await phone.tab()];
  assert.equal(await first.save(coup("a", 1)), "saved");
  assert.equal(await second.save(coup("a", 1)), "known");
  await first.drain();
  await second.drain();
  assert.deepEqual(phone.network.ids, ["a"]);
});

phoneTest("two tabs that send at once send the same id", async (phone) => {
  const [first, second] = [await phone.tab(), await phone.tab()];
  await first.save(coup("a", 1));
  await Promise.all([first.drain(), second.drain()]);
  assert.deepEqual(new Set(phone.network.ids), new Set(["a"]));
  assert.deepEqual((await phone.store.all()).map(({ id, recorded }) => [id, recorded]), [["a", 1]]);
});

phoneTest("a tab tells the others of what it stored", async (phone) => {
  const [first, second] = [await phone.tab(), await phone.tab()];
  let told = 0;
  second.onChange(() => { told += 1; });
  await first.save(coup("a", 1));
  await settle();
  assert.deepEqual(waitingIn(second), [["a", 1]]);
  assert.equal(told, 1);
});

phoneTest("another tab's different coup under the same id is refused, not overwritten", async (phone) => {
  const [first, second] = [await phone.tab(), await phone.tab()];
  await first.save(coup("a", 1));
  phone.network.answering = () => "lost";
  await first.drain();
  assert.equal(await second.save(coup("a", 1, { body: "points=99" })), "taken");
});

phoneTest("after a reload what waited is sent under its id, in its order", async (phone) => {
  const before = await phone.tab();
  phone.network.answering = () => "lost";
  await before.save(coup("b", 1));
  await before.save(coup("a", 2));
  await before.drain();
  phone.closeTabs();
  phone.network.answering = (request) => recorded(request);
  phone.network.requests = [];
  const after = await phone.tab();
  assert.deepEqual(waitingIn(after), [["b", 1], ["a", 2]]);
  await after.drain();
  assert.deepEqual(phone.network.ids, ["b", "a"]);
});

phoneTest("a page closed before the answer sends the same id again, and learns the number it has", async (phone) => {
  const before = await phone.tab();
  phone.network.answering = () => "silence";
  await before.save(coup("a", 1));
  before.drain();
  await settle();
  phone.closeTabs();
  phone.network.answering = (request) => recorded(request, 1);
  const after = await phone.tab();
  await after.drain();
  assert.deepEqual(phone.network.ids, ["a", "a"]);
  assert.equal(after.find("a")?.recorded, 1);
});

/* ── recorded: shown, stored for some days, and sent again to a book that went back */

phoneTest("a recorded coup leaves the list once a sheet shows it", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.equal(queue.unshown("12").length, 1);
  await queue.settle("12", shownBook("a"));
  assert.deepEqual(queue.unshown("12"), []);
});

phoneTest("a coup that a sheet shows before its answer came stays until it is recorded", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 1));
  await queue.settle("12", shownBook("a"));
  assert.deepEqual(queue.unshown("12").map(({ id }) => id), ["a"]);
  assert.deepEqual(waitingIn(queue), [["a", 1]]);
});

phoneTest("what a sheet showed is removed three days after it was recorded, once a backup holds it, not before", async (phone) => {
  const queue = await phone.tab();
  const stored = async () => (await phone.store.all()).map(({ id }) => id);
  const shown = new Set();
  /** @param {string} id
   * @param {number} number
   * @param {number} saved */
  const recordAndShow = async (id, number, saved) => {
    await queue.save(coup(id, number));
    await queue.drain();
    await queue.settle("12", { ...shownBook(...shown.add(id)), saved });
  };
  await recordAndShow("a", 1, 0);
  await recordAndShow("b", 2, 1);
  await phone.clock.pass(3 * 24 * 3_600_000);
  await recordAndShow("c", 3, 1);
  assert.deepEqual(await stored(), ["a", "b", "c"]);
  await phone.clock.pass(1);
  await recordAndShow("d", 4, 1);
  assert.deepEqual(await stored(), ["b", "c", "d"], "no backup holds b");
  await queue.settle("12", { ...shownBook(...shown), saved: 4 });
  assert.deepEqual(await stored(), ["c", "d"], "c and d are younger");
});

phoneTest("a backup holds only what the sheet shows: a book that went back says nothing of what it lacks", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 7));
  await queue.drain();
  await queue.settle("12", { ...shownBook("b"), saved: 9 });
  assert.deepEqual([queue.find("a")?.saved ?? false, queue.find("a")?.settled ?? false], [false, false]);
});

phoneTest("what is sent again to a book that went back is in no backup until the server says so again", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 1));
  await queue.drain();
  await queue.settle("12", { ...shownBook("a"), saved: 1 });
  assert.equal(queue.find("a")?.saved, true);
  await queue.requeue(["a"]);
  await queue.drain();
  await queue.settle("12", shownBook("a"));
  assert.deepEqual([queue.find("a")?.recorded, queue.find("a")?.saved], [1, false]);
});

phoneTest("of what no backup holds the newest four hundred stay, over a reload as well, and what waits always", async (phone) => {
  const queue = await phone.tab();
  const shown = new Set();
  for (let n = 1; n <= 402; n++) {
    await queue.addRecorded(coup(`c${n}`, n), n);
    shown.add(`c${n}`);
    await phone.clock.pass(1);
  }
  phone.network.answering = firstThenRecorded(({ id }) => { shown.add(id); return recorded({ id, number: 403 }); });
  await queue.save(coup("last", 403));
  await queue.drain();
  await queue.save(coup("waits", 404));
  await queue.settle("12", shownBook(...shown));
  phone.closeTabs();
  const again = await phone.tab();
  const ids = (await phone.store.all()).map(({ id }) => id);
  assert.equal(ids.length, 401);
  assert.deepEqual([ids[0], ...ids.slice(-2)], ["c4", "last", "waits"]);
  assert.deepEqual(waitingIn(again), [["waits", 404]]);
});

phoneTest("what a book lacks that went back is sent again, under its id and at its number", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = (request) => recorded(request, 5);
  await queue.save(coup("a", 1));
  await queue.drain();
  await queue.settle("12", shownBook("a"));
  await phone.clock.pass(1_000);
  assert.deepEqual(queue.recordedBefore("12", Date.now()).map(({ id }) => id), ["a"]);
  await queue.requeue(["a"]);
  await queue.drain();
  assert.deepEqual(phone.network.requests.map(({ id, number }) => [id, number]), [["a", 1], ["a", 5]]);
});

phoneTest("what stands further on than the book waits until the book comes to it", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => both("stale", 3));
  await queue.save(coup("a", 5));
  await queue.drain();
  assert.equal(await queue.resendStale("12", 4), null);
  await queue.resendStale("12", 5);
  assert.equal(queue.find("a")?.recorded, 5);
});

phoneTest("what stood further on is asked again where others have filled the gap and more", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = ({ number }) => both("stale", phone.network.requests.length > 1 ? number + 2 : 3);
  await queue.save(coup("a", 5));
  await queue.drain();
  await queue.resendStale("12", 7);
  assert.equal(queue.find("a")?.stopped?.next, 7);
});

phoneTest("an undo that was recorded at once is stored like what went through the queue", async (phone) => {
  const queue = await phone.tab();
  await queue.addRecorded(coup("u", 3, { url: "/t/undo", coup: false }), 3);
  await phone.clock.pass(1_000);
  assert.deepEqual(queue.waiting("12"), []);
  assert.deepEqual(queue.recordedBefore("12", Date.now()).map(({ id, recorded }) => [id, recorded]), [["u", 3]]);
});
