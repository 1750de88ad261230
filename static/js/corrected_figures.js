/* A coup that is corrected: a card is put together from its rank and its suit (`data-puts`), and of the figures that make a
   known total (`data-makes`), the only one that nobody has touched follows the others, as on the sheet. What was said to be
   wrong of what is typed anew goes. */

/** @import { TablePage } from "./types.d.ts" */

/** @param {Pick<TablePage, "sheet">} page */
export function startCorrectedFigures({ sheet }) {
  sheet.addEventListener("input", ({ target }) => {
    const figure = /** @type {HTMLInputElement} */ (target), form = figure.closest("#correct");
    if (!form) return;
    figure.dataset.typed = "";
    figure.classList.remove("auto");
    for (const wrong of form.querySelectorAll(".error:not(.foreseen *)")) wrong.remove();
    for (const wrong of form.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
    if (figure.dataset.makes) fillRest(form, figure);
    putCard(figure);
  });
}

/** Put the card of a touched rank or suit into the input that holds it, once both are known.
 * @param {HTMLInputElement} touched */
function putCard({ form, parentElement }) {
  const puts = parentElement?.closest("[data-puts]")?.dataset.puts;
  if (!form || !puts) return;
  const { rank, suit } = form.elements;
  if (rank.value && suit.value) /** @type {HTMLInputElement} */ (form.elements.namedItem(puts)).value = rank.value + suit.value;
}

/** @param {Element} form
 * @param {HTMLInputElement} typed */
function fillRest(form, typed) {
  const kind = typed.name.slice(0, typed.name.lastIndexOf(".") + 1);
  const figures = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`[data-makes][name^="${kind}"]`)]);
  const others = figures.filter((one) => !("typed" in one.dataset));
  if (others.length !== 1) return;
  const rest = figures.reduce((left, one) => (one === others[0] ? left : left - Number(one.value)), Number(typed.dataset.makes));
  others[0].value = rest >= 0 ? String(rest) : "";
  others[0].classList.add("auto");
}
