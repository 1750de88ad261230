/* The queue of this page: the one queue over this phone's store, its keys and the server. It sends at once, when the
   network comes back, when the page is looked at again, and hears when another tab has changed the store. */

import { keyOf } from "./keyring.js";
import { Queue } from "./queue.js";
import { ask } from "./server.js";
import * as store from "./store.js";

const otherTabs = "BroadcastChannel" in window ? new BroadcastChannel("corbillon.queue") : null;

export const queue = new Queue({
  store: { all: store.all, rework: store.rework },
  ask,
  keyOf,
  isOnline: () => navigator.onLine,
  tellTabs: () => otherTabs?.postMessage("changed"),
});

window.addEventListener("online", () => queue.drainSoon());
window.addEventListener("pageshow", () => queue.drainSoon());
document.addEventListener("visibilitychange", () => document.hidden || queue.drainSoon());
otherTabs?.addEventListener("message", () => queue.reload());
