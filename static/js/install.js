/* Where the address is secure (https, or this very machine) the page also installs, and opens without network. Over
   plain http browsers give none of that, and nothing of it is tried. */

import { byId } from "./dom.js";

/** Announce the page's manifest, and register its worker. */
export function install() {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  const { worker = "", manifest } = byId("sheet").dataset;
  const link = Object.assign(document.createElement("link"), { rel: "manifest", href: manifest });
  document.head.append(link);
  navigator.serviceWorker.register(worker, { scope: "/t", updateViaCache: "none" }).catch(() => {
    // a browser told to keep nothing: the open page goes on as over plain http
  });
}
