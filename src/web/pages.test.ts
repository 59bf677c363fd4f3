import { beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { catalogue, catalogueByApi } from "../../test/fixtures/suite-catalogue.ts";
import { BASE, openDemoSend, openSamples, REQUEST_ID } from "../../test/helpers/demo-send.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { findings, pageTexts } from "../../test/rules/language.ts";
import { apis } from "../apis/default-apis.ts";
import { type Api, operation } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { readResults } from "./benchmarks/figures.ts";
import { guides } from "./docs/guides.ts";
import { exampleImage } from "./examples.ts";
import { toolPaths } from "./tools/tools.ts";
import { createVisitor, elementsOf, type Found, visitOnce } from "./visitor.fixture.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The source and the license of the photograph, which pages link to. */
const CREDITS = new Set([
  "https://github.com/google/dreambooth",
  "https://creativecommons.org/licenses/by/4.0/",
]);

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;

/** An API that no page was written for, with markup in every text that a page shows. */
const invented: Api = {
  name: "tides",
  title: "Tides <b>of</b> the sea",
  version: "2.3.4",
  summary: "When the water comes & goes.",
  promises: ["Never wrong by more than 5 < 6 minutes."],
  access: "open",
  document: "/tides/openapi.json",
  operations: {
    next: operation({
      method: "GET",
      path: "/tides/{harbour}/next",
      aliases: ["/next/{harbour}"],
      summary: "The next tide",
      input: z.object({
        harbour: z.string().describe("Its <name>."),
        kind: z.enum(["high", "low"]).default("high").describe("Which of the two."),
      }),
      output: z.object({ at: z.string(), harbour: z.string() }),
      errors: ["not-found"],
      examples: [{ title: "Brest", input: { harbour: HOSTILE, kind: "low" } }],
      run: async ({ harbour, kind }) => ({ at: `${kind} water`, harbour }),
    }),
  },
};

/** The same, for those who pay, and with nobody there to answer. */
const paid: Api = {
  ...invented,
  name: "currents",
  access: "key",
  operations: {
    now: operation({
      method: "GET",
      path: "/currents",
      summary: "The current now",
      input: z.object({ place: z.string() }),
      output: z.object({ knots: z.number() }),
      errors: [],
      examples: [{ title: "Here", input: { place: "here" } }],
      run: () => {
        throw new Problem("busy", "Nobody is there.");
      },
    }),
  },
};

/** Expects that a page shows a text, escaped; a failure names the text and not the whole page. */
function expectShown(html: string, text: string): void {
  const escaped = Bun.escapeHTML(text).replaceAll("&#x27;", "&#39;");
  expect({ text, shown: html.includes(escaped) }).toEqual({ text, shown: true });
}

/** The text of a page, without its tags. */
function textOf(html: string): string {
  const names: Readonly<Record<string, string>> = {
    quot: '"',
    "#x27": "'",
    "#39": "'",
    lt: "<",
    gt: ">",
    amp: "&",
  };
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(quot|#x27|#39|lt|gt|amp);/g, (entity, name: string) => names[name] ?? entity);
}

/** What was measured of the invented API: a bad month, a perfect week, a day without traffic. */
const measured = {
  history: async () => [
    { api: "tides", day: new Date().toISOString().slice(0, 10), minutes: 10, minutesUp: 9 },
  ],
  report: async () =>
    new Map(
      [1, 7, 30].map((days) => [
        days,
        [
          {
            api: "tides",
            minutes: 1440 * days,
            minutesUp: days > 7 ? 43_000 : 1440 * days,
            answered: days,
            failed: 0,
            meanMs: days === 1 ? null : 12.5,
          },
        ],
      ]),
    ),
};
const everything = [...apis, invented, paid];
const visitAgain = createVisitor(everything, { availability: measured });
const visit = visitOnce(visitAgain);
const codes = Object.keys(problemKinds);
const addresses = [
  "/",
  "/docs",
  "/docs/changelog",
  "/docs/search?q=score",
  "/docs/search?q=zzzz",
  ...guides.map(({ slug }) => `/docs/${slug}`),
  ...everything.map((api) => `/docs/${api.name}`),
  "/status",
  "/pricing",
  "/pricing?seo=20000&pdf=x",
  "/benchmarks",
  ...toolPaths(everything),
  "/tools/uuid?uuid=",
  "/tools/uuid?uuid=919108f752d143209bacf847db4148a8",
  "/tools/uuid?uuid=00000000-0000-0000-0000-000000000000",
  `/tools/uuid?uuid=${encodeURIComponent(HOSTILE)}`,
  "/tools/uuid?utm_source=x&uuid=zz&uuid=yy",
  "/tools/uuid?version=5&n=x&format=roman",
  ...codes.map((code) => `/problems/${code}`),
];

describe.each(addresses)("page %s", (address) => {
  let response: Response;
  let html = "";
  let elements: readonly Found[] = [];
  const all = (name: string) => elements.filter((element) => element.name === name);
  const values = (attribute: string) => elements.flatMap(({ attributes }) => attributes.get(attribute) ?? []);

  beforeAll(async () => {
    response = await visit(address);
    html = await response.text();
    elements = elementsOf(html);
  });

  test("is HTML under the strict policy, with its request id", () => {
    expect(response.status).toBe(200);
    expect(html).toStartWith('<!doctype html><html lang="en">');
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Content-Security-Policy")).toBe(POLICY);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    // Other sites are told nothing; forms of this one are sent with its origin.
    expect(response.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(response.headers.get("X-Request-Id")).toBe(REQUEST_ID);
  });

  test("has none of the patterns that the style guide bans", () => {
    expect(findings(pageTexts(address, html))).toEqual([]);
  });

  test("holds no inline script, style or handler", () => {
    expect(all("style")).toHaveLength(0);
    const scripts = all("script").map(({ attributes }) => attributes.get("src")?.split("?")[0]);
    const docs = address.startsWith("/docs") ? ["/assets/docs.js"] : [];
    const consoles = everything.some(({ name }) => address === `/docs/${name}`) ? ["/assets/console.js"] : [];
    const tool = address.startsWith("/tools/uuid") ? "/assets/uuid-generator.js" : "/assets/tool.js";
    const tools = address.startsWith("/tools/") ? ["/assets/code.js", tool] : [];
    const demo = ["/", "/tools", "/benchmarks"].includes(address) ? ["/assets/demo.js"] : [];
    expect(scripts).toEqual(["/assets/page.js", ...docs, ...consoles, ...tools, ...demo]);
    expect(/<script[^>]*>[^<]/.test(html)).toBe(false);
    const names = elements.flatMap(({ attributes }) => [...attributes.keys()]);
    expect(names.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  test("names no other host", () => {
    const links = values("href").filter((href) => !CREDITS.has(href));
    for (const found of [...links, ...values("src"), ...values("action"), ...values("formaction")]) {
      expect(found.replace(`${BASE}/`, "/")).toMatch(/^(?:[/#](?!\/)|data:image\/)/);
    }
    // Examples name hosts in texts; what a page loads or leads to is above.
    expect(all("iframe").length + all("object").length + all("embed").length).toBe(0);
  });

  test("is well formed for those who listen", () => {
    const ids = values("id");
    expect(new Set(ids).size).toBe(ids.length);
    expect(all("h1")).toHaveLength(1);
    expect(all("main")).toHaveLength(1);
    // Drawings have titles too, of their parts.
    expect(html.slice(0, html.indexOf("</head>")).split("<title>")).toHaveLength(2);
    const fors = [
      ...values("for").flatMap((ids) => ids.split(" ")),
      ...values("aria-labelledby"),
      ...values("data-copy").filter((id) => id !== ""),
      ...values("data-run"),
    ];
    expect(fors.filter((id) => !ids.includes(id))).toEqual([]);
    const labelled = all("label").map(({ attributes }) => attributes.get("for"));
    for (const { attributes } of [...all("input"), ...all("select")]) {
      expect(labelled).toContain(attributes.get("id"));
    }
    for (const { attributes } of all("img")) expect(attributes.get("alt")).not.toBeUndefined();
    expect(all("link").filter(({ attributes }) => attributes.get("rel") === "canonical")).toHaveLength(1);
    const local = values("href").filter((href) => href.startsWith("#"));
    expect(local.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
  });
});

describe("/", () => {
  const page = async (address = "/") => (await visit(address)).text();

  test("leads to the docs of every API that is paid for, the invented one too", async () => {
    const html = await page();
    for (const { name, title } of [...apis, paid].filter((api) => api.access === "key")) {
      expect(html).toContain(`href="/docs/${name}"`);
      expectShown(html, title);
    }
  });

  test("asks for an address and shows prices where calls are metered, and neither where they are not", async () => {
    expect(await page()).toContain('action="/signup"');
    const html = await page("/pricing");
    for (const { title, price } of catalogue.plans.filter((plan) => plan.listing === "landing")) {
      expectShown(html, title);
      expect(html).toContain(`$${Number(price.amount)}`);
    }
    const open = await (await createVisitor(everything, { metering: false })("/")).text();
    expect(open).not.toContain('action="/signup"');
    expect(open).not.toContain('id="prices"');
    expect(open).not.toContain('"/pricing"');
    expect(open).not.toContain('href="/account"');
  });

  test("promises the APIs that are enabled", async () => {
    const of = async (off: readonly string[]) => {
      const html = await (await createVisitor(apis, { off: new Set(off) })("/")).text();
      return textOf(/<h1.*?<\/p>/s.exec(html)?.[0] ?? "");
    };
    expect(await of([])).toContain("Five web APIs. One key.");
    const some = await of(["profiles", "products"]);
    expect(some).toContain("Three web APIs. One key.");
    expect(some).toContain("Audit pages, extract PDF text, and remove image backgrounds. UUIDs are free.");
  });

  test("shows the price list that is offered", async () => {
    const visitByApi = createVisitor(everything, { catalogue: catalogueByApi });
    expect(await (await visitByApi("/")).text()).toContain("Free: 20 profiles a day, 50 calls a day.");
    const one = await (await visitByApi("/pricing")).text();
    expect(one).toContain("SEO audit, Pro");
    expect(one).not.toContain("Bundle");
  });

  test("shows a recorded call of each API of the server, and of no other", async () => {
    const html = await page();
    expect(html).toMatch(/aria-label="Score: \d+ of 100"/);
    const callsIn = (page: string) => [...page.matchAll(/data-call="(\w+)"/g)].map(([, api]) => api);
    expect(callsIn(html)).toEqual(["images", "seo", "pdf", "profiles", "products", "uuid"]);
    const few = apis.filter(({ name }) => name === "uuid" || name === "pdf");
    expect(callsIn(await (await createVisitor(few)("/")).text())).toEqual(["pdf", "uuid"]);
  });

  test("has nothing to make or read where there is no UUID API", async () => {
    const visitOthers = createVisitor([invented]);
    expect(await rejectionOf(visitOthers("/tools/uuid"))).toMatchObject({ code: "not-found" });
    expect(await (await visitOthers("/tools")).text()).not.toContain("/tools/uuid");
  });

  test("leads on links of earlier releases, which had a UUID", async () => {
    const response = await visit("/?uuid=a%26b&n=1");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/tools/uuid?uuid=a%26b#read"]);
  });

  test("makes its UUIDs for each visit: no two visits share one, not even at the same moment", async () => {
    const pages = await Promise.all(["/", "/", "/"].map(async (path) => (await visitAgain(path)).text()));
    const fresh = pages.map((html) => {
      const [, made = ""] = /data-call="uuid".*?<pre>(.*?)<\/pre>/s.exec(html) ?? [];
      return made.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    });
    expect(fresh.map((uuids) => uuids.length)).toEqual([10, 10, 10]);
    expect(new Set(fresh.flat()).size).toBe(30);
    expect((await visit("/")).headers.get("Cache-Control")).toBe("no-store");
  });

  test("comes compressed where the client takes that, well under 30 KB with what it loads", async () => {
    const response = await visit("/", { "Accept-Encoding": "xbr, gzip;q=0.8" });
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    expect(response.headers.get("Vary")).toBe("Accept-Encoding");
    let weight = (await response.arrayBuffer()).byteLength;
    for (const name of ["page.css", "landing.css", "page.js", "demo.js", "icon.svg"]) {
      weight += (await (await visit(`/assets/${name}`, { "Accept-Encoding": "gzip" })).arrayBuffer())
        .byteLength;
    }
    expect(weight).toBeLessThan(30_000);
    for (const refusing of ["", "identity", "gzip;q=0", "xgzip"]) {
      const plain = await visit("/", refusing === "" ? {} : { "Accept-Encoding": refusing });
      expect([refusing, plain.headers.get("Content-Encoding")]).toEqual([refusing, null]);
    }
  });

  test.each([
    ["017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "Valid: version 7.", "2022-02-22T19:22:22.000Z"],
    [" 919108f7-52d1-4320-9bac-f847db4148a8\n", "Valid: version 4.", "122 random bits."],
    ["{919108f7-52d1-4320-9bac-f847db4148a8}", "The UUID in it:", "122 random bits."],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "Valid: the Max UUID.", "All bits 1"],
    ["c4dbad75-1786-ed4b-b22d-868eb018e488", "Version 14 is not defined", "14: not defined."],
    ["919108f7-52d1-4320-cbac-f847db4148a8", "The variant is microsoft", "110: reserved for Microsoft GUIDs"],
  ])("reads %j without a script", async (given, sentence, drawn) => {
    const html = await page(`/tools/uuid?uuid=${encodeURIComponent(given)}`);
    const reading = html.slice(html.indexOf('id="reading"'));
    expect(reading).toContain(sentence);
    expect(reading).toContain('class="tape"');
    expect(reading).toContain(drawn);
  });

  test.each([
    HOSTILE,
    "'-alert(1)-'",
    "</output></div></main><script src=//evil.example>",
    "javascript:alert(1)",
    "\u0000\uFFFD",
    "é".repeat(5_000),
    `${"a".repeat(299)}😀`,
    "..",
  ])("survives ?uuid=%p and repeats it escaped and cut", async (given) => {
    const html = await page(`/tools/uuid?uuid=${encodeURIComponent(given)}`);
    expect(html).toContain("Not valid.");
    expect(html).not.toContain('class="tape"');
    const input = elementsOf(html).find(({ attributes }) => attributes.get("id") === "uuid");
    expect(input?.attributes.get("value")?.length).toBeLessThanOrEqual(300 * "&#39;".length);
    expect(html).not.toContain("<img");
    expect(elementsOf(html).filter(({ name }) => name === "script")).toHaveLength(3);
  });

  test("reads a broken query like no query", async () => {
    expect(await page("/tools/uuid?uuid=%zz%ff&&=&uuid")).toContain("Not valid.");
    expect(await page("/tools/uuid?&&==")).toContain("Generated for this page");
  });
});

describe("/pricing", () => {
  const verdict = async (query: string) =>
    textOf(/<output.*?<\/output>/s.exec(await (await visit(`/pricing?${query}`)).text())?.[0] ?? "");

  test("names the plans for a usage, without a script", async () => {
    expect(await verdict("seo=50")).toBe("Free: your usage fits the free quota.");
    expect(await verdict("seo=3000&pdf=2000")).toBe("$10 a month for SEO audit + PDF extract");
    expect(await verdict("seo=30000")).toBe("$39 a month for Bundle");
    expect(await verdict("images=9000000")).toBe("More than all plans together. Contact the operator.");
  });

  test("says which quotas of an operator's plans are per day", async () => {
    const daily = {
      ...{
        id: "daily",
        listing: "landing" as const,
        title: "Daily",
        price: { amount: "4.50", currency: "EUR" },
      },
      grants: [{ meter: "seo", limit: 10, window: "day" as const }],
    };
    const own = createVisitor(apis, { catalogue: { ...catalogue, plans: [daily] } });
    expect(textOf(await (await own("/pricing")).text())).toContain("10 calls a day for €4.50");
  });

  test("counts a usage in the quotas of its plans, and in credits only where they are sold", async () => {
    const estimateOf = async (query: string) => {
      const html = await (await visit(`/pricing?${query}`)).text();
      return textOf(/<output.*?<\/ul>/s.exec(html)?.[0] ?? "");
    };
    const single = await estimateOf("seo=3000&pdf=2000");
    expect(single).toContain("3,000 of 5,000 calls, plus 100 free calls");
    expect(single).not.toContain("credits");
    expect(await estimateOf("seo=30000")).toContain("60,000 credits a month");
  });
});

describe("Markdown", () => {
  test("has the plans and credits, and the figures of the charts", async () => {
    const list = await (await visit("/tools.md")).text();
    expect(list).toStartWith("# Free tools\n\n## ");
    expect(list).toContain(`curl "${BASE}/seo/audit?url=`);
    const prices = await (await visit("/pricing.md")).text();
    expect(prices).toContain("| Bundle | $39 | 118,000 credits a month |");
    expect(prices).toContain("| Quintet SEO | calls | 2 |");
    const charts = await (await visit("/benchmarks.md")).text();
    expect(charts).toContain("| Program | Mean IoU (higher is better) |");
    expect(charts.split("Command: `npm run bench")).toHaveLength(5);
  });
});

describe("/benchmarks", () => {
  test("has date and commit, charts with their command and scope, and the missed targets", async () => {
    const html = await (await visit("/benchmarks")).text();
    const { date, commit, benches } = await readResults();
    expect(html.split('<table class="bars">')).toHaveLength(8);
    expectShown(html, `npm run bench seo`);
    expect(textOf(html)).toContain(`Date${date}Commit${commit}`);
    expectShown(html, "but it does more: it starts Chromium");
    const missed = benches.flatMap(({ figures }) => figures).filter(({ verdict }) => verdict !== "held");
    expect(html.split(">Missed<")).toHaveLength(missed.length + 1);
    const rows = benches.flatMap(({ figures }) => figures);
    // Each bench is in a group, and each figure has a value and a target with a direction.
    expect(html.split('data-head="Target"')).toHaveLength(rows.length + 1);
    expect(rows.filter(({ value, target }) => !/^-?[\d.]/.test(value) || !/^[≤≥<] /.test(target))).toEqual(
      [],
    );
  });
});

describe("/tools", () => {
  const page = async (address: string, options = {}) =>
    (await createVisitor(everything, options)(address)).text();

  test("/tools/uuid makes what its query says, without a script", async () => {
    const html = await page("/tools/uuid?version=4&n=3&format=hex");
    const [, list = ""] = /<textarea[^>]*>([^<]*)/.exec(html) ?? [];
    expect(list.split("\n")).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{12}4[0-9a-f]{19}$/)));
    expect(html).toContain('<option value="hex" selected="">');
    const [, most = ""] = /<textarea[^>]*>([^<]*)/.exec(await page("/tools/uuid?n=5000")) ?? [];
    expect(most.split("\n")).toHaveLength(100);
  });

  test.each([
    ["/tools/seo", "get", "/trial/seo"],
    ["/tools/pdf-to-markdown", "post", "/trial/pdf"],
    ["/tools/remove-background", "post", "/trial/images"],
  ])("%s has a form that works without a script, and its call as code", async (address, method, action) => {
    const html = await page(address);
    const form = elementsOf(html).find(({ attributes }) => attributes.get("id") === "tool-form");
    expect([form?.attributes.get("method"), form?.attributes.get("action")]).toEqual([method, action]);
    for (const language of ["curl", "TypeScript", "Python", "Go", "PHP"])
      expect(html).toContain(`data-language="${language}"`);
  });

  test("offers no form where visitors cannot try an API", async () => {
    expect(await page("/tools/seo", { trial: false })).toContain("This server needs a key for each call.");
    const off = await page("/tools/seo", { off: new Set(["seo"]) });
    expect(off).toContain("Not enabled on this server.");
    expect(off).not.toContain("tool-form");
    expect(await rejectionOf(page("/tools/nothing"))).toMatchObject({ code: "not-found" });
  });
});

describe("/docs", () => {
  const page = async (address: string) => (await visit(address)).text();

  test("lists every operation of every API, the invented ones too", async () => {
    const html = await page("/docs/openapi");
    for (const api of everything) {
      expect(html).toContain(`href="${api.document}"`);
      for (const [id, { summary }] of Object.entries(api.operations)) {
        expect(html).toContain(`href="/docs/${api.name}#${api.name}-${id}"`);
        expectShown(html, summary);
      }
    }
  });

  test.each(everything)(
    "/docs/$name shows all that its descriptor says, with a console each",
    async (api) => {
      const html = await page(`/docs/${api.name}`);
      const twin = await page(`/docs/${api.name}.md`);
      for (const [id, described] of Object.entries(api.operations)) {
        expect(html).toContain(`id="${api.name}-${id}"`);
        expect(html).toContain(`data-path="${described.path}"`);
        for (const text of [described.path, described.summary, ...Object.keys(described.input.shape)]) {
          expectShown(html, text);
          expect(twin).toContain(text);
        }
        for (const code of described.errors) expect(html).toContain(`href="/problems/${code}"`);
      }
      for (const promise of api.promises) {
        expectShown(html, promise.split("`")[0] ?? "?");
        expect(twin).toContain(promise);
      }
    },
  );

  test("escapes what descriptors and answers say", async () => {
    const html = await page("/docs/tides");
    expect(html).toContain("Tides &lt;b&gt;of");
    expect(html).toContain("low water");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img");
  });

  test("asks for a key where an operation needs one, and sends it in a header", async () => {
    const html = await page("/docs/currents");
    expect(textOf(html)).toContain(
      `curl "${BASE}/currents?place=here" \\\n  -H "Authorization: Bearer $QUINTET_KEY"`,
    );
    expect(html).toContain('id="key"');
    expect(await page("/docs/tides")).not.toContain('id="key"');
    const open = await (await createVisitor(everything, { metering: false })("/docs/currents")).text();
    expect(open).not.toContain('id="key"');
  });

  test("makes UUIDs for each view, and runs the other examples once", async () => {
    const sent: string[] = [];
    const run = openDemoSend(apis);
    const send: typeof run = (path, ...rest) => {
      sent.push(path);
      return run(path, ...rest);
    };
    const again = createVisitor(apis, { send });
    const read = async () => (await again("/docs/uuid")).text();
    const first = await read();
    sent.length = 0;
    const second = await read();
    const [before, after] = [first, second].map((html) => {
      const shown = [...html.matchAll(/id="uuid-v[47]".*?id="uuid-v[47]-parameters"/gs)].join("");
      const all = shown.match(/(?<=&quot;)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
      return all.filter((one) => one !== REQUEST_ID);
    });
    expect([before?.length, after?.length]).toEqual([10, 10]);
    expect(new Set([...(before ?? []), ...(after ?? [])]).size).toBe(20);
    expect(new Set(sent)).toEqual(new Set(["/v4", "/v7", "/health"]));
    expect((await again("/docs/uuid")).headers.get("Cache-Control")).toBe("no-store");
  });

  test.each([HOSTILE, "{query}", "<!--results--> {query}", "$& $1 $`"])("searches for %p", async (query) => {
    const html = await page(`/docs/search?q=${encodeURIComponent(query)}`);
    expectShown(html, `“${query}”`);
    const box = elementsOf(html).find(({ attributes }) => attributes.get("id") === "docs-query");
    expect(textOf(box?.attributes.get("value") ?? "")).toBe(query);
    expect(html.match(/<h1>Search<\/h1>/g)).toHaveLength(1);
    expect(html).not.toContain("<script>alert");
  });

  test("shows an example that needs a process without an answer where no process runs", async () => {
    const html = await page("/docs/pdf");
    expect(textOf(html)).toContain("-F file=@sample.pdf");
    expect(html).toContain('href="/examples/sample.pdf"');
  });

  test.each(["nonsense", "nonsense.md", "__proto__", ".md"])("/docs/%s is not found", async (name) => {
    expect(await rejectionOf(visit(`/docs/${name}`))).toMatchObject({ code: "not-found" });
  });
});

describe("/examples", () => {
  test("serves the files of examples, to be saved and not opened", async () => {
    const response = await visit("/examples/sample.pdf");
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(response.headers.get("Content-Disposition")).toBe("attachment");
    expect(new TextDecoder().decode((await response.bytes()).slice(0, 5))).toBe("%PDF-");
    expect(await rejectionOf(visit("/examples/other.pdf"))).toMatchObject({ code: "not-found" });
  });
});

describe("/answers", () => {
  test("has the image of a page that another replica rendered", async () => {
    const { apis, call } = openSamples();
    const image = await exampleImage(apis, "images-removeBackground-0", call);
    expect([image?.mediaType, image?.bytes?.subarray(1, 4)]).toEqual(["image/png", Buffer.from("PNG")]);
  });

  test.each([
    "images-constructor-0",
    "constructor-x-0",
    "images-removeBackground-constructor",
    "images",
    "pdf-extract-0",
  ])("%s is not found", async (name) => {
    expect(await rejectionOf(visit(`/answers/${name}`))).toMatchObject({ code: "not-found" });
  });
});

describe("/status", () => {
  test("shows what was measured beside the targets", async () => {
    const html = await (await visit("/status")).text();
    expect(html).toContain("Every API met its targets over the last 24 hours.");
    expect(html).toContain("99.53%");
    expect(html).toContain("100%");
    expect(html).toContain("13 ms");
    expect(html).toContain(": targets missed");
  });

  test("shows APIs that are off as off, and an incident in the operator's words", async () => {
    const at = new Date().toISOString();
    const updates = [{ at, message: "<b>Disk full</b>" }];
    const open = { id: "1", title: "Calls fail <i>", openedAt: at, resolvedAt: null, updates };
    const incidents = { list: async () => [open] };
    const options = { availability: measured, incidents, off: new Set(["tides"]) };
    const html = await (await createVisitor([invented], options)("/status")).text();
    expect(html).toContain("Not enabled on this server: Tides &lt;b&gt;of&lt;/b&gt; the sea.");
    expect(html).not.toContain("12.5");
    expect(html).toContain("There is an open incident.");
    expectShown(html, "<b>Disk full</b>");
  });

  test("claims no more of a server that is minutes old than it has measured", async () => {
    const young = { api: "tides", minutes: 12, minutesUp: 12, answered: 3, failed: 0, meanMs: 1 };
    const report = async () => new Map([1, 7, 30].map((days) => [days, [young]] as const));
    const history = async () => [{ api: "tides", day: "2026-11-25", minutes: 12, minutesUp: 12 }];
    const availability = { report, history };
    const html = await (await createVisitor([invented], { availability })("/status")).text();
    expect(html).toContain("Every API met its targets over the last 12 minutes.");
    expect(html.match(/<caption>[^<]*/g)).toEqual(["<caption>Last 12 minutes"]);
    expect(html).toContain("100% uptime over 12 minutes");
    expect(html).toContain("Measured for the last 12 minutes.");
    expect(html).toContain("No incidents reported in the last 12 minutes.");
  });

  test("says so where nothing is measured, and where the database is away", async () => {
    const nothing = { api: "tides", minutes: 0, minutesUp: 0, answered: 0, failed: 0, meanMs: null };
    const silent = { report: async () => new Map([[1, [nothing]]]), history: async () => [] };
    const away = () => Promise.reject(new Error("away"));
    const dead = { report: away, history: away };
    const page = async (availability: typeof silent | typeof dead) =>
      (await createVisitor([invented], { availability })("/status")).text();
    expect(await page(silent)).toContain("Nothing is measured yet");
    expect(await page(dead)).toContain("The database does not respond");
    expect(await (await createVisitor([invented], { availability: dead })("/")).text()).toContain("<h1");
  });
});

describe("for machines", () => {
  const text = async (path: string) => (await visit(path)).text();

  test("/llms.txt names every page as Markdown, and each address in it answers", async () => {
    const map = await text("/llms.txt");
    expect(map).toStartWith("# Quintet\n\n> ");
    const pages = [...map.matchAll(/\((https:[^)]+\.(?:md|txt))\)/g)].map(([, url = ""]) => url);
    expect(pages.length).toBe(everything.length + guides.length + 7);
    for (const url of pages) expect((await visit(url)).status).toBe(200);
    for (const api of everything) expect(map).toContain(`${BASE}${api.document}`);
  });

  test("every page of the docs is also Markdown", async () => {
    const html = await text("/docs");
    const pages = new Set([...html.matchAll(/href="(\/docs\/[\w-]+)["#]/g)].map(([, path = ""]) => path));
    expect(pages.size).toBeGreaterThanOrEqual(everything.length + guides.length + 1);
    for (const path of pages) {
      const twin = await visit(`${path}.md`);
      expect([path, twin.status, twin.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(await twin.text()).toStartWith("# ");
    }
  });

  test("/llms-full.txt holds every operation and every problem", async () => {
    const full = await text("/llms-full.txt");
    for (const api of everything) {
      for (const { method, path } of Object.values(api.operations))
        expect(full).toContain(`\`${method} ${path}\``);
    }
    for (const code of codes) expect(full).toContain(`\`${code}\``);
  });

  test("/sitemap.xml lists pages that answer, and no others", async () => {
    const urls = [...(await text("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = ""]) => url,
    );
    expect(urls.length).toBe(new Set(urls).size);
    expect(urls).toContain(`${BASE}/docs/seo`);
    for (const url of urls) expect((await visit(url)).status).toBe(200);
  });

  test("/robots.txt opens the pages and closes operations and accounts", async () => {
    const robots = await text("/robots.txt");
    const lines = robots.split("\n");
    for (const path of ["/account", "/confirm/", "/signup", "/v7", "/audit", "/decode/"]) {
      expect(lines.some((line) => line === `Disallow: ${path}` || line === `Disallow: ${path}$`)).toBe(true);
    }
    expect(robots).toContain(`Sitemap: ${BASE}/sitemap.xml`);
    expect(lines.filter((line) => /^Disallow: \/(?:docs|problems|status|\$|$)/.test(line))).toEqual([]);
  });
});

describe("/problems", () => {
  test.each(codes)("%s says what happened, what to do and how it looks", async (code) => {
    const html = await (await visit(`/problems/${code}`)).text();
    const kind = Object.entries(problemKinds).find(([name]) => name === code)?.[1];
    expectShown(html, kind?.title ?? "?");
    expectShown(html, (kind?.remedy ?? "?").split("`")[0] ?? "?");
    expect(textOf(html)).toContain(`"type": "${BASE}/problems/${code}"`);
    expect(textOf(html)).toContain(`"requestId": "${REQUEST_ID}"`);
    expect(await (await visit("/docs/errors")).text()).toContain(`href="/problems/${code}"`);
  });

  test("errors of metered calls say that nothing is charged, and what is left of the quota", async () => {
    const shown = textOf(await (await visit("/problems/quota-exceeded")).text());
    expect(shown).toContain('"charged": 0');
    expect(shown).toContain(
      '"detail": "This call costs more than the remaining quota: 0 of 100 calls left (Free).',
    );
    expect(textOf(await (await visit("/problems/invalid-host")).text())).not.toContain('"charged"');
  });

  test.each(["nonsense", "toString", "__proto__", "Invalid-UUID"])("%s is not found", async (code) => {
    expect(await rejectionOf(visit(`/problems/${code}`))).toMatchObject({ code: "not-found" });
    expect(await rejectionOf(visit(`/problems/${code}`))).toBeInstanceOf(Problem);
  });
});
