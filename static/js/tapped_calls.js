/* Announcements while a coup is noted card by card: who, which kind, then its cards on the same pack, until only one
   announcement holds those that were touched. Each is made before the trick that is about to begin. What may be announced
   the page says (`data-choices`); whether it counts the server judges. */

import { find } from "./dom.js";

/** @typedef {[cards: string[], value: string]} CallChoice The cards of an announcement, and what the form's field holds of it. */
/** @typedef {{form: HTMLFormElement, played: string[], size: number, all: number, changed: () => void, paint: () => void}} Hand The cards
 * that were tapped. */

export class TappedCalls {
  seat = "";
  /** @type {CallChoice[] | null} among which cards are touched now; null while cards are played */
  choices = null;
  /** @type {Set<string>} */
  picked = new Set();

  /** @param {Hand} hand */
  constructor(hand) {
    const { form } = hand;
    this.hand = hand;
    this.calls = /** @type {HTMLInputElement} */ (find(form, "[data-calls]"));
    this.exchange = /** @type {HTMLInputElement} */ (find(form, "[data-exchange]"));
    this.box = find(form, ".calling");
    this.panel = find(this.box, ".ask-who");
    this.title = find(this.panel, "[data-title]");
    this.kinds = find(this.panel, ".kinds");
    this.uncall = find(this.box, "[data-uncall]");
    this.fan = find(form, ".fan");
    this.fan.addEventListener("click", (event) => this.onCard(event), true); // before the pack plays the card
    this.box.addEventListener("click", ({ target }) => this.onButton(target.closest("button")));
    this.box.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    find(this.box, ".who").hidden = false;
    find(this.box, "[data-waits]").hidden = true;
    this.paint();
  }

  /** @param {HTMLButtonElement | null} button */
  onButton(button) {
    if (!button) return;
    const { caller, name = "", asks = "", choices, value } = button.dataset;
    if (caller) return this.ask(button, caller, name);
    if (choices) return this.askCards(JSON.parse(choices), asks);
    if (value) return this.add(value);
    if ("uncall" in button.dataset) return this.takeBack();
    this.close();
  }

  /** Ask what this player announces.
   * @param {HTMLElement} button
   * @param {string} seat
   * @param {string} name */
  ask(button, seat, name) {
    this.close();
    this.seat = seat;
    button.setAttribute("aria-expanded", "true");
    this.title.textContent = (this.title.dataset.words ?? "").replace("{name}", name);
    this.panel.hidden = false;
    this.hand.form.classList.add("announcing");
    find(this.kinds, "button").focus({ preventScroll: true });
  }

  /** Ask for the cards of one of these announcements.
   * @param {CallChoice[]} choices
   * @param {string} words */
  askCards(choices, words) {
    this.choices = choices;
    this.title.textContent = words;
    this.kinds.hidden = true;
    this.hand.form.classList.replace("announcing", "choosing");
    this.paintCards();
  }

  /** @param {MouseEvent & {target: HTMLElement}} event */
  onCard(event) {
    if (!this.choices) return;
    event.stopPropagation();
    const button = event.target.closest("[data-play]"), { face: card = "" } = button?.dataset ?? {};
    if (!card || button?.getAttribute("aria-disabled") === "true") return;
    if (!this.picked.delete(card)) this.picked.add(card);
    const open = this.choicesWith([...this.picked]);
    if (this.picked.size && open.length === 1) this.add(open[0][1]);
    else this.paintCards();
  }

  /** The announcements that hold all these cards.
   * @param {string[]} cards */
  choicesWith(cards) {
    return (this.choices ?? []).filter(([own]) => cards.every((card) => own.includes(card)));
  }

  /** Grey what can be no card of the announcement: what was played, and what does not go with those touched. */
  paintCards() {
    const played = new Set(this.hand.played);
    for (const button of this.fan.querySelectorAll("[data-play]")) {
      const { face: card = "", play = "" } = button.dataset, isPicked = this.picked.has(card);
      button.setAttribute("aria-pressed", String(isPicked));
      button.setAttribute("aria-disabled", String(!isPicked && (played.has(play) || !this.choicesWith([...this.picked, card]).length)));
    }
  }

  /** Make an announcement of the player who was asked.
   * @param {string} value */
  add(value) {
    const { played, size, all, changed } = this.hand;
    const made = { player: this.seat, before_trick: Math.min(Math.floor(played.length / size) + 1, all) };
    if (value === "exchange") this.exchange.value = JSON.stringify([made]);
    else this.calls.value = JSON.stringify([...JSON.parse(this.calls.value || "[]"), { ...made, ...JSON.parse(value) }]);
    this.close();
    changed();
  }

  /** Take the last announcement back. */
  takeBack() {
    const made = JSON.parse(this.calls.value || "[]");
    if (this.exchange.value && !made.length) this.exchange.value = "";
    this.calls.value = made.length > 1 ? JSON.stringify(made.slice(0, -1)) : "";
    this.close();
    this.hand.changed();
  }

  /** Let cards be played again. */
  close() {
    this.choices = null;
    this.picked.clear();
    this.panel.hidden = true;
    this.kinds.hidden = false;
    this.hand.form.classList.remove("announcing", "choosing");
    for (const button of this.box.querySelectorAll("[data-caller]")) button.setAttribute("aria-expanded", "false");
    for (const button of this.fan.querySelectorAll("[aria-pressed]")) button.removeAttribute("aria-pressed");
    this.hand.paint();
    this.paint();
  }

  paint() {
    this.uncall.hidden = !this.calls.value && !this.exchange.value;
  }
}
