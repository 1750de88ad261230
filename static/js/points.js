/* Figures that make a known total under the finger: the last one fills itself, and says why. Nothing is scored here. */

import { find } from "./dom.js";

const MINUS = " − ";

/** Bring the figures of a form to life. `computed`: the inputs that were filled by themselves; `changed(input)` is called
 * whenever something was typed, with the input, or an input was filled, with nothing. Returns the inputs that are filled
 * now, `paint()`, and `setAll(number)`, which gives everybody the same number.
 * @param {HTMLFormElement} form
 * @param {string[]} computed
 * @param {(input?: HTMLInputElement) => void} changed */
export function enlivenPoints(form, computed, changed) {
  const groups = [...form.querySelectorAll(".points")].map((box) => new Points(box, computed));
  form.addEventListener("input", ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    for (const points of groups) points.onTyped(input);
    changed(input);
  });
  form.addEventListener("focusin", ({ target }) => target.matches(".mark input") && /** @type {HTMLInputElement} */ (target).select());
  form.addEventListener("focusout", () => groups.filter((points) => points.fillLast()).length && changed());
  return {
    get computed() { return groups.flatMap((points) => points.computed); },
    paint() { for (const points of groups) points.paint(); },
    /** @param {string} number */
    setAll(number) { for (const points of groups) points.setAll(number); },
  };
}

class Points {
  /** @param {HTMLElement} box
   * @param {string[]} computed */
  constructor(box, computed) {
    this.inputs = [...box.querySelectorAll("input")];
    this.note = find(box, ".filled");
    this.total = Number(box.dataset.total);
    this.auto = this.inputs.find((input) => computed.includes(input.name)) ?? null;
  }

  /** The name of the input that filled itself, in a list; an empty list where none did. */
  get computed() {
    return this.auto ? [this.auto.name] : [];
  }

  /** Give everybody the same number.
   * @param {string} number */
  setAll(number) {
    this.auto = null;
    for (const input of this.inputs) input.value = number;
    this.paint();
  }

  /** @param {HTMLInputElement} input */
  onTyped(input) {
    if (!this.inputs.includes(input)) return;
    if (input === this.auto) this.auto = null;
    this.fillLast();
  }

  /** Fill the input that is left, unless it is being typed into. True where that changed it. */
  fillLast() {
    const empty = this.inputs.filter((input) => input !== this.auto && input.value.trim() === "");
    if (this.auto && empty.length) {
      this.auto.value = "";
      this.auto = null;
      this.paint();
      return true;
    }
    const last = this.auto ?? (empty.length === 1 ? empty[0] : null);
    const others = this.inputs.filter((input) => input !== last).map((input) => input.value.trim());
    const isTyping = last !== this.auto && last === document.activeElement;
    const before = last?.value;
    if (last && !isTyping && others.every((text) => /^\d{1,4}$/.test(text))) {
      this.auto = last;
      last.value = String(Math.max(0, this.total - others.reduce((sum, text) => sum + Number(text), 0)));
    }
    this.paint();
    return last?.value !== before;
  }

  paint() {
    for (const input of this.inputs) input.classList.toggle("auto", input === this.auto);
    this.note.hidden = !this.auto;
    if (!this.auto) return;
    const others = this.inputs.filter((input) => input !== this.auto).map((input) => Number(input.value));
    const { words = "" } = this.note.dataset;
    this.note.textContent = words.replace("{name}", this.auto.dataset.name ?? "").replace("{sum}", [this.total, ...others].join(MINUS));
  }
}
