/* The page's program, kept on this phone so that it opens without network. It keeps no sheet and no answer of a table:
   the page itself shows the last sheet it saw, and says of when it is. A new program is a new worker: it fetches its own
   files, takes over at once and throws the old ones away; what waits to be written lies in IndexedDB, which it never
   touches. */

const PROGRAM = "{{ program }}";
const KEPT = `corbillon-${PROGRAM}`;
const SHELL = "{{ shell }}";
const STATIC = "{{ static }}";
const FILES = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const LATE = ["games/score_", "js/table_extras"].map((start) => STATIC + start); // kept once fetched
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

async function fill() {
  const kept = await caches.open(KEPT);
  await kept.addAll([SHELL, ...FILES].map((url) => new Request(url, { cache: "no-cache" })));
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("corbillon-") && name !== KEPT).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === SHELL) event.respondWith(fresh(request, SHELL));
  else if (LATE.some((start) => pathname.startsWith(start))) event.respondWith(fresh(request, request.url).then((answer) => keep(request, answer)));
  else if (pathname.startsWith(STATIC)) event.respondWith(fresh(request, request.url));
});

async function keep(request, answer) {
  await (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

/** From the network; what is kept, where that fails or is slow. */
async function fresh(request, name) {
  const asked = fetch(request).then((answer) => (answer.ok || answer.type === "opaqueredirect" ? answer : Promise.reject(new Error(answer.status))));
  const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([asked.catch(() => null), slow.then(() => null)]);
  if (first) return first;
  const kept = await (await caches.open(KEPT)).match(name);
  return kept ?? asked;
}
