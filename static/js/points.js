/* The card points of a coup under the finger: the last player's fill themselves, and say why. Nothing is scored here. */

const MINUS = " − ";

/** Bring the points of a form to life; gives back the Points. `changed` is called whenever something was said. */
export function enlivenPoints(form, computed, changed) {
  const points = new Points(form, computed);
  form.addEventListener("input", (event) => {
    points.typed(event.target);
    changed();
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".mark input") && target.select());
  form.addEventListener("focusout", () => points.fill() && changed());
  return points;
}

class Points {
  constructor(form, computed) {
    this.box = form.querySelector(".points");
    this.inputs = [...this.box.querySelectorAll("input")];
    this.note = this.box.querySelector(".filled");
    this.total = Number(this.box.dataset.total);
    this.auto = this.inputs.find((input) => computed.includes(input.name)) ?? null;
  }

  get computed() {
    return this.auto ? [this.auto.name] : [];
  }

  /** The same number for everybody. */
  say(number) {
    this.auto = null;
    for (const input of this.inputs) input.value = number;
    this.show();
  }

  typed(input) {
    if (!this.inputs.includes(input)) return;
    if (input === this.auto) this.auto = null;
    this.fill();
  }

  /** Fill the one that is left, unless it is being typed into; true where that changed it. */
  fill() {
    const empty = this.inputs.filter((input) => input !== this.auto && input.value.trim() === "");
    if (this.auto && empty.length) {
      this.auto.value = "";
      this.auto = null;
      this.show();
      return true;
    }
    const last = this.auto ?? (empty.length === 1 ? empty[0] : null);
    if (!last || (last !== this.auto && last === document.activeElement)) return this.show();
    const others = this.inputs.filter((input) => input !== last).map((input) => input.value.trim());
    if (others.some((text) => !/^\d{1,4}$/.test(text))) return this.show();
    const before = last.value;
    this.auto = last;
    last.value = String(Math.max(0, this.total - others.reduce((sum, text) => sum + Number(text), 0)));
    this.show();
    return last.value !== before;
  }

  show() {
    for (const input of this.inputs) input.classList.toggle("auto", input === this.auto);
    this.note.hidden = !this.auto;
    if (this.auto) {
      const others = this.inputs.filter((input) => input !== this.auto).map((input) => Number(input.value));
      this.note.textContent = this.note.dataset.words
        .replace("{name}", this.auto.dataset.name)
        .replace("{sum}", [this.total, ...others].join(MINUS));
    }
    return false;
  }
}
