// Search, copy buttons, languages and code that follows a form, on the pages of the docs.
import { search } from "./search.js";

/** Results that are shown while one types. */
const SHOWN = 12;

const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

// Search: the index is loaded once, with the first focus.
const form = document.querySelector("[data-docs-search]");
const input = form.querySelector("input");
const results = document.getElementById("docs-results");
let index;
let at = -1;

const loadIndex = () => {
  index ??= fetch("/docs/search.json").then((response) => response.json());
  index.catch(() => {
    index = undefined;
  });
  return index;
};

function choose(next) {
  const links = [...results.querySelectorAll("a")];
  at = links.length === 0 ? -1 : (next + links.length) % links.length;
  for (const [i, link] of links.entries()) link.classList.toggle("chosen", i === at);
  links[at]?.scrollIntoView({ block: "nearest" });
  if (links[at]) input.setAttribute("aria-activedescendant", links[at].id);
  else input.removeAttribute("aria-activedescendant");
}

async function showResults() {
  const query = input.value;
  const entries = await loadIndex();
  if (query !== input.value) return;
  const found = search(entries, query).slice(0, SHOWN);
  results.hidden = query.trim() === "";
  input.setAttribute("aria-expanded", String(!results.hidden));
  results.replaceChildren(
    ...(found.length === 0
      ? [element("p", "soft", "No results.")]
      : found.map(([title, page, url], i) => {
          const link = element("a", "", element("span", "", title), element("small", "", page));
          link.href = url;
          link.id = `docs-result-${i}`;
          link.tabIndex = -1;
          link.setAttribute("role", "option");
          return link;
        })),
  );
  if (found.length === 0) results.removeAttribute("role");
  else results.setAttribute("role", "listbox");
  choose(0);
}

const closeResults = () => {
  results.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
};

input.setAttribute("role", "combobox");
input.setAttribute("aria-expanded", "false");
input.setAttribute("aria-controls", "docs-results");
input.setAttribute("aria-autocomplete", "list");
results.setAttribute("aria-label", "Search results");
input.addEventListener("focus", loadIndex);
input.addEventListener("input", showResults);
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(at + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Escape") {
    closeResults();
  } else if (event.key === "Enter") {
    const link = results.querySelectorAll("a")[at];
    if (!results.hidden && link) {
      event.preventDefault();
      closeResults();
      link.click();
    }
  }
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) closeResults();
});

// The entry of the page is in sight, however long the sidebar is.
const nav = document.querySelector(".docs-nav");
const current = nav.querySelector("[aria-current]");
if (current) nav.scrollTop = current.offsetTop - nav.offsetTop - nav.clientHeight / 2;

// A link to a field opens the parts that contain it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let outer = target; outer; outer = outer.parentElement?.closest("details")) {
    if (outer.tagName === "DETAILS") outer.open = true;
  }
  target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
if (location.hash !== "") openTarget();

// One language for all code.
const LANGUAGE = "docs-language";

function useLanguage(language) {
  for (const radio of document.querySelectorAll(`[data-code-tabs] input[value="${CSS.escape(language)}"]`)) {
    radio.checked = true;
  }
}
try {
  const language = localStorage.getItem(LANGUAGE);
  if (language !== null) useLanguage(language);
} catch {
  // Storage may be blocked: then the choice holds for this page.
}
document.addEventListener("change", (event) => {
  const radio = event.target.closest("[data-code-tabs] input[type=radio]");
  if (radio === null) return;
  useLanguage(radio.value);
  try {
    localStorage.setItem(LANGUAGE, radio.value);
  } catch {
    // As above.
  }
});

// Code that follows the form of its operation. Names of files are sent, not files.
const waiting = new WeakMap();
const turns = new WeakMap();

async function writeCode(source) {
  const { api, operation } = source.dataset;
  const tabs = document.querySelector(`[data-code-tabs="${CSS.escape(`${api}-${operation}`)}"]`);
  if (tabs === null) return;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(source)) {
    const text = value instanceof File ? value.name : value;
    if (text !== "" && source.elements[name]?.type !== "password") fields.append(name, text);
  }
  const turn = (turns.get(source) ?? 0) + 1;
  turns.set(source, turn);
  try {
    const response = await fetch(`/docs/code/${api}/${operation}`, { method: "POST", body: fields });
    if (!response.ok || turns.get(source) !== turn) return;
    for (const [language, html] of Object.entries(await response.json())) {
      const code = tabs.querySelector(`[data-language="${CSS.escape(language)}"] pre > code`);
      // Escaped and highlighted by the server.
      if (code !== null) code.innerHTML = html;
    }
  } catch {
    // Without a connection the code stays as it is.
  }
}

const followForm = (event) => {
  const source = event.target.closest("[data-console]");
  if (source === null) return;
  clearTimeout(waiting.get(source));
  waiting.set(
    source,
    setTimeout(() => writeCode(source), 250),
  );
};
document.addEventListener("input", followForm);
document.addEventListener("change", followForm);

// Copy buttons: the clipboard exists only on https and localhost.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy-code]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy-code]");
    if (button === null) return;
    await navigator.clipboard.writeText(button.closest(".snippet").querySelector("pre").textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
}
