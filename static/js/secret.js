/* A page whose secret (a private code, the key of a poster) stands after # in its address, where no log sees it: send it
   in the form's body, and keep it in the address, so that the page can be kept and opened again. */
(function () {
  "use strict";

  const secret = location.hash.slice(1);
  if (!secret) return;
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-secret]"))) {
    form.action += `#${secret}`;
    if (form.dataset.secret !== "send") continue;
    const code = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=code]"));
    if (!code) continue;
    code.value = decodeURIComponent(secret);
    form.submit();
  }
})();
