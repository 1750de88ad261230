/* A row of the standings opens to «pourquoi»: one at a time. Without this file the arrow leads to the player's page, where
   the same stands. */
(function () {
  "use strict";

  /** Close the row that is open. */
  function closeOpenRow() {
    document.querySelector("tr.why")?.remove();
    document.querySelector("a.why-open[aria-expanded=true]")?.setAttribute("aria-expanded", "false");
  }

  /** Show why below the row of this arrow.
   * @param {HTMLAnchorElement} arrow */
  async function openRow(arrow) {
    const row = arrow.closest("tr");
    const answer = await fetch(arrow.dataset.why ?? "", { cache: "no-store" });
    if (!row || !answer.ok) return location.assign(arrow.href);
    closeOpenRow();
    const below = document.createElement("tr"), cell = document.createElement("td");
    below.className = "why";
    cell.colSpan = row.cells.length;
    cell.append(new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild ?? "");
    below.append(cell);
    row.after(below);
    return arrow.setAttribute("aria-expanded", "true");
  }

  for (const arrow of document.querySelectorAll("a.why-open")) arrow.setAttribute("aria-expanded", "false");
  document.addEventListener("click", (event) => {
    const arrow = /** @type {HTMLAnchorElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("a.why-open"));
    if (!arrow || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (arrow.getAttribute("aria-expanded") === "true") closeOpenRow();
    else openRow(arrow).catch(() => location.assign(arrow.href));
  });
})();
