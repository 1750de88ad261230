/* A page that answers a sent form (refused, or a preview) stands in the history as the page the form was on: Back and
   Reload then read that page again and never ask to send the form a second time. What was typed waits in this tab, for
   some minutes, and is put back there. */
(function () {
  "use strict";

  /** @typedef {{name: string, value: string, checked: boolean}} Typed */
  const STORED = "corbillon.typed", STORED_MS = 10 * 60_000;
  const OWN = ["csrfmiddlewaretoken", "key", "number"]; // of one page: the page read again has its own
  const isAnswer = /** @type {HTMLScriptElement} */ (document.currentScript).dataset.method === "POST";
  const FIELDS = "main form[method=post] :is(input, select, textarea)[name]";
  const sentFrom = document.referrer.startsWith(`${location.origin}/`) ? document.referrer : location.href;
  let isSent = false;

  /** @param {HTMLElement} field */
  const isKept = (field) => !field.matches("[type=file], [type=password], [type=submit]") && !OWN.includes(field.getAttribute("name") ?? "");
  /** @param {HTMLElement} field */
  const isTick = (field) => field.matches("[type=checkbox], [type=radio]");
  const listFields = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(FIELDS)].filter(isKept));
  const here = () => location.pathname + location.search;

  function store() {
    /** @type {Typed[]} */
    const typed = listFields().map(({ name, value, checked }) => ({ name, value, checked }));
    try { sessionStorage.setItem(STORED, JSON.stringify({ page: here(), at: Date.now(), typed })); } catch { /* no room: it is lost, as without this file */ }
  }

  /** Take what waits for this page out of the tab.
   * @returns {Typed[]} */
  function takeStored() {
    try {
      const found = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
      if (found?.page !== here()) return [];
      sessionStorage.removeItem(STORED);
      return Date.now() - found.at < STORED_MS ? found.typed : [];
    } catch { return []; }
  }

  function putBack() {
    const typed = takeStored();
    for (const field of typed.length ? listFields() : []) {
      const mine = typed.filter(({ name }) => name === field.name);
      const value = mine[0]?.value ?? "";
      const choices = /** @type {HTMLOptionElement[]} */ ([...field.querySelectorAll("option")]);
      if (field.type === "hidden" || !mine.length || (choices.length && !choices.some((one) => one.value === value))) continue;
      if (isTick(field)) field.checked = mine.some((one) => one.value === field.value && one.checked);
      else field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (value && !isTick(field) && value !== field.defaultValue) field.closest("details")?.setAttribute("open", "");
    }
  }

  if (isAnswer) {
    for (const form of document.forms) form.setAttribute("action", new URL(form.getAttribute("action") ?? "", location.href).href); // those without one would go elsewhere
    for (const link of document.querySelectorAll("a[href^='?']")) link.setAttribute("href", /** @type {HTMLAnchorElement} */ (link).href);
    history.replaceState(history.state, "", sentFrom);
    window.addEventListener("pagehide", () => isSent || store());
  } else if (/** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0])?.type !== "navigate") putBack();
  document.addEventListener("submit", () => {
    isSent = true;
    sessionStorage.removeItem(STORED);
  });
})();
