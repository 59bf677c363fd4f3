/** @jsxImportSource hono/jsx */
import { describe, expect, test } from "bun:test";
import { BASE } from "../../test/helpers/demo-send.ts";
import type { Quota, RequestView } from "../accounts/account-views.ts";
import { defaultCatalogue } from "../accounts/default-catalogue.ts";
import { apis } from "../apis/default-apis.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import { accountPages } from "./account.tsx";
import { QuotaRow } from "./account-page.tsx";
import { adminPages } from "./admin.tsx";
import { Command } from "./code.tsx";
import { loadRenderers } from "./renderers.ts";
import { costText, Detail, Replay, RequestError } from "./requests-page.tsx";
import { siteAuditsPage } from "./site-audits-page.tsx";

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const renderers = () => loadRenderers({ baseUrl: BASE, metering: true, sendsEmail: true, dataDir: "" });
const catalogue = defaultCatalogue(apis);

describe("facts of account pages", () => {
  test("an error refers to no field that the page does not have", () => {
    for (const code of Object.keys(problemKinds)) {
      for (const detail of [null, "file must be <b>."]) {
        const html = String(<RequestError code={code} detail={detail} />);
        expect([code, html.includes("<code>detail</code>"), html.includes("<p></p>")]).toEqual([
          code,
          false,
          false,
        ]);
        expect(html).not.toContain("<b>");
      }
    }
    const logged = textOf(String(<RequestError code="invalid-parameter" />));
    expect(logged).toContain("Fix the request and send it again. The error message was not stored.");
    const job = textOf(String(<RequestError code="invalid-parameter" detail="colour is unknown." />));
    expect(job).toContain("colour is unknown. About");
  });

  test("the bar of a quota is as long as the number beside it", () => {
    const window = {
      window: "month",
      startsAt: "2026-11-01T00:00:00Z",
      resetsAt: "2026-12-01T00:00:00Z",
    } as const;
    for (const used of [0, 8, 100]) {
      const quota: Quota = {
        ...{ policy: "free-seo", plan: "hobbyist", unit: "calls", limit: 100, used, remaining: 100 - used },
        ...window,
      };
      const html = String(<QuotaRow name="SEO" quota={quota} plan="Free" />);
      expect(html).toContain(`${used} of 100 calls used`);
      expect(html).toContain(`width="${used}" height="6"`);
    }
  });

  test("a call is run again with the name of its file where curl takes it as it is", async () => {
    const { site } = await renderers();
    const pdf = apis.find(({ name }) => name === "pdf");
    if (pdf === undefined) throw new Error("No PDF API.");
    const parameters = { values: {}, omitted: ["file"] };
    for (const [fileName, sent] of [
      ["report.pdf", "file=@report.pdf"],
      ["Übersicht (1).pdf", "'file=@Übersicht (1).pdf'"],
      ...["a;type=x.pdf", 'a",@b.pdf', "a'$(id).pdf", "../a.pdf", "a\nb.pdf", "", undefined].map(
        (name) => [name, "file=@YOUR_FILE.pdf"] as const,
      ),
    ] as const) {
      const html = String(<Replay {...{ site, api: pdf, id: "extract", parameters, fileName }} />);
      expect([fileName, html.replaceAll("&#39;", "'").includes(`-F ${sent} `)]).toEqual([fileName, true]);
    }
  });

  test("the detail of an error has names of parameters as code, and all of its text", () => {
    const operation = apis.find(({ name }) => name === "pdf")?.operations.extract;
    const text = "file must be a PDF, <b>: send the file or url. This operation accepts url, pages.";
    const html = String(<Detail text={text} operation={operation} />);
    expect(html.match(/(?<=<code>)[^<]*/g)?.join()).toBe("file,url,pages");
    expect(html.replaceAll(/<[^>]*>/g, "").trim()).toBe(text.replace("<b>", "&lt;b&gt;"));
  });

  test("a cost is in the unit that quotas count", () => {
    const costs = [
      costText({ units: 1, unit: "pages" }),
      costText({ units: 0, unit: "pages" }),
      costText({ units: 2, unit: undefined }),
      costText({ units: 25, unit: "calls" }),
      costText({ units: 8, unit: "calls", calls: 8 }),
    ];
    expect(costs).toEqual(["1 page", "Nothing was charged", "2 units", "1 call", "8 calls"]);
  });

  test("the page that deletes an account names what stays, in the words of the guide", async () => {
    const { site } = await renderers();
    const html = accountPages(site, apis).leave("ada@example.com").replaceAll("&#39;", "'");
    const guide = await Bun.file(new URL("docs/guides/privacy.md", import.meta.url)).text();
    const stays = (guide.split("We keep only:")[1] ?? "").split("\n## ")[0]?.match(/(?<=^- ).*/gm) ?? [];
    expect(stays).toHaveLength(2);
    expect(stays.filter((text) => !html.includes(`<li>${text}</li>`))).toEqual([]);
  });

  test("browsers accept the pattern of every email address, and only that address", async () => {
    const { site } = await renderers();
    for (const email of [
      "ada@example.com",
      "o'neil+a.b-c@my-company.example",
      "a!#$%&*/=?^_`{|}~@b.example",
    ]) {
      const html = accountPages(site, apis).leave(email);
      const pattern = /pattern="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
      // As browsers read it: https://html.spec.whatwg.org/#attr-input-pattern
      const compiled = new RegExp(`^(?:${pattern})$`, "v");
      expect([email, compiled.test(email), compiled.test(`x${email}`)]).toEqual([email, true, false]);
    }
  });

  test("a server without an email service says where the link is, also after too many requests", async () => {
    const { site } = await renderers();
    for (const waitMinutes of [0, 12]) {
      const view = { email: "ada@example.com", waitMinutes, minutesAgo: 0, nextLinkMinutes: 10 };
      const inTerminal = textOf(accountPages({ ...site, sendsEmail: false }, apis).sent(view));
      const byEmail = textOf(accountPages(site, apis).sent(view));
      expect(inTerminal).toContain("Check the terminal");
      expect(inTerminal).not.toMatch(/check your email|we sent|spam/i);
      expect(byEmail).toContain("Check your email");
      expect(byEmail).not.toContain("terminal");
      for (const text of [inTerminal, byEmail])
        expect(text.includes("try again in 12 minutes")).toBe(waitMinutes === 12);
    }
  });

  test("a list that refreshes itself refreshes its links to other pages, so that none of its rows is skipped", async () => {
    const { site } = await renderers();
    const pages = accountPages(site, apis);
    const time = "2026-11-20T10:00:00.000Z";
    const of = { next: "n", isNewest: true, apis: [], units: new Map() };
    const request: RequestView = {
      ...{ id: "a", createdAt: time, requestId: "r", mode: "live", key: null, keyName: null, keyHint: null },
      ...{ api: "seo", operation: "meta", status: 200, code: null, detail: null, units: 1, durationMs: 9 },
      parameters: null,
    };
    const filters = { api: "", key: "", status: "", requestId: "" };
    const lists = [
      pages.requests({ ...of, requests: [request], filters, keys: [] }),
      pages.jobs({ ...of, jobs: [], filters: { api: "", kind: "job", state: "" }, inputs: new Map() }),
      siteAuditsPage(site, {
        ...{ siteAudits: [], next: "n", schedules: [], callsLeft: 1, typed: new URLSearchParams() },
      }),
    ];
    for (const html of lists) {
      const links: string[] = [];
      new HTMLRewriter()
        .on("[data-refresh] a[rel=next], .stack a[rel=next]", {
          element: (link) => void links.push(link.getAttribute("href") ?? ""),
        })
        .transform(html);
      expect(links).toHaveLength(1);
    }
  });

  test("the audit log of an account offers no events that no account has", async () => {
    const { site } = await renderers();
    const html = accountPages(site, apis).audit({
      ...{ entries: [], next: null, filters: { action: "" }, isNewest: true },
    });
    expect(html).toContain('value="key.created"');
    expect(html).not.toMatch(/value="(?:incident|operator|catalogue)/);
  });

  test("operators see which plans people can buy", async () => {
    const { site } = await renderers();
    const sold = catalogue.plans.filter(({ id }) => ["pdf", "products", "seo-pro"].includes(id));
    const versions = [...sold, ...sold.slice(0, 1)].map(({ id, title, price, grants }, i) => ({
      ...{
        plan: id,
        title,
        price,
        grants,
        version: 2,
        isCurrent: i < sold.length,
        holders: 0,
        soldSince: "2026-11-01T00:00:00Z",
      },
    }));
    const shown = (hasPayments: boolean) => {
      const options = { apis, catalogue, contact: undefined, off: new Set(["products"]), hasPayments };
      const html = adminPages(site, options).plans({ versions, sold });
      const badges = [...html.matchAll(/<span class="badge[^"]*">([^<]*)</g)].map(([, text]) => text);
      return Object.fromEntries(
        versions.map(({ plan, isCurrent }, i) => [`${plan} ${isCurrent}`, badges[i]]),
      );
    };
    expect(shown(true)).toEqual({
      "pdf true": "On sale",
      "products true": "API not enabled",
      "seo-pro true": "Not on the price list",
      "pdf false": "Not sold",
    });
    expect(shown(false)).toMatchObject({ "pdf true": "Payments not enabled" });
  });

  test("a command breaks at its options, and is the same command", () => {
    const parts = ["curl", "--form-string 'a= -H b'", '"https://a.example/?a=1&b=<c>"'];
    const html = String(<Command id="c" parts={parts} />);
    const text = html.split('<code id="c">')[1]?.split("</code>")[0];
    expect(text).toBe(
      "curl \\\n  --form-string &#39;a= -H b&#39; \\\n  &quot;https://a.example/?a=1&amp;b=&lt;c&gt;&quot;",
    );
  });
});
