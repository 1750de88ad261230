/* A coup of Briscan or Brisque under the finger: the turn-up, announcements and their cards on a grid of 32, the end.
   What may be announced, what it is worth, what follows at the end the server says (`#may`, `#follows`); where it does
   not answer, everything may be touched, and it judges when the coup arrives. */

/** @import { Announceable, Choice, Enliven } from "./types.d.ts" */

import { find } from "./dom.js";
import { Pack } from "./pack.js";
import { enlivenPoints } from "./points.js";

const NOBODY = "0";

/** @type {Enliven} */
export function enliven(form, computed, changed) {
  const end = new EndOfCoup(form, computed);
  const tellChanged = () => changed([...points.computed, ...end.filled]);
  const points = enlivenPoints(form, computed, (input) => {
    if (input) end.onTyped(input);
    tellChanged();
  });
  const announcements = new Announcements(form, tellChanged);
  form.addEventListener("foreseen", () => {
    announcements.onPreview();
    if (end.fill()) tellChanged();
    points.paint();
  });
  return {
    paint() {
      announcements.paint();
      end.paint();
      points.paint();
    },
  };
}

/** The turn-up and the announcements: who, which kind, which cards. */
class Announcements {
  /** @type {string} the seat that announces */
  seat = "";
  /** @type {Announceable} what the server said last may be announced */
  may = {};

  /** @param {HTMLFormElement} form
   * @param {() => void} changed */
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    this.list = find(form, "#made");
    this.kinds = find(form, "#kinds");
    this.who = [...form.querySelectorAll("[data-announce]")];
    this.turn = find(form, "[data-pick]");
    this.pack = new Pack(find(form, "#pack"));
    this.turn.addEventListener("click", () => this.askTurnUp());
    find(form, ".who").addEventListener("click", ({ target }) => this.askKind(target.closest("[data-announce]")));
    this.kinds.addEventListener("click", ({ target }) => this.onKind(target.closest("button")));
    this.list.addEventListener("click", ({ target }) => this.remove(target.closest("[data-remove]")));
    this.pack.box.addEventListener("dismissed", () => this.dismiss());
    form.addEventListener("keydown", ({ key }) => key === "Escape" && this.dismiss());
    this.readMay();
  }

  /** The announcements made, one a line, as the form's field holds them. */
  get lines() {
    return this.form.elements.announcements.value.split(/\r?\n/).filter(Boolean);
  }

  set lines(lines) {
    this.form.elements.announcements.value = lines.join("\n");
    this.changed();
  }

  /** Did the server say of this turn-up what may be announced? It is out of date as long as it has not heard of it. */
  get fresh() {
    return this.may.retourne === this.form.elements.retourne.value;
  }

  readMay() {
    this.may = JSON.parse(find(this.form, "#may").textContent || "{}");
  }

  onPreview() {
    this.readMay();
    this.paintEnd();
    if (!this.kinds.hidden) this.paintKinds();
    this.pack.renew(this.fresh);
  }

  /** A mark that reaches the target ends the coup: nothing more to announce, nothing more to count. */
  paintEnd() {
    const over = Boolean(this.fresh && this.may.won);
    find(this.form, ".end-of-coup").hidden = over;
    for (const button of this.who) button.hidden = over;
    if (over) this.close();
    this.paintExchange();
  }

  /** Nobody is asked who exchanged the seven where nobody can have. */
  paintExchange() {
    const answers = /** @type {RadioNodeList} */ (this.form.elements.namedItem("exchange"));
    const isOff = this.fresh ? this.may.exchange === false : this.form.elements.retourne.value.startsWith("7"); // it lies there itself
    find(this.form, ".exchange").hidden = isOff;
    if (isOff && !this.form.querySelector("#wrong-exchange .error")) answers.value = "";
  }

  askTurnUp() {
    this.close();
    this.turn.setAttribute("aria-expanded", "true");
    this.pack.askAny((card) => {
      this.form.elements.retourne.value = card;
      this.paint();
      this.close();
      this.changed();
      this.turn.focus({ preventScroll: true });
    });
  }

  /** Ask which kind of announcement this player makes.
   * @param {HTMLElement | null} button */
  askKind(button) {
    if (!button) return;
    if (!this.form.elements.retourne.value) return this.askTurnUp();
    this.close();
    this.seat = button.dataset.announce ?? "";
    button.setAttribute("aria-expanded", "true");
    const title = find(this.kinds, "#kinds-title");
    title.textContent = (title.dataset.words ?? "").replace("{name}", button.dataset.name ?? "");
    this.kinds.hidden = false;
    this.paintKinds();
    this.kinds.scrollIntoView({ block: "nearest" });
  }

  /** What the player may announce of a kind.
   * @param {string | undefined} kind
   * @returns {Choice[]} */
  choicesOf(kind) {
    return this.may.by?.[this.seat]?.[kind ?? ""] ?? [];
  }

  paintKinds() {
    find(this.kinds, "#kinds-why").textContent = "";
    for (const button of this.kinds.querySelectorAll("[data-kind]")) {
      const all = this.choicesOf(button.dataset.kind);
      const barred = all.length > 0 && all.every((one) => one[5]);
      button.setAttribute("aria-disabled", String(barred));
      const points = [...new Set(all.map((one) => one[1]))].sort((a, b) => a - b);
      find(button, ".why").textContent = barred ? all[0][4] : this.fresh && points.length ? [...new Set([points[0], points.at(-1)])].join("–") : "";
    }
  }

  /** @param {HTMLButtonElement | null} button */
  onKind(button) {
    if (!button) return;
    if ("close" in button.dataset) return this.dismiss();
    const all = this.choicesOf(button.dataset.kind);
    if (button.getAttribute("aria-disabled") === "true") {
      find(this.kinds, "#kinds-why").textContent = all[0][5];
      return;
    }
    if (all.length === 1) return this.add(all[0]);
    this.kinds.hidden = true;
    this.pack.askAmong(all, button.dataset, this.fresh, find(this.kinds, "#kinds-title").textContent, (choice) => this.add(choice));
  }

  /** @param {Choice} choice */
  add([, points, words, line]) {
    const opener = this.who.find((button) => button.dataset.announce === this.seat);
    this.close();
    this.appendLine(this.fresh ? `${opener?.dataset.name} · ${words} +${points}` : this.wordsOf(line), line);
    this.lines = [...this.lines, line];
    opener?.focus({ preventScroll: true });
  }

  /** An announcement as the form holds it, with a name in place of the seat at its head.
   * @param {string} line */
  wordsOf(line) {
    return line.replace(/^(\d+)\s*:/, (_, seat) => `${this.who.find((one) => one.dataset.announce === seat)?.dataset.name ?? seat} ·`);
  }

  /** @param {HTMLElement | null} button */
  remove(button) {
    if (!button) return;
    const item = button.closest("li"), n = this.lines.indexOf(item?.dataset.line ?? "");
    item?.remove();
    this.lines = this.lines.filter((_line, at) => at !== n);
    this.who[0].focus({ preventScroll: true });
  }

  /** Put a line into the list, until the server shows it with what it marks.
   * @param {string} words
   * @param {string} line */
  appendLine(words, line) {
    const item = document.createElement("li");
    item.dataset.line = line;
    const remove = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: this.list.dataset.words });
    remove.dataset.remove = "";
    item.append(Object.assign(document.createElement("div"), { className: "what", textContent: words }), remove);
    this.list.querySelector(".made")?.append(item);
  }

  close() {
    this.kinds.hidden = true;
    this.pack.close();
    for (const button of [this.turn, ...this.who]) button.setAttribute("aria-expanded", "false");
  }

  /** Close without an answer, and go back to the button that opened it. */
  dismiss() {
    const opener = [this.turn, ...this.who].find((one) => one.getAttribute("aria-expanded") === "true");
    this.close();
    opener?.focus({ preventScroll: true });
  }

  paint() {
    const face = find(this.turn, ".face"), card = this.form.elements.retourne.value;
    if (card) face.replaceChildren(...this.pack.pictureOf(card));
    else face.textContent = this.turn.dataset.blank ?? "";
    const shown = [...this.list.querySelectorAll("[data-line]")].map((item) => item.dataset.line);
    for (const line of this.lines.filter((one) => !shown.includes(one))) this.appendLine(this.wordsOf(line), line);
    this.paintEnd();
  }
}

/** The end of the coup: what follows from the rest fills itself, and is emptied again as soon as something of the end is
 * typed otherwise. */
class EndOfCoup {
  /** @param {HTMLFormElement} form
   * @param {string[]} computed */
  constructor(form, computed) {
    this.form = form;
    this.filled = computed.filter((name) => this.field(name) && !/\d$/.test(name));
    this.box = /** @type {HTMLDetailsElement} */ (find(form, ".end-of-coup"));
    this.box.open ||= [...this.box.querySelectorAll("input")].some((one) => one.type === "radio" ? one.checked : one.value);
  }

  /** The field or the radio buttons of this name; null where the form has none.
   * @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement | RadioNodeList | null} */ (this.form.elements.namedItem(name));
  }

  /** @param {HTMLInputElement} input */
  onTyped(input) {
    if (!input.closest(".end-of-coup")) return;
    for (const name of this.filled.filter((one) => one !== input.name)) this.put(name, "");
    this.filled = [];
    if (input.name === "last_five") this.fillLastTrick(input.value);
    this.paint();
  }

  /** Who made the last five tricks made the last one: known without the server, where a trick is asked for.
   * @param {string} seat */
  fillLastTrick(seat) {
    if (seat === NOBODY || !("lastTrick" in this.box.dataset) || this.field("last")?.value) return;
    this.put("last", seat);
    this.filled = ["last"];
  }

  /** Fill what follows, as the server says it. True where something was filled. */
  fill() {
    /** @type {Record<string, string>} */
    const follows = JSON.parse(find(this.form, "#follows").textContent || "{}");
    const empty = Object.entries(follows).filter(([name]) => this.field(name)?.value === "");
    const blank = empty.filter(([name]) => !/\d$/.test(name) || empty.filter(([other]) => other.slice(0, -1) === name.slice(0, -1)).length === 2);
    for (const [name, value] of blank) this.put(name, value);
    this.filled.push(...blank.map(([name]) => name));
    this.paint();
    return blank.length > 0;
  }

  /** @param {string} name
   * @param {string} value */
  put(name, value) {
    const field = this.field(name);
    if (field instanceof RadioNodeList) for (const one of /** @type {Iterable<HTMLInputElement>} */ (/** @type {unknown} */ (field))) one.checked = one.value === value;
    else if (field) field.value = value;
  }

  paint() {
    for (const one of this.form.querySelectorAll(".end-of-coup [type=radio]")) {
      one.closest("label")?.classList.toggle("auto", one.checked && this.filled.includes(one.name));
    }
  }
}
