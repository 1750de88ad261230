/* The hall's screen turns its own pages: as many rows as fit, then the next ones, then the next part. It says since when
   the evening's computer is silent, and goes on by itself when it is back, also with a newer program. Space suspends, the
   arrows turn. */
(function () {
  "use strict";

  const TURN_MS = 12_000, SILENT_MS = 20_000, AWAKE_MS = 4000, MOST = 150, FEW = 40;

  /** The page's first element that the selector finds; the screen has it.
   * @template {string} S
   * @param {S} selector */
  const $ = (selector) => /** @type {NonNullable<Found<S>>} */ (document.querySelector(selector));
  const lost = $("#lost"), language = document.documentElement.lang;
  const zone = $(".hour").dataset.zone;
  const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
  const parts = () => [...document.querySelectorAll("[data-turn]")];
  /** @param {HTMLElement} part */
  const nameOf = (part) => part.dataset.turn ?? "";
  /** @param {HTMLElement} part */
  const rowsOf = (part) => [...part.querySelectorAll("[data-row], tbody tr:not([data-row] *)")];
  window.htmx.config.responseHandling.unshift({ code: "304", swap: false });
  window.htmx.config.timeout = 6000;
  document.body.classList.add("turning");

  /* ── what is shown: a part, from its row `from` to the row before `to` */

  /** @typedef {{part: string, from: number, to: number}} View */
  /** @type {View} */
  let at = { part: "", from: 0, to: 0 };
  /** @type {View[]} what was shown before */
  let trail = [];

  /** Show a part from its row `from`; the first part where there is none of this name.
   * @param {string} name
   * @param {number} from */
  function show(name, from) {
    const part = parts().find((each) => nameOf(each) === name) ?? parts()[0];
    for (const each of parts()) each.hidden = each !== part;
    const rows = rowsOf(part), first = from < rows.length && nameOf(part) === name ? from : 0;
    rows.forEach((row, n) => { row.hidden = n < first || n >= first + MOST; });
    const box = /** @type {HTMLElement} */ (part.querySelector(".rows"));
    part.classList.toggle("large", rows.length <= FEW && fitsLarge(part, box, rows));
    const to = first + countFitting(box, rows.slice(first));
    rows.forEach((row, n) => { if (n >= to) row.hidden = true; });
    const whole = first === 0 && to >= rows.length, mark = part.querySelector("[data-part]");
    if (mark) mark.textContent = whole ? "" : `${to > first + 1 ? `${first + 1}–` : ""}${to} / ${rows.length}`;
    at = { part: nameOf(part), from: first, to };
  }

  /** How many of these rows stand whole inside the box: at least one.
   * @param {HTMLElement} box
   * @param {HTMLElement[]} rows */
  function countFitting(box, rows) {
    const edge = box.getBoundingClientRect();
    const out = rows.findIndex((row) => {
      const its = row.getBoundingClientRect();
      return row.hidden || its.bottom > edge.bottom + 0.5 || its.right > edge.right + 1 || its.left < edge.left - 1;
    });
    return out < 0 ? rows.length : Math.max(out, Math.min(1, rows.length));
  }

  /** Would all rows fit in larger letters?
   * @param {HTMLElement} part
   * @param {HTMLElement} box
   * @param {HTMLElement[]} rows */
  function fitsLarge(part, box, rows) {
    part.classList.add("large");
    return countFitting(box, rows) === rows.length;
  }

  const redraw = () => show(at.part, at.from);

  function turnForward() {
    const all = parts(), here = all.findIndex((part) => nameOf(part) === at.part);
    trail = [...trail.slice(-49), at];
    if (here >= 0 && at.to < rowsOf(all[here]).length) show(at.part, at.to);
    else show(nameOf(all[(here + 1) % all.length]), 0);
    fadeIn();
  }

  function turnBack() {
    const before = trail.pop();
    if (before) show(before.part, before.from);
  }

  function fadeIn() {
    const part = parts().find((each) => !each.hidden);
    if (!part) return;
    part.classList.remove("turned");
    void part.offsetWidth; // so that it begins again
    part.classList.add("turned");
  }

  /* ── news, and their absence */

  let heardAt = Date.now();
  const serverProgram = () => $("#screen").dataset.program, ownProgram = serverProgram();
  /** Did the evening's computer answer? Something else at its address may answer, and gladly.
   * @param {XMLHttpRequest} answer */
  const isOurs = ({ status, responseText }) => status === 304 || (status < 400 && responseText.includes('id="screen"'));

  function drawHour() {
    $(".hour").textContent = hour.format(new Date());
    if (Date.now() - heardAt > SILENT_MS) saySilent();
  }

  function saySilent() {
    /** @type {HTMLElement} */ (lost.querySelector("time")).textContent = hour.format(heardAt);
    if (!lost.hidden) return;
    lost.hidden = false;
    redraw();
  }

  for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(silence, saySilent);
  document.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap &&= isOurs(event.detail.xhr); });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (!isOurs(event.detail.xhr)) return void saySilent();
    if (serverProgram() !== ownProgram && !document.fullscreenElement) return void location.reload(); // which would leave the full screen
    heardAt = Date.now();
    lost.hidden = true;
    drawHour();
    redraw();
  });

  /* ── whoever stands at the computer */

  let paused = false, due = setInterval(turnForward, TURN_MS);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asleep;
  /** @param {string} name */
  const button = (name) => $(`[data-does=${name}]`);
  const pauseWords = button("pause").textContent;

  function restartTurning() {
    clearInterval(due);
    if (!paused) due = setInterval(turnForward, TURN_MS);
  }

  /** @type {Record<string, () => unknown>} */
  const DOES = {
    on: () => { turnForward(); restartTurning(); },
    back: () => { turnBack(); restartTurning(); },
    pause: () => {
      paused = !paused;
      button("pause").textContent = paused ? button("pause").dataset.again ?? "" : pauseWords;
      restartTurning();
    },
    full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  };
  /** @type {Record<string, string>} */
  const KEYS = { ArrowRight: "on", PageDown: "on", ArrowLeft: "back", PageUp: "back", " ": "pause" };

  for (const [name, act] of Object.entries(DOES)) {
    button(name).hidden = name === "full" && !document.fullscreenEnabled;
    button(name).addEventListener("click", act);
  }
  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.target.closest("a, button")) return;
    event.preventDefault();
    DOES[KEYS[event.key]]();
  });
  document.addEventListener("pointermove", () => {
    document.body.classList.add("awake");
    clearTimeout(asleep);
    asleep = setTimeout(() => document.body.classList.remove("awake"), AWAKE_MS);
  });

  window.addEventListener("resize", redraw);
  document.fonts.ready.then(redraw);
  drawHour();
  setInterval(drawHour, 1000);
  show("", 0);
})();
