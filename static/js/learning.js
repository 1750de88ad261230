/* A card tried in a lesson: judged in place. The links do the same without this file. */
import { byId, find } from "./dom.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.pick");
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of ["verdict", "on"]) byId(part).replaceChildren(...find(page, `#${part}`).childNodes);
    document.querySelector("a.pick[aria-current]")?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    history.replaceState(null, "", link.href);
    byId("verdict").focus({ preventScroll: true });
    byId("verdict").scrollIntoView({ block: "nearest" });
  } catch {
    location.assign(link.href);
  }
});
