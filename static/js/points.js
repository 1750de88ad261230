/* Figures that make a known total under the finger: the last one fills itself, and says why. Nothing is scored here. */

import { isWholeNumber } from "./digits.js";
import { find } from "./dom.js";

/** What takes a figure away from a total: « − 30», or « + 30» for one below nought.
 * @param {number} figure */
const takeAway = (figure) => (figure < 0 ? ` + ${-figure}` : ` − ${figure}`);

/** Bring the figures of a form to life. `computed`: the inputs that were filled by themselves; `changed(input)` is called
 * whenever something was typed, with the input, or an input was filled, with nothing. Returns the inputs that are filled
 * now, `paint()`, and `setAll(number)`, which gives everybody the same number. The keyboard's «next» goes from number to
 * number and from figure to figure; after the last one it calls `done()`.
 * @param {HTMLFormElement} form
 * @param {string[]} computed
 * @param {(input?: HTMLInputElement) => void} changed
 * @param {() => void} [done] */
export function enlivenPoints(form, computed, changed, done = () => form.querySelector("#send")?.focus()) {
  const groups = [...form.querySelectorAll(".points")].map((box) => new Points(box, computed));
  form.addEventListener("input", ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    for (const points of groups) points.onTyped(input);
    changed(input);
  });
  form.addEventListener("mended", ({ target }) => {
    for (const points of groups) points.onMended(/** @type {HTMLInputElement} */ (target));
    changed();
  });
  form.addEventListener("keydown", (event) => {
    const points = event.key === "Enter" && groups.find((one) => one.inputs.some((input) => input === event.target));
    if (!points) return;
    event.preventDefault(); // else the form is sent half typed
    if (points.excess > 0) return points.inputs.find((one) => one === event.target)?.select(); // another number would hide which one is wrong
    const next = points.nextTo(event.target) ?? groups.slice(groups.indexOf(points) + 1).flatMap((one) => one.inputs).find(isEmpty);
    if (next) next.focus();
    else {
      event.target.blur(); // closes the keyboard
      done();
    }
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

/** @param {HTMLInputElement} input */
const isEmpty = (input) => !input.value.trim();

class Points {
  /** @param {HTMLElement} box
   * @param {string[]} computed */
  constructor(box, computed) {
    this.inputs = [...box.querySelectorAll("input")];
    this.note = find(box, ".filled");
    this.total = Number(box.dataset.total); // no number where nothing says what the figures make
    this.low = Number(box.dataset.low ?? 0);
    this.what = box.dataset.what ?? "";
    this.hint = this.note.textContent;
    this.sum = find(box, "[data-sum]");
    this.goal = this.sum.textContent;
    this.auto = this.inputs.find((input) => computed.includes(input.name)) ?? null;
  }

  /** The input to be typed into after this one; none after the last that is empty.
   * @param {HTMLElement} input */
  nextTo(input) {
    const after = this.inputs.slice(this.inputs.findIndex((one) => one === input) + 1);
    return after.find(isEmpty);
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

  /** What is left falls on the input that fills itself, on the other one of two; a number that somebody typed stays.
   * @param {HTMLInputElement} mended */
  onMended(mended) {
    if (!this.inputs.includes(mended)) return;
    if (this.inputs.length === 2) this.auto = this.inputs.find((input) => input !== mended) ?? null;
    else if (this.auto === mended) this.auto = null;
    this.fillLast();
  }

  /** How much the typed numbers, with the least that the empty ones may hold, are more than the total. */
  get excess() {
    return this.inputs.reduce((sum, input) => sum + (input === this.auto || isEmpty(input) ? this.low : Number(input.value)), -this.total);
  }

  /** @param {HTMLInputElement} input */
  onTyped(input) {
    if (!this.inputs.includes(input)) return;
    if (input === this.auto) this.auto = null; // a number that somebody typed stays: two that disagree are both looked at
    this.fillLast();
  }

  /** Fill the input that is left, unless it is being typed into. True where that changed it. */
  fillLast() {
    const empty = this.inputs.filter((input) => input !== this.auto && isEmpty(input));
    if (this.auto && empty.length) {
      this.auto.value = "";
      this.auto = null;
      this.paint();
      return true;
    }
    const last = this.auto ?? (empty.length === 1 ? empty[0] : null);
    const others = this.inputs.filter((input) => input !== last).map((input) => input.value.trim());
    const areRead = !Number.isNaN(this.total) && others.every((text) => isWholeNumber(text) && Number(text) >= this.low);
    if (this.auto && !areRead) {
      this.auto.value = "";
      this.auto = null; // what it was filled from can no longer be read
    }
    const isTyping = last !== this.auto && last === document.activeElement;
    const before = last?.value;
    if (last && !isTyping && areRead) {
      const rest = this.total - others.reduce((sum, text) => sum + Number(text), 0);
      this.auto = rest < this.low ? null : last; // nobody has fewer than the least: what is wrong stands in the others
      last.value = this.auto ? String(rest) : "";
    }
    this.paint();
    return last?.value !== before;
  }

  paint() {
    for (const input of this.inputs) input.classList.toggle("auto", input === this.auto);
    const others = this.inputs.filter((input) => input !== this.auto).map((input) => Number(input.value.trim()));
    const over = this.excess;
    const { words = "", over: overWords = "" } = this.note.dataset;
    const isOver = Boolean(overWords) && !this.auto && over > 0;
    this.sum.textContent = others.some(Boolean) && !Number.isNaN(over) ? (this.sum.dataset.sum ?? "").replace("{sum}", String(this.inputs.reduce((sum, input) => sum + Number(input.value), 0))) : this.goal;
    this.note.classList.toggle("error", isOver);
    this.sum.classList.toggle("error", isOver);
    if (isOver) this.note.textContent = overWords.replace("{what}", this.what).replace("{n}", String(over));
    else if (!this.auto) this.note.textContent = this.hint;
    else this.note.textContent = words.replace("{name}", this.auto.dataset.name ?? "").replace("{sum}", this.total + others.map(takeAway).join(""));
  }
}
