/* The book may go back: an older backup was put in its place, after a laptop died. Each sheet names all that its book
   holds; what this phone was told, or saw last, and is not there, was in the book and is lacking now. It is said, and what
   this phone wrote goes again under the same ids. It knows no form. */

import { known, note } from "./keyring.js";
import * as queue from "./queue.js";

const notice = document.getElementById("went-back");

/** What a sheet says of its book: {book, number, ids}. */
export function factsOf(html) {
  const sheet = new DOMParser().parseFromString(html, "text/html").querySelector(".sheet");
  if (!sheet) return null;
  const { book, number, recorded } = sheet.dataset;
  return { book, number: Number(number), ids: new Set(recorded.split(" ").filter(Boolean)) };
}

/** Hold what is known against a sheet that was asked for at the time `asked`; true where something goes again. An answer
    that was overtaken says nothing, nor does one of another evening that bears this table's number now. */
export async function compare(table, { book, number, ids }, asked) {
  const { seen } = known();
  const here = (one) => one.book === book;
  const lacking = queue.toldBefore(table, asked).filter((one) => here(one) && !ids.has(one.id));
  const gone = seen && here(seen) && seen.at < asked && seen.id && !ids.has(seen.id);
  if (gone || lacking.length) {
    const from = Math.max(gone ? seen.number : 0, ...lacking.map((one) => one.recorded));
    note({ back: { from, next: number, again: lacking.length > 0 } });
  }
  if (!(seen?.at > asked)) note({ seen: { id: [...ids].at(-1), number: number - 1, at: Date.now(), book } });
  if (lacking.length) await queue.bringBack(lacking.map((one) => one.id));
  else await queue.retry(table, number);
  return lacking.length > 0;
}

/** Say of the table that is shown that its book has gone back, until somebody has read it. */
export function drawNotice() {
  const { back } = known();
  notice.hidden = !back;
  if (!back) return;
  for (const name of ["from", "next"]) notice.querySelector(`[data-${name}]`).textContent = back[name];
  notice.querySelector("[data-again]").hidden = !back.again;
}

notice.querySelector("button").addEventListener("click", () => {
  note({ back: null });
  drawNotice();
  document.querySelector("#sheet h1").focus();
});
