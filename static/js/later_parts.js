/* What is needed by the parts that are made when they are opened (`later.js`), fetched once the page is there: a phone that
   loses its network before it opens them has their styles and scripts. */

/** @import { TablePage } from "./types.d.ts" */

const AGAIN_MS = 20_000;

/** @param {Pick<TablePage, "sheet">} page */
export function startLaterParts({ sheet }) {
  sheet.addEventListener("prepared", () => {
    const text = sheet.querySelector("script[data-later]")?.textContent ?? sheet.innerHTML; // opened before this script came
    for (const [, address] of text.matchAll(/rel="stylesheet" href="([^"]+)"/g)) addStyles(address);
    for (const [, address] of text.matchAll(/data-script="([^"]+)"/g)) import(address).catch(() => {}); // its form asks again
  });
}

/** Add a style sheet to the page, once; one that does not come is asked for again.
 * @param {string} href */
function addStyles(href) {
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  link.addEventListener("error", () => {
    link.remove();
    setTimeout(addStyles, AGAIN_MS, href);
  });
  document.head.append(link);
}
