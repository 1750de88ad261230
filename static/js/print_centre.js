/* The catalogue behind its search: what is worth printing now at first, then what the words or the category find. Without
   this file all documents are listed. */
(function () {
  "use strict";

  const field = /** @type {HTMLInputElement} */ (document.querySelector("[data-seek]"));
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".hit")]);
  const chips = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chip")]);
  const none = /** @type {HTMLElement} */ (document.querySelector("[data-none]"));

  function draw() {
    const words = foldLetters(field.value.trim());
    const category = chips.find((chip) => chip.ariaPressed === "true")?.dataset.category;
    for (const row of rows) {
      const found = foldLetters(row.querySelector("h3")?.textContent + " " + row.querySelector("p")?.textContent).includes(words);
      row.hidden = words || category ? !found || (category !== undefined && row.dataset.category !== category) : !("usual" in row.dataset);
    }
    none.hidden = rows.some((row) => !row.hidden);
  }
  field.addEventListener("input", draw);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const pressed = chip.ariaPressed === "true";
      for (const each of chips) each.ariaPressed = String(each === chip && !pressed);
      draw();
    });
  }
  draw();
})();
