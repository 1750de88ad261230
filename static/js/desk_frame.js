/* «Plus», the panel of everything that is no tab: it opens and closes without this file. Here: Escape and a touch beside
   it close it, and a letter goes to the next entry that begins with it. */
(function () {
  "use strict";

  const more = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".tabs .more"));
  if (!more) return;
  const links = /** @type {HTMLElement[]} */ ([...more.querySelectorAll(".panel a")]);

  /** The entry after the focused one that begins with the letter.
   * @param {string} letter */
  function findNext(letter) {
    const at = links.findIndex((link) => link === document.activeElement);
    const inTurn = [...links.slice(at + 1), ...links.slice(0, at + 1)];
    return inTurn.find((link) => link.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()));
  }

  more.addEventListener("keydown", (event) => {
    if (!more.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      more.open = false;
      more.querySelector("summary")?.focus();
    } else if (/^\p{L}$/u.test(event.key)) findNext(event.key)?.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!more.contains(/** @type {Node} */ (event.target))) more.open = false;
  });
})();
