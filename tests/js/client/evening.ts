/* Somebody else's program in TypeScript plays an evening with nothing but the types generated from the description: no
   cast, no `any` of its own. Run with the address of the interface and a key. */

/// <reference lib="deno.ns" />
import type { components, operations } from "./description.d.ts";

type Coup = components["schemas"]["Coup"];
type Event = components["schemas"]["Event"];
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : undefined;
type Content<R> = R extends { content: { "application/json": infer A } } ? A : never;
type Answer<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201)]> : never;

const [api, key] = Deno.args;

async function ask<Name extends keyof operations>(
  _operation: Name,
  method: "GET" | "POST",
  path: string,
  body: Body<operations[Name]>,
): Promise<Answer<operations[Name]>> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await fetch(api + path, { method, headers, body: method === "POST" ? JSON.stringify(body ?? {}) : null });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

function buildCoup(names: string[]): Coup {
  const [first, second, third] = names;
  return {
    type: "coup",
    points: { [first]: 58, [second]: 37, [third]: 25 },
    brusquembilles: {
      [first]: { aces_won: 2, aces_lost: 1, tens_won: 1, tens_lost: 1 },
      [second]: { aces_won: 1, tens_won: 1 },
      [third]: { tens_lost: 1 },
    },
  };
}

/** What must not pass: were one of these right, `deno check` would say so. */
export const wrong: Event[] = [
  // @ts-expect-error: points are numbers
  { type: "coup", points: { Anne: "58" } },
  // @ts-expect-error: no such field
  { type: "coup", pionts: { Anne: 58 } },
  // @ts-expect-error: no such type
  { type: "coop" },
  // @ts-expect-error: a penalty names its rule and its player
  { type: "penalty" },
];

const { code } = await ask("create_tournament", "POST", "/tournaments", { name: "Samedi", date: "2026-11-21" });
const start = `/tournaments/${code}`;
await ask("add_entries", "POST", `${start}/entries`, { names: ["Anne", "Basile", "Chloé"] });
await ask("plan_rounds", "POST", `${start}/plan`, { format: "random", rounds: 1 });
await ask("draw_rounds", "POST", `${start}/draft`, { sizes: [3], seed: 7 });
await ask("publish_round", "POST", `${start}/rounds/1/publish`, undefined);
await ask("open_tournament", "POST", `${start}/open`, {});
const round = await ask("get_round", "GET", `${start}/rounds/1`, undefined);
for (const { table, seats } of round.tables) {
  const address = `${start}/rounds/1/tables/${table}`, event = buildCoup(seats.map((seat) => seat.name));
  for (const number of [1, 2, 3]) {
    await ask("record_event", "POST", `${address}/events`, { key: `coup-${table}-00${number}`, number, event });
  }
  const corrected = { ...event, points: { [seats[0].name]: 60, [seats[1].name]: 35, [seats[2].name]: 25 } };
  const sent = { key: `mend-${table}-001`, number: 4, event: corrected, reason: "Mal lu" };
  await ask("correct_event", "POST", `${address}/events/1/correct`, sent);
  await ask("confirm_sheet", "POST", `${address}/confirm`, { position: 1 });
  const sheet = await ask("get_table", "GET", address, undefined);
  const coups = sheet.partie.events.filter((each) => each.type === "coup").length;
  console.log(sheet.stage, coups, sheet.decompte?.complete);
}
const standings = await ask("list_standings", "GET", `${start}/standings`, undefined);
console.log(standings.items.map((row) => `${row.rank} ${row.name} ${row.total}`).join("\n"));
const closed = await ask("close_tournament", "POST", `${start}/close`, undefined);
console.log(closed.status);
