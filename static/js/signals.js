/* A short sound and a vibration when something of this phone's is in the book, another one when it is refused. A switch turns
   them off (`data-signals`, kept on the phone); a device that asks for less motion is left in peace. The sound is made
   here: no file is fetched. */

/** @import { Item, TablePage } from "./types.d.ts" */

const SWITCH = "corbillon.silent";
const MARKED = { tones: [660, 880], buzz: [40] }, REFUSED = { tones: [220, 165], buzz: [60, 60, 60] };
export const CALLED = { tones: [660, 880, 660, 880], buzz: [300, 100, 300, 100, 300] };
const TONE_S = 0.09, LOUDNESS = 0.08;
/** @type {Map<string, string>} what was known of each item when the queue last changed */
let known = new Map();
/** @type {AudioContext | null} */
let audio = null;

/** @param {TablePage} page */
export function startSignals({ currentTable, queue, read, sheet, store }) {
  const isQuiet = () => Boolean(read(SWITCH)) || matchMedia("(prefers-reduced-motion: reduce)").matches;
  queue.onChange(() => {
    const news = listNews(queue.unshown(currentTable()));
    if (isQuiet()) return;
    if (news.includes("refused")) signal(REFUSED);
    else if (news.includes("marked")) signal(MARKED);
  });
  const drawSwitch = () => {
    const box = /** @type {HTMLInputElement | null} */ (sheet.querySelector("[data-signals]"));
    if (box) box.checked = !read(SWITCH);
  };
  sheet.addEventListener("prepared", drawSwitch);
  sheet.addEventListener("change", ({ target }) => {
    if (target.matches("[data-signals]")) store(SWITCH, /** @type {HTMLInputElement} */ (target).checked ? null : true);
  });
}

/** What has become of the items since the queue last changed.
 * @param {Item[]} items */
function listNews(items) {
  const fresh = new Map(items.map((one) => [one.id, one.recorded ? "marked" : one.stopped?.kind ?? ""]));
  const news = [...fresh].filter(([id, state]) => known.has(id) && known.get(id) !== state).map(([, state]) => state);
  known = fresh;
  return news;
}

/** Make ready to sound: browsers allow it only while the page is touched. */
export function wake() {
  if ("AudioContext" in window) audio ??= new AudioContext();
  if (audio?.state === "suspended") audio.resume();
}

/** @param {{tones: number[], buzz: number[]}} how */
export function signal({ tones, buzz }) {
  if ("vibrate" in navigator) navigator.vibrate(buzz);
  wake();
  if (!audio) return;
  const gain = new GainNode(audio, { gain: LOUDNESS }), begin = audio.currentTime;
  gain.connect(audio.destination);
  tones.forEach((frequency, n) => {
    const tone = new OscillatorNode(/** @type {AudioContext} */ (audio), { frequency });
    tone.connect(gain);
    tone.start(begin + n * TONE_S);
    tone.stop(begin + (n + 1) * TONE_S);
  });
}
