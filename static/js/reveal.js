/* The ranking revealed: a rank at each press, from the last one, then the podium alone. Space, Enter and the arrows, a
   presenter's remote control or a tap go on; the arrow to the left goes back. */
(function () {
  "use strict";

  const steps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-step]")]);
  const start = /** @type {HTMLElement} */ (document.querySelector("[data-start]"));
  let shown = 0;

  function draw() {
    const isLast = shown === steps.length;
    steps.forEach((step, n) => {
      step.hidden = n >= shown || (isLast && n < shown - 1);
      step.classList.toggle("newest", n === shown - 1);
    });
    start.hidden = shown > 0;
  }

  /** @param {number} by */
  function move(by) {
    shown = Math.min(steps.length, Math.max(0, shown + by));
    draw();
  }

  /** @type {Record<string, () => unknown>} */
  const DOES = {
    on: () => move(1),
    back: () => move(-1),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  };
  /** @type {Record<string, string>} */
  const KEYS = { " ": "on", Enter: "on", ArrowRight: "on", ArrowDown: "on", PageDown: "on", ArrowLeft: "back", ArrowUp: "back", PageUp: "back" };

  for (const button of /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-does]")])) {
    button.hidden = button.dataset.does === "full" && !document.fullscreenEnabled;
    button.addEventListener("click", () => DOES[button.dataset.does ?? ""]());
  }
  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.target.closest("a, button")) return;
    event.preventDefault();
    DOES[KEYS[event.key]]();
  });
  document.querySelector("main")?.addEventListener("click", DOES.on);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asleep;
  document.addEventListener("pointermove", () => {
    document.body.classList.add("awake");
    clearTimeout(asleep);
    asleep = setTimeout(() => document.body.classList.remove("awake"), 4000);
  });
  document.body.classList.add("turning");
  draw();
})();
