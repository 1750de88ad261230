// The hall's board and a player's own page: the clock, and what to say when the evening's computer no longer answers.
// htmx asks for the part that changes again and again; "304, nothing new" must leave the page as it is.
"use strict";

htmx.config.responseHandling.unshift({ code: "304", swap: false });
htmx.config.timeout = 6000;

const clock = document.getElementById("clock");
const lost = document.getElementById("lost");
const polled = `id="${document.querySelector("[hx-get]").id}"`;
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Is this the evening's computer? Something else at its address may answer, and gladly. */
const ours = ({ status, responseText }) => status === 304 || (status < 400 && responseText.includes(polled));

function tick() {
  clock.textContent = hour.format(new Date());
}

if (clock) {
  tick();
  setInterval(tick, 1000);
}
for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.body.addEventListener(silence, () => { lost.hidden = false; });
}
document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap &&= ours(event.detail.xhr); });
document.body.addEventListener("htmx:afterOnLoad", (event) => { lost.hidden = ours(event.detail.xhr); });
