// The hall's board: the clock, and what to say when the evening's computer no longer answers.
// htmx asks for the board again and again; "304, nothing new" must leave the page as it is.
"use strict";

htmx.config.responseHandling.unshift({ code: "304", swap: false });

const clock = document.getElementById("clock");
const lost = document.getElementById("lost");
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function tick() {
  clock.textContent = hour.format(new Date());
}

tick();
setInterval(tick, 1000);
for (const silence of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.body.addEventListener(silence, () => { lost.hidden = false; });
}
document.body.addEventListener("htmx:afterOnLoad", () => { lost.hidden = true; });
