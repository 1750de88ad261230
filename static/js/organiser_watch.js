/* The evening before the organiser's eyes: it asks for news every few seconds, never from a hidden page, and rings when a
   table calls if the organiser switched that on. An unchanged evening answers 304 and the page stays as it is. */
(function () {
  "use strict";

  const EVERY_MS = 4000, RING_AGAIN_MS = 30_000, KEPT = "corbillon.ring";
  const watched = () => document.querySelector("[data-poll]");
  const zone = watched()?.querySelector("[data-seen]")?.dataset.zone;
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone: zone };
  const hour = new Intl.DateTimeFormat(document.documentElement.lang, parts);
  window.htmx.config.responseHandling.unshift({ code: "304", swap: false });

  /* Nothing moves under a finger: while one is down, and a moment after, the page stays as it is. */
  const STILL_MS = 400;
  let touchedUntil = 0;
  document.addEventListener("pointerdown", () => { touchedUntil = Infinity; });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { touchedUntil = Date.now() + STILL_MS; });

  /** Ask for news, unless the page is hidden or a finger is on it. */
  function askNews() {
    const part = watched();
    if (part && !document.hidden && Date.now() > touchedUntil) window.htmx.trigger(part, "look");
  }
  setInterval(askNews, EVERY_MS);
  document.addEventListener("visibilitychange", askNews);

  /** Show or hide the words that the evening's computer does not answer.
   * @param {boolean} isLost */
  function drawLost(isLost) {
    const mark = watched()?.querySelector("[data-lost]");
    if (mark) mark.hidden = !isLost;
  }
  for (const silence of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(silence, () => drawLost(true));
  document.addEventListener("htmx:afterOnLoad", () => {
    drawLost(false);
    const seen = watched()?.querySelector("[data-seen]");
    if (seen) seen.textContent = hour.format(new Date());
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (Date.now() <= touchedUntil) event.detail.shouldSwap = false; /* the next answer brings it */
    const asked = event.detail.pathInfo.requestPath, answered = event.detail.xhr.responseURL;
    if (answered && new URL(answered).pathname !== new URL(asked, location.href).pathname) {
      event.detail.shouldSwap = false; /* signed out meanwhile: the whole page goes to the door */
      location.reload();
    }
  });

  /* ── on a phone, the tables that call stand first as the page opens; then each keeps its place, whatever it says */

  /** @type {Map<string, string>} the place of each table, by the id of its link */
  const places = new Map();

  /** Give each tile the place that it had. */
  function keepPlaces() {
    for (const link of document.querySelectorAll(".tile h3 a")) {
      const tile = link.closest(".tile"), now = String(tile?.className.match(/u\d/));
      const first = places.get(link.id) ?? now;
      places.set(link.id, first);
      tile?.classList.add(first.replace("u", "n"));
    }
  }
  keepPlaces();
  document.addEventListener("htmx:afterSwap", keepPlaces);

  /* ── arrows move among the tiles, Enter opens one */

  document.addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!event.key.startsWith("Arrow") || !at?.matches(".tile h3 a")) return;
    const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".tile h3 a")]);
    const tops = links.map((link) => link.closest(".tile")?.getBoundingClientRect().top);
    const columns = tops.filter((top) => top === tops[0]).length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key] ?? 0;
    const next = links[links.indexOf(at) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  /* ── ringing: two notes, made here; a browser lets no page ring that was not touched first, and then it is said */

  const box = /** @type {HTMLElement} */ (document.querySelector("[data-ring]"));
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const words = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
  /** @type {typeof AudioContext | undefined} which old browsers lack */
  const Context = window.AudioContext;
  /** @type {AudioContext | null} */
  let audio = null;
  let rang = 0;
  const isWanted = () => button.getAttribute("aria-pressed") === "true";

  /** Say whether it rings. */
  function drawState() {
    const state = !Context ? "none" : audio?.state === "running" ? "on" : "refused";
    words.textContent = isWanted() ? words.dataset[state] ?? "" : "";
  }

  /** Make ready to ring: browsers allow it only while the page is touched. */
  function wake() {
    if (!isWanted() || !Context) return drawState();
    if (!audio) {
      audio = new Context();
      audio.addEventListener("statechange", drawState);
    }
    if (audio.state === "suspended") audio.resume().then(drawState, drawState);
    return drawState();
  }

  function ring() {
    const playing = audio;
    if (!isWanted() || playing?.state !== "running") return drawState();
    rang = Date.now();
    [660, 880].forEach((pitch, n) => {
      const note = playing.createOscillator(), volume = playing.createGain(), start = playing.currentTime + n * 0.35;
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(0.4, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.8);
      note.connect(volume).connect(playing.destination);
      note.start(start);
      note.stop(start + 0.8);
    });
    return box.setAttribute("data-rang", String(rang));
  }

  /** @param {boolean} yes */
  function remember(yes) {
    button.setAttribute("aria-pressed", String(yes));
    try { localStorage.setItem(KEPT, yes ? "yes" : ""); } catch { /* only this page remembers */ }
  }

  box.hidden = false;
  try { button.setAttribute("aria-pressed", String(localStorage.getItem(KEPT) === "yes")); } catch { /* nothing kept */ }
  button.addEventListener("click", () => {
    remember(!isWanted());
    wake();
    if (isWanted() && audio) audio.resume().then(ring, drawState);
  });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake);

  /* ── who calls: told to ears and in the page's title */

  /** @type {Set<string | undefined>} the calls told already */
  const known = new Set();
  const title = document.title;

  /** Tell the new calls, and ring. */
  function tellCalls() {
    const calls = [...document.querySelectorAll("[data-call]")];
    const news = calls.filter((call) => !known.has(call.dataset.call));
    for (const call of news) known.add(call.dataset.call);
    document.title = calls.length ? `(${calls.length}) ${title}` : title;
    const heard = document.getElementById("heard");
    if (news.length && heard) heard.textContent = news.map((call) => call.querySelector("[data-call-words]")?.textContent).join(". ");
    if (news.length || (calls.length && Date.now() - rang > RING_AGAIN_MS)) ring();
  }
  wake();
  tellCalls();
  document.addEventListener("htmx:afterSettle", tellCalls);
  setInterval(tellCalls, RING_AGAIN_MS);
})();
