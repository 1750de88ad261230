/* The evening before the organiser's eyes: it asks for news every few seconds, never from a hidden page, and rings when a
   table calls if the organiser switched that on. An unchanged evening answers 304 and the page stays as it is. */
(function () {
  "use strict";

  const EVERY_MS = 4000, RING_AGAIN_MS = 30_000, KEPT = "corbillon.ring";
  const watched = () => document.querySelector("[data-poll]");
  const zone = watched().querySelector("[data-seen]").dataset.zone;
  const parts = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone: zone };
  const hour = new Intl.DateTimeFormat(document.documentElement.lang, parts);
  window.htmx.config.responseHandling.unshift({ code: "304", swap: false });

  const look = () => watched() && !document.hidden && window.htmx.trigger(watched(), "look");
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);

  const lost = (yes) => {
    const mark = watched()?.querySelector("[data-lost]");
    if (mark) mark.hidden = !yes;
  };
  for (const silence of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(silence, () => lost(true));
  document.addEventListener("htmx:afterOnLoad", () => {
    lost(false);
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

  const box = document.querySelector("[data-ring]");
  const button = box.querySelector("button"), words = box.querySelector("[role=status]");
  const Context = window.AudioContext;
  let audio = null, rang = 0;
  const wanted = () => button.getAttribute("aria-pressed") === "true";

  function tell() {
    const state = !Context ? "none" : audio?.state === "running" ? "on" : "refused";
    words.textContent = wanted() ? words.dataset[state] : "";
  }

  function wake() {
    if (!wanted() || !Context) return tell();
    if (!audio) {
      audio = new Context();
      audio.addEventListener("statechange", tell);
    }
    if (audio.state === "suspended") audio.resume().then(tell, tell);
    return tell();
  }

  function ring() {
    if (!wanted() || audio?.state !== "running") return tell();
    rang = Date.now();
    [660, 880].forEach((pitch, n) => {
      const note = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + n * 0.35;
      note.frequency.value = pitch;
      volume.gain.setValueAtTime(0.4, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.8);
      note.connect(volume).connect(audio.destination);
      note.start(start);
      note.stop(start + 0.8);
    });
    return box.setAttribute("data-rang", String(rang));
  }

  function remember(yes) {
    button.setAttribute("aria-pressed", String(yes));
    try { localStorage.setItem(KEPT, yes ? "yes" : ""); } catch { /* only this page remembers */ }
  }

  box.hidden = false;
  try { button.setAttribute("aria-pressed", String(localStorage.getItem(KEPT) === "yes")); } catch { /* nothing kept */ }
  button.addEventListener("click", () => {
    remember(!wanted());
    wake();
    if (wanted() && audio) audio.resume().then(ring, tell);
  });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake);

  /* ── who calls: told to ears and in the page's title */

  const known = new Set();
  const title = document.title;
  function heard() {
    const calls = [...document.querySelectorAll("[data-call]")];
    const news = calls.filter((call) => !known.has(call.dataset.call));
    for (const call of news) known.add(call.dataset.call);
    document.title = calls.length ? `(${calls.length}) ${title}` : title;
    if (news.length) document.getElementById("heard").textContent = news.map((call) => call.querySelector("[data-call-words]").textContent).join(". ");
    if (news.length || (calls.length && Date.now() - rang > RING_AGAIN_MS)) ring();
  }
  wake();
  heard();
  document.addEventListener("htmx:afterSettle", heard);
  setInterval(heard, RING_AGAIN_MS);
})();
