/* A coup card by card at the desk: the picture of the pack writes into the fields, which can be typed in as well. */

import { enliven } from "./coup_tricks.js";
import { foresee } from "./foresight.js";

const form = document.querySelector(".fan").closest("form");
const read = () => foresee(form, () => ({}));
enliven(form, [], read).paint();
read();
