/* Names are found by plain letters: the same folding as the program's own (scoring/letters.py), for the lists that a page
   searches by itself. */
(function () {
  "use strict";

  /** Letters that Unicode does not take apart into a plain one and its signs.
   * @type {Record<string, string>} */
  const UNDECOMPOSED = {
    œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ĸ: "k", ŀ: "l",
    ɨ: "i", ə: "e", ƒ: "f", "’": "'", ʼ: "'", "‘": "'", ß: "ss",
  };

  /** The text in small letters, those of the list written plainly.
   * @param {string} text */
  const writePlainly = (text) => text.toLowerCase().replace(/\P{ASCII}/gu, (letter) => UNDECOMPOSED[letter] ?? letter);

  globalThis.foldLetters = (text) => writePlainly(writePlainly(text).normalize("NFKD").replace(/\p{M}/gu, ""));
})();
