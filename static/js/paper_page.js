/* A page of the desk with grids of paper sheets. */

import { restoreTyped, saveTyped } from "./half_typed.js";
import { current } from "./keyring.js";
import { startPaper } from "./paper.js";

startPaper({ current, restoreTyped, saveTyped });
