/* A page of plain objects, as much of one as the scripts of the organiser's pages ask for: elements with boxes, listeners,
   focus. Nothing is drawn. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** An element of the fake page. */
export class FakeElement {
  /** @type {Map<string, Array<(event: any) => void>>} */
  #listeners = new Map();
  /** @type {FakeElement[]} */
  children = [];
  /** @type {Set<string>} */
  classes = new Set();
  classList = {
    add: (/** @type {string} */ name) => this.classes.add(name),
    remove: (/** @type {string} */ name) => this.classes.delete(name),
  };
  className = "";
  style = { transform: "" };
  open = false;

  /** @param {FakePage} page @param {{text?: string, value?: string, name?: string, box?: Box}} [asked] */
  constructor(page, { text = "", value = "", name = "", box = { x: 0, y: 0, width: 0, height: 0 } } = {}) {
    Object.assign(this, { page, textContent: text, value, name, box });
    /** @type {FakePage} */ this.page = page;
    /** @type {string} */ this.textContent = text;
    /** @type {Box} */ this.box = box;
  }

  addEventListener(/** @type {string} */ kind, /** @type {(event: any) => void} */ listener) {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
  }
  removeEventListener(/** @type {string} */ kind, /** @type {(event: any) => void} */ listener) {
    this.#listeners.set(kind, (this.#listeners.get(kind) ?? []).filter((one) => one !== listener));
  }
  /** Let an event happen here. Return whether its usual effect was prevented.
   * @param {string} kind @param {Record<string, unknown>} [more] */
  dispatch(kind, more = {}) {
    let prevented = false;
    const event = { target: this, preventDefault: () => (prevented = true), stopPropagation: () => {}, ...more };
    for (const listener of this.#listeners.get(kind) ?? []) listener(event);
    return prevented;
  }

  focus() {
    this.page.document.activeElement = this;
  }
  click() {
    this.dispatch("click");
  }
  matches() {
    return true;
  }
  /** Everything is part of itself; nothing is an icon.
   * @param {string} selector
   * @returns {FakeElement | null} */
  closest(selector) {
    return selector === ".icon" ? null : this;
  }
  contains(/** @type {FakeElement} */ other) {
    return other === this || this.children.includes(other);
  }
  querySelector() {
    return this.children[0] ?? null;
  }
  querySelectorAll() {
    return this.children;
  }
  getBoundingClientRect() {
    return this.box;
  }
  cloneNode() {
    const copy = new FakeElement(this.page, { text: this.textContent });
    copy.children = [new FakeElement(this.page)];
    return copy;
  }
  append(/** @type {FakeElement} */ child) {
    this.children.push(child);
  }
  setAttribute() {}
  removeAttribute() {}
  remove() {}
}

/** The page. `found`: what each selector finds. Takes the place of the process's own document and window. */
export class FakePage {
  /** @param {Record<string, FakeElement[]>} [found] */
  constructor(found = {}) {
    const body = new FakeElement(this);
    this.found = found;
    this.document = Object.assign(new FakeElement(this), {
      body,
      activeElement: body,
      createElement: () => new FakeElement(this),
      elementFromPoint: () => null,
      querySelector: (/** @type {string} */ selector) => this.found[selector]?.[0] ?? null,
      querySelectorAll: (/** @type {string} */ selector) => this.found[selector] ?? [],
    });
    Object.assign(globalThis, { document: this.document });
  }
}
