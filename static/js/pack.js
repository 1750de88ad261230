/* A pack of cards to touch. It is asked for any one card, or for the cards of one of several choices; what none of them
   can hold now is greyed, and says why when it is touched. Knows no rule: the choices come with their reasons. */

/** @import { Choice } from "./types.d.ts" */

import { find } from "./dom.js";
import { makeLater } from "./later.js";

/** May this choice be made now? It has no reason against it then.
 * @param {Choice} choice */
const isOpen = (choice) => !choice[5];

export class Pack {
  /** @type {Choice[] | null} the choices, or null where any one card will do */
  choices = null;
  /** @type {(card: string) => void} */
  onCard = () => {};
  /** @type {(choice: Choice) => void} */
  onChoice = () => {};
  /** @type {Set<string>} the cards touched so far */
  picked = new Set();
  oneByOne = false;
  asked = "";
  fresh = false;

  /** `box`: the panel with its cards, its words and its buttons.
   * @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.title = find(box, "#pack-title");
    this.why = find(box, "#pack-why");
    this.ready = find(box, "[data-add]");
    this.again = find(box, "[data-again]");
    box.addEventListener("click", ({ target }) => this.onTouch(target.closest("button")));
  }

  /** The cards; made when one is asked for. */
  get cards() {
    makeLater(this.box);
    return [...this.box.querySelectorAll("[data-card]")];
  }

  /** The picture of a card, as copied nodes; its name where there is none.
   * @param {string} card
   * @returns {(Node | string)[]} */
  pictureOf(card) {
    const face = this.cards.find((one) => one.dataset.card === card)?.querySelector(".face");
    return face ? [...face.childNodes].map((node) => node.cloneNode(true)) : [card];
  }

  /** Ask for any one card.
   * @param {(card: string) => void} done */
  askAny(done) {
    this.onCard = done;
    this.oneByOne = false;
    this.#ask(this.title.dataset.retourne, null);
  }

  /** Ask for the cards of one of these choices. `kind` and `touch`: of the button that was touched; `fresh`: do the
   * choices' words belong to what is typed? `who`: the words that say who announces.
   * @param {Choice[]} choices
   * @param {DOMStringMap} button
   * @param {boolean} fresh
   * @param {string} who
   * @param {(choice: Choice) => void} done */
  askAmong(choices, { kind, touch = "" }, fresh, who, done) {
    this.oneByOne = kind === "sequence";
    this.fresh = fresh;
    this.onChoice = done;
    this.#ask(`${who} ${touch.charAt(0).toLowerCase()}${touch.slice(1)}`, choices); // after a colon
  }

  /** Say again what the cards touched announce, once the server has judged it.
   * @param {boolean} fresh */
  renew(fresh) {
    this.fresh = fresh;
    if (!this.box.hidden && this.choices) this.paint();
  }

  /** @param {string | undefined} words
   * @param {Choice[] | null} choices */
  #ask(words, choices) {
    this.choices = choices;
    this.asked = words ?? "";
    this.start();
    this.box.hidden = false;
    this.box.scrollIntoView({ block: "nearest" });
    this.cards.find((one) => one.getAttribute("aria-disabled") !== "true")?.focus({ preventScroll: true });
  }

  /** Begin again, with no card touched. */
  start() {
    this.picked = new Set();
    this.paint();
  }

  close() {
    this.box.hidden = true;
  }

  /** @param {HTMLButtonElement | null} button */
  onTouch(button) {
    if (!button) return;
    if ("close" in button.dataset) return void this.box.dispatchEvent(new Event("dismissed"));
    if ("again" in button.dataset) return this.start();
    if ("add" in button.dataset) return this.#add();
    const { card = "" } = button.dataset;
    if (!this.choices) return this.onCard(card);
    if (button.getAttribute("aria-disabled") === "true") {
      this.why.textContent = button.dataset.why ?? "";
      return;
    }
    if (!this.picked.delete(card)) this.picked.add(card);
    const open = this.choicesWith([...this.picked]).filter(isOpen);
    if (!this.oneByOne && open.length === 1) return this.onChoice(open[0]);
    this.paint();
  }

  #add() {
    const choice = this.proposed();
    if (choice) this.onChoice(choice);
  }

  /** The choices that hold all these cards.
   * @param {string[]} cards
   * @returns {Choice[]} */
  choicesWith(cards) {
    return (this.choices ?? []).filter(([own]) => cards.every((card) => own.includes(card)));
  }

  /** The shortest choice that holds every card touched, once two ends are touched and it is the only one; else null.
   * @returns {Choice | null} */
  proposed() {
    if (!this.choices || this.picked.size < 2) return null;
    const open = this.choicesWith([...this.picked]).filter(isOpen);
    const least = Math.min(...open.map(([own]) => own.length));
    const shortest = open.filter(([own]) => own.length === least);
    return shortest.length === 1 ? shortest[0] : null;
  }

  paint() {
    this.why.textContent = "";
    this.title.textContent = this.oneByOne && this.picked.size ? this.title.dataset.then ?? "" : this.asked;
    const ready = this.proposed();
    for (const button of this.cards) this.paintCard(button, ready);
    this.ready.hidden = !ready;
    if (!ready) return;
    this.ready.textContent = this.fresh ? this.wordsOf(ready) : ready[0].join(" ");
    this.ready.scrollIntoView({ block: "nearest" });
    this.again.hidden = this.picked.size === 0;
  }

  /** @param {Choice} choice */
  wordsOf([, points, what]) {
    return (this.ready.dataset.words ?? "").replace("{points}", String(points)).replace("{what}", what);
  }

  /** @param {HTMLElement} button
   * @param {Choice | null} ready */
  paintCard(button, ready) {
    const { card = "" } = button.dataset;
    const picked = this.picked.has(card);
    const [short, sentence] = !this.choices || picked ? ["", ""] : this.reasonAgainst(card);
    button.setAttribute("aria-disabled", String(Boolean(sentence)));
    button.setAttribute("aria-pressed", String(picked || Boolean(ready?.[0].includes(card))));
    button.dataset.why = sentence;
    find(button, ".why").textContent = short;
  }

  /** Why this card cannot be touched now, in a word and in a sentence; two empty texts where it can.
   * @param {string} card
   * @returns {[short: string, sentence: string]} */
  reasonAgainst(card) {
    const { none = "", apart = "" } = this.why.dataset;
    if (this.choicesWith([card]).length === 0) return ["", none];
    const all = this.choicesWith([...this.picked, card]);
    if (all.length === 0) return ["", apart];
    if (all.some(isOpen)) return ["", ""];
    const own = all.find((one) => one[5].startsWith(card)), [first] = all;
    if (own) return [own[4], own[5]];
    return [first[0].some((other) => first[5].startsWith(other)) ? "" : first[4], first[5]]; // the reason is another card
  }
}
