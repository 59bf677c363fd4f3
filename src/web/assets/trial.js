// The box of the landing page in which visitors try the APIs on their own files and URLs.
import { element, shown } from "./results.js";

const facts = document.getElementById("trial-status");
const out = document.getElementById("trial-result");
const list = document.querySelector("[data-trial-tabs]");
const tabs = [...(list?.querySelectorAll("[data-tab]") ?? [])];
const formOf = (tab) => document.getElementById(tab.dataset.tab);

function select(index, focus) {
  tabs.forEach((tab, i) => {
    tab.setAttribute("aria-selected", String(i === index));
    tab.tabIndex = i === index ? 0 : -1;
    formOf(tab).hidden = i !== index;
  });
  facts.replaceChildren();
  out.replaceChildren();
  if (focus) tabs[index].focus();
}

/** Puts a file into the field of a form. */
function put(form, file) {
  const list = new DataTransfer();
  list.items.add(file);
  form.querySelector("input[type=file]").files = list.files;
}

function requestOf(form) {
  const data = new FormData(form);
  const { trial: path, name } = form.dataset;
  const text = Object.fromEntries([...data].filter(([, value]) => typeof value === "string"));
  const [file] = [...data.values()].filter((value) => value instanceof File && value.size > 0);
  if (path === "") return [`/decode/${encodeURIComponent(text.uuid.trim())}`, {}, { name, input: text }];
  if (form.querySelector("input[type=file]") === null) {
    return [`${path}?${new URLSearchParams(text)}`, {}, { name, input: text }];
  }
  if (file === undefined) return undefined;
  return [path, { method: "POST", body: data }, { name, input: { format: "markdown" }, file }];
}

let runs = 0;

async function run(form) {
  const request = requestOf(form);
  if (form.getAttribute("aria-busy") === "true") return;
  out.replaceChildren();
  if (request === undefined) {
    facts.replaceChildren(element("span", "no", "Choose a file first."));
    form.querySelector("input[type=file]").focus();
    return;
  }
  const [url, options, call] = request;
  const current = ++runs;
  form.setAttribute("aria-busy", "true");
  facts.replaceChildren(element("span", "soft", "Working…"));
  try {
    const started = performance.now();
    const response = await fetch(url, options);
    const view = await shown(response, call);
    // The visitor may have gone on to another tab meanwhile.
    if (current !== runs || form.hidden) return;
    const ms = Math.round(performance.now() - started);
    const status = element("span", response.ok ? "status" : "status no", String(response.status));
    facts.replaceChildren(status, element("span", "", `${ms} ms`));
    if (response.status === 429) {
      const link = element("a", "button", "Get a free key");
      link.href = "/signup";
      view.append(element("p", "actions", link));
    }
    out.replaceChildren(view);
  } catch {
    facts.replaceChildren(element("span", "no", "No response. Check your connection and try again."));
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function connect(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(form);
  });
  const field = form.querySelector("input[type=file]");
  if (field === null) return;
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("dropping");
  });
  form.addEventListener("dragleave", () => form.classList.remove("dropping"));
  form.addEventListener("drop", (event) => {
    form.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    put(form, file);
    run(form);
  });
  const sample = form.querySelector("[data-trial-sample]");
  sample.addEventListener("click", async () => {
    const { trialSample: url } = sample.dataset;
    const response = await fetch(url);
    const type = response.headers.get("content-type") ?? "";
    put(
      form,
      new File([await response.blob()], type.includes("pdf") ? "sample.pdf" : "sample.jpg", { type }),
    );
    run(form);
  });
}

if (list) {
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-labelledby", "trial-title");
  list.hidden = false;
  tabs.forEach((tab, i) => {
    tab.id = `tab-${tab.dataset.tab}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", tab.dataset.tab);
    // The form stays a form for those who listen; its tab names it.
    formOf(tab).setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => select(i, false));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[key];
      if (step !== undefined) select((step + tabs.length) % tabs.length, true);
    });
    connect(formOf(tab));
  });
  select(0, false);
}
