/* Passkeys: says on the page that the browser gave none, where the scripts of the accounts' package only log it. */
(function () {
  "use strict";

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    for (const part of document.querySelectorAll("[data-passkey-trouble]")) part.hidden = false;
  });
})();
