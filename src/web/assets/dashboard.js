// What the pages of an account do beyond plain links and forms.
import { element, put, say, takeFiles } from "./page.js";

// A menu ends where somebody clicks beside it, or presses Escape.
const openMenu = () => document.querySelector(":is(.dash-menu, .menu)[open]");
document.addEventListener("click", ({ target }) => {
  const menu = openMenu();
  if (menu && !menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  const menu = openMenu();
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

/** Prints the page, with all rows of a table of which it shows a part. */
async function printAll() {
  const all = document.querySelector("[data-all-rows]");
  if (all !== null) {
    try {
      const html = await (await fetch(all.href)).text();
      const whole = new DOMParser().parseFromString(html, "text/html").getElementById("pages");
      all.closest("section").replaceWith(whole.closest("section"));
    } catch {
      // The server is away: the rows that are there are printed.
    }
  }
  print();
}

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", printAll);

/** Files are dropped anywhere on a form. */
for (const zone of document.querySelectorAll("[data-zone]")) {
  const field = zone.querySelector("input[type=file]");
  takeFiles(
    zone,
    (files) => put(field, files),
    (isOver) => zone.classList.toggle("dropping", isOver),
  );
}

/** The forms open for files that are dragged over the page. Files that are dropped beside them do not replace it. */
const forms = document.querySelector("[data-drop]");
for (const name of forms ? ["dragenter", "dragover", "drop"] : []) {
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    forms.open = true;
  });
}

/** Shows the state beside the title, and says it where it is another. */
function showState(next) {
  const state = document.getElementById("state");
  if (!state || !next || state.textContent === next.textContent) return;
  state.replaceWith(next);
  say(next.textContent);
}

/** Asks again for a part of the page. */
async function update(place) {
  // A page that nobody sees asks for nothing, and one that somebody uses stays as it is.
  const isOpen = place.querySelector(":is(.confirm, .figures)[open]") !== null;
  const isUsed = isOpen || place.contains(document.activeElement) || !getSelection().isCollapsed;
  if (document.hidden || isUsed) return;
  try {
    const html = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
    const whole = new DOMParser().parseFromString(html, "text/html");
    const next = whole.getElementById(place.id);
    if (next) place.replaceWith(next);
    showState(whole.getElementById("state"));
  } catch {
    // The server is away: the next look may find it.
  }
}

/** Updates a page that shows work in progress, until all of it has ended, or that lists what is new. */
async function refresh() {
  // A loop: a function that awaits itself keeps every part that was replaced in memory.
  for (;;) {
    const place = document.querySelector("[data-refresh]");
    if (place === null) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * (place.dataset.refresh || 2)));
    await update(place);
  }
}
refresh();

/** Follows a site audit: shows its progress, and its report when it has ended. */
for (const place of document.querySelectorAll("[data-follow]")) {
  const part = (name) => place.querySelector(`[data-live="${name}"]`);
  const events = new EventSource(place.dataset.follow);
  let tenths = -1;
  events.addEventListener("progress", ({ data }) => {
    const { progress, pages, requested, waiting } = JSON.parse(data);
    const percent = `${Math.floor(100 * progress)}%`;
    part("progress").value = progress;
    part("percent").textContent = percent;
    part("pages").textContent = pages.toLocaleString("en");
    part("requested").textContent = requested.toLocaleString("en");
    part("known").textContent = (requested + waiting).toLocaleString("en");
    // Said once for each tenth.
    if (tenths === Math.floor(10 * progress)) return;
    tenths = Math.floor(10 * progress);
    say(`${percent} done, ${pages.toLocaleString("en")} pages read.`);
  });
  events.addEventListener("page", ({ data }) => {
    const { url, status } = JSON.parse(data);
    const log = part("log");
    log.hidden = false;
    log.prepend(
      element(status === null || status >= 400 ? "li.no" : "li", `${status ?? "No response"} ${url}`),
    );
    while (log.children.length > 10) log.lastChild.remove();
  });
  events.addEventListener("end", () => {
    events.close();
    location.reload();
  });
}
