/* While the keyboard covers half of the phone, the page keeps what is being typed and what it will do in sight, and puts
   all else by. It comes back before anything else can be touched. And the count of tokens, under the keyboard. */

const WITHOUT_KEYBOARD_PX = 480; // no phone shows less of a page than that while its keyboard is closed

function draw() {
  const height = window.visualViewport?.height ?? window.innerHeight;
  const types = document.activeElement?.matches("#coup .points input") ?? false;
  document.body.classList.toggle("typing", types && height < WITHOUT_KEYBOARD_PX);
}

/** The keyboard's «next» goes from fiches to jetons: it does not send the count half typed.
 * @param {KeyboardEvent & {target: HTMLElement}} event */
function goOn(event) {
  const next = event.key === "Enter" && event.target.matches(".tokens [enterkeyhint=next]") && event.target.closest(".tokens")?.querySelector("[enterkeyhint=done]");
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Who begins to count hears whose turn it is.
 * @param {Event & {target: HTMLElement}} event */
function nameCounter({ target }) {
  if (target.matches(".counting[open]")) target.querySelector("h2")?.focus();
}

document.addEventListener("keydown", goOn);
document.addEventListener("toggle", nameCounter, true);
window.visualViewport?.addEventListener("resize", draw);
document.addEventListener("focusin", draw);
document.addEventListener("focusout", draw);
