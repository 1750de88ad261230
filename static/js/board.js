// The hall's board and a player's own page: the clock, and what to say when the evening's computer no longer answers.
// htmx asks for the part that changes again and again; "304, nothing new" must leave the page as it is.
"use strict";

htmx.config.responseHandling.unshift({ code: "304", swap: false });
htmx.config.timeout = 6000;

const clock = document.getElementById("clock");
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
const polled = `id="${document.querySelector("[hx-get]")?.id}"`;
const zone = clock?.dataset.zone;
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });

/** Did the evening's computer answer? Something else at its address may answer, and gladly.
 * @param {XMLHttpRequest} answer */
const isOurs = ({ status, responseText }) => status === 304 || (status < 400 && responseText.includes(polled));

/** The club's town, where its clock is not that of whoever reads. */
const elsewhere = zone && new Date().toLocaleString("en", { timeZone: zone }) !== new Date().toLocaleString("en")
  ? ` (${clock?.dataset.town})` : "";

function drawClock() {
  if (clock) clock.textContent = hour.format(new Date()) + elsewhere;
}

drawClock();
document.body.addEventListener("htmx:afterRequest", drawClock); // answered or not: a timer of its own would wake the phone between polls
for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.body.addEventListener(silence, () => { lost.hidden = false; });
}
document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap &&= isOurs(event.detail.xhr); });
document.body.addEventListener("htmx:afterOnLoad", (event) => { lost.hidden = isOurs(event.detail.xhr); });
