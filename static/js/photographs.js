/* Photographs of filled sheets, on the page that reads them: each is made as small as reading allows and sent by itself, and
   what it gave is said while the next is read. Without this script the form sends them as they are. */

import { find } from "./dom.js";

const LONGEST = 2800; // pixels of the long side: some nine for a millimetre of an A4
const QUALITY = 0.85;
const form = /** @type {HTMLFormElement} */ (find(document, "[data-photos]"));
const said = find(document, "[data-reading]");
/** @type {File[]} */
const queue = [];
let done = 0;

/** The picture in a size that is quick to send; a PDF, or what this browser cannot open, as it is.
 * @param {File} file
 * @returns {Promise<Blob>} */
async function shrink(file) {
  if (!file.type.startsWith("image/")) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const factor = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = Object.assign(document.createElement("canvas"), { width: picture.width * factor, height: picture.height * factor });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", QUALITY));
}

/** Send one file, and show what the page says of it.
 * @param {File} file */
async function send(file) {
  const picture = await shrink(file);
  if (picture.size > Number(said.dataset.most)) {
    const line = Object.assign(document.createElement("li"), { textContent: `${file.name}: ${said.dataset.tooLong}` });
    line.dataset.read = "no";
    find(document, "[data-lines]").prepend(line);
    return;
  }
  const body = new FormData();
  body.set("csrfmiddlewaretoken", /** @type {HTMLInputElement} */ (find(form, "[name=csrfmiddlewaretoken]")).value);
  body.set("photo", picture, file.name);
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  find(document, "[data-lines]").prepend(...page.querySelectorAll("[data-lines] > li"));
  find(document, "[data-waiting]").replaceWith(find(page, "[data-waiting]"));
}

/** @param {FileList | null} files */
async function read(files) {
  const waits = queue.length > 0;
  queue.push(...(files ?? []));
  if (waits) return;
  for (done = 0; queue.length; queue.shift()) {
    done += 1;
    said.textContent = (said.dataset.words ?? "").replace("{n}", String(done)).replace("{all}", String(done + queue.length - 1));
    const isSent = await send(queue[0]).then(() => true, () => false);
    if (!isSent) {
      said.textContent = said.dataset.trouble ?? "";
      queue.length = 0;
      return;
    }
  }
  said.textContent = "";
}

for (const part of form.querySelectorAll("[data-without-script]")) /** @type {HTMLElement} */ (part).hidden = true;
form.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== "file") return;
  const { files } = target;
  await read(files);
  target.value = "";
});
