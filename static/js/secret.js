/* A page whose secret (a private code, the key of a poster) stands after # in its address, where no log sees it: send it
   in the form's body, and keep it in the address, so that the page can be kept and opened again. Another secret, put into
   the address of the open page, opens the page anew. */
(function () {
  "use strict";

  window.addEventListener("hashchange", () => {
    const form = document.createElement("form"); // what an address and a method alone do: the page is asked for again
    form.action = location.pathname + location.hash;
    document.body.append(form);
    form.submit();
  });
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
