// Reads the hall's seats aloud, once each time they change, where the browser has a voice in the page's language. Where
// it has none, the page says so before anybody waits for it.
"use strict";

(function () {
  const voices = window.speechSynthesis, language = document.documentElement.lang;
  /** @type {NonNullable<Found<"button">>} */
  const button = /** @type {HTMLButtonElement} */ (document.querySelector("button[data-voice]"));
  const silent = /** @type {HTMLElement} */ (document.querySelector("[data-voiceless]"));
  const startWords = button.textContent;
  let on = false, read = "";

  const findVoice = () => voices?.getVoices().find((voice) => voice.lang.slice(0, 2) === language);

  function showWhetherItCanRead() {
    const can = Boolean(findVoice());
    button.hidden = !can;
    silent.hidden = can;
  }

  /** The sentences to read: one a table, and none while the tables play. */
  const listCalls = () => [...document.querySelectorAll("#callouts li")].map((line) => line.textContent.trim());

  function readNewCalls() {
    const calls = listCalls(), key = calls.join("\n"), voice = findVoice();
    if (!on || !voice || key === read) return;
    read = key;
    voices.cancel();
    for (const call of calls) {
      const words = new SpeechSynthesisUtterance(call);
      words.voice = voice;
      words.lang = voice.lang;
      words.rate = 0.9;
      voices.speak(words);
    }
  }

  button.addEventListener("click", () => {
    on = !on;
    read = "";
    voices.cancel();
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? button.dataset.stop ?? "" : startWords;
    readNewCalls();
  });
  document.addEventListener("htmx:afterSwap", readNewCalls);
  voices?.addEventListener("voiceschanged", showWhetherItCanRead);
  showWhetherItCanRead();
})();
