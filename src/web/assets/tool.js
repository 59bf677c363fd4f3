// Pages of the free tools: a file that is dropped, pasted or chosen, or a URL, and the result in the page.
import { byId, element, NO_RESPONSE, put, sampleFile, takeFiles } from "./page.js";
import { shown, size } from "./results.js";

/** The largest file that is accepted without a key, in bytes. */
const BYTES_MAX = 5_000_000;

/** The server takes 30 s for an upload and 60 s for a call. A connection that is silent for longer is dead. */
const SILENT_MS = 100_000;

/** What is said while a call takes long, by its milliseconds. */
const LONG = [
  [8_000, "Still working…"],
  [25_000, "Still working. It can take a minute while the server is busy."],
];

const form = document.querySelector("[data-tool]");

/** Sends a request; says how much of its body is sent, from 0 to 1. It ends when a person or the silence cancels it. */
function send(method, url, body, onSent) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "blob";
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
    const end = (text) => {
      reject(new Error(text));
      request.abort();
    };
    request.onerror = () => end(NO_RESPONSE);
    cancel.onclick = () => {
      end("Canceled.");
      focusInput();
    };
    const timers = [
      // The position of a bar without a value: everything was sent.
      ...LONG.map(([ms, text]) => setTimeout(() => progress.position === -1 && say("soft", text), ms)),
      setTimeout(() => end(NO_RESPONSE), SILENT_MS),
    ];
    request.onloadend = () => timers.forEach(clearTimeout);
    request.onload = () => {
      const headers = { "Content-Type": request.getResponseHeader("content-type") ?? "" };
      resolve(new Response(request.response, { status: request.status, headers }));
    };
    request.send(body);
  });
}

const field = form?.querySelector("input[type=file]");
const facts = byId("tool-status");
const progress = byId("tool-progress");
const cancel = byId("tool-cancel");
const result = byId("tool-result");
const out = byId("tool-outcome");
const tries = byId("tool-tries");
const { api, operation } = form?.dataset ?? {};
const common = { name: `${api}.${operation}`, isAlone: true };
const say = (className, text) => facts.replaceChildren(element(`span.${className}`, text));

const focusInput = () => (field ?? form.elements.url).focus();
const isBusy = () => form.getAttribute("aria-busy") === "true";

async function showTries() {
  const response = await fetch("/trial");
  if (!response.ok) return;
  const { left, limit } = await response.json();
  tries.textContent = `${left} of ${limit} tries left this hour`;
  tries.className = left === 0 ? "no" : "";
}

/** Why a file is not sent; undefined if it is. */
function objection(file) {
  const name = file.name.length > 60 ? `${file.name.slice(0, 40)}…${file.name.slice(-15)}` : file.name;
  const accepted = field.accept.split(",");
  if (!accepted.includes(file.type)) {
    const isPdf = file.type === "application/pdf";
    const other = isPdf ? " Use PDF to Markdown for PDFs." : "";
    return `${name} has a type that is not supported.${other}`;
  }
  if (file.size <= BYTES_MAX) return undefined;
  return `${name} has ${size(file.size)}. Without a key, files may have up to 5 MB.`;
}

function requestOf() {
  const data = new FormData(form);
  if (field !== null) {
    const call = { ...common, file: field.files[0], input: { format: "markdown" } };
    return { method: "POST", url: form.action, body: data, call };
  }
  const query = new URLSearchParams(data);
  history.replaceState(null, "", `?${query}`);
  const call = { ...common, input: Object.fromEntries(query) };
  return { method: "GET", url: `${form.action}?${query}`, call };
}

function showProgress(sent) {
  progress.hidden = cancel.hidden = false;
  if (sent < 1) progress.value = sent;
  else progress.removeAttribute("value");
  const text = sent < 1 ? "Uploading…" : "Working…";
  if (facts.textContent !== text) say("soft", text);
}

async function show(response, call, seconds) {
  // A proxy in front of the server has a page of its own.
  if (!response.ok && !response.headers.get("content-type").includes("json"))
    return say("failure", `The server is not available (${response.status}). Try again in a minute.`);
  const view = await shown(response, call);
  // Without accounts there are no keys.
  if (response.status === 429 && document.querySelector("[data-account]")) {
    view.append(
      element("p.actions", Object.assign(element("a.button", "Get a free key"), { href: "/signup" })),
    );
  }
  if (!response.ok) return facts.replaceChildren(view);
  out.replaceChildren(view);
  result.hidden = false;
  document.body.classList.add("has-result");
  say("soft", `Done in ${seconds.toFixed(1)} s.`);
  byId("result-title").focus({ preventScroll: true });
  result.scrollIntoView({ block: "start" });
}

async function run() {
  if (isBusy()) return;
  form.setAttribute("aria-busy", "true");
  const { method, url, body, call } = requestOf();
  showProgress(body === undefined ? 1 : 0);
  const started = performance.now();
  try {
    const response = await send(method, url, body, showProgress);
    await show(response, call, (performance.now() - started) / 1_000);
  } catch ({ message }) {
    say("failure", message);
  } finally {
    form.removeAttribute("aria-busy");
    progress.hidden = cancel.hidden = true;
    await showTries().catch(() => {});
  }
}

/** Takes a file from wherever it comes, and begins. */
function take(file) {
  if (isBusy()) return;
  const reason = objection(file);
  if (reason !== undefined) return say("failure", reason);
  put(field, [file]);
}

/** Connects the form with what it does. */
function connect() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  for (const again of document.querySelectorAll("[data-tool-again]")) {
    again.addEventListener("click", () => {
      result.hidden = true;
      document.body.classList.remove("has-result");
      out.replaceChildren();
      facts.replaceChildren();
      form.reset();
      focusInput();
    });
  }
  const asked = new URLSearchParams(location.search).get("url");
  if (field === null && asked !== null) {
    form.elements.url.value = asked;
    // The code follows it.
    form.elements.url.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (field !== null) connectFiles();
  showTries().catch(() => {});
}

/** Files come from the field, from the clipboard, by a drop on any place of the page, or from the sample. */
function connectFiles() {
  // The same file can be chosen again.
  field.addEventListener("click", () => {
    field.value = "";
  });
  field.addEventListener("change", () => {
    const file = field.files[0];
    if (file === undefined) return;
    const reason = objection(file);
    if (reason === undefined) run();
    else say("failure", reason);
  });
  const overlay = element("div.drop-overlay", element("p", "Drop the file to start"));
  overlay.hidden = true;
  document.body.append(overlay);
  takeFiles(
    document,
    ([file]) => take(file),
    (isOver) => {
      overlay.hidden = !isOver;
    },
  );
  const sample = form.querySelector("[data-tool-sample]");
  sample.addEventListener("click", async () => {
    const name = field.name === "file" ? "sample.pdf" : "sample.jpg";
    await sampleFile(sample.dataset.toolSample, name).then(take, () => say("failure", NO_RESPONSE));
  });
}

if (form) connect();
