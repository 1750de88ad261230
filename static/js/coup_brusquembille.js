/* A coup of Brusquembille: points, and each brusquembille in a tap or two. */

import { enlivenPoints } from "./points.js";

export function enliven(form, computed, changed) {
  const points = enlivenPoints(form, computed, () => changed(points.computed));
  const deck = form.querySelector(".deck") && new Deck(form, () => changed(points.computed));
  return {
    paint() {
      points.show();
      deck?.paintAll();
    },
  };
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
