import { describe, expect, test } from "bun:test";
import { BASE, REQUEST_ID } from "../../test/demo-send.ts";
import { apis } from "../apis/index.ts";
import { createVisitor, elementsOf } from "./visitor.fixture.ts";

const visit = createVisitor(apis);

async function linked(): Promise<string[]> {
  const elements = elementsOf(await (await visit("/")).text());
  const found = elements.flatMap(({ attributes }) => [
    attributes.get("href") ?? "",
    attributes.get("src") ?? "",
  ]);
  return found.filter((address) => address.startsWith("/assets/") && !address.includes(".png")).sort();
}

const TYPES = ["image/svg+xml", "text/css; charset=utf-8", "text/javascript; charset=utf-8"];

describe("assets", () => {
  test("are what pages link, with the right types, to be kept for a year", async () => {
    const responses = await Promise.all((await linked()).map((address) => visit(address)));
    expect(responses.map((response) => response.headers.get("Content-Type"))).toEqual(TYPES);
    for (const { status, headers } of responses) {
      expect(status).toBe(200);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Request-Id")).toBe(REQUEST_ID);
    }
  });

  test("are not kept under another version's hash, so that a replica of another age does no harm", async () => {
    for (const address of ["/assets/page.css?v=000000000000", "/assets/page.css", "/assets/page.js?"]) {
      const response = await visit(address);
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("no-cache");
    }
  });

  test.each(["nothing.css", "..%2Fpages.tsx", "constructor"])("%s is not found", async (name) => {
    await expect(visit(`/assets/${name}`)).rejects.toMatchObject({ code: "not-found" });
  });

  test("weigh less than 10 KB over the wire, load nothing and name no other host", async () => {
    let weight = 0;
    for (const address of await linked()) {
      const text = await (await visit(address)).text();
      weight += (await (await visit(address, { "Accept-Encoding": "gzip" })).arrayBuffer()).byteLength;
      expect(text).not.toMatch(/@import|url\(|import\(|import [^;]*from|sourceMappingURL/);
      const hosts = text.match(/(?:https?:)?\/\/[a-z0-9][\w.-]*\.[a-z]{2,}/gi) ?? [];
      // The one address in there is the name of the SVG vocabulary; nobody fetches it.
      expect(hosts.filter((host) => host !== "http://www.w3.org" && host !== BASE)).toEqual([]);
    }
    expect(weight).toBeLessThan(10_000);
  });
});
