/* The phone's queue (static/js/queue.js): stored before it is sent, sent until it is answered. docs/decisions/0005. */

/** @import { Answering } from "./fakes.js" */

import assert from "node:assert/strict";
import { answer, coup, firstThenRecorded, foreign, phoneTest, recorded, waitingIn } from "./fakes.js";

/* ── stored, then sent */

phoneTest("a coup is stored before anything is sent", async (phone) => {
  const queue = await phone.tab();
  assert.equal(await queue.save(coup("a", 1)), "saved");
  assert.deepEqual(phone.network.requests, []);
  assert.deepEqual((await phone.store.all()).map(({ id, left }) => [id, left]), [["a", false]]);
});

phoneTest("the store says that a coup may have left before the request leaves", async (phone) => {
  const queue = await phone.tab();
  /** @type {boolean[]} */
  const left = [];
  phone.network.answering = async (request) => {
    left.push(...(await phone.store.all()).map((one) => one.left));
    return recorded(request);
  };
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(left, [true]);
});

phoneTest("a coup is sent with its number, its id, the table's key and the seat", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 4, { seat: "2" }));
  await queue.drain();
  assert.deepEqual(phone.network.requests, [
    { url: "/t/coup", id: "a", number: 4, key: "12-ABC", seat: "2", accept: "application/vnd.corbillon.kept+json", body: "points=a" },
  ]);
});

phoneTest("a recorded coup waits no more, and bears the number that the server said", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = (request) => recorded(request, 7);
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(queue.waiting("12"), []);
  assert.equal(queue.find("a")?.recorded, 7);
  assert.equal(queue.expectedNumber("12", 1), 8);
});

phoneTest("what stands behind a correction moves up past the numbers of its consequences, and no further when it is sent again", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = (request) => request.id === "a" ? recorded(request, request.number, 3) : recorded(request);
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.drain();
  assert.deepEqual(phone.network.requests.map(({ id, number }) => [id, number]), [["a", 1], ["b", 4]]);
  await queue.settle("12", { ids: new Set(["a", "b"]), from: 1, saved: 0 });
  await queue.requeue(["a", "b"]); // the book has gone back
  await queue.drain();
  assert.deepEqual(phone.network.requests.slice(2).map(({ id, number }) => [id, number]), [["a", 1], ["b", 4]]);
});

phoneTest("the next number is the one after the consequences of what is in the book", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = (request) => recorded(request, 5, 7);
  await queue.save(coup("a", 5));
  await queue.drain();
  assert.equal(queue.expectedNumber("12", 5), 8);
});

phoneTest("coups are sent in the order in which they were stored", async (phone) => {
  const queue = await phone.tab();
  for (const [n, id] of ["c", "a", "b"].entries()) await queue.save(coup(id, n + 1));
  await queue.drain();
  assert.deepEqual(phone.network.ids, ["c", "a", "b"]);
});

phoneTest("the second coup is not sent before the first is recorded", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = () => "lost";
  await queue.save(coup("a", 1));
  await queue.save(coup("b", 2));
  await queue.drain();
  assert.deepEqual(phone.network.ids, ["a"]);
});

phoneTest("a coup of another table stored while one is on its way is sent after it, without being asked for again", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = async (request) => {
    if (request.id === "a") {
      await queue.save(coup("b", 1, { table: "13" }));
      queue.drain();
    }
    return recorded(request);
  };
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(phone.network.ids, ["a", "b"]);
});

phoneTest("what waits raises the number that the next coup expects", async (phone) => {
  const queue = await phone.tab();
  await queue.save(coup("a", 5));
  await queue.save(coup("b", 6));
  assert.equal(queue.expectedNumber("12", 5), 7);
  assert.equal(queue.expectedNumber("12", 9), 9);
});

phoneTest("a coup that waits for its answer is not counted beside the same coup on the sheet", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = () => "lost";
  await queue.save(coup("a", 10));
  await queue.drain();
  await queue.save(coup("b", 11));
  const after = (/** @type {number} */ number, /** @type {string[]} */ ...ids) => queue.beyond("12", { number, ids: new Set(ids) }).map(({ id }) => id);
  assert.deepEqual(after(10), ["a", "b"]);
  assert.deepEqual(after(11, "a"), ["b"]);
  phone.network.answering = (request) => recorded(request);
  await queue.drain();
  assert.deepEqual(after(11, "a"), ["b"], "recorded after the sheet");
  assert.deepEqual(after(12, "a", "b"), []);
});

phoneTest("a coup is on its way only while its request is", async (phone) => {
  const queue = await phone.tab();
  /** @type {boolean[]} */
  const sending = [];
  phone.network.answering = (request) => { sending.push(queue.isSending("a")); return recorded(request); };
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual([...sending, queue.isSending("a")], [true, false]);
});

/* ── no answer, or none that can be believed */

phoneTest("after a lost network the same coup is sent again under the same id", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => "lost");
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.deepEqual(waitingIn(queue), [["a", 1]]);
  await phone.clock.pass(2_000);
  assert.deepEqual(phone.network.ids, ["a", "a"]);
  assert.deepEqual(queue.waiting("12"), []);
});

phoneTest("pauses between tries grow from two seconds to thirty", async (phone) => {
  const queue = await phone.tab();
  /** @type {number[]} */
  const seconds = [];
  phone.network.answering = () => {
    seconds.push(Date.now() / 1_000);
    return "lost";
  };
  await queue.save(coup("a", 1));
  await queue.drain();
  await phone.clock.pass(125_000);
  const pauses = seconds.slice(1).map((at, n) => at - seconds[n]);
  assert.deepEqual(pauses, [2, 4, 8, 16, 30, 30, 30]);
});

phoneTest("when the network is back the pauses begin again with two seconds", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = () => "lost";
  await queue.save(coup("a", 1));
  await queue.drain();
  await phone.clock.pass(30_000);
  await queue.drainSoon();
  const before = phone.network.requests.length;
  await phone.clock.pass(2_000);
  assert.equal(phone.network.requests.length, before + 1);
});

phoneTest("an answer that never comes is given up after fifteen seconds, and the coup is sent again", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = firstThenRecorded(() => "silence");
  await queue.save(coup("a", 1));
  queue.drain();
  await phone.clock.pass(14_999);
  assert.deepEqual(phone.network.ids, ["a"]);
  await phone.clock.pass(2_001);
  assert.deepEqual(phone.network.ids, ["a", "a"]);
  assert.deepEqual(queue.waiting("12"), []);
});

/** @type {[string, Answering][]} */
const UNBELIEVABLE = [
  ["cut inside its headers: recorded, without any text", () => answer(200, "")],
  ["cut inside its headers: both versions, without any text", () => answer(409, "")],
  ["cut inside its headers: refused, without any text", () => answer(422, "")],
  ["cut inside its headers: an unknown key, without any text", () => answer(404, "")],
  ["of both versions cut before it says which", () => answer(409, '<div class="both" data-ki')],
  ["of both versions cut before the question", () => answer(409, '<div class="both" data-kind="stale" data-next="2"><p>Un autre')],
  ["of a refusal cut in the sheet", () => answer(422, '<div class="sheet"><p class="error">121 poi')],
  ["cut in its text", ({ id }) => answer(200, `{"id": "${id}", "recor`)],
  ["that is a page and no record", () => answer(200, "<p>Bienvenue</p>")],
  ["that is JSON and no record", () => answer(200, "null")],
  ["of a captive portal", () => foreign(200, "<p>Wi-Fi</p>")],
  ["of another machine that says the same", ({ id }) => foreign(200, `{"id": "${id}", "recorded": 1}`)],
  ["of another machine that refuses", () => foreign(422, "<p>Wi-Fi</p>")],
  ["to another coup", () => answer(200, '{"id": "b", "recorded": 1}')],
  ["without a number", ({ id }) => answer(200, `{"id": "${id}", "recorded": null}`)],
  ["of a server in trouble", () => answer(503, "…")],
  ["to a request that was cut", () => answer(400, "…")],
];
for (const [what, answering] of UNBELIEVABLE) {
  phoneTest(`an answer ${what}, counts as none: the coup is sent again`, async (phone) => {
    const queue = await phone.tab();
    phone.network.answering = firstThenRecorded(answering);
    await queue.save(coup("a", 1));
    await queue.drain();
    assert.deepEqual(queue.waiting("12").map(({ id, stopped }) => [id, stopped]), [["a", null]]);
    await phone.clock.pass(2_000);
    assert.deepEqual(phone.network.ids, ["a", "a"]);
    assert.deepEqual(queue.waiting("12"), []);
  });
}

phoneTest("a coup tried without any network has not left, and may be changed", async (phone) => {
  const queue = await phone.tab();
  phone.online = false;
  phone.network.answering = () => "lost";
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.equal(queue.find("a")?.left, false);
  assert.equal(await queue.save(coup("a", 1, { body: "points=60" })), "saved");
  assert.deepEqual(queue.waiting("12").map(({ body }) => body), ["points=60"]);
});

phoneTest("a coup that may have left is not replaced by another under the same id", async (phone) => {
  const queue = await phone.tab();
  phone.network.answering = () => "lost";
  await queue.save(coup("a", 1));
  await queue.drain();
  assert.equal(await queue.save(coup("a", 1, { body: "points=60" })), "taken");
  assert.deepEqual(queue.waiting("12").map(({ body }) => body), ["points=a"]);
});
