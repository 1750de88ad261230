/* The hall's screen turns its own pages: as many rows as fit, then the next ones, then the next part. It says since when
   the evening's computer is silent, and goes on by itself when it is back, also with a newer program. Space suspends, the
   arrows turn. */
(function () {
  "use strict";

  const TURN_MS = 12_000, SILENT_MS = 20_000, AWAKE_MS = 4000, MOST = 150, FEW = 40;
  const $ = (what) => document.querySelector(what);
  const lost = $("#lost"), language = document.documentElement.lang;
  const zone = $(".hour").dataset.zone;
  const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
  const parts = () => [...document.querySelectorAll("[data-turn]")];
  const rowsOf = (part) => [...part.querySelectorAll("[data-row], tbody tr")];
  window.htmx.config.responseHandling.unshift({ code: "304", swap: false });
  window.htmx.config.timeout = 6000;
  document.body.classList.add("turning");

  /* ── what is shown: a part, from its row `from` to the row before `to` */

  let at = { part: "", from: 0, to: 0 }, trail = [];

  function show(name, from) {
    const part = parts().find((each) => each.dataset.turn === name) ?? parts()[0];
    for (const each of parts()) each.hidden = each !== part;
    const rows = rowsOf(part), first = from < rows.length && part.dataset.turn === name ? from : 0;
    rows.forEach((row, n) => { row.hidden = n < first || n >= first + MOST; });
    const box = part.querySelector(".rows");
    part.classList.toggle("large", rows.length <= FEW && large(part, box, rows));
    const to = first + fitting(box, rows.slice(first));
    rows.forEach((row, n) => { if (n >= to) row.hidden = true; });
    const whole = first === 0 && to >= rows.length, mark = part.querySelector("[data-part]");
    if (mark) mark.textContent = whole ? "" : `${first + 1}–${to} / ${rows.length}`;
    at = { part: part.dataset.turn, from: first, to };
  }

  /** How many of these rows stand whole inside the box: at least one. */
  function fitting(box, rows) {
    const edge = box.getBoundingClientRect();
    const out = rows.findIndex((row) => {
      const its = row.getBoundingClientRect();
      return row.hidden || its.bottom > edge.bottom + 0.5 || its.right > edge.right + 1 || its.left < edge.left - 1;
    });
    return out < 0 ? rows.length : Math.max(out, Math.min(1, rows.length));
  }

  /** Would all of it fit in larger letters? */
  function large(part, box, rows) {
    part.classList.add("large");
    return fitting(box, rows) === rows.length;
  }

  const again = () => show(at.part, at.from);

  function turn() {
    const all = parts(), here = all.findIndex((part) => part.dataset.turn === at.part);
    trail = [...trail.slice(-49), at];
    if (here >= 0 && at.to < rowsOf(all[here]).length) show(at.part, at.to);
    else show(all[(here + 1) % all.length].dataset.turn, 0);
    fade();
  }

  function back() {
    const before = trail.pop();
    if (before) show(before.part, before.from);
  }

  function fade() {
    const part = parts().find((each) => !each.hidden);
    part.classList.remove("turned");
    void part.offsetWidth; // so that it begins again
    part.classList.add("turned");
  }

  /* ── news, and their absence */

  let heard = Date.now();
  const theirs = () => $("#screen").dataset.program, mine = theirs();
  /** Is this the evening's computer? Something else at its address may answer, and gladly. */
  const ours = ({ status, responseText }) => status === 304 || (status < 400 && responseText.includes('id="screen"'));

  function tick() {
    $(".hour").textContent = hour.format(new Date());
    if (Date.now() - heard > SILENT_MS) silent();
  }

  function silent() {
    lost.querySelector("time").textContent = hour.format(heard);
    if (!lost.hidden) return;
    lost.hidden = false;
    again();
  }

  for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(silence, silent);
  document.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap &&= ours(event.detail.xhr); });
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (!ours(event.detail.xhr)) return void silent();
    if (theirs() !== mine && !document.fullscreenElement) return void location.reload(); // which would leave the full screen
    heard = Date.now();
    lost.hidden = true;
    tick();
    again();
  });

  /* ── whoever stands at the computer */

  let paused = false, due = setInterval(turn, TURN_MS), asleep = 0;
  const button = (name) => $(`[data-does=${name}]`);
  const words = button("pause").textContent;

  function wait() {
    clearInterval(due);
    if (!paused) due = setInterval(turn, TURN_MS);
  }

  const DOES = {
    on: () => { turn(); wait(); },
    back: () => { back(); wait(); },
    pause: () => {
      paused = !paused;
      button("pause").textContent = paused ? button("pause").dataset.again : words;
      wait();
    },
    full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  };
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

  window.addEventListener("resize", again);
  document.fonts.ready.then(again);
  tick();
  setInterval(tick, 1000);
  show("", 0);
})();
