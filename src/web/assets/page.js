// What the pages do beyond plain links and forms. Every form works without it.
const byId = (id) => document.getElementById(id);
const said = byId("said");

/** Says something to those who listen instead of looking. */
const say = (text) => {
  said.textContent = text;
};

const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

/** A body shown a member a line, as the server shows it. */
const shown = (body) =>
  element("code", "body", ...body.split(/(?<=,)(?=")/).map((line) => element("span", "", line)));

const failed = (where) => {
  where.replaceChildren(element("span", "no", "No answer came. Check the connection and try again."));
};

async function make(form, button) {
  const out = byId(form.dataset.make);
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const copy = document.querySelector(`[data-copy="${out.id}"]`);
  copy.disabled = true;
  try {
    const answer = await fetch(`${action}?${new URLSearchParams(new FormData(form))}`);
    const body = await answer.json();
    if (!answer.ok) return out.replaceChildren(element("span", "no", body.detail));
    const list = body.map((uuid) => {
      const link = element("a", "", uuid);
      link.href = `/?uuid=${uuid}#read`;
      return link;
    });
    out.replaceChildren(element("span", "list", ...list));
    copy.disabled = false;
  } catch {
    failed(out);
  }
}

let readings = 0;

/** Reads a UUID: fetches the page that would have come, and takes the reading out of it. */
async function read(uuid) {
  const address = `/?${new URLSearchParams({ uuid })}`;
  const place = byId("reading");
  const turn = ++readings;
  try {
    const html = await (await fetch(address)).text();
    // An answer that was overtaken by the next one is not shown over it.
    if (turn !== readings) return;
    const next = new DOMParser().parseFromString(html, "text/html").getElementById("reading");
    const verdict = place.querySelector("output");
    const nextVerdict = next.querySelector("output");
    // The output itself stays: a live region that is replaced is not read out.
    verdict.className = nextVerdict.className;
    verdict.textContent = nextVerdict.textContent;
    nextVerdict.remove();
    while (verdict.nextSibling) verdict.nextSibling.remove();
    verdict.after(...next.childNodes);
    history.replaceState(null, "", `${address}#read`);
  } catch {
    failed(place.querySelector("output"));
  }
}

async function run(link) {
  const out = byId(link.dataset.run);
  try {
    const answer = await fetch(link.href);
    out.replaceChildren(shown(await answer.text()));
  } catch {
    failed(out);
  }
}

async function copy(button) {
  const label = button.textContent;
  const from = byId(button.dataset.copy);
  const items = [...from.querySelectorAll("a")];
  await navigator.clipboard.writeText(
    items.length === 0 ? from.textContent : items.map((item) => item.textContent).join("\n"),
  );
  button.textContent = "Copied";
  say("Copied");
  setTimeout(() => {
    button.textContent = label;
    say("");
  }, 1500);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.make) {
    event.preventDefault();
    make(form, event.submitter);
  } else if (form.dataset.read) {
    event.preventDefault();
    read(new FormData(form).get("uuid"));
  }
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-run]");
  const made = event.target.closest("#made a");
  const button = event.target.closest("[data-copy]");
  if (link) {
    event.preventDefault();
    run(link);
  } else if (made) {
    event.preventDefault();
    byId("uuid").value = made.textContent;
    read(made.textContent);
    byId("read").scrollIntoView();
  } else if (button) {
    copy(button);
  }
});

// Pages of the account mark who is signed in, for the link to the account of every other page.
const account = document.querySelector("[data-account]");
try {
  if (account?.dataset.account === "signed-in") localStorage.setItem("signed-in", "1");
  if (account?.dataset.account === "/signup") localStorage.removeItem("signed-in");
  if (account && localStorage.getItem("signed-in") !== null) account.textContent = "Account";
} catch {
  // Storage may be blocked: then the link leads to the account as well.
}

// Two pictures become one with a slider between them.
for (const compare of document.querySelectorAll("[data-compare]")) {
  const slide = compare.querySelector(".slide");
  const range = compare.querySelector("input");
  const show = () => {
    compare.style.setProperty("--at", `${range.value}%`);
    range.setAttribute("aria-valuetext", `${range.value}% before, ${100 - range.value}% after`);
  };
  compare.classList.add("sliding");
  slide.hidden = false;
  range.addEventListener("input", show);
  show();
}

// The clipboard is there on https and on localhost only.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

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
      element("li", status === null || status >= 400 ? "no" : "", `${status ?? "No response"} ${url}`),
    );
    while (log.children.length > 10) log.lastChild.remove();
  });
  events.addEventListener("end", () => {
    events.close();
    location.reload();
  });
}
