/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Trial } from "../http/metering/trial.ts";
import type { Api } from "../kit/descriptor.ts";
import { trials } from "./trials.ts";

interface TabProps {
  readonly id: string;
  readonly trial?: Trial;
  readonly children: Child;
}

/** The form of one tab. Only that of the UUIDs works without scripts; the script shows the others. */
function Tab({ id, trial, children }: TabProps) {
  const name = trial === undefined ? "uuid.decode" : `${trial.api}.${trial.operation}`;
  return (
    <form
      class="try"
      id={`try-${id}`}
      data-trial={trial?.path ?? ""}
      data-name={name}
      action="/#read"
      hidden={trial !== undefined}
    >
      {children}
    </form>
  );
}

interface FileProps {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly types: string;
  readonly sample: string;
}

/** A file input with a drop zone and a sample file. */
function FileFields({ id, label, name, types, sample }: FileProps) {
  return (
    <>
      <p class="ask grow">
        <label for={`try-${id}-file`}>{label}</label>
        <input id={`try-${id}-file`} name={name} type="file" accept={types} />
      </p>
      <p class="soft hint">
        Drop a file here, or{" "}
        <button type="button" class="quiet" data-trial-sample={sample}>
          use a sample
        </button>
      </p>
    </>
  );
}

interface TrialBoxProps {
  readonly apis: readonly Api[];
  /** Names of the APIs that are off. */
  readonly off: ReadonlySet<string>;
  /** A UUID to begin with. */
  readonly uuid: string;
  readonly assets: { href(name: "dog.jpg"): string };
  readonly perHour: number;
}

const TITLES: Readonly<Record<string, string>> = {
  seo: "Audit",
  pdf: "PDF",
  images: "Background",
};

function fieldsOf(api: string, assets: TrialBoxProps["assets"]): Child {
  if (api === "seo") {
    return (
      <p class="ask grow">
        <label for="try-seo-url">URL of a web page</label>
        <input id="try-seo-url" name="url" type="url" required placeholder="https://example.com/" />
      </p>
    );
  }
  if (api === "pdf") {
    return (
      <FileFields
        id="pdf"
        label="PDF of up to 10 pages"
        name="file"
        types="application/pdf"
        sample="/examples/sample.pdf"
      />
    );
  }
  return (
    <FileFields
      id="images"
      label="Photo of up to 5 MB"
      name="image"
      types="image/png,image/jpeg,image/webp"
      sample={assets.href("dog.jpg")}
    />
  );
}

const BUTTONS: Readonly<Record<string, string>> = {
  seo: "Audit page",
  pdf: "Extract text",
  images: "Remove background",
};

/** The box in which visitors try the APIs on their own files and URLs, without a key. */
export function TrialBox({ apis, off, uuid, assets, perHour }: TrialBoxProps) {
  const shown = trials.filter(({ api }) => apis.some(({ name }) => name === api) && !off.has(api));
  const tabs = [...shown.map(({ api }) => [api, TITLES[api] ?? api] as const), ["uuid", "UUID"]];
  return (
    <section class="trial first" aria-labelledby="trial-title">
      <h2 id="trial-title">Try it now</h2>
      <div class="tabs" data-trial-tabs="" hidden>
        {tabs.map(([id, title]) => (
          <button type="button" data-tab={`try-${id}`}>
            {title}
          </button>
        ))}
      </div>
      {shown.map((trial) => (
        <Tab id={trial.api} trial={trial}>
          {fieldsOf(trial.api, assets)}
          <button type="submit">{BUTTONS[trial.api]}</button>
        </Tab>
      ))}
      <Tab id="uuid">
        <p class="ask grow">
          <label for="try-uuid-value">UUID</label>
          <input
            id="try-uuid-value"
            name="uuid"
            required
            maxlength={200}
            value={uuid}
            spellcheck={false}
            autocomplete="off"
          />
        </p>
        <button type="submit">Decode UUID</button>
      </Tab>
      <p class="facts" role="status" id="trial-status" />
      <div class="outcome" id="trial-result" />
      <p class="soft">
        No key needed, {perHour} tries an hour. Files are processed in memory and not stored.{" "}
        <noscript>The other APIs need JavaScript here, or a key.</noscript>
      </p>
    </section>
  );
}
