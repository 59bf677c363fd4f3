/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { z } from "zod";
import type { Call } from "../call.ts";
import { Choice, Field } from "../forms.tsx";
import type { Site } from "../page.tsx";
import { schemaOf } from "../parameters.ts";
import { type Reading, readText } from "../uuid-reading.ts";
import { DecodeForm } from "../uuid-tools.tsx";
import { ToolEnding, ToolFrame } from "./tool-frame.tsx";
import type { ShownTool } from "./tools.ts";

/** The most UUIDs that a browser makes at once; the server makes fewer. */
const BROWSER_MAX = 1_000;

/** The options of the generator, as the URL of the page has them. */
export interface UuidOptions {
  readonly version: "4" | "7";
  readonly n: number;
  readonly format: string;
}

/** Contents of the page: the options, the UUIDs, and one of them or the visitor's own, decoded. */
interface UuidView {
  readonly options: UuidOptions;
  readonly formats: readonly string[];
  readonly uuids: readonly string[];
  readonly reading: Reading | undefined;
  readonly fresh: boolean;
}

const DEFAULT_COUNT = 10;

/** The response of the generator. */
const Uuids = z.array(z.string());

/** Reads the options of a query. A value that is no option counts as absent: links come with all kinds of names. */
function optionsOf(query: URLSearchParams, formats: readonly string[], most: number): UuidOptions {
  const n = Number(query.get("n") ?? DEFAULT_COUNT);
  const format = query.get("format") ?? "";
  return {
    version: query.get("version") === "4" ? "4" : "7",
    n: Number.isInteger(n) && n >= 1 ? Math.min(n, most) : DEFAULT_COUNT,
    format: formats.includes(format) ? format : (formats[0] ?? ""),
  };
}

async function viewOf({ api, operation }: ShownTool, call: Call, query: URLSearchParams): Promise<UuidView> {
  const { n: countSchema, format: formatSchema } = operation.input.shape;
  const formats = formatSchema === undefined ? [] : (schemaOf(formatSchema).enum?.map(String) ?? []);
  const options = optionsOf(query, formats, schemaOf(countSchema).maximum ?? 1);
  const { version, n, format } = options;
  const made = api.operations[`v${version}`] ?? operation;
  const { body } = await call(made, { n: String(n), ...(format === "" ? {} : { format }) });
  const uuids = Uuids.parse(JSON.parse(body));
  const given = query.get("uuid");
  const fresh = given === null || given.trim() === "";
  const reading = await readText(api, call, fresh ? (uuids[0] ?? "") : given);
  return { options, formats, uuids, reading, fresh };
}

const VERSIONS = [
  ["7", "7, by time"],
  ["4", "4, random"],
] as const;

/** The options of the generator. Without scripts, the server generates. */
function GeneratorForm({ view: { options, formats } }: { view: UuidView }) {
  const { version, n, format } = options;
  return (
    <form
      class="tool-form uuid-form"
      action="/tools/uuid"
      data-generator="generator-list"
      data-api="uuid"
      data-operation="v7"
      data-code="uuid-v7"
    >
      <Choice id="generator-version" name="version" label="Version" chosen={version} options={VERSIONS} />
      <Field
        {...{ id: "generator-n", name: "n", label: "Count", type: "number", min: 1, max: BROWSER_MAX }}
        {...{ value: String(n), required: true, inputmode: "numeric" }}
      />
      <Choice
        {...{ id: "generator-format", name: "format", label: "Format", chosen: format }}
        options={formats.map((one) => [one, one])}
      />
      <p class="send">
        <button type="submit">Generate</button>
        <button type="button" class="plain-button" data-generator-copy="" data-scripted="">
          Copy all
        </button>
        <button type="button" class="plain-button" data-generator-save="" data-scripted="">
          Download .txt
        </button>
      </p>
      <p class="soft">
        New UUIDs are generated in your browser, from its secure random source. Nothing is sent to a server,
        and the URL keeps your options.
        <noscript> Without JavaScript, this server generates up to 100.</noscript>
      </p>
      <p class="facts" role="status" data-generator-status="" />
    </form>
  );
}

/** Creates the renderer of the page of the UUIDs. Its sections without UUIDs are rendered once. */
export function createUuidToolPage(site: Site, shown: ShownTool, all: readonly ShownTool[]) {
  const ending = raw(String(<ToolEnding site={site} shown={shown} all={all} />));
  return async (call: Call, query: URLSearchParams): Promise<string> => {
    const view = await viewOf(shown, call, query);
    const { uuids, reading, fresh } = view;
    const page = (
      <ToolFrame
        site={site}
        shown={shown}
        scripts={["code.js", "uuid-generator.js"]}
        form={<GeneratorForm view={view} />}
        side={
          <p class="uuid-list">
            <label for="generator-list" class="unseen">
              Generated UUIDs
            </label>
            <textarea id="generator-list" rows={10} readonly spellcheck={false} wrap="off">
              {raw(Bun.escapeHTML(uuids.join("\n")))}
            </textarea>
          </p>
        }
      >
        {reading !== undefined && <DecodeForm reading={reading} fresh={fresh} />}
        {ending}
      </ToolFrame>
    );
    return `<!doctype html>${page}`;
  };
}
