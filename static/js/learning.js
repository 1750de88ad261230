/* A card tried in a lesson: judged in place. The links do the same without this file. */
"use strict";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.pick");
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of ["verdict", "on"]) {
      const place = document.getElementById(name);
      place.replaceChildren(...page.getElementById(name).childNodes);
    }
    document.querySelector("a.pick[aria-current]")?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    history.replaceState(null, "", link.href);
    document.getElementById("verdict").focus();
  } catch {
    location.assign(link.href);
  }
});
