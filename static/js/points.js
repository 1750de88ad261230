/* Figures that make a known total under the finger: the last one fills itself, and says why. Nothing is scored here. */

const MINUS = " − ";

/** Bring the figures of a form to life. `changed` is called whenever something was said in the form. Gives back
    {computed, show, say}: which inputs were filled, paint them all, one number for everybody. */
export function enlivenPoints(form, computed, changed) {
  const groups = [...form.querySelectorAll(".points")].map((box) => new Points(box, computed));
  form.addEventListener("input", ({ target }) => {
    for (const points of groups) points.typed(target);
    changed(target);
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".mark input") && target.select());
  form.addEventListener("focusout", () => groups.filter((points) => points.fill()).length && changed());
  return {
    get computed() { return groups.flatMap((points) => points.computed); },
    show() { for (const points of groups) points.show(); },
    say(number) { for (const points of groups) points.say(number); },
  };
}

class Points {
  constructor(box, computed) {
    this.box = box;
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
