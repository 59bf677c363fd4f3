import type { Trial } from "../../http/metering/trial.ts";
import type { AnyOperation, Api, Example } from "../../kit/descriptor.ts";
import { trials } from "../trials.ts";

/** A page on which visitors use one API on their own file or URL. */
export interface Tool {
  readonly slug: "seo" | "remove-background" | "pdf-to-markdown" | "uuid";
  /** The API and the operation that it calls. */
  readonly api: string;
  readonly operation: string;
  /** The input of its call as code. */
  readonly input: Readonly<Record<string, string>>;
  /** The name in navigation. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** The text of its button. */
  readonly action: string;
}

/** The tools, in order. */
export const tools: readonly Tool[] = [
  {
    ...{ slug: "seo", api: "seo", operation: "audit", input: { url: "https://example.com/" } },
    name: "SEO audit",
    title: "Free SEO audit",
    lead: "Enter a URL and get a score, every issue with its points, evidence and fix, and previews for search and social.",
    action: "Audit page",
  },
  {
    ...{ slug: "remove-background", api: "images", operation: "removeBackground", input: {} },
    name: "Remove background",
    title: "Remove image backgrounds",
    lead: "Drop an image and get a transparent PNG at full size. No sign-up, no watermark.",
    action: "Remove background",
  },
  {
    ...{ slug: "pdf-to-markdown", api: "pdf", operation: "extract", input: { format: "markdown" } },
    name: "PDF to Markdown",
    title: "Convert PDF to Markdown",
    lead: "Drop a PDF and get clean Markdown: columns in reading order, headings, lists, tables and footnotes.",
    action: "Convert to Markdown",
  },
  {
    ...{ slug: "uuid", api: "uuid", operation: "v7", input: { n: "10" } },
    name: "UUID generator",
    title: "UUID generator",
    lead: "Generate version 7 or 4 UUIDs in seven formats, in your browser. Decode any UUID bit by bit.",
    action: "Generate",
  },
];

/** A tool with the call that it makes. */
export interface ShownTool {
  readonly tool: Tool;
  readonly api: Api;
  readonly operation: AnyOperation;
  /** The call as code, with the file of the API's first example. */
  readonly example: Pick<Example, "input" | "file">;
  /** The call that visitors may make without a key; undefined for the UUIDs, which need none. */
  readonly trial: Trial | undefined;
}

/** The tools of the APIs that a server has. */
export function toolsOf(apis: readonly Api[]): readonly ShownTool[] {
  return tools.flatMap((tool): ShownTool[] => {
    const api = apis.find(({ name }) => name === tool.api);
    const operation = api?.operations[tool.operation];
    if (api === undefined || operation === undefined) return [];
    const file = operation.examples.find((one) => one.file !== undefined)?.file;
    const example = { input: tool.input, ...(file === undefined ? {} : { file }) };
    const trial = trials.find((one) => one.api === tool.api);
    return [{ tool, api, operation, example, trial }];
  });
}

/** The paths of the tools' pages, for maps of the site. */
export function toolPaths(apis: readonly Api[]): readonly `/${string}`[] {
  const shown = toolsOf(apis);
  return shown.length === 0 ? [] : ["/tools", ...shown.map(({ tool }) => `/tools/${tool.slug}` as const)];
}
