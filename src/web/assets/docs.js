// Search, the sidebar and links to fields, on the pages of the docs.
import "./code.js";
import { byId, element, say } from "./page.js";
import { find } from "./search.js";

/** Results of each group that are shown while one types. */
const SHOWN = 3;

// Search: the index is loaded once, with the first focus.
const form = document.querySelector("[data-docs-search]");
const input = form.querySelector("input");
const results = byId("docs-results");
const nothing = byId("docs-no-results");
let index;
let at = -1;
let searches = 0;

const loadIndex = () => {
  index ??= fetch("/docs/search.json").then((response) => response.json());
  index.catch(() => {
    index = undefined;
  });
  return index;
};

function choose(next) {
  const links = [...results.querySelectorAll("[role=option]")];
  at = links.length === 0 ? -1 : (next + links.length) % links.length;
  for (const [i, link] of links.entries()) {
    link.classList.toggle("chosen", i === at);
    link.setAttribute("aria-selected", String(i === at));
  }
  // The heading of the first group comes into sight with its first result.
  if (at === 0) results.scrollTop = 0;
  else links[at]?.scrollIntoView({ block: "nearest" });
  if (links[at]) input.setAttribute("aria-activedescendant", links[at].id);
  else input.removeAttribute("aria-activedescendant");
}

const marked = (parts) =>
  parts.map(([part, isMatch]) => (isMatch ? element("mark", part) : document.createTextNode(part)));

function option(selector, href, ...children) {
  const link = Object.assign(element(selector, ...children), { href, tabIndex: -1 });
  link.setAttribute("role", "option");
  return link;
}

/** A group of results with its heading. */
function groupOf([name, entries], { mark, textOf }) {
  const id = `docs-results-${name.replace(" ", "-")}`;
  const links = entries.slice(0, SHOWN).map((entry) => {
    const [title, page, url] = entry;
    const text = textOf(entry);
    return option(
      "a",
      url,
      element("span.found-title", ...marked(mark(title))),
      element("small", ...marked(mark(page))),
      text === "" ? undefined : element("span.found-text", ...marked(mark(text))),
    );
  });
  const group = element("div", Object.assign(element("p.docs-group-name", name), { id }), ...links);
  group.setAttribute("role", "group");
  group.setAttribute("aria-labelledby", id);
  return group;
}

async function showResults() {
  const query = input.value;
  const current = ++searches;
  const entries = await loadIndex().catch(() => undefined);
  // Without the index, Enter leads to the page of results. Results that come after the next letter, Enter or Escape stay closed.
  if (entries === undefined || current !== searches) return;
  const found = find(entries, query);
  const count = found.entries.length;
  const all = `/docs/search?${new URLSearchParams({ q: query })}`;
  const isNone = count === 0;
  results.hidden = query.trim() === "";
  input.setAttribute("aria-expanded", String(!results.hidden && !isNone));
  results.replaceChildren(
    ...(isNone
      ? [nothing.content.cloneNode(true)]
      : [
          ...found.groups.map((group) => groupOf(group, found)),
          option("a.docs-all", all, `Show all ${count === 1 ? "results" : `${count} results`}`),
        ]),
  );
  for (const [i, link] of results.querySelectorAll("[role=option]").entries()) link.id = `docs-result-${i}`;
  if (isNone) results.removeAttribute("role");
  else results.setAttribute("role", "listbox");
  results.scrollTop = 0;
  if (!results.hidden) say(isNone ? "No results" : count === 1 ? "1 result" : `${count} results`);
  choose(0);
}

const closeResults = () => {
  searches++;
  results.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
};

input.setAttribute("role", "combobox");
input.setAttribute("aria-expanded", "false");
input.setAttribute("aria-controls", "docs-results");
input.setAttribute("aria-autocomplete", "list");
results.setAttribute("aria-label", "Search results");
input.addEventListener("focus", () => {
  loadIndex();
  if (results.hidden) showResults();
});
input.addEventListener("input", showResults);
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (results.hidden) showResults();
    else choose(at + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Escape") {
    // Browsers empty the field: the first press closes the results only.
    if (!results.hidden) event.preventDefault();
    closeResults();
  } else if (event.key === "Enter") {
    const link = results.hidden ? undefined : results.querySelectorAll("[role=option]")[at];
    closeResults();
    if (link) {
      event.preventDefault();
      link.click();
    }
  }
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
  const isSlash = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isSlash && !(event.key === "k" && (event.ctrlKey || event.metaKey))) return;
  event.preventDefault();
  input.focus();
  input.select();
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) closeResults();
});
form.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget !== null && !form.contains(relatedTarget)) closeResults();
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

/** Marks the last part that begins above the upper fifth of the screen; at the foot of the page, the one that was linked to. */
function followReader() {
  const topOf = (place) => place.getBoundingClientRect().top;
  const isFoot = innerHeight + scrollY > document.documentElement.scrollHeight - 2;
  const next = isFoot
    ? (places.find((place) => `#${place.id}` === location.hash && topOf(place) >= 0) ?? places.at(-1))
    : places.findLast((place) => topOf(place) < innerHeight / 5);
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
  addEventListener("hashchange", followReader);
  followReader();
}

// A link to a field opens the parts that contain it.
function openTarget() {
  // Decodes what it can, as browsers do: `decodeURIComponent` rejects "100%". No ID has "+" or "&".
  const target = byId(new URLSearchParams(`id=${location.hash.slice(1)}`).get("id"));
  if (target === null) return;
  for (let outer = target; outer; outer = outer.parentElement?.closest("details")) {
    if (outer.tagName === "DETAILS") outer.open = true;
  }
  target.scrollIntoView();
}
addEventListener("hashchange", openTarget);
if (location.hash !== "") openTarget();
