/* A coup of Briscola chiamata: five taps and a number. Whether the bid is reached the server says. */

export function enliven(form, _computed, changed) {
  const { bid, points } = form.elements;
  const said = () => changed([]);
  form.addEventListener("input", ({ target }) => {
    if (target.name === "partner") points.focus();
    paint(form);
    said();
  });
  form.querySelector(".chips").addEventListener("click", ({ target }) => {
    const chip = target.closest("[data-bid]");
    if (!chip) return;
    bid.value = chip.dataset.bid;
    paint(form);
    said();
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".mark input") && target.select());
  return { paint: () => paint(form) };
}

/** The chip of the bid; nobody is his own partner; all tricks are asked of who has all points. */
function paint(form) {
  const { bid, caller, partner, points } = form.elements;
  for (const chip of form.querySelectorAll("[data-bid]")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.bid === bid.value.trim()));
  }
  for (const one of partner) {
    const self = one.value === caller.value;
    if (self) one.checked = false;
    one.closest("label").hidden = self;
  }
  const cappotto = form.querySelector(".cappotto");
  if (cappotto) cappotto.hidden = points.value.trim() !== "120";
}
