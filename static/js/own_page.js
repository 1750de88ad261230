/* A player's own page while it is open: when his place changes, as a round is published, it rings, vibrates and says so in
   its title. Browsers let a page sound once it has been touched. It asks for nothing itself: the page's polls bring the news. */

import { CALLED, signal, wake } from "./signals.js";

const title = document.title;
const place = () => document.getElementById("now")?.dataset.place ?? "";
let known = place();

for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake, { once: true });
document.addEventListener("htmx:afterSettle", () => {
  const now = place();
  if (now === known) return;
  known = now;
  const words = document.querySelector("#now .where");
  document.title = now && words ? `${words.textContent?.trim()} · ${title}` : title;
  if (!now) return;
  signal(CALLED);
  document.body.dataset.rang = now;
});
