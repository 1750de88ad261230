/* The form of a coup under the finger: the last player's points fill themselves, each brusquembille takes a tap or two.
   Who takes what and what does not add up comes from the server (`say` asks it); nothing is scored here. */

const MINUS = " − ";

/** Bring the form to life; `changed(computed)` is called whenever something was said. Gives back {fill, paint}. */
export function enliven(form, computed, changed) {
  const points = new Points(form, computed);
  const deck = form.querySelector(".deck") && new Deck(form, () => changed(points.computed));
  form.addEventListener("input", (event) => {
    points.typed(event.target);
    changed(points.computed);
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".points input") && target.select());
  form.addEventListener("focusout", () => points.fill() && changed(points.computed));
  return {
    paint() {
      points.show();
      deck?.paintAll();
    },
  };
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

class Deck {
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    this.buttons = [...form.querySelectorAll("[data-card]")];
    this.panel = form.querySelector("#who");
    this.blank = this.buttons[0].dataset.blank;
    this.open = null;
    form.querySelector(".deck").addEventListener("click", (event) => this.touched(event.target.closest("[data-card]")));
    this.panel.addEventListener("click", (event) => this.answered(event.target.closest("button")));
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.open && this.close(true));
  }

  input(button) {
    return this.form.elements[button.dataset.card];
  }

  /** A touch always asks, also of the card that was next by itself: who touches every card needs two taps for each. */
  touched(button) {
    if (button) this.ask(button, true);
  }

  ask(button, focus) {
    this.open = button;
    for (const one of this.buttons) one.setAttribute("aria-expanded", String(one === button));
    this.panel.hidden = false;
    this.panel.querySelector(".face").replaceChildren(...[...button.querySelector(".face").childNodes].map((n) => n.cloneNode(true)));
    for (const say of this.panel.querySelectorAll(".say")) {
      say.setAttribute("aria-pressed", String(say.dataset.say === this.input(button).value));
    }
    if (focus) this.panel.querySelector(".say").focus({ preventScroll: true });
    this.panel.scrollIntoView({ block: "nearest" });
  }

  /** One answer, and on to the next card of which nothing is said. */
  answered(button) {
    if (!button || !this.open) return;
    if ("close" in button.dataset) return this.close(true);
    const card = this.open;
    this.input(card).value = button.dataset.say;
    this.paint(card);
    const next = button.dataset.say && this.next(card);
    if (next) this.ask(next, false);
    else this.close(true);
    this.changed();
  }

  next(card) {
    const at = this.buttons.indexOf(card);
    const after = [...this.buttons.slice(at + 1), ...this.buttons.slice(0, at)];
    return after.find((button) => this.input(button).value === "");
  }

  close(focus) {
    const card = this.open;
    this.open = null;
    this.panel.hidden = true;
    for (const one of this.buttons) one.setAttribute("aria-expanded", "false");
    if (focus) card?.focus({ preventScroll: true });
  }

  paint(button) {
    const said = this.input(button).value;
    const say = said && this.panel.querySelector(`[data-say="${CSS.escape(said)}"]`);
    button.classList.toggle("won", said.endsWith("+"));
    button.classList.toggle("lost", said.endsWith("-"));
    button.querySelector(".by bdi").textContent = say ? this.panel.querySelector(`#who-${parseInt(said, 10)}`).dataset.short : this.blank;
    button.querySelector(".fate").textContent = say ? say.textContent.trim() : "";
  }

  paintAll() {
    for (const button of this.buttons) this.paint(button);
  }
}
