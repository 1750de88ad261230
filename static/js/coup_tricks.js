/* A coup card by card: each card is tapped as it falls, the last one plays itself; the page keeps their order, the server
   says what they mean. What is announced: `tapped_calls.js`.
   Nothing is judged here: without network cards are taken all the same. */

/** @import { Enliven } from "./types.d.ts" */

import { find, openAround } from "./dom.js";

const AFTER_PAGE_MS = 2_000;

/** @type {Enliven} */
export function enliven(form, _computed, changed) {
  const hand = new TappedCards(form, () => changed([]));
  /** @type {{paint(): void} | null} */
  let calls = null;
  const { script } = form.querySelector(".calling")?.dataset ?? {};
  if (script) fetchSoon(form, script, ({ TappedCalls }) => calls ??= new TappedCalls(hand));
  return {
    paint() {
      hand.paint();
      calls?.paint();
    },
  };
}

/** Fetch a script that only some coups need once the page is there, or its form is opened, and begin again where nothing
 * answers.
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {(module: any) => void} done */
function fetchSoon(form, address, done) {
  let tries = 0, isAsking = false;
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const begin = async () => {
    if (isAsking) return;
    isAsking = true;
    const module = await import(tries ? `${address}#${tries}` : address).catch(() => null); // by another name: some browsers ask once for each
    if (module) return done(module);
    isAsking = false;
    tries += 1;
    clearTimeout(timer);
    if (form.isConnected) timer = setTimeout(begin, AFTER_PAGE_MS);
  };
  form.closest("details")?.addEventListener("toggle", begin);
  timer = setTimeout(begin, AFTER_PAGE_MS);
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
    this.back.addEventListener("click", () => this.takeBack());
    form.addEventListener("click", ({ target }) => {
      const { keep } = target.closest("[data-keep]")?.dataset ?? {};
      if (keep) this.keep(Number(keep));
    });
    form.addEventListener("foreseen", () => this.paint());
    form.addEventListener("input", () => this.onChanged());
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
    else this.cards.value = [...this.played, card, ...this.lastAfter(card)].join(" ");
    this.onChanged();
  }

  /** The last card of the pack, which plays itself, where this one leaves it alone; a list of none or one.
   * @param {string} card */
  lastAfter(card) {
    const left = this.buttons.filter((one) => !this.played.includes(one.dataset.play ?? "") && one.dataset.play !== card && !one.classList.contains("left-out"));
    return left.length === 1 && this.played.length === this.size * this.all - 2 ? [left[0].dataset.play ?? ""] : [];
  }

  /** Take the last card back, and with one that played itself the one before it. */
  takeBack() {
    const count = this.played.length - 1, last = this.played.at(-1);
    const playedItself = this.buttons.every((one) => this.played.includes(one.dataset.play ?? "") || one.classList.contains("left-out"));
    this.keep(last && playedItself ? count - 1 : count);
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
