/* Does the page have a screen's room for its letters? Where they are large beside it (a reader's own size), or it is low (a
   phone held across), nothing may stand at the foot of the screen: it would cover what is read. `flow` on the page says so;
   `large` says that letters are the reason. */

const LEAST_REM = { width: 18, height: 30 };

const letter = document.createElement("i"); // as wide as a letter is high: its width tells of any change of size
Object.assign(letter.style, { position: "absolute", width: "1rem", visibility: "hidden" });

function draw() {
  const rem = letter.getBoundingClientRect().width;
  const { clientWidth, classList } = document.documentElement;
  const isLarge = clientWidth < LEAST_REM.width * rem;
  classList.toggle("large", isLarge);
  classList.toggle("flow", isLarge || window.innerHeight < LEAST_REM.height * rem);
}

document.body.append(letter);
window.addEventListener("resize", draw);
new ResizeObserver(draw).observe(letter);
