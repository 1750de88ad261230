/* A coup card by card: each card is tapped as it falls; the page keeps their order, the server says what they mean.
   Nothing is judged here: without network cards are taken all the same. */

/** @import { Enliven } from "./types.d.ts" */

import { find, openAround } from "./dom.js";

/** @type {Enliven} */
export function enliven(form, _computed, changed) {
  const hand = new TappedCards(form, () => changed([]));
  if (form.querySelector("[data-calls]")) new TappedCalls(hand);
  return { paint: () => hand.paint() };
}

/** The cards of a coup in the order in which they were tapped, as the form's fields hold them. */
class TappedCards {
  /** @param {HTMLFormElement} form
   * @param {() => void} changed */
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    this.first = /** @type {HTMLInputElement} */ (find(form, "[data-first]"));
    this.cards = /** @type {HTMLInputElement} */ (find(form, "[data-cards]"));
    this.where = find(form, "[data-where]");
    this.buttons = [...form.querySelectorAll("[data-play]")];
    find(form, ".fan").addEventListener("click", ({ target }) => this.onCard(target.closest("[data-play]")));
    this.back = find(form, "button[data-back]");
    this.back.addEventListener("click", () => this.keep(this.played.length - 1));
    form.addEventListener("click", ({ target }) => {
      const { keep } = target.closest("[data-keep]")?.dataset ?? {};
      if (keep) this.keep(Number(keep));
    });
    form.addEventListener("foreseen", () => this.paint());
    form.addEventListener("input", ({ target }) => !target.matches("[data-who], [data-what]") && this.onChanged());
    if (this.first.value || this.cards.value) openAround(form);
  }

  /** The cards that were played, in order. */
  get played() {
    return this.cards.value.split(/\s+/).filter(Boolean);
  }

  /** Cards in a trick. */
  get size() {
    return Number(this.where.dataset.size);
  }

  /** Tricks in a coup. */
  get all() {
    return Number(this.where.dataset.all);
  }

  /** The first card that is tapped opens the coup (the turn-up, the card named); it is played like any other, later.
   * @param {HTMLElement | null} button */
  onCard(button) {
    const card = button?.dataset.play;
    if (!button || !card || button.getAttribute("aria-disabled") === "true") return;
    if (!this.first.value) this.begin(card);
    else this.cards.value = [...this.played, card].join(" ");
    this.onChanged();
  }

  /** Begin the coup with this card; who asked for how much has been said by then, and makes room.
   * @param {string} card */
  begin(card) {
    this.first.value = card;
    const asked = this.form.querySelector("details.asked");
    if (asked) asked.open = false;
  }

  /** Keep so many of the cards that were played and take the others back; below zero, the first card as well.
   * @param {number} count */
  keep(count) {
    if (count < 0) this.first.value = "";
    this.cards.value = this.played.slice(0, Math.max(0, count)).join(" ");
    this.onChanged();
  }

  onChanged() {
    this.paint();
    this.changed();
  }

  paint() {
    const played = new Set(this.played);
    const full = played.size === this.size * this.all;
    const { wrong } = this.form.querySelector("[data-wrong]")?.dataset ?? {};
    const out = new Set([...this.form.querySelectorAll("[data-out]")].map((one) => one.dataset.out));
    this.back.hidden = !this.first.value;
    this.form.classList.toggle("played-out", full);
    for (const button of this.buttons) {
      const { play: card = "" } = button.dataset;
      const gone = played.has(card);
      const absent = !gone && out.has(card);
      button.setAttribute("aria-disabled", String(gone || absent || full));
      button.classList.toggle("gone", gone);
      button.classList.toggle("left-out", absent);
      button.classList.toggle("amiss", gone && card === wrong);
      button.classList.toggle("turned", this.first.value === card && !gone);
      find(button, "[data-said]").textContent = gone ? `, ${button.dataset.gone}` : "";
      find(button, "[data-absent]").hidden = !absent;
    }
    this.where.textContent = this.nextWords(played.size, full);
  }

  /** What is to be tapped next, in words.
   * @param {number} count how many cards were played
   * @param {boolean} full */
  nextWords(count, full) {
    const { firstWords = "", words = "", done = "" } = this.where.dataset;
    if (!this.first.value) return firstWords;
    if (full) return done;
    const [trick, card] = [Math.floor(count / this.size) + 1, (count % this.size) + 1];
    return words.replace("{n}", String(trick)).replace("{all}", String(this.all)).replace("{k}", String(card));
  }
}

/** The announcements of a coup: each is made before the trick that is about to begin. */
class TappedCalls {
  /** @param {TappedCards} hand */
  constructor(hand) {
    const { form } = hand;
    this.hand = hand;
    this.calls = /** @type {HTMLInputElement} */ (find(form, "[data-calls]"));
    this.exchange = /** @type {HTMLInputElement} */ (form.querySelector("[data-exchange]"));
    this.who = /** @type {HTMLSelectElement} */ (find(form, "[data-who]"));
    this.what = /** @type {HTMLSelectElement} */ (find(form, "[data-what]"));
    find(form, "[data-call]").addEventListener("click", () => this.add());
    find(form, "[data-uncall]").addEventListener("click", () => this.takeBack());
  }

  /** Add the announcement that is chosen. */
  add() {
    const { played, size, all, changed } = this.hand;
    if (!this.what.value) return this.what.focus();
    const made = { player: this.who.value, before_trick: Math.min(Math.floor(played.length / size) + 1, all) };
    if (this.what.value === "exchange") this.exchange.value = JSON.stringify([made]);
    else this.calls.value = JSON.stringify([...JSON.parse(this.calls.value || "[]"), { ...made, ...JSON.parse(this.what.value) }]);
    this.what.value = "";
    return changed();
  }

  /** Take the last announcement back. */
  takeBack() {
    const made = JSON.parse(this.calls.value || "[]");
    if (this.exchange.value && !made.length) this.exchange.value = "";
    this.calls.value = made.length > 1 ? JSON.stringify(made.slice(0, -1)) : "";
    this.hand.changed();
  }
}
