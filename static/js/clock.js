// A round's clock counts down by the server's time: each answer of the server tells how far this device's own clock is off.
// Without this file the page says when the round ends.
"use strict";

(function () {
  let off = 0; // milliseconds to add to this device's clock
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;

  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  /** A time in minutes and seconds, with hours where there are some.
   * @param {number} seconds */
  const inDigits = (seconds) => {
    const left = Math.abs(seconds), hours = Math.floor(left / 3600), sign = seconds < 0 ? "−" : "";
    const rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    return hours ? `${sign}${hours}:${rest}` : sign + rest;
  };

  function drawClocks() {
    for (const clock of document.querySelectorAll("[data-ends], [data-left]")) {
      const still = clock.dataset.left !== undefined;
      const left = still ? Number(clock.dataset.left) : Math.round(Number(clock.dataset.ends) - (Date.now() + off) / 1000);
      clock.textContent = left < 0 ? `${inDigits(left)} · ${clock.dataset.over}` : inDigits(left);
      clock.classList.toggle("over", left < 0);
      clock.classList.toggle("still", still);
    }
    tick();
  }

  /** The clocks are drawn each second while one runs and somebody may see it: a page that only waits wakes no phone. */
  function tick() {
    const runs = !document.hidden && document.querySelector("[data-ends]:not([data-left])") !== null;
    if (runs) ticking ??= setInterval(drawClocks, 1000);
    if (runs) return;
    clearInterval(ticking);
    ticking = undefined;
  }

  /** Learn how far this device's clock is off. `date`: the header of an answer.
   * @param {string | null} date */
  const learnTime = (date) => { if (date) off = new Date(date).getTime() + 500 - Date.now(); };
  document.addEventListener("htmx:beforeOnLoad", (event) => { learnTime(event.detail.xhr.getResponseHeader("Date")); drawClocks(); });
  document.addEventListener("htmx:afterSwap", drawClocks);
  document.addEventListener("visibilitychange", drawClocks);
  if (document.querySelector("[data-ends]")) {
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then((answer) => { learnTime(answer.headers.get("Date")); drawClocks(); }, () => {});
  }
  drawClocks();
})();
