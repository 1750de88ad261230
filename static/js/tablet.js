/* A tablet that keeps a table's place: its own key, which it took from the square once, finds that table of each round, and
   the page opens it by itself as soon as nothing of the last one waits here. It keeps the screen awake where the browser
   lets it (a secure address), and says how full the battery is where it tells. */

/** @import { TablePage } from "./types.d.ts" */

const NAME = "corbillon.tablet", EVERY_MS = 10_000, LOW = 0.2;
const KEY = /^#(tablet-[\w-]{43})$/;

/** @param {Pick<TablePage, "choose" | "current" | "currentTable" | "queue" | "read" | "sheet" | "start" | "store">} page */
export function startTablet({ choose, current, currentTable, queue, read, sheet, start, store }) {
  /** @type {any} */
  let lock = null;
  let timer = /** @type {any} */ (0); // of a tablet alone: no other device wakes for this
  let battery = /** @type {any} */ (null);
  const bar = Object.assign(document.createElement("p"), { className: "tablet noprint" });
  bar.setAttribute("role", "status");

  function takeKey() {
    const found = KEY.exec(location.hash);
    if (!found) return;
    store(NAME, found[1]);
    history.replaceState(null, "", location.pathname);
  }

  /** Look now, and on a tablet again and again. */
  function begin() {
    takeKey();
    if (read(NAME) && !timer) timer = setInterval(look, EVERY_MS);
    look();
  }

  /** Is anything of the table shown not yet sent, or being typed? A field that was touched and left empty holds nothing up. */
  function isBusy() {
    const fields = /** @type {NodeListOf<HTMLInputElement> | undefined} */ (document.activeElement?.closest("#sheet form")?.querySelectorAll("input:not([type=hidden]), textarea"));
    const typing = [...fields ?? []].some((field) => field.value !== field.defaultValue);
    return typing || queue.waiting(currentTable() ?? "").length > 0;
  }

  async function keepAwake() {
    if (lock || document.hidden || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { /* the system saves its battery: the line says that the screen may go dark */ }
  }

  /** @param {Record<string, string>} said @param {boolean} isNone */
  function draw(said, isNone) {
    const percent = battery && String(Math.round(battery.level * 100));
    const isLow = battery && !battery.charging && battery.level <= LOW;
    const parts = [said.name, isNone ? said.none : lock ? said.awake : said.sleeps];
    if (percent) parts.push((isLow ? said.low : said.battery).replace("{n}", percent));
    bar.textContent = parts.join(" · ");
    bar.classList.toggle("warn", Boolean(isLow));
    bar.dataset.awake = lock ? "yes" : "no";
    if (!bar.isConnected) document.querySelector("#main")?.prepend(bar);
    document.body.classList.add("kiosk");
  }

  async function look() {
    const key = read(NAME);
    if (!key || document.hidden) return;
    const answer = await fetch(sheet.dataset.tablet ?? "", { headers: { "X-Tablet-Key": key }, cache: "no-store" }).catch(() => null);
    if (answer?.status === 404 && answer.headers.get("X-Corbillon")) return leave();
    if (!answer?.ok) return; // asked again soon; the sheet itself says that nothing answers
    const { key: table, said } = await answer.json();
    await keepAwake();
    draw(said, !table);
    if (table && table !== current() && !isBusy()) {
      choose(table);
      start();
      scrollTo(0, 0);
    }
  }

  /** The key opens nothing any more: this is a device like others again. */
  function leave() {
    clearInterval(timer);
    timer = 0;
    store(NAME, null);
    bar.remove();
    document.body.classList.remove("kiosk");
    lock?.release();
  }

  window.addEventListener("hashchange", begin);
  document.addEventListener("visibilitychange", look);
  if ("getBattery" in navigator) /** @type {any} */ (navigator).getBattery().then((/** @type {any} */ it) => { battery = it; }, () => {}).then(begin);
  else begin();
}
