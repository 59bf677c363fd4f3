// The consoles of the docs: real calls, with the account that is signed in or with a key that stays in this page.
import { element, NO_RESPONSE, put, sampleFile, takeFiles } from "./page.js";
import { shown } from "./results.js";

const NAMED = ["quintet-cost", "ratelimit", "retry-after", "quintet-engine", "quintet-confidence"];

/** The request of a form: path and query, or a body where a file may be sent. `more`: values instead of its own. */
function requestOf(form, more) {
  const data = new FormData(form);
  for (const [name, value] of Object.entries(more)) data.set(name, value);
  const names = [...form.dataset.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(data.get(name) ?? ""));
  const given = [...data].filter(([name, value]) => {
    return !names.includes(name) && (value instanceof File ? value.size > 0 : value !== "");
  });
  const texts = given.filter(([, value]) => typeof value === "string");
  const call = {
    name: `${form.dataset.api}.${form.dataset.operation}`,
    input: Object.fromEntries(texts),
    file: given.find(([name, value]) => name === form.dataset.file && value instanceof File)?.[1],
  };
  if (form.method !== "post") {
    const query = new URLSearchParams(texts);
    return { url: texts.length === 0 ? path : `${path}?${query}`, options: { method: "GET" }, call };
  }
  const { lines } = form.dataset;
  if (lines !== undefined) {
    const list = call.input[lines]?.replace(/\r?\n$/, "").split(/\r?\n/) ?? [];
    const body = JSON.stringify({ ...call.input, [lines]: list });
    return {
      url: path,
      options: { method: "POST", body, headers: { "Content-Type": "application/json" } },
      call,
    };
  }
  const body = new FormData();
  for (const [name, value] of given) body.append(name, value);
  return { url: path, options: { method: "POST", body }, call };
}

// Tokens of the account that is signed in, one for each API.
const tokens = new Map();

/** A token for calls of an API, or null where nobody is signed in. It lives for some minutes and opens nothing else. */
async function tokenFor(api) {
  const known = tokens.get(api);
  if (known && known.until > Date.now()) return known.token;
  const response = await fetch("/account/console-token", {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify({ api }),
  });
  const { token, expiresAt } = response.ok ? await response.json() : { token: null };
  // A minute early, so that no call is sent with one that ends under way.
  tokens.set(api, { token, until: token === null ? Date.now() + 5_000 : Date.parse(expiresAt) - 60_000 });
  return token;
}

const keyField = document.getElementById("key");

/** No call takes as long: its connection is dead. */
const SILENT_MS = 300_000;

/** Sends a call with the key of the page, else with the account that is signed in. */
async function sendCall(form, url, given) {
  const options = { ...given, signal: AbortSignal.timeout(SILENT_MS) };
  if (!("metered" in form.dataset)) return fetch(url, options);
  const { api } = form.dataset;
  const own = keyField?.value.trim() ?? "";
  const secret = own === "" ? await tokenFor(api) : own;
  const response = await fetch(
    url,
    secret ? { ...options, headers: { ...options.headers, Authorization: `Bearer ${secret}` } } : options,
  );
  // The session may have ended meanwhile: the next call asks again.
  if (response.status === 401 && own === "") tokens.delete(api);
  return response;
}

const ENDED = ["succeeded", "failed", "canceled"];

/** Follows the job of a call that runs in the background; resolves with the response of the call. */
async function resultOfJob(form, job, note) {
  let state = job;
  for (let pause = 300; !ENDED.includes(state.state); pause = Math.min(5_000, pause * 1.4)) {
    const attempts = state.attempts > 1 ? ` (attempt ${state.attempts})` : "";
    const words = state.state === "running" ? `Running${attempts}…` : "Waiting in the queue…";
    note(words, state.id);
    await new Promise((resolve) => setTimeout(resolve, pause));
    const response = await sendCall(form, `/jobs/${job.id}`, {});
    if (!response.ok && response.status !== 429 && response.status !== 503) return response;
    if (response.ok) state = await response.json();
  }
  return sendCall(form, `/jobs/${job.id}/result`, {});
}

/** The response of a call; of one that runs in the background, once it has ended. */
async function responseOf(form, url, options, note) {
  const isAsync = form.querySelector("[data-background] input")?.checked === true;
  if (!isAsync) return sendCall(form, url, options);
  const headers = { ...options.headers, Prefer: "respond-async" };
  const response = await sendCall(form, url, { ...options, headers });
  return response.status === 202 ? resultOfJob(form, await response.json(), note) : response;
}

/** What a call cost, and what is left of the quota that pays next; undefined where nothing is metered. */
function costText(headers) {
  const found = (name, pattern) => [...(headers.get(name) ?? "").matchAll(pattern)];
  const [[, cost, unit] = []] = found("quintet-cost", /^(\d+);unit="(\w+)"/g);
  if (cost === undefined) return undefined;
  const charged = `${cost} ${cost === "1" ? unit.replace(/s$/, "") : unit} charged.`;
  const limits = found("ratelimit-policy", /;q=(\d+)/g);
  const units = found("ratelimit-policy", /;quintet-unit="(\w+)"/g);
  const states = found("ratelimit", /;r=(\d+)/g).map(([, left], i) => [
    Number(left),
    limits[i][1],
    units[i][1],
  ]);
  const [left, limit, counted] = states.find(([count]) => count > 0) ?? states[0] ?? [];
  if (left === undefined) return charged;
  const number = (value) => Number(value).toLocaleString("en");
  return `${charged} ${number(left)} of ${number(limit)} ${counted === unit ? "" : `${counted} `}left.`;
}

/** The status of a response, its time, and what it cost: on pages of an account in words, elsewhere its headers. */
function statusLine(response, ms, isAccount) {
  const cost = isAccount ? costText(response.headers) : undefined;
  const headers = NAMED.slice(cost === undefined ? 0 : 2)
    .filter((name) => response.headers.has(name))
    .map((name) => element("code", `${name}: ${response.headers.get(name)}`));
  const status = element(response.ok ? "span.status" : "span.status.no", String(response.status));
  return [status, element("span", `${ms} ms`), ...(cost ? [element("span", cost)] : []), ...headers];
}

/** A button that makes the call of a form again, with a link to its report. */
function shareButton(form) {
  const button = Object.assign(element("button.plain-button", "Share report"), { type: "button" });
  button.addEventListener("click", () => send(form, { share: "true" }));
  const note = "Audits the page again and creates a link for 7 days. It costs one call.";
  return element("p.actions", button, element("span.soft", note));
}

/** The way to a key, for those who have none. */
function signUp() {
  const link = Object.assign(element("a", "sign up or sign in"), { href: "/signup" });
  return element("p", "Enter a key at the top of this page, or ", link, " to use your account.");
}

async function send(form, more = {}) {
  const facts = form.querySelector(".facts");
  const out = form.querySelector(".outcome");
  const button = form.querySelector("button[type=submit]");
  if (form.getAttribute("aria-busy") === "true") return;
  // Not disabled: a button that is disabled loses the focus.
  form.setAttribute("aria-busy", "true");
  button.textContent = "Sending…";
  facts.replaceChildren(element("span.soft", "Waiting for the response…"));
  // Nothing of the call before stays beside what this one returns.
  out.replaceChildren();
  const { url, options, call } = requestOf(form, more);
  try {
    const started = performance.now();
    const response = await responseOf(form, url, options, (words, id) => {
      facts.replaceChildren(element("span.soft", words), element("code", `job: ${id}`));
    });
    const view = await shown(response, call);
    // The error says how to send a key with a call of one's own. Here, a field or a session does.
    if (response.status === 401 && keyField?.value.trim() === "")
      view.querySelector(".failure > .no + p")?.replaceWith(signUp());
    if (form.elements.share && call.input.share !== "true")
      view.querySelector(".report > div")?.append(shareButton(form));
    const ms = Math.round(performance.now() - started);
    facts.replaceChildren(...statusLine(response, ms, form.closest(".dash") !== null));
    out.replaceChildren(view);
    // A column that scrolls by itself shows what came, below the button: its edge fades over the fields.
    form.closest(".reference-try")?.scrollTo({ top: button.offsetTop - 48 });
  } catch {
    facts.replaceChildren(element("span.no", NO_RESPONSE));
  } finally {
    form.removeAttribute("aria-busy");
    button.textContent = button.dataset.label;
  }
}

/** Files may be dropped anywhere on the form, pasted, or taken from the docs. One that is dropped on another field goes there. */
function connectFiles(form, field) {
  takeFiles(
    form,
    ([file], target) => put(target.closest?.("input[type=file]") ?? field, [file]),
    (isOver) => form.classList.toggle("dropping", isOver),
  );
  const sample = form.querySelector("[data-sample]");
  if (sample === null) return;
  const facts = form.querySelector(".facts");
  sample.addEventListener("click", async () => {
    const { sample: name } = sample.dataset;
    try {
      put(field, [await sampleFile(`/examples/${name}`, name)]);
      facts.replaceChildren(element("span.soft", `${name} is selected.`));
    } catch {
      facts.replaceChildren(element("span.no", NO_RESPONSE));
    }
  });
}

for (const form of document.querySelectorAll("[data-console]")) {
  const button = form.querySelector("button[type=submit]");
  button.hidden = false;
  button.dataset.label = button.textContent;
  const field = form.querySelector("[data-main-file]");
  if (field) {
    connectFiles(form, field);
    if (field.required)
      form.querySelector("[name=url]")?.addEventListener("input", ({ target }) => {
        field.required = target.value === "";
      });
  }
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
  // What the browser itself rejects is not sent; its note is not to be beside an earlier response, nor in a folded part.
  form.addEventListener(
    "invalid",
    ({ target }) => {
      target.closest("details")?.setAttribute("open", "");
      form.querySelector(".facts").replaceChildren();
      form.querySelector(".outcome").replaceChildren();
    },
    true,
  );
}

// The key is read when a call is made; sending its form means nothing.
const keyForm = document.querySelector("[data-key]");
keyForm?.addEventListener("submit", (event) => event.preventDefault());

// People who are signed in need no key.
const metered = document.querySelector("[data-console][data-metered]");
if (keyForm && metered) {
  const note = document.getElementById("key-note");
  tokenFor(metered.dataset.api)
    .then((token) => {
      if (token === null) return;
      note.textContent = "You are signed in: without a key, calls on this page are charged to your account.";
    })
    .catch(() => {});
}
