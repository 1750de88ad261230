/* The search of a club's site of files: all that can be found stands in the page already; no server is asked. */
(function () {
  "use strict";

  const find = /** @type {HTMLInputElement} */ (document.getElementById("find"));
  const nobody = /** @type {HTMLElement} */ (document.getElementById("nobody"));
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#found li")]);
  const folded = rows.map((row) => foldLetters(row.textContent ?? ""));

  /** Show the rows that hold every word that was typed. */
  function filter() {
    const words = foldLetters(find.value).split(/\s+/);
    rows.forEach((row, n) => { row.hidden = !words.every((word) => folded[n].includes(word)); });
    nobody.hidden = rows.some((row) => !row.hidden);
  }

  if (find.parentElement) find.parentElement.hidden = false;
  find.addEventListener("input", filter);
  filter(); // a browser that goes back types it again
})();
