/* The form of a coup under the finger: which script brings which game's form to life, one line a game.
   Who takes what and what does not add up comes from the server (`foresight` asks it); nothing is scored here. */

import { enliven as briscan } from "./coup_briscan.js";
import { enliven as briscola } from "./coup_briscola.js";
import { enliven as brusquembille } from "./coup_brusquembille.js";
import { enliven as chiamata } from "./coup_chiamata.js";
import { enliven as tricks } from "./coup_tricks.js";

const GAMES = { brusquembille, briscan, briscola, chiamata, tricks };

/** Bring the form to life; `changed(computed)` is called whenever something was said, with the names of the inputs that
    the page filled by itself. Gives back {paint}, which shows the form as its inputs say. */
export function enliven(form, computed, changed) {
  return GAMES[form.dataset.game](form, computed, changed);
}
