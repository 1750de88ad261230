/* « Ma page »: which player of this evening holds this device. Only the device remembers it; nothing is sent. On the list of
   places it also finds a name. It knows no score. */
(function () {
  "use strict";

  const link = document.querySelector("[data-me]");
  const kept = link && `corbillon.me${link.dataset.me}`;
  const button = document.querySelector("[data-mine]");

  function read() {
    try { return localStorage.getItem(kept); } catch { return null; }
  }

  function keep(entry) {
    try {
      if (entry) localStorage.setItem(kept, entry);
      else localStorage.removeItem(kept);
      return true;
    } catch { return false; /* a private window: nothing is kept */ }
  }

  const asked = link && { href: link.href, words: link.textContent };

  function tell() {
    if (!link) return;
    const entry = read(), known = /^[0-9]+$/.test(entry ?? "");
    link.href = known ? link.dataset.me + entry : asked.href;
    link.textContent = known ? link.dataset.mineWords : asked.words;
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    if (button) button.textContent = entry === button.dataset.mine ? button.dataset.forget : words;
  }

  const words = button?.textContent;
  button?.addEventListener("click", () => {
    keep(read() === button.dataset.mine ? null : button.dataset.mine);
    tell();
  });
  if (button && keep(read())) button.parentElement.hidden = false;
  tell();

  /* ── a name among the places */

  const find = document.getElementById("find");
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  if (find) find.parentElement.hidden = false;
  find?.addEventListener("input", () => {
    const wanted = plain(find.value), rows = [...document.querySelectorAll("#seats tbody tr")];
    for (const row of rows) row.hidden = !plain(row.cells[0].textContent).includes(wanted);
    document.getElementById("nobody").hidden = rows.some((row) => !row.hidden);
  });
})();
