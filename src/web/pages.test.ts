import { beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { apis } from "../apis/index.ts";
import { type Api, operation } from "../kit/descriptor.ts";
import { Problem } from "../kit/problem.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { BASE, createVisitor, elementsOf, type Found, REQUEST_ID } from "./testing.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

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

/** The same, for those who pay: its examples are not run, because nobody pays for them. */
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
        throw new TypeError("an example of a paid API was run");
      },
    }),
  },
};

/** Expects that a page shows a text, escaped; a failure names the text and not the whole page. */
function expectShown(html: string, text: string): void {
  const escaped = Bun.escapeHTML(text).replaceAll("&#x27;", "&#39;");
  expect({ text, shown: html.includes(escaped) }).toEqual({ text, shown: true });
}

const visit = createVisitor([...apis, invented, paid]);
const codes = Object.keys(problemKinds);
const addresses = [
  "/",
  "/?uuid=",
  "/?uuid=919108f752d143209bacf847db4148a8",
  "/?uuid=00000000-0000-0000-0000-000000000000",
  `/?uuid=${encodeURIComponent(HOSTILE)}`,
  "/?utm_source=x&uuid=zz&uuid=yy",
  "/problems",
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
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(response.headers.get("X-Request-Id")).toBe(REQUEST_ID);
  });

  test("holds no inline script, style or handler", () => {
    expect(all("style")).toHaveLength(0);
    expect(all("script").map(({ attributes }) => attributes.get("src")?.split("?")[0])).toEqual([
      "/assets/page.js",
    ]);
    expect(/<script[^>]*>[^<]/.test(html)).toBe(false);
    const names = elements.flatMap(({ attributes }) => [...attributes.keys()]);
    expect(names.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
    expect(html).not.toContain("javascript:");
  });

  test("names no other host", () => {
    for (const found of [...values("href"), ...values("src"), ...values("action"), ...values("formaction")]) {
      expect(found).toMatch(/^[/#](?!\/)/);
    }
    const hosts = [...html.matchAll(/https?:\/\/[^/"&<\s]+/g)].map(([host]) => host);
    expect(hosts.filter((host) => host !== BASE)).toEqual([]);
  });

  test("is well formed for those who listen", () => {
    const ids = values("id");
    expect(new Set(ids).size).toBe(ids.length);
    expect(all("h1")).toHaveLength(1);
    expect(all("main")).toHaveLength(1);
    expect(all("title")).toHaveLength(1);
    const fors = [
      ...values("for"),
      ...values("aria-labelledby"),
      ...values("data-copy"),
      ...values("data-run"),
    ];
    expect(fors.filter((id) => !ids.includes(id))).toEqual([]);
    const labelled = all("label").map(({ attributes }) => attributes.get("for"));
    for (const { attributes } of all("input")) expect(labelled).toContain(attributes.get("id"));
    const local = values("href").filter((href) => href.startsWith("#"));
    expect(local.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
  });
});

describe("/", () => {
  const page = async (address = "/") => (await visit(address)).text();

  test("shows every operation of every API, the invented ones too", async () => {
    const html = await page();
    for (const api of [...apis, invented, paid]) {
      expect(html).toContain(`href="${api.document}"`);
      for (const [id, { path, summary }] of Object.entries(api.operations)) {
        expect(html).toContain(`id="${api.name}-${id}"`);
        expectShown(html, path);
        expectShown(html, summary);
      }
      for (const promise of api.promises) expectShown(html, promise);
    }
  });

  test("escapes what descriptors and answers say", async () => {
    const html = await page();
    expect(html).toContain("Tides &lt;b&gt;of");
    expect(html).toContain("low water");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img");
  });

  test("runs no example of an API that needs a key, and says how to send one", async () => {
    const html = await page();
    expectShown(html, `-H "Authorization: Bearer $QUINTET_KEY" "${BASE}/currents?place=here"`);
  });

  test("has nothing to make or read where there is no UUID API", async () => {
    const html = await (await createVisitor([invented])("/?uuid=zz")).text();
    expect(html).not.toContain("data-make");
    expect(html).not.toContain("data-read");
    expect(html).toContain("The next tide");
  });

  test("makes its UUIDs for each visit: no two visits share one, not even at the same moment", async () => {
    const pages = await Promise.all([page(), page(), page()]);
    const fresh = pages.map((html) => {
      const [, made = ""] = /id="uuid-v4-1-answer"[^>]*>(.*?)<\/output>/.exec(html) ?? [];
      return made.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    });
    expect(fresh.map((uuids) => uuids.length)).toEqual([5, 5, 5]);
    expect(new Set(fresh.flat()).size).toBe(15);
    expect((await visit("/")).headers.get("Cache-Control")).toBe("no-store");
  });

  test.each([
    ["017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "Valid: version 7.", "2022-02-22T19:22:22.000Z"],
    [" 919108f7-52d1-4320-9bac-f847db4148a8\n", "Valid: version 4.", "122 random bits."],
    ["{919108f7-52d1-4320-9bac-f847db4148a8}", "The UUID in it:", "122 random bits."],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "Valid: the Max UUID.", "All bits 1"],
    ["c4dbad75-1786-ed4b-b22d-868eb018e488", "Version 14 is not defined", "14: not defined."],
    ["919108f7-52d1-4320-cbac-f847db4148a8", "The variant is microsoft", "110: a GUID"],
  ])("reads %j without a script", async (given, sentence, drawn) => {
    const html = await page(`/?uuid=${encodeURIComponent(given)}`);
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
    const html = await page(`/?uuid=${encodeURIComponent(given)}`);
    expect(html).toContain("Not valid.");
    expect(html).not.toContain('class="tape"');
    const input = elementsOf(html).find(({ attributes }) => attributes.get("id") === "uuid");
    expect(input?.attributes.get("value")?.length).toBeLessThanOrEqual(300 * "&#39;".length);
    expect(elementsOf(html).filter(({ name }) => name === "script" || name === "img")).toHaveLength(1);
  });

  test("reads a broken query like no query", async () => {
    expect(await page("/?uuid=%zz%ff&&=&uuid")).toContain("Not valid.");
    expect(await page("/?&&==")).toContain("Made for this page");
  });
});

describe("/problems", () => {
  test.each(codes)("%s says what happened, what to do and how it looks", async (code) => {
    const html = await (await visit(`/problems/${code}`)).text();
    const kind = Object.entries(problemKinds).find(([name]) => name === code)?.[1];
    expectShown(html, kind?.title ?? "?");
    expectShown(html, (kind?.remedy ?? "?").split("`")[0] ?? "?");
    expectShown(html, `"type":"${BASE}/problems/${code}"`);
    expectShown(html, `"requestId":"${REQUEST_ID}"`);
    expect(await (await visit("/problems")).text()).toContain(`href="/problems/${code}"`);
  });

  test.each(["nonsense", "toString", "__proto__", "Invalid-UUID"])("%s is not found", async (code) => {
    await expect(visit(`/problems/${code}`)).rejects.toMatchObject({ code: "not-found" });
    await expect(visit(`/problems/${code}`)).rejects.toBeInstanceOf(Problem);
  });
});
