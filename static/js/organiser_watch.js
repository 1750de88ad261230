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

  /** Ask for news, unless the page is hidden. */
  function askNews() {
    const part = watched();
    if (part && !document.hidden) window.htmx.trigger(part, "look");
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
    const asked = event.detail.pathInfo.requestPath, answered = event.detail.xhr.responseURL;
    if (answered && new URL(answered).pathname !== new URL(asked, location.href).pathname) {
      event.detail.shouldSwap = false; /* signed out meanwhile: the whole page goes to the door */
      location.reload();
    }
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
    const told = document.getElementById("heard");
    if (news.length && told) told.textContent = news.map((call) => call.querySelector("[data-call-words]")?.textContent).join(". ");
    if (news.length || (calls.length && Date.now() - rang > RING_AGAIN_MS)) ring();
  }
  wake();
  tellCalls();
  document.addEventListener("htmx:afterSettle", tellCalls);
  setInterval(tellCalls, RING_AGAIN_MS);
})();
