// The consoles of the docs: real calls, with the key that stands in this page and nowhere else.
const TEXT_MAX = 100_000;

const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

/** The request of a form: path and query, or a body where a file may be sent. */
function requestOf(form) {
  const data = new FormData(form);
  const names = [...form.dataset.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(data.get(name) ?? ""));
  const given = [...data].filter(([name, value]) => {
    return !names.includes(name) && (value instanceof File ? value.size > 0 : value !== "");
  });
  if (form.method !== "post") {
    const query = new URLSearchParams(given);
    return [given.length === 0 ? path : `${path}?${query}`, { method: "GET" }];
  }
  const body = new FormData();
  for (const [name, value] of given) body.append(name, value);
  return [path, { method: "POST", body }];
}

const readAsData = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });

/** Text as it is read best: JSON a member a line. */
function pretty(text, type) {
  if (!type.includes("json") || text.length > TEXT_MAX) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function bodyOf(answer) {
  const type = answer.headers.get("content-type") ?? "";
  const blob = await answer.blob();
  if (/^image\/(png|jpeg|webp)/.test(type)) {
    const image = element("img", "picture checkers");
    image.src = await readAsData(blob);
    image.alt = "The picture that was answered";
    return image;
  }
  if (!/json|^text\/|xml/.test(type)) {
    const link = element("a", "", `Save the answer (${blob.size} bytes)`);
    link.href = URL.createObjectURL(blob);
    link.download = "answer";
    return link;
  }
  const text = pretty(await blob.text(), type);
  const shown = element("pre", "scroll", text.slice(0, TEXT_MAX));
  shown.tabIndex = 0;
  shown.setAttribute("role", "group");
  shown.setAttribute("aria-label", "The answer");
  return shown;
}

const NAMED = ["quintet-cost", "ratelimit", "retry-after", "quintet-engine", "quintet-confidence"];

async function send(form) {
  const out = document.getElementById(form.dataset.console);
  const button = form.querySelector("button");
  const key = document.getElementById("key")?.value.trim() ?? "";
  const [address, options] = requestOf(form);
  if ("metered" in form.dataset && key !== "") options.headers = { Authorization: `Bearer ${key}` };
  button.disabled = true;
  out.replaceChildren(element("span", "soft", "Waiting for the answer…"));
  try {
    const started = performance.now();
    const answer = await fetch(address, options);
    const body = await bodyOf(answer);
    const ms = Math.round(performance.now() - started);
    const headers = NAMED.filter((name) => answer.headers.has(name)).map((name) =>
      element("code", "", `${name}: ${answer.headers.get(name)}`),
    );
    const status = element("span", answer.ok ? "status" : "status no", String(answer.status));
    out.replaceChildren(element("p", "facts", status, ` ${ms} ms`, ...headers), body);
  } catch {
    out.replaceChildren(element("span", "no", "No answer came. Check the connection and try again."));
  } finally {
    button.disabled = false;
  }
}

for (const form of document.querySelectorAll("[data-console]")) {
  form.querySelector("button").hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

// The key is read when a call is made; sending its form means nothing.
document.querySelector("[data-key]")?.addEventListener("submit", (event) => event.preventDefault());
