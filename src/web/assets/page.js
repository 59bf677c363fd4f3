// What the pages do beyond plain links and forms. Every form works without it.
/** Finds an element by its ID. */
export const byId = (id) => document.getElementById(id);
const { classList } = document.documentElement;
// The clipboard is there on https and on localhost only: elsewhere, there are no copy buttons.
classList.add("scripts", navigator.clipboard ? "copies" : "no-copies");
// Where another script does not load, forms are as they are without one.
addEventListener("error", ({ target }) => target.tagName === "SCRIPT" && classList.remove("scripts"), true);

/** Says something to those who listen instead of looking. */
export const say = (text) => {
  byId("said").textContent = text;
};

/** Makes an element: `p.soft` is a paragraph of the class `soft`. */
export const element = (selector, ...children) => {
  const [name, ...classes] = selector.split(".");
  const made = document.createElement(name);
  if (classes.length > 0) made.className = classes.join(" ");
  made.append(...children.filter((child) => ![undefined, null, false].includes(child)));
  return made;
};

/** What is said where no response came. */
export const NO_RESPONSE = "No response. Check your connection and try again.";

/** Puts files into a field as if they had been chosen. */
export function put(field, files) {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  field.files = list.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Reads a sample of this site as a file. */
export async function sampleFile(path, name) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The sample could not be loaded: ${response.status}`);
  const [type] = (response.headers.get("content-type") ?? "").split(";");
  return new File([await response.blob()], name, { type });
}

/** Takes files that are dropped on a place or pasted there; `over` is called while some are dragged over it. */
export function takeFiles(place, take, over) {
  place.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  place.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!place.contains(relatedTarget)) over(false);
  });
  const takeFrom = (event, { files }) => {
    if (files.length === 0) return;
    event.preventDefault();
    take(files, event.target);
  };
  place.addEventListener("drop", (event) => {
    over(false);
    takeFrom(event, event.dataTransfer);
  });
  place.addEventListener("paste", (event) => takeFrom(event, event.clipboardData));
}

let reads = 0;

/** Sends a form that is read with GET: fetches the page that would have opened, and shows the part that `data-read` names. */
async function read(form) {
  const { read: id } = form.dataset;
  const { pathname, hash } = new URL(form.action);
  const address = `${pathname}?${new URLSearchParams(new FormData(form))}`;
  const place = byId(id);
  const current = ++reads;
  try {
    const html = await (await fetch(address)).text();
    // A response that was overtaken by the next one is not shown over it.
    if (current !== reads) return;
    const next = new DOMParser().parseFromString(html, "text/html").getElementById(id);
    const verdict = place.querySelector("output");
    const nextVerdict = next.querySelector("output");
    // The output itself stays: a live region that is replaced is not read out.
    verdict.className = nextVerdict.className;
    verdict.replaceChildren(...nextVerdict.childNodes);
    nextVerdict.remove();
    while (verdict.nextSibling) verdict.nextSibling.remove();
    verdict.after(...next.childNodes);
    history.replaceState(null, "", address + hash);
  } catch {
    if (current === reads) place.querySelector("output").replaceChildren(element("span.no", NO_RESPONSE));
  }
}

/** Copies the value of a button; without one, the text of what it names, or of the code below it. */
async function copy(button) {
  const from = () => byId(button.dataset.copy) ?? button.closest(".snippet").querySelector("pre");
  await navigator.clipboard.writeText(button.getAttribute("value") ?? from().textContent);
  const text = button.firstChild;
  const { data } = text;
  if (data === "Copied") return;
  text.data = "Copied";
  say("Copied");
  setTimeout(() => {
    text.data = data;
    say("");
  }, 1500);
}

/** The forms that were sent in the last 10 s. */
const sent = new WeakSet();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.read !== undefined) {
    event.preventDefault();
    read(form);
  } else if (form.method === "post" && !event.defaultPrevented) {
    // A second press would start a second audit. After 10 s, the response may be lost, and a press sends the form again.
    if (sent.has(form)) event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), 10_000);
  }
});

let changed;
document.addEventListener("input", ({ target }) => {
  const form = target.form;
  if (form?.dataset.live === undefined) return;
  clearTimeout(changed);
  changed = setTimeout(() => form.checkValidity() && read(form), 250);
});

// People type `example.com` into fields for URLs, which browsers reject.
document.addEventListener("change", ({ target }) => {
  if (target.type !== "url") return;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#].*)?$/.test(target.value.trim()))
    target.value = `https://${target.value.trim()}`;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});

// Pages of the account mark who is signed in, for the link to the account of every other page.
const account = document.querySelector("[data-account]");
try {
  if (account?.dataset.account === "signed-in") localStorage.setItem("signed-in", "1");
  if (account?.dataset.account === "/signup") localStorage.removeItem("signed-in");
  if (account && localStorage.getItem("signed-in") !== null) {
    account.textContent = "Account";
    for (const one of document.querySelectorAll("[data-signed]")) one.hidden = one.dataset.signed === "out";
    for (const link of document.querySelectorAll('.plan a.button[href="/signup"]')) {
      link.href = "/account";
      link.textContent = "Open dashboard";
      link.removeAttribute("aria-label");
    }
  }
} catch {
  // Storage may be blocked: then the link leads to the account as well.
}
