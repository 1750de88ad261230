/* A coup of Brusquembille: points, and each brusquembille in a tap or two. */

/** @import { Enliven } from "./types.d.ts" */

import { find } from "./dom.js";
import { currentFacts, note } from "./keyring.js";
import { enlivenPoints } from "./points.js";

/** @type {Enliven} */
export function enliven(form, computed, changed) {
  const points = enlivenPoints(form, computed, () => changed(points.computed), () => deck?.askFirst() || find(form, "#send").focus());
  const deck = form.querySelector(".deck") && new Deck(form, () => changed(points.computed));
  return {
    paint() {
      points.paint();
      deck?.paintAll();
    },
  };
}

/** The brusquembilles as buttons, and the panel that asks who had the card that was touched. */
class Deck {
  /** @param {HTMLFormElement} form
   * @param {() => void} changed */
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    this.buttons = [...form.querySelectorAll("[data-card]")];
    this.panel = find(form, "#who");
    this.blank = this.buttons[0].dataset.blank ?? "";
    /** @type {HTMLElement | null} the card that is asked about */
    this.open = null;
    this.said = ""; // the card of which something was said last
    this.pays = this.#watchSwitch();
    form.addEventListener("foreseen", () => this.tellPayment());
    find(form, ".deck").addEventListener("click", ({ target }) => this.onCard(target.closest("[data-card]")));
    this.panel.addEventListener("click", ({ target }) => this.onAnswer(target.closest("button")));
    form.addEventListener("click", ({ target }) => {
      const card = target.closest("[data-review]")?.dataset.review;
      if (card) this.onCard(form.querySelector(`[data-card="${card}"]`));
    });
    form.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Does this table pay each brusquembille as soon as its trick is made? It is switched behind «•••», and kept for this table. */
  #watchSwitch() {
    const button = /** @type {HTMLInputElement} */ (find(document, "[data-paying]"));
    button.checked = this.form.classList.toggle("pays", Boolean(currentFacts().pays));
    button.addEventListener("change", () => {
      this.pays = this.form.classList.toggle("pays", button.checked);
      note({ pays: this.pays });
    });
    return button.checked;
  }

  /** Show who pays whom for the card that has just fallen, as the server said it. */
  tellPayment() {
    for (const price of this.form.querySelectorAll("[data-paid]")) price.hidden = !this.pays || price.dataset.paid !== this.said;
  }

  /** Escape closes; a digit, where none is typed into a field, answers for the player of that place: won, or lost with Shift.
   * @param {KeyboardEvent & {target: HTMLElement}} event */
  onKey({ key, code, shiftKey, target }) {
    if (!this.open) return;
    if (key === "Escape") return this.close(true);
    const place = /^Digit(\d)$/.exec(code)?.[1];
    if (place && !target.matches("input:not([type=hidden])")) this.onAnswer(this.panel.querySelector(`button[data-say="${place}${shiftKey ? "-" : "+"}"]`));
  }

  /** Ask for the first card of which nothing is said. False where all are said. */
  askFirst() {
    const first = this.buttons.find((button) => this.inputOf(button).value === "");
    if (first) this.ask(first, true);
    return Boolean(first);
  }

  /** The hidden input of a card.
   * @param {HTMLElement} button
   * @returns {HTMLInputElement} */
  inputOf(button) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(button.dataset.card ?? ""));
  }

  /** A touch always asks, also of the card that was next by itself: who touches every card needs two taps for each.
   * @param {HTMLElement | null} button */
  onCard(button) {
    if (button) this.ask(button, true);
  }

  /** Ask who had this card.
   * @param {HTMLElement} button
   * @param {boolean} focus */
  ask(button, focus) {
    this.open = button;
    for (const one of this.buttons) one.setAttribute("aria-expanded", String(one === button));
    this.panel.hidden = false;
    find(this.panel, ".face").replaceChildren(...[...find(button, ".face").childNodes].map((n) => n.cloneNode(true)));
    for (const say of this.panel.querySelectorAll(".say")) {
      say.setAttribute("aria-pressed", String(say.dataset.say === this.inputOf(button).value));
    }
    find(this.panel, '[data-say=""]').hidden = this.inputOf(button).value === "";
    if (focus) find(this.panel, ".say").focus({ preventScroll: true });
    this.panel.scrollIntoView({ block: "nearest" });
  }

  /** Take one answer, and go on to the next card of which nothing is said.
   * @param {HTMLElement | null} button */
  onAnswer(button) {
    if (!button || !this.open) return;
    if ("close" in button.dataset) return this.close(true);
    const card = this.open;
    this.inputOf(card).value = button.dataset.say ?? "";
    this.said = card.dataset.card ?? "";
    this.paint(card);
    this.paintCount();
    const next = !this.pays && button.dataset.say && this.nextUnsaid(card);
    if (next) this.ask(next, false);
    else this.close(true);
    this.changed();
  }

  /** @param {HTMLElement} card */
  nextUnsaid(card) {
    const at = this.buttons.indexOf(card);
    const after = [...this.buttons.slice(at + 1), ...this.buttons.slice(0, at)];
    return after.find((button) => this.inputOf(button).value === "");
  }

  /** @param {boolean} focus */
  close(focus) {
    const card = this.open;
    this.open = null;
    this.panel.hidden = true;
    for (const one of this.buttons) one.setAttribute("aria-expanded", "false");
    if (focus) card?.focus({ preventScroll: true });
  }

  /** Show on a card what is said of it.
   * @param {HTMLElement} button */
  paint(button) {
    const said = this.inputOf(button).value;
    const say = said && this.panel.querySelector(`[data-say="${CSS.escape(said)}"]`);
    button.classList.toggle("won", said.endsWith("+"));
    button.classList.toggle("lost", said.endsWith("-"));
    find(button, ".by bdi").textContent = say ? find(this.panel, `#who-${parseInt(said, 10)}`).dataset.short ?? "" : this.blank;
    find(button, ".fate").textContent = say ? find(say, "span").textContent : "";
  }

  paintAll() {
    for (const button of this.buttons) this.paint(button);
    this.paintCount();
  }

  /** Say of how many cards something is said. */
  paintCount() {
    const said = find(this.form, "#said-count"), n = this.buttons.filter((button) => this.inputOf(button).value).length;
    said.textContent = (said.dataset.words ?? "").replace("{n}", String(n));
  }
}
