/* Light or dark: as the device has it, until somebody chooses for this browser. Loaded before anything is drawn, so that no
   page flashes; the buttons stand at its foot. */
(function () {
  "use strict";

  const NAME = "corbillon.look";
  /** @type {Record<string, string>} */
  const MEDIA = { dark: "screen", light: "not all" };
  const night = /** @type {HTMLLinkElement | null} */ (document.getElementById("night"));
  const own = night?.media ?? "";

  /** What was chosen here; "" where nothing was, or nothing can be kept. */
  function chosen() {
    try {
      return localStorage.getItem(NAME) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} look */
  function choose(look) {
    try {
      localStorage.setItem(NAME, look);
    } catch { /* it holds for this page */ }
    apply(look);
  }

  /** @param {string} look */
  function apply(look) {
    if (night) night.media = MEDIA[look] ?? own;
    for (const button of document.querySelectorAll("[data-look]")) button.setAttribute("aria-pressed", String(button.dataset.look === look));
  }

  apply(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll(".looks")) box.hidden = !night;
    apply(chosen());
  });
  document.addEventListener("click", ({ target }) => {
    const look = target.closest("[data-look]")?.dataset.look;
    if (look !== undefined) choose(look);
  });
})();
