import { describe, expect, test } from "bun:test";
import { BASE } from "../../test/helpers/demo-send.ts";
import { readPageQuery } from "../kit/page-table.ts";
import { optionFields } from "../site-audits/site-audit-schemas.ts";
import { loadRenderers } from "./renderers.ts";
import { siteAuditPage, siteAuditsPage } from "./site-audits-page.tsx";

const { site } = await loadRenderers({ baseUrl: BASE, metering: true, sendsEmail: true, dataDir: "" });

const usual = {
  ...{ maxPages: 100, maxDepth: 20, subdomains: false, include: [], exclude: [], delayMs: 500 },
  checkLinks: true,
};

/** The fields of the form to which an ended audit with these options leads, with their values. */
function fieldsOfRepeat(options: Readonly<Record<string, unknown>>): Record<string, string> {
  const time = "2026-11-20T10:00:00.000Z";
  const page = siteAuditPage(site, {
    audit: {
      ...{ id: "a", mode: "live", url: "https://a.example/", state: "succeeded", stopReason: null, options },
      ...{ progress: 1, pages: 3, requested: 3, waiting: 0, units: 3, score: 90, schedule: null },
      ...{ createdAt: time, startedAt: time, finishedAt: time, estimatedEndAt: null, expiresAt: time },
      ...{ reportUrl: null, eventsUrl: "/seo/site-audits/a/events", problem: null },
    },
    ...{ earlier: [], compared: undefined, overview: undefined, shared: undefined },
    query: readPageQuery(new URLSearchParams()),
  });
  const href = /href="([^"]*)">Audit again/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const typed = new URL(href, BASE).searchParams;
  const form = siteAuditsPage(site, {
    ...{ siteAudits: [], next: null, schedules: [], callsLeft: 100, typed },
  });
  const fields = form.matchAll(/<input [^>]*name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

describe("the form that starts an audit again", () => {
  test("has the usual fields for an audit with the usual options", () => {
    const { url: _, maxPages: __, ...schemas } = optionFields;
    const defaults = Object.entries(schemas).flatMap(([name, schema]) => {
      const value = schema.parse(undefined);
      return value === undefined ? [] : [[name, value]];
    });
    expect(fieldsOfRepeat({ ...usual, ...Object.fromEntries(defaults) })).toEqual({
      ...{ url: "https://a.example/", maxPages: "100", exclude: "" },
    });
  });

  test("has every option that a program has set: without it, more pages would be read and charged", () => {
    const own = { ...usual, include: ["/blog/", "/a&b"], exclude: ["/tag/"], maxDepth: 2 };
    expect(fieldsOfRepeat({ ...own, subdomains: true, delayMs: 1_000, checkLinks: false })).toEqual({
      ...{ url: "https://a.example/", maxPages: "100", include: "/blog/, /a&amp;b", exclude: "/tag/" },
      ...{ maxDepth: "2", subdomains: "true", delayMs: "1000", checkLinks: "false" },
    });
  });
});
