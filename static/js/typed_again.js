/* A page that answers a sent form (refused, or a preview) stands in the history as the page the form was on: Back and
   Reload then read that page again and never ask to send the form a second time. What was typed waits in this tab, for
   some minutes, and is put back there. So is what was typed when the language was switched in the middle, and what was
   sent after the session had ended, once somebody has signed in again: the page of the door (data-door) says that. */
(function () {
  "use strict";

  /** @typedef {{name: string, value: string, checked: boolean}} Typed */
  /** @typedef {{page: string, at: number, until: "back" | "sent" | "again", typed: Typed[]}} Kept `until`: when it is put
   * back: at Back or Reload, or once the page comes "again"; "sent" becomes that at the door. */
  const STORED = "corbillon.typed", STORED_MS = 10 * 60_000, LANGUAGE = "/i18n/setlang/", ACCOUNTS = "/accounts/";
  const OWN = ["csrfmiddlewaretoken", "key", "number"]; // of one page: the page read again has its own
  const { method, door } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const isAnswer = method === "POST";
  const FIELDS = "main form[method=post] :is(input, select, textarea)[name]";
  const isQuestion = document.querySelector("main form[data-carries]") !== null; // it holds what was sent, passwords too
  const sentFrom = document.referrer.startsWith(`${location.origin}/`) ? document.referrer : location.href;
  let isSent = false;

  /** @param {HTMLElement} field */
  const isKept = (field) => !field.matches("[type=file], [type=password], [type=submit]") && !OWN.includes(field.getAttribute("name") ?? "");
  /** @param {HTMLElement} field */
  const isTick = (field) => field.matches("[type=checkbox], [type=radio]");
  const listFields = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(FIELDS)].filter(isKept));
  const here = () => location.pathname + location.search;

  /** @param {Kept | null} kept */
  function write(kept) {
    try {
      if (kept) sessionStorage.setItem(STORED, JSON.stringify(kept));
      else sessionStorage.removeItem(STORED);
    } catch { /* no room: it is lost, as without this file */ }
  }

  /** @returns {Kept | null} */
  function read() {
    try {
      /** @type {Kept | null} */
      const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
      return kept && Date.now() - kept.at < STORED_MS ? kept : null;
    } catch { return null; }
  }

  /** Keep what is typed, until this page is read again. @param {Kept["until"]} until */
  function store(until = "back") {
    const typed = isQuestion ? read()?.typed ?? [] : listFields().map(({ name, value, checked }) => ({ name, value, checked }));
    write({ page: here(), at: Date.now(), until, typed });
  }

  /** Take what waits for this page out of the tab. What was sent and met no door has arrived. @param {boolean} isBack
   * @returns {Typed[]} */
  function takeStored(isBack) {
    const kept = read();
    const isHere = kept?.page === here() && (isBack || kept.until !== "back");
    if (isHere || kept?.until === "sent") write(null);
    return kept && isHere && kept.until !== "sent" ? kept.typed : [];
  }

  /** @param {boolean} isBack the page is read again, by Back or Reload */
  function putBack(isBack) {
    const typed = takeStored(isBack);
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

  if (door !== undefined) {
    const kept = read();
    if (kept?.until === "sent") write({ ...kept, until: "again" });
    return;
  }
  if (isAnswer) {
    for (const form of document.forms) form.setAttribute("action", new URL(form.getAttribute("action") ?? "", location.href).href); // those without one would go elsewhere
    for (const link of document.querySelectorAll("a[href^='?']")) link.setAttribute("href", /** @type {HTMLAnchorElement} */ (link).href);
    history.replaceState(history.state, "", sentFrom);
    window.addEventListener("pagehide", () => isSent || store());
  } else putBack(/** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0])?.type !== "navigate");
  document.addEventListener("submit", ({ target }) => {
    const form = /** @type {HTMLFormElement} */ (target), next = form.querySelector("[name=next]");
    const { pathname } = new URL(form.getAttribute("action") ?? "", location.href);
    isSent = true;
    if (pathname === LANGUAGE && next) {
      next.setAttribute("value", here());
      store("again");
    } else if (form.closest("main") && !pathname.startsWith(ACCOUNTS)) store("sent");
    else write(null);
  });
})();
