// Languages, and code that follows the form of its call.

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
  const { api, operation, code = `${api}-${operation}`, input = "{}" } = source.dataset;
  const tabs = document.querySelector(`[data-code-tabs="${CSS.escape(code)}"]`);
  if (tabs === null) return;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(source)) {
    const text = value instanceof File ? value.name : value;
    if (text !== "" && source.elements[name]?.type !== "password") fields.append(name, text);
  }
  // The input of a tool that its form does not show.
  for (const [name, value] of Object.entries(JSON.parse(input))) {
    if (source.elements[name] === undefined) fields.append(name, value);
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
  const source = event.target.closest("form[data-operation]");
  if (source === null) return;
  clearTimeout(waiting.get(source));
  waiting.set(
    source,
    setTimeout(() => writeCode(source), 250),
  );
};
document.addEventListener("input", followForm);
document.addEventListener("change", followForm);
