/* A question of a form that must be answered by a choice: a form without the answer is not sent, and says so at the question,
   in the words that are declared with it (`data-must`). A coup has words of its own on its button. */

import { sheet } from "./page_state.js";

sheet.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const open = form.matches(".coup") ? undefined : [...form.querySelectorAll("[data-must]")].find((set) => !set.querySelector(":checked"));
  if (!open) return;
  event.preventDefault();
  event.stopPropagation();
  const told = open.querySelector(".error") ?? document.createElement("p");
  Object.assign(told, { className: "error", tabIndex: -1, textContent: open.dataset.must });
  open.append(told);
  /** @type {HTMLElement} */ (told).focus();
}, true);

sheet.addEventListener("change", ({ target }) => {
  target.closest("[data-must]:has(:checked)")?.querySelector(".error")?.remove();
});
