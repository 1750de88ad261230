/* A pack of cards to touch. It is asked for any one card, or for the cards of one of several choices; what none of them
   can hold now is greyed, and says why when it is touched. Knows no rule: the choices come with their reasons. */

export class Pack {
  /** `box`: the panel with its cards, its words and its buttons. */
  constructor(box) {
    this.box = box;
    this.title = box.querySelector("#pack-title");
    this.why = box.querySelector("#pack-why");
    this.ready = box.querySelector("[data-add]");
    this.again = box.querySelector("[data-again]");
    this.cards = [...box.querySelectorAll("[data-card]")];
    box.addEventListener("click", ({ target }) => this.touched(target.closest("button")));
  }

  drawn(card) {
    const face = this.cards.find((one) => one.dataset.card === card)?.querySelector(".face");
    return face ? [...face.childNodes].map((node) => node.cloneNode(true)) : [card];
  }

  askAny(done) {
    this.ask(this.title.dataset.retourne, null, done);
  }

  /** Each choice is [cards, points, words, line, short reason, reason]; the last two are empty where it may be. */
  askAmong(choices, { kind, touch }, fresh, done) {
    this.oneByOne = kind === "sequence";
    this.fresh = fresh;
    this.ask(touch, choices, done);
  }

  ask(words, choices, done) {
    this.choices = choices;
    this.done = done;
    this.title.textContent = words;
    this.start();
    this.box.hidden = false;
    this.box.scrollIntoView({ block: "nearest" });
    this.cards.find((one) => one.getAttribute("aria-disabled") !== "true")?.focus({ preventScroll: true });
  }

  start() {
    this.picked = new Set();
    this.paint();
  }

  close() {
    this.box.hidden = true;
  }

  touched(button) {
    if (!button) return;
    if ("close" in button.dataset) return this.box.dispatchEvent(new Event("dismissed"));
    if ("again" in button.dataset) return this.start();
    if ("add" in button.dataset) return this.done(this.proposed());
    const { card } = button.dataset;
    if (!this.choices) return this.done(card);
    if (button.getAttribute("aria-disabled") === "true") {
      this.why.textContent = button.dataset.why;
      return;
    }
    if (!this.picked.delete(card)) this.picked.add(card);
    const open = this.holding([...this.picked]).filter((one) => !one.at(-1));
    if (!this.oneByOne && open.length === 1) return this.done(open[0]);
    this.paint();
  }

  holding(cards) {
    return this.choices.filter(([own]) => cards.every((card) => own.includes(card)));
  }

  /** The shortest choice that holds every card touched, once two ends are touched and it is the only one. */
  proposed() {
    if (!this.choices || this.picked.size < 2) return null;
    const open = this.holding([...this.picked]).filter((one) => !one.at(-1));
    const least = Math.min(...open.map(([own]) => own.length));
    const shortest = open.filter(([own]) => own.length === least);
    return shortest.length === 1 ? shortest[0] : null;
  }

  paint() {
    this.why.textContent = "";
    const ready = this.proposed();
    for (const button of this.cards) this.paintCard(button, ready);
    this.ready.hidden = !ready;
    if (ready) this.ready.textContent = this.fresh ? this.words(ready) : ready[0].join(" ");
    this.again.hidden = this.picked.size === 0;
  }

  words([, points, what]) {
    return this.ready.dataset.words.replace("{points}", points).replace("{what}", what);
  }

  paintCard(button, ready) {
    const { card } = button.dataset;
    const picked = this.picked.has(card);
    const [short, sentence] = !this.choices || picked ? ["", ""] : this.reason(card);
    button.setAttribute("aria-disabled", String(Boolean(sentence)));
    button.setAttribute("aria-pressed", String(picked || Boolean(ready?.[0].includes(card))));
    button.dataset.why = sentence;
    button.querySelector(".why").textContent = short;
  }

  /** Why this card cannot be touched now, in a word and in a sentence; two empty texts where it can. */
  reason(card) {
    const { none, noneShort, apart, apartShort } = this.why.dataset;
    if (this.holding([card]).length === 0) return [noneShort, none];
    const all = this.holding([...this.picked, card]);
    if (all.length === 0) return [apartShort, apart];
    if (all.some((one) => !one.at(-1))) return ["", ""];
    const own = all.find((one) => one.at(-1).startsWith(card)) ?? all[0];
    return [own.at(-2), own.at(-1)];
  }
}
