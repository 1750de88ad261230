/* A coup card by card: each card is tapped as it falls; the page keeps their order, the server says what they mean.
   Nothing is judged here: without network cards are taken all the same. */

export function enliven(form, computed, changed) {
  const hand = new Tapped(form, () => changed([]));
  return { paint: () => hand.paint() };
}

class Tapped {
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    this.first = form.querySelector("[data-first]");
    this.cards = form.querySelector("[data-cards]");
    this.where = form.querySelector("[data-where]");
    this.buttons = [...form.querySelectorAll("[data-play]")];
    form.querySelector(".fan").addEventListener("click", ({ target }) => this.tapped(target.closest("[data-play]")));
    form.querySelector("button[data-back]").addEventListener("click", () => this.back());
    form.addEventListener("input", ({ target }) => !target.matches("[data-who], [data-what]") && this.said());
    if (form.querySelector("[data-calls]")) this.callers();
    if (this.first.value || this.cards.value) form.closest("details")?.setAttribute("open", "");
  }

  get played() {
    return this.cards.value.split(/\s+/).filter(Boolean);
  }

  /** The first card that is tapped opens the coup (the turn-up, the card named); it is played like any other, later. */
  tapped(button) {
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    if (!this.first.value) this.first.value = button.dataset.play;
    else this.cards.value = [...this.played, button.dataset.play].join(" ");
    this.said();
  }

  back() {
    const played = this.played;
    if (played.length) this.cards.value = played.slice(0, -1).join(" ");
    else this.first.value = "";
    this.said();
  }

  said() {
    this.paint();
    this.changed();
  }

  paint() {
    const played = new Set(this.played);
    const full = played.size === this.size * this.all;
    for (const button of this.buttons) {
      const gone = played.has(button.dataset.play);
      button.setAttribute("aria-disabled", String(gone || full));
      button.classList.toggle("gone", gone);
      button.classList.toggle("turned", this.first.value === button.dataset.play && !gone);
      button.querySelector("[data-said]").textContent = gone ? `, ${button.dataset.gone}` : "";
    }
    this.where.textContent = this.asked(played.size, full);
  }

  get size() {
    return Number(this.where.dataset.size);
  }

  get all() {
    return Number(this.where.dataset.all);
  }

  asked(count, full) {
    const { firstWords, words, done } = this.where.dataset;
    if (!this.first.value) return firstWords;
    if (full) return done;
    return words.replace("{n}", Math.floor(count / this.size) + 1).replace("{all}", this.all).replace("{k}", (count % this.size) + 1);
  }

  /* ── announcements: each is made before the trick that is about to begin */

  callers() {
    this.calls = this.form.querySelector("[data-calls]");
    this.exchange = this.form.querySelector("[data-exchange]");
    this.who = this.form.querySelector("[data-who]");
    this.what = this.form.querySelector("[data-what]");
    this.form.querySelector("[data-call]").addEventListener("click", () => this.call());
    this.form.querySelector("[data-uncall]").addEventListener("click", () => this.uncall());
  }

  call() {
    if (!this.what.value) return this.what.focus();
    const made = { player: this.who.value, before_trick: Math.min(Math.floor(this.played.length / this.size) + 1, this.all) };
    if (this.what.value === "exchange") this.exchange.value = JSON.stringify([made]);
    else this.calls.value = JSON.stringify([...JSON.parse(this.calls.value || "[]"), { ...made, ...JSON.parse(this.what.value) }]);
    this.what.value = "";
    return this.changed();
  }

  uncall() {
    const made = JSON.parse(this.calls.value || "[]");
    if (this.exchange.value && !made.length) this.exchange.value = "";
    this.calls.value = made.length > 1 ? JSON.stringify(made.slice(0, -1)) : "";
    this.changed();
  }
}
