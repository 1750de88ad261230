/* A coup of Briscan or Brisque under the finger: the turn-up, announcements and their cards on a grid of 32, the end.
   What may be announced, what it is worth, what follows at the end the server says (`#may`, `#follows`); where it does
   not answer, everything may be touched, and it judges when the coup arrives. */

import { Pack } from "./pack.js";
import { enlivenPoints } from "./points.js";

export function enliven(form, computed, changed) {
  const end = new End(form, computed);
  const points = enlivenPoints(form, computed, (target) => {
    if (target) end.said(target);
    changed([...points.computed, ...end.filled]);
  });
  const say = () => changed([...points.computed, ...end.filled]);
  const announcing = new Announcing(form, say);
  form.addEventListener("foreseen", () => {
    announcing.hear();
    if (end.take()) say();
    points.show();
  });
  return {
    paint() {
      announcing.paint();
      end.show();
      points.show();
    },
  };
}

class Announcing {
  constructor(form, said) {
    this.form = form;
    this.said = said;
    this.list = form.querySelector("#made");
    this.kinds = form.querySelector("#kinds");
    this.who = [...form.querySelectorAll("[data-announce]")];
    this.turn = form.querySelector("[data-pick]");
    this.pack = new Pack(form.querySelector("#pack"));
    this.place = null;
    this.turn.addEventListener("click", () => this.askTurnUp());
    form.querySelector(".who").addEventListener("click", ({ target }) => this.announce(target.closest("[data-announce]")));
    this.kinds.addEventListener("click", ({ target }) => this.kind(target.closest("button")));
    this.list.addEventListener("click", ({ target }) => this.remove(target.closest("[data-remove]")));
    this.pack.box.addEventListener("dismissed", () => this.dismiss());
    form.addEventListener("keydown", ({ key }) => key === "Escape" && this.dismiss());
    this.read();
  }

  get lines() {
    return this.form.elements.announcements.value.split(/\r?\n/).filter(Boolean);
  }

  set lines(lines) {
    this.form.elements.announcements.value = lines.join("\n");
    this.said();
  }

  /** What the server said last. It is out of date as long as it has not heard of this turn-up. */
  read() {
    this.may = JSON.parse(this.form.querySelector("#may").textContent || "{}");
    this.fresh = this.may.retourne === this.form.elements.retourne.value;
  }

  hear() {
    this.read();
    this.end();
    if (!this.kinds.hidden) this.paintKinds();
  }

  /** A mark that reaches the target ends the coup: nothing more to announce, nothing more to count. */
  end() {
    const over = Boolean(this.fresh && this.may.won);
    this.form.querySelector(".end-of-coup").hidden = over;
    this.form.querySelector(".who").hidden = over;
    if (over) this.close();
  }

  askTurnUp() {
    this.close();
    this.turn.setAttribute("aria-expanded", "true");
    this.turn.after(this.pack.box);
    this.pack.askAny((card) => {
      this.form.elements.retourne.value = card;
      this.paint();
      this.close();
      this.said();
      this.turn.focus({ preventScroll: true });
    });
  }

  announce(button) {
    if (!button) return;
    if (!this.form.elements.retourne.value) return this.askTurnUp();
    this.close();
    this.place = button.dataset.announce;
    button.setAttribute("aria-expanded", "true");
    const title = this.kinds.querySelector("#kinds-title");
    title.textContent = title.dataset.words.replace("{name}", button.dataset.name);
    this.kinds.hidden = false;
    this.paintKinds();
    this.kinds.scrollIntoView({ block: "nearest" });
  }

  choices(kind) {
    return this.may.by?.[this.place]?.[kind] ?? [];
  }

  paintKinds() {
    this.kinds.querySelector("#kinds-why").textContent = "";
    for (const button of this.kinds.querySelectorAll("[data-kind]")) {
      const all = this.choices(button.dataset.kind);
      const barred = all.length > 0 && all.every((one) => one.at(-1));
      button.setAttribute("aria-disabled", String(barred));
      button.querySelector(".why").textContent = barred ? all[0].at(-2) : "";
    }
  }

  kind(button) {
    if (!button) return;
    if ("close" in button.dataset) return this.dismiss();
    const all = this.choices(button.dataset.kind);
    if (button.getAttribute("aria-disabled") === "true") {
      this.kinds.querySelector("#kinds-why").textContent = all[0].at(-1);
      return;
    }
    if (all.length === 1) return this.add(all[0]);
    this.kinds.hidden = true;
    this.kinds.after(this.pack.box);
    this.pack.askAmong(all, button.dataset, this.fresh, (choice) => this.add(choice));
  }

  add([, , words, line]) {
    const place = this.place;
    this.close();
    this.append(this.fresh ? words : line, line);
    this.lines = [...this.lines, line];
    this.who.find((button) => button.dataset.announce === place)?.focus({ preventScroll: true });
  }

  remove(button) {
    if (!button) return;
    const n = Number(button.dataset.remove);
    button.closest("li").remove();
    this.lines = this.lines.filter((_line, at) => at !== n);
    this.who[0].focus({ preventScroll: true });
  }

  /** A line in the list, until the server shows it with what it marks. */
  append(words, line) {
    const item = document.createElement("li");
    item.dataset.line = line;
    item.textContent = words;
    this.list.querySelector(".made")?.append(item);
  }

  close() {
    this.kinds.hidden = true;
    this.pack.close();
    for (const button of [this.turn, ...this.who]) button.setAttribute("aria-expanded", "false");
  }

  /** Closed without an answer: back to the button that opened it. */
  dismiss() {
    const opener = [this.turn, ...this.who].find((one) => one.getAttribute("aria-expanded") === "true");
    this.close();
    opener?.focus({ preventScroll: true });
  }

  paint() {
    const { face, card } = { face: this.turn.querySelector(".face"), card: this.form.elements.retourne.value };
    if (card) face.replaceChildren(...this.pack.drawn(card));
    else face.textContent = this.turn.dataset.blank;
    const shown = [...this.list.querySelectorAll("[data-line]")].map((item) => item.dataset.line);
    for (const line of this.lines.filter((one) => !shown.includes(one))) this.append(line, line);
    this.end();
  }
}

/** What follows from the rest fills itself, and goes again as soon as something of the end is said otherwise. */
class End {
  constructor(form, computed) {
    this.form = form;
    this.filled = computed.filter((name) => form.elements[name] && !/\d$/.test(name));
  }

  said(target) {
    if (!target.closest(".end-of-coup")) return;
    for (const name of this.filled.filter((one) => one !== target.name)) this.put(name, "");
    this.filled = [];
    this.show();
  }

  /** True where something was filled. */
  take() {
    const follows = JSON.parse(this.form.querySelector("#follows").textContent || "{}");
    const empty = Object.entries(follows).filter(([name]) => this.form.elements[name]?.value === "");
    const blank = empty.filter(([name]) => !/\d$/.test(name) || empty.filter(([other]) => other.slice(0, -1) === name.slice(0, -1)).length === 2);
    for (const [name, value] of blank) this.put(name, value);
    this.filled.push(...blank.map(([name]) => name));
    this.show();
    return blank.length > 0;
  }

  put(name, value) {
    const field = this.form.elements[name];
    if (field instanceof RadioNodeList) for (const one of field) one.checked = one.value === value;
    else field.value = value;
  }

  show() {
    for (const one of this.form.querySelectorAll(".end-of-coup [type=radio]")) {
      one.closest("label").classList.toggle("auto", one.checked && this.filled.includes(one.name));
    }
  }
}
