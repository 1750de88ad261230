/* While the keyboard covers half of the phone, the page keeps what is being typed and what it will do in sight, and puts
   all else by. It comes back before anything else can be touched. */

const WITHOUT_KEYBOARD_PX = 480; // no phone shows less of a page than that while its keyboard is closed

function draw() {
  const height = window.visualViewport?.height ?? window.innerHeight;
  const isAcross = window.innerWidth > window.innerHeight; // a phone held so is as low without a keyboard, and the page's own digits serve it
  const types = document.activeElement?.matches(`#coup .points input${isAcross ? ":not([inputmode=none])" : ""}`) ?? false;
  document.body.classList.toggle("typing", types && height < WITHOUT_KEYBOARD_PX);
}

/* a number is typed anew wherever it is touched: between its digits, nobody would see the next one land */
document.addEventListener("click", ({ target }) => {
  if (target.matches("#sheet input:is([inputmode=numeric], [inputmode=none])")) /** @type {HTMLInputElement} */ (target).select();
});

window.visualViewport?.addEventListener("resize", draw);
document.addEventListener("focusin", draw);
document.addEventListener("focusout", draw);
