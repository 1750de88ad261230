/* Texts to send on: copied by one press, or given to the phone's own way of sending. Over plain http a browser has
   neither, and the text is selected and copied as by hand. */
(function () {
  "use strict";

  for (const block of document.querySelectorAll("[data-share]")) {
    const text = /** @type {HTMLTextAreaElement} */ (block.querySelector("textarea"));
    const copy = /** @type {HTMLElement} */ (block.querySelector("[data-copy]"));
    const send = /** @type {HTMLElement} */ (block.querySelector("[data-send]"));
    const done = /** @type {HTMLElement} */ (block.querySelector("[data-done]"));
    copy.hidden = false;
    send.hidden = !("share" in navigator);
    copy.addEventListener("click", async () => {
      text.select();
      const isCopied = navigator.clipboard
        ? await navigator.clipboard.writeText(text.value).then(() => true, () => false)
        : document.execCommand("copy");
      done.hidden = !isCopied;
    });
    send.addEventListener("click", () => navigator.share({ text: text.value }).catch(() => {})); // whoever changes his mind
  }
})();
