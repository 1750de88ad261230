/* Seats changed by hand, of a round in preparation and of free tables: arrows go from plate to plate, Échap leaves the one
   taken, and a plate can be dragged onto another or onto a free place; a finger holds it still until it lifts. The server
   prices every move, in one request for each plate taken; nothing here is needed to exchange two players, as every plate
   is a button of its form. */
(function () {
  "use strict";

  const STARTS_AT = 8; // so many pixels of movement make a drag of a press
  const HOLD_MS = 350; // so long a finger rests on a plate before it lifts: to move it sooner scrolls the page
  const EDGE = 48; // nearer than this to the window's edge, the page scrolls along

  /** @returns {HTMLFormElement | null} */
  const findForm = () => document.querySelector("form[data-by-hand]");
  const listPlates = () => /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-by-hand] button.plate")]);

  /** The middle of an element.
   * @param {Element} one */
  function findMiddle(one) {
    const box = one.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /* Arrows: the nearest plate in that direction */
  /** @type {Record<string, [number, number]>} */
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (drag) return drop(false);
      /** @type {HTMLElement | null} */ (document.querySelector("[data-leave]"))?.click();
    }
    const way = WAYS[event.key];
    const from = /** @type {HTMLElement} */ (event.target);
    if (!way || !from.matches("[data-by-hand] button.plate")) return;
    event.preventDefault();
    const here = findMiddle(from);
    let best = null;
    let least = Infinity;
    for (const plate of listPlates()) {
      const { x, y } = findMiddle(plate);
      const ahead = (x - here.x) * way[0] + (y - here.y) * way[1];
      const aside = Math.abs((x - here.x) * way[1]) + Math.abs((y - here.y) * way[0]);
      if (plate === from || ahead < 4 || ahead + 2 * aside >= least) continue;
      [best, least] = [plate, ahead + 2 * aside];
    }
    best?.focus();
  });

  /* Dragging */
  /** `timer`: of a finger that may scroll the page, until the plate lifts.
   * @type {{plate: HTMLButtonElement, x: number, y: number, timer: ReturnType<typeof setTimeout> | undefined} | null} */
  let press = null;
  /** @type {{plate: HTMLButtonElement, shown: HTMLElement, about: HTMLElement, prices: Map<string, HTMLElement>, aim: HTMLButtonElement | null} | null} */
  let drag = null;

  document.addEventListener("pointerdown", (event) => {
    const at = /** @type {Element} */ (event.target);
    const plate = /** @type {HTMLButtonElement | null} */ (at.closest("[data-by-hand] button.plate"));
    if (!plate || plate.name === "place" || event.button) return;
    const rests = event.pointerType === "touch" && !at.closest(".icon");
    press = { plate, x: event.clientX, y: event.clientY, timer: rests ? setTimeout(() => lift(plate), HOLD_MS) : undefined };
  });

  /** The press is over, or becomes a scroll. */
  function endPress() {
    clearTimeout(press?.timer);
    press = null;
  }

  /** Lift the pressed plate, and ask what its exchanges cost.
   * @param {HTMLButtonElement} plate */
  function lift(plate) {
    const shown = document.createElement("div");
    shown.className = "draft in-hand";
    shown.setAttribute("aria-hidden", "true");
    const copy = /** @type {HTMLElement} */ (plate.cloneNode(true));
    copy.removeAttribute("id");
    shown.append(copy);
    document.body.append(shown);
    plate.classList.add("lifted");
    const about = /** @type {HTMLElement} */ (copy.querySelector(".worth"));
    drag = { plate, shown, about, prices: new Map(), aim: null };
    askPrices(plate.value).then((prices) => {
      if (!drag || drag.plate !== plate) return;
      drag.prices = prices;
      tellPrice();
    });
  }

  /** What each exchange with this player costs, by the other's id.
   * @param {string} entry
   * @returns {Promise<Map<string, HTMLElement>>} */
  async function askPrices(entry) {
    const form = findForm();
    if (!form) return new Map();
    const body = new FormData(form);
    body.set("take", entry);
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const priced = [...page.querySelectorAll("button.plate:has(.price)")];
    return new Map(priced.map((plate) => [plate.value, /** @type {HTMLElement} */ (plate.querySelector(".price"))]));
  }

  /** Say on the plate in hand what the exchange under it would cost. */
  function tellPrice() {
    const price = drag?.aim ? drag.prices.get(drag.aim.value) : null;
    if (!drag) return;
    drag.about.textContent = price?.textContent ?? "";
    drag.about.className = price?.className ?? "";
  }

  document.addEventListener("pointermove", (event) => {
    if (press && !drag && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STARTS_AT) {
      if (press.timer) return endPress();
      lift(press.plate);
    }
    if (!drag) return;
    event.preventDefault();
    drag.shown.style.transform = `translate(${event.clientX - 20}px, ${event.clientY - 20}px)`;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-by-hand] button.plate") ?? null;
    const aim = /** @type {HTMLButtonElement | null} */ (under === drag.plate ? null : under);
    if (aim !== drag.aim) {
      drag.aim?.classList.remove("aimed");
      aim?.classList.add("aimed");
      drag.aim = aim;
      tellPrice();
    }
    if (event.clientY < EDGE) window.scrollBy(0, -EDGE / 4);
    if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 4);
  });

  /** Put the plate down: exchange it with the one under it, if `wanted`.
   * @param {boolean} wanted */
  function drop(wanted) {
    const done = drag;
    endPress();
    drag = null;
    if (!done) return;
    done.shown.remove();
    done.plate.classList.remove("lifted");
    done.aim?.classList.remove("aimed");
    const form = findForm();
    if (!wanted || !done.aim || !form) return;
    const place = done.aim.name === "place" ? "place" : "with";
    const values = { ...Object.fromEntries(new FormData(form)), entry: done.plate.value, [place]: done.aim.value };
    window.htmx.ajax("POST", form.action, { target: `#${form.closest("section")?.id}`, swap: "outerHTML", values });
  }
  document.addEventListener("pointerup", () => {
    if (drag) document.addEventListener("click", stopClick, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", stopClick, { capture: true }), 0);
    drop(true);
  });
  document.addEventListener("pointercancel", () => drop(false));

  /* A finger that has lifted a plate moves it, and not the page; nor does it open a menu. */
  document.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => (press || drag) && event.preventDefault());

  /* Whoever was taken keeps the focus, where what was pressed is gone. */
  let taken = "";
  document.addEventListener("htmx:beforeSwap", () => {
    taken = document.querySelector("[data-by-hand] .plate.taken")?.id ?? "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement === document.body) document.getElementById(taken)?.focus();
  });

  /** The click that ends a drag takes nobody.
   * @param {Event} event */
  function stopClick(event) {
    event.preventDefault();
    event.stopPropagation();
  }
})();
