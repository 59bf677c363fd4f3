/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Api } from "../kit/descriptor.ts";
import { CopyButton } from "./code.tsx";
import type { Hero } from "./hero.ts";
import { ImagesDemo } from "./images-demo.tsx";
import { ProductGlance, ProfileGlance } from "./landing-apis.tsx";
import type { Site } from "./page.tsx";
import { PdfDemo } from "./pdf-demo.tsx";
import results from "./samples/results.json" with { type: "json" };
import { Dial } from "./seo-demo.tsx";
import { UuidDiagram } from "./uuid-diagram.tsx";
import { fieldsOf } from "./uuid-fields.ts";

/** A call of one API with its response. */
interface ShownCall {
  readonly api: string;
  readonly tab: string;
  readonly command: string;
  readonly response: Child;
}

/** The longest value that is written on one line, in characters. */
const LINE = 48;

/** JSON with short values on one line, so that a response fits its panel. */
function compactJson(value: unknown, pad = ""): string {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || flat.length <= LINE) return flat;
  const inner = `${pad}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const label = Array.isArray(value) ? "" : `${JSON.stringify(name)}: `;
    return `${inner}${label}${compactJson(member, inner)}`;
  });
  return `${open}\n${members.join(",\n")}\n${pad}${close}`;
}

/** Strings, numbers and literals of JSON and of shell commands; strings with the colon after them. */
const TOKENS = /("[^"]*":?|\b(?:true|false|null|\d+(?:\.\d+)?)\b)/;

/** Colors a command or JSON like `highlight`, whose library is not worth its 3 MB for a few lines. */
function colored(code: string): string {
  const parts = code.split(TOKENS).map((text, i) => {
    const html = Bun.escapeHTML(text);
    if (i % 2 === 0) return html;
    if (text.endsWith(":")) return `<span class="hljs-attr">${html.slice(0, -1)}</span>:`;
    const kind = text.startsWith('"') ? "string" : /^\d/.test(text) ? "number" : "literal";
    // A URL breaks between its segments, not within one.
    const breakable = /^"https?:/.test(text) ? html.replaceAll(/(?<![:/])\/(?!\/)/g, "/<wbr>") : html;
    return `<span class="hljs-${kind}">${breakable.replace("$QUINTET_KEY", '<span class="hljs-variable">$&</span>')}</span>`;
  });
  return parts.join("");
}

function Json({ value }: { value: unknown }) {
  return (
    <pre>
      <code>{raw(colored(compactJson(value)))}</code>
    </pre>
  );
}

/** JSON of a response, below a view of its contents. */
function JsonResponse({ value, children }: { value: unknown; children: Child }) {
  return (
    <div class="response seen">
      {children}
      <Json value={value} />
    </div>
  );
}

const KEY = '-H "Authorization: Bearer $QUINTET_KEY"';

/** The recorded calls of APIs with keys. */
function recordedCalls(site: Site): ShownCall[] {
  const { baseUrl, assets } = site;
  const call = (api: string, tab: string, options: string, path: string, response: Child): ShownCall => ({
    ...{ api, tab, response },
    command: `curl "${baseUrl}${path}" \\\n  ${KEY}${options}`,
  });
  const { seo, profiles, products } = results;
  return [
    call(
      ...(["images", "Images", " \\\n  -F image=@husky.jpg -o husky.png", "/images/remove-bg"] as const),
      <div class="response">
        <ImagesDemo assets={assets} />
      </div>,
    ),
    call(
      ...(["seo", "SEO", "", "/seo/audit?url=https://leaf.example/tea/green"] as const),
      <div class="response scored" data-play="">
        <Dial value={seo.score.value} max={seo.score.max} />
        <Json
          value={{
            score: seo.score,
            findings: seo.findings
              .slice(0, 2)
              .map(({ severity, points, message }) => ({ severity, points, message })),
          }}
        />
      </div>,
    ),
    call(
      ...(["pdf", "PDF", ' \\\n  -H "Accept: text/markdown" -F file=@teapots.pdf', "/pdf/extract"] as const),
      <div class="response">
        <PdfDemo assets={assets} />
      </div>,
    ),
    call(
      ...(["profiles", "Profiles", "", "/linkedin/profile?username=ines-morrow"] as const),
      <JsonResponse
        value={{
          fullName: profiles.fullName,
          headline: profiles.headline,
          location: profiles.location.text,
          experience: profiles.experience.map(({ title, company }) => ({ title, company: company.name })),
        }}
      >
        <ProfileGlance />
      </JsonResponse>,
    ),
    call(
      ...(["products", "Products", "", "/amazon/product?asin=B0TEAPOT01"] as const),
      <JsonResponse value={{ ...products, availability: products.availability.text }}>
        <ProductGlance site={site} />
      </JsonResponse>,
    ),
  ];
}

function Panel({ call: { api, command, response } }: { call: ShownCall }) {
  return (
    <div class="call-panel" data-call={api}>
      <pre class="ask-line">
        <code id={`call-${api}`}>{raw(colored(command))}</code>
      </pre>
      <CopyButton of={`call-${api}`} what={`${api} call`} />
      {response}
    </div>
  );
}

interface CallsProps {
  /** The APIs that this server has enabled. */
  readonly apis: readonly Api[];
  readonly hero: Hero | undefined;
  readonly site: Site;
  /** Renders the panels of recorded calls, which are the same for every visitor. */
  keep(render: () => Child): Child;
}

/** One call with its response, one API shown at a time: radio buttons, which work without a script. */
export function Calls({ apis, hero, site, keep }: CallsProps) {
  const kept = recordedCalls(site).filter(({ api }) => apis.some(({ name }) => name === api));
  const own: ShownCall[] = [];
  if (hero !== undefined) {
    const [first = ""] = /[\da-f-]{36}/.exec(hero.response.body) ?? [];
    const response = (
      <JsonResponse value={JSON.parse(hero.response.body)}>
        <UuidDiagram uuid={first} fields={fieldsOf({ uuid: first, version: 7, variant: "rfc9562" }, true)} />
      </JsonResponse>
    );
    own.push({ api: "uuid", tab: "UUID", command: hero.line, response });
  }
  const calls = [...kept, ...own];
  if (calls.length === 0) return null;
  return (
    <fieldset class="calls first" id="first-call">
      <legend class="unseen">A call with its response</legend>
      <div class="radio-tabs">
        {calls.map(({ api, tab }, i) => (
          <label for={`call-of-${api}`}>
            <input type="radio" id={`call-of-${api}`} name="call" value={api} checked={i === 0} />
            {tab}
          </label>
        ))}
      </div>
      {keep(() => (
        <>
          {kept.map((call) => (
            <Panel call={call} />
          ))}
        </>
      ))}
      {own.map((call) => (
        <Panel call={call} />
      ))}
      <p class="soft">Recorded from real calls. UUIDs are generated for each visit.</p>
    </fieldset>
  );
}
