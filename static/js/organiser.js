/* The organiser's pages: small comforts. Every page works without this file. */
(function () {
  "use strict";

  for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

  /* A double click sends a form once: until the next page is there, or this one is shown again. */
  /** @type {Set<HTMLFormElement>} */
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), 5000);
  });
  window.addEventListener("pageshow", () => sent.clear());

  /* A list of people to tick: the box above it hides the names that do not match; what is ticked is counted. */
  /** The text without accents, in small letters.
   * @param {string} text */
  const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

  /** @param {HTMLElement} picker */
  function preparePicker(picker) {
    const rows = [...picker.querySelectorAll("li")];
    const filter = /** @type {HTMLInputElement} */ (picker.querySelector("[data-filter]"));
    const count = /** @type {HTMLElement} */ (picker.querySelector("[data-count]"));
    const drawCount = () => {
      const n = picker.querySelectorAll("li input:checked").length;
      const { one = "", many = "" } = count.dataset;
      count.textContent = n === 0 ? "" : n === 1 ? one : many.replace("{n}", String(n));
    };
    filter.addEventListener("input", () => {
      const wanted = plain(filter.value.trim());
      for (const row of rows) row.hidden = !plain(row.textContent).includes(wanted);
    });
    filter.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const seen = rows.filter((row) => !row.hidden);
      if (seen.length === 1) seen[0].querySelector("input")?.click();
    });
    picker.addEventListener("change", drawCount);
    drawCount();
  }
  for (const picker of document.querySelectorAll("[data-picker]")) preparePicker(picker);

  /* The evening's proposed name follows its date until somebody writes a name. */
  const name = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-proposed]"));
  const date = document.querySelector("input[type=date]");
  if (name && date) {
    /** @param {string} day */
    const proposedName = (day) => {
      const words = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long" });
      return (name.dataset.proposed ?? "").replace("{day}", words.format(new Date(day + "T12:00:00")));
    };
    let last = name.value;
    date.addEventListener("change", () => {
      if (!date.value || name.value !== last) return;
      name.value = last = proposedName(date.value);
    });
  }
})();
