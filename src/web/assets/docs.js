// Search, the sidebar and links to fields, on the pages of the docs.
import "./code.js";
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

// The sidebar and the table of contents follow the part of the page that is read.
const places = [...document.querySelectorAll(".reference[id], .guide h2[id]")];
const marks = new Map(
  places.map((place) => [
    place,
    document.querySelectorAll(
      `.docs-nav a[href="${CSS.escape(location.pathname)}\\#${CSS.escape(place.id)}"], .docs-contents a[href="\\#${CSS.escape(place.id)}"]`,
    ),
  ]),
);
let read;

/** Marks the last part that begins above the upper fifth of the screen. */
function followReader() {
  const next = places.findLast((place) => place.getBoundingClientRect().top < innerHeight / 5);
  if (next === read) return;
  for (const link of marks.get(read) ?? []) link.removeAttribute("aria-current");
  for (const link of marks.get(next) ?? []) {
    link.setAttribute("aria-current", "location");
    const { offsetTop } = link;
    const isInView = offsetTop > nav.scrollTop && offsetTop < nav.scrollTop + nav.clientHeight - 40;
    if (nav.contains(link) && !isInView) nav.scrollTop = offsetTop - nav.clientHeight / 2;
  }
  read = next;
}
if (places.length > 0) {
  addEventListener("scroll", followReader, { passive: true });
  followReader();
}

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
