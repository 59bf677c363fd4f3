/** @jsxImportSource hono/jsx */
import { TRIALS_PER_HOUR } from "../../http/metering/trial.ts";
import { Field } from "../forms.tsx";
import type { Site } from "../page.tsx";
import type { ShownTool } from "./tools.ts";

/** Files that tools read: their name with its article, the button that chooses one, and their limits. */
const FILES: Readonly<Record<string, { thing: string; choose: string; limits: string }>> = {
  "remove-background": {
    thing: "an image",
    choose: "Choose image",
    limits: "PNG, JPEG, WebP, AVIF, GIF or TIFF of up to 5 MB",
  },
  "pdf-to-markdown": { thing: "a PDF", choose: "Choose PDF", limits: "PDF of up to 10 pages and 5 MB" },
};

function DropZone({ shown: { tool, operation }, site: { assets } }: Pick<TrialFormProps, "shown" | "site">) {
  const { thing = "a file", choose = "Choose file", limits } = FILES[tool.slug] ?? {};
  const { file: name = "file", types = [] } = operation.accepts ?? {};
  const sample = name === "image" ? assets.href("husky.jpg") : "/demo/teapots.pdf";
  return (
    <div class="drop-zone">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 15V4m0 0L7.5 8.5M12 4l4.500 4.500M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
      </svg>
      <p class="choose">
        <input
          id="tool-file"
          name={name}
          type="file"
          accept={types.join(",")}
          required
          aria-describedby="tool-limits"
        />
        <label for="tool-file">{choose}</label>
      </p>
      <p data-scripted="">
        or drop {thing} anywhere on this page{name === "image" && ", or paste it"}
      </p>
      <p class="soft" id="tool-limits">
        {limits}.
      </p>
      <button type="button" class="quiet" data-tool-sample={sample} data-scripted="">
        Use a sample
      </button>
    </div>
  );
}

function Disabled({ shown, isOff }: { shown: ShownTool; isOff: boolean }) {
  return (
    <p class="notice fair">
      <strong>{isOff ? "Not enabled on this server." : "This server needs a key for each call."}</strong>{" "}
      <a href={`/docs/${shown.api.name}`}>See the API reference</a>.
    </p>
  );
}

interface TrialFormProps {
  readonly shown: ShownTool;
  readonly site: Site;
  readonly isOff: boolean;
  /** Whether visitors may make calls without a key. */
  readonly trial: boolean;
}

/** The form of a tool that calls an API without a key. Without scripts, it opens or downloads the result. */
export function TrialForm({ shown, site, isOff, trial: hasTrial }: TrialFormProps) {
  const { tool, api, trial } = shown;
  if (isOff || !hasTrial || trial === undefined) return <Disabled shown={shown} isOff={isOff} />;
  const isOfFile = tool.slug in FILES;
  return (
    <form
      class={isOfFile ? "tool-form files" : "tool-form"}
      id="tool-form"
      action={trial.path}
      method={isOfFile ? "post" : "get"}
      enctype={isOfFile ? "multipart/form-data" : undefined}
      data-tool=""
      data-api={api.name}
      data-operation={tool.operation}
      data-input={JSON.stringify(tool.input)}
    >
      {isOfFile ? (
        <DropZone shown={shown} site={site} />
      ) : (
        <Field
          {...{ id: "tool-url", name: "url", label: "URL of a web page", place: "grow", type: "url" }}
          {...{ required: true, placeholder: "https://example.com/", inputmode: "url" }}
          {...{ autocomplete: "url", spellcheck: false }}
        />
      )}
      <button type="submit">{tool.action}</button>
      <div class="tool-state">
        <p class="facts" role="status" id="tool-status" />
        <progress id="tool-progress" aria-label="Progress" hidden />
        <button type="button" class="quiet" id="tool-cancel" hidden>
          Cancel
        </button>
      </div>
      <p class="soft">
        <span id="tool-tries">{TRIALS_PER_HOUR} tries an hour without a key</span>.{" "}
        {isOfFile && "Your file is processed in memory and not stored."}
      </p>
    </form>
  );
}

/** The place of a result, which the script of the page shows. */
export function ResultSection() {
  return (
    <section class="tool-result" id="tool-result" aria-labelledby="result-title" hidden>
      <header>
        <h2 id="result-title" tabindex={-1}>
          Result
        </h2>
        <button type="button" class="plain-button" data-tool-again="">
          Start over
        </button>
      </header>
      <div class="outcome" id="tool-outcome" />
    </section>
  );
}
