/* The result of the partie read aloud, where the browser has a voice in the page's language: else its button stays away. */

/** @import { TablePage } from "./types.d.ts" */

const voices = window.speechSynthesis;
const findVoice = () => voices?.getVoices().find(({ lang }) => lang.slice(0, 2) === document.documentElement.lang);

/** @param {TablePage} page */
export function startReading({ sheet }) {
  function showButton() {
    const button = sheet.querySelector("button[data-read-aloud]");
    if (button) button.hidden = !findVoice();
  }

  sheet.addEventListener("prepared", showButton);
  voices?.addEventListener("voiceschanged", showButton);
  sheet.addEventListener("click", ({ target }) => {
    const { readAloud } = target.closest("[data-read-aloud]")?.dataset ?? {};
    if (readAloud) readAloudWith(findVoice(), readAloud);
  });
}

/** @param {SpeechSynthesisVoice | undefined} voice
 * @param {string} text */
function readAloudWith(voice, text) {
  if (!voice) return;
  const words = new SpeechSynthesisUtterance(text);
  Object.assign(words, { voice, lang: voice.lang, rate: 0.9 });
  voices.cancel();
  voices.speak(words);
}
