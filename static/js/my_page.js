/* « Ma page »: which player of this evening holds this device. Only the device remembers it; nothing is sent. On the list of
   places it also finds a name; whoever comes there by the fixed address goes on to his page. It knows no score. */
(function () {
  "use strict";

  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-me]"));
  const button = document.querySelector("[data-mine]");
  const mine = button?.dataset.mine;
  const NAME = `corbillon.me${link?.dataset.me}`;

  /** The player's number, as it is stored; null where nothing is. */
  function readPlayer() {
    try { return localStorage.getItem(NAME); } catch { return null; }
  }

  /** Store the player's number; none removes it. True where that was possible.
   * @param {string | null | undefined} player */
  function storePlayer(player) {
    try {
      if (player) localStorage.setItem(NAME, player);
      else localStorage.removeItem(NAME);
      return true;
    } catch { return false; /* a private window: nothing is stored */ }
  }

  /** Has this phone had a table of its own open within a day? */
  function hasTable() {
    try {
      const ring = JSON.parse(localStorage.getItem("corbillon.tables") ?? "{}");
      return ring.tables?.[ring.current]?.at > Date.now() - 24 * 3_600_000;
    } catch { return false; }
  }

  const unknown = { href: link?.href ?? "", words: link?.textContent ?? "" };
  const buttonWords = button?.textContent ?? "";

  /** Point the link, and word the button, as the stored player says. */
  function drawLink() {
    if (!link) return;
    const player = readPlayer(), known = /^[0-9]+$/.test(player ?? "");
    link.href = known ? `${link.dataset.me}${player}` : unknown.href;
    link.textContent = known ? link.dataset.mineWords ?? "" : unknown.words;
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    for (const each of /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("tr a")])) {
      if (known && `${each.pathname}/`.startsWith(`${link.dataset.me}${player}/`)) each.closest("tr")?.setAttribute("data-own", "");
    }
    if (button) button.textContent = player === mine ? button.dataset.forget ?? "" : buttonWords;
  }

  if (link && button) {
    button.addEventListener("click", () => {
      storePlayer(readPlayer() === mine ? null : mine);
      drawLink();
    });
    const box = button.parentElement;
    if (box && storePlayer(readPlayer())) box.hidden = false;
  }
  drawLink();
  document.querySelector(".masthead nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }); // the row slides on a phone
  if (link && location.hash === "#me" && /^[0-9]+$/.test(readPlayer() ?? "")) location.replace(link.href);
  if (link && hasTable()) {
    link.after(Object.assign(document.createElement("a"), { href: link.dataset.table, textContent: link.dataset.tableWords }));
  }

  /* ── a name among the places */

  const find = /** @type {HTMLInputElement | null} */ (document.getElementById("find"));
  if (find?.parentElement) find.parentElement.hidden = false;
  find?.addEventListener("input", () => {
    const wanted = foldLetters(find.value.trim()), rows = /** @type {HTMLTableRowElement[]} */ ([...document.querySelectorAll("#seats tbody tr")]);
    for (const row of rows) row.hidden = !foldLetters(row.cells[0].textContent).includes(wanted);
    const nobody = document.getElementById("nobody");
    if (nobody) nobody.hidden = rows.some((row) => !row.hidden);
  });
})();
