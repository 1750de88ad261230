/* The organiser's pages: small comforts. Every page works without this file. */
(function () {
  "use strict";

  for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
  for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());

  /* A double click sends a form once: until the next page is there, or this one is shown again. */
  /** @type {Set<HTMLFormElement>} */
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), 5000);
  });
  window.addEventListener("pageshow", () => sent.clear());

  /* A form that came back refused opens on what is wrong: the list of all faults, whose links lead to the fields; on a
     page without one, the field, else the sentence that says why. */
  const isRefused = /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0])?.responseStatus === 422;
  const isShown = /** @param {Element} one */ (one) => !one.closest("[hidden]");
  /** @param {string} what */
  const findShown = (what) => /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll(what)].find(isShown));
  const wrongFields = "main :is([aria-invalid=true], .bad :is(input, select, textarea))";
  const fault = isRefused && (findShown("main .faults") ?? findShown(wrongFields) ?? findShown("main :is(.error, [role=alert])"));
  if (fault) {
    for (const wrong of [fault, ...document.querySelectorAll(wrongFields)]) {
      for (let part = wrong.closest("details"); part; part = part.parentElement?.closest("details") ?? null) part.open = true;
    }
    if (!fault.matches("input, select, textarea")) fault.tabIndex = -1;
    fault.focus({ preventScroll: true });
    (fault.closest(".field") ?? fault).scrollIntoView({ block: "center" });
  }

  /* What the figures of all players make together, while they are typed. */
  for (const sum of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sum-of]"))) {
    const inputs = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(`[data-adds-to="${sum.dataset.sumOf}"]`)]);
    const drawSum = () => {
      const numbers = inputs.map((input) => Number.parseInt(input.value.replace("−", "-"), 10));
      const typed = numbers.reduce((all, number) => all + (number || 0), 0);
      const least = inputs.reduce((all, input, place) => all + (Number.isNaN(numbers[place]) ? Number(input.dataset.low) : numbers[place]), 0);
      const over = least > Number(sum.dataset.total);
      sum.classList.toggle("error", over);
      for (const input of inputs) input.classList.toggle("over", over && Number.parseInt(input.value, 10) > 0);
      sum.textContent = (sum.dataset.words ?? "").replace("{n}", String(typed).replace("-", "−"));
    };
    for (const input of inputs) input.addEventListener("input", drawSum);
    drawSum();
  }

  /* A list of people to tick: the box above it hides the names that do not match; what is ticked is counted. */
  /** @param {HTMLElement} picker */
  function preparePicker(picker) {
    const listRows = () => [...picker.querySelectorAll("li")];
    const filter = /** @type {HTMLInputElement | null} */ (picker.querySelector("[data-filter]"));
    const count = /** @type {HTMLElement | null} */ (picker.querySelector("[data-count]"));
    const typed = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(picker.dataset.adds ?? ""));
    const drawCount = () => {
      if (!count) return;
      const boxes = picker.querySelectorAll("li:not([data-typed]) input:checked:is([type=checkbox], [value=present])").length;
      const names = (typed?.value ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
      const n = boxes + names.length;
      const unit = /** @type {HTMLElement | null} */ (count.nextElementSibling);
      for (const part of unit ? [count, unit] : [count]) {
        const { none = "", one = "", many = "" } = part.dataset;
        part.textContent = n === 0 ? none : n === 1 ? one : many.replace("{n}", String(n));
      }
      const unsaved = /** @type {HTMLElement | null} */ (picker.querySelector("[data-unsaved]"));
      if (unsaved) unsaved.hidden = ![...picker.querySelectorAll("li input")].some((box) => box.checked !== box.defaultChecked);
      const mix = /** @type {HTMLElement | null} */ (document.querySelector("[data-mixes]"));
      if (mix) mix.textContent = JSON.parse(mix.dataset.mixes ?? "[]")[n] ?? "";
      const twice = /** @type {HTMLElement | null} */ (picker.querySelector("[data-twice]"));
      const same = names.find((name, k) => names.indexOf(name) < k);
      if (twice) twice.hidden = !same;
      if (twice) twice.textContent = same ? (twice.dataset.twice ?? "").replace("{name}", same) : "";
      const asked = n > 0 && typed?.defaultValue === "" ? typed.closest(".field.bad") : null; // nobody was chosen; somebody is now
      asked?.querySelector(".error")?.remove();
      if (asked) document.querySelector(`.faults:has([href="#${typed?.id}"])`)?.remove();
      asked?.classList.remove("bad");
    };
    const own = picker.closest("form");
    let isKept = false; // what is sent is no loss
    own?.addEventListener("submit", () => { isKept = true; });
    addEventListener("beforeunload", (event) => {
      if (!isKept && picker.querySelector("[data-unsaved]:not([hidden])")) event.preventDefault();
    });
    picker.addEventListener("input", drawCount);
    picker.addEventListener("change", drawCount);
    drawCount();
    picker.querySelector("[data-ticks]")?.addEventListener("click", (event) => {
      event.preventDefault();
      const wanted = /** @type {HTMLElement} */ (event.currentTarget).dataset.ticks?.split(" ") ?? [];
      for (const box of picker.querySelectorAll("li input")) box.checked ||= wanted.includes(box.value);
      drawCount();
    });
    for (const button of picker.querySelectorAll("[data-choose]")) {
      button.addEventListener("click", () => {
        for (const box of picker.querySelectorAll("li input[value=expected]:checked")) {
          const chosen = /** @type {HTMLInputElement | null | undefined} */ (box.closest("li")?.querySelector(`[value=${button.dataset.choose}]`));
          if (chosen) chosen.checked = true;
        }
        drawCount();
      });
    }
    if (filter) prepareFilter(picker, filter, listRows, typed);
  }

  /** The name on a row, in small letters without accents.
   * @param {HTMLElement} row */
  const nameOn = (row) => foldLetters((row.querySelector("bdi") ?? row).textContent.trim());

  /** Typing hides the names that do not match. Enter ticks the one that is left; where none is, it adds the name.
   * @param {HTMLElement} picker
   * @param {HTMLInputElement} filter
   * @param {() => HTMLElement[]} listRows
   * @param {HTMLTextAreaElement | null} typed */
  function prepareFilter(picker, filter, listRows, typed) {
    const draw = () => {
      const words = foldLetters(filter.value).split(/\s+/); // in any order: a list may begin with the family name
      for (const row of listRows()) row.hidden = !words.every((word) => nameOn(row).includes(word));
    };
    /** @param {string} key @param {string} name */
    const say = (key, name) => {
      const said = /** @type {HTMLElement | null} */ (picker.querySelector("[data-said]"));
      if (said) said.textContent = (said.dataset[key] ?? "").replace("{name}", name);
    };
    filter.addEventListener("input", draw);
    filter.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const name = filter.value.trim();
      const seen = listRows().filter((row) => !row.hidden);
      const same = seen.filter((row) => nameOn(row) === foldLetters(name));
      const box = (same[0] ?? (seen.length === 1 ? seen[0] : null))?.querySelector("input");
      if (!name || (!box && (seen.length || !typed))) return;
      if (box && !box.checked) box.click();
      if (!box && typed) addTyped(picker, typed, name);
      say(box ? "ticked" : "added", box ? (box.closest("li")?.querySelector("bdi")?.textContent.trim() ?? name) : name);
      filter.value = "";
      draw();
    });
  }

  /** A name that the list does not have: a line of the field for new names, and a row that takes it out again.
   * @param {HTMLElement} picker
   * @param {HTMLTextAreaElement} typed
   * @param {string} name */
  function addTyped(picker, typed, name) {
    const list = /** @type {HTMLElement} */ (picker.querySelector(".picks"));
    const row = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (list.querySelector("li")).cloneNode(true));
    const box = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    const label = /** @type {HTMLLabelElement} */ (row.querySelector("label"));
    box.id = label.htmlFor = `typed-${list.children.length}`;
    box.removeAttribute("name");
    box.checked = true;
    row.dataset.typed = "yes";
    /** @type {HTMLElement} */ (label.querySelector("bdi")).textContent = name;
    const tag = document.createElement("span");
    tag.className = "tag go";
    tag.textContent = list.dataset.new ?? "";
    label.append(" ", tag);
    box.addEventListener("change", () => {
      const lines = typed.value.split("\n").filter((line) => line.trim() !== name);
      typed.value = (box.checked ? [...lines, name] : lines).join("\n");
    });
    typed.value = [...typed.value.split("\n").filter((line) => line.trim()), name].join("\n");
    list.prepend(row);
    picker.dispatchEvent(new Event("change"));
  }
  for (const picker of document.querySelectorAll("[data-picker]")) preparePicker(picker);
})();
