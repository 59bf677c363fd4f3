import { describe, expect, test } from "bun:test";
import { BASE, REQUEST_ID } from "../../test/helpers/demo-send.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { apis } from "../apis/default-apis.ts";
import { createVisitor, elementsOf } from "./visitor.fixture.ts";

const visit = createVisitor(apis);

async function linked(page = "/"): Promise<string[]> {
  const elements = elementsOf(await (await visit(page)).text());
  const found = elements.flatMap(({ attributes }) => [
    attributes.get("href") ?? "",
    attributes.get("src") ?? "",
    attributes.get("data-tool-sample") ?? "",
  ]);
  const assets = found.filter((address) => address.startsWith("/assets/") && !address.includes(".png"));
  return [...new Set(assets)].sort();
}

const SCRIPT = "text/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const JPEG = "image/jpeg";
const TYPES = [SCRIPT, JPEG, "image/webp", "image/svg+xml", CSS, CSS, SCRIPT, JPEG];

describe("assets", () => {
  test("are what pages link, with the right types, to be kept for a year", async () => {
    const addresses = await linked();
    const responses = await Promise.all(addresses.map((address) => visit(address)));
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

  test.each(["nothing.css", "..%2Fpages.ts", "constructor"])("%s is not found", async (name) => {
    expect(await rejectionOf(visit(`/assets/${name}`))).toMatchObject({ code: "not-found" });
  });

  test.each(["/", "/tools/remove-background"])(
    "are all of the weight of %s of 60 KB, load only each other and name no other host",
    async (page) => {
      let weight = (await (await visit(page, { "Accept-Encoding": "gzip" })).arrayBuffer()).byteLength;
      // What a script imports comes with it, under its hash.
      const importedBy = async (name: string) =>
        [
          ...(await (await visit(`/assets/${name}`)).text()).matchAll(
            /"(\/assets\/[\w-]+\.js\?v=[\da-f]{12})"/g,
          ),
        ].map(([, address = ""]) => address);
      const imported = new Set([...(await importedBy("tool.js")), ...(await importedBy("results.js"))]);
      expect(imported.size).toBe(3);
      const own = (await linked(page)).filter((address) => !/\.(?:jpg|webp)/.test(address));
      for (const address of page === "/" ? own : new Set([...own, ...imported])) {
        const text = await (await visit(address)).text();
        weight += (await (await visit(address, { "Accept-Encoding": "gzip" })).arrayBuffer()).byteLength;
        expect(text).not.toMatch(/@import|url\(|import\(|from "(?!\/assets\/)|sourceMappingURL/);
        const hosts = text.match(/(?:https?:)?\/\/[a-z0-9][\w.-]*\.[a-z]{2,}/gi) ?? [];
        // The name of the SVG vocabulary, which nobody fetches, and a link for people.
        const known = new Set(["http://www.w3.org", "https://pagespeed.web.dev", BASE]);
        expect(hosts.filter((host) => !known.has(host))).toEqual([]);
      }
      expect(weight).toBeLessThan(60_000);
    },
  );
});
