// A process of its own: the sites that the service reads on loopback, honest and hostile ones. Pages are made before an
// attack begins, so that serving them costs little.
import { profilePage } from "../../../src/apis/profiles/linkedin/pages.fixture.ts";
import { cart, core, formPrice, page as productPage } from "../../fixtures/products/page.ts";
import type { SiteContent } from "./attack.ts";
import { attackOf } from "./attacks/table.ts";
import { answer } from "./ipc.ts";

export interface SiteRequests {
  /** The port of the honest site, which is also the upstream of products and profiles. */
  honest: null;
  /** Opens the sites of an attack in place of those of the one before; gives their addresses. */
  open: { attack: string; seed: number };
}

export interface SiteReplies {
  honest: number;
  open: readonly string[];
}

const HTML = { "Content-Type": "text/html; charset=utf-8" };

/** A page of the kind that is audited: a few kilobytes with everything that pages have. */
function honestPage(): string {
  const paragraphs = Array.from(
    { length: 40 },
    (_, i) =>
      `<h2>Part ${i}</h2><p>Water at ${70 + i} degrees. <a href="/part-${i}">More</a> <img src="/${i}.png" alt="Image ${i}">`,
  );
  return `<!doctype html><html lang="en"><title>Green tea, brewed well</title><meta name="description" content="How hot, how long and how much.">${paragraphs.join("")}</html>`;
}

function productOf(asin: string): string {
  const box = cart(asin, { inside: formPrice("24.99", "USD", asin) });
  return productPage({ asin, center: core({ whole: "24", fraction: "99" }), box });
}

function serveSite({ page, type, robots, sitemap }: SiteContent) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      const { pathname, origin } = new URL(request.url);
      if (pathname === "/robots.txt") {
        if (robots !== undefined) return new Response(robots);
        return new Response(sitemap === undefined ? "" : `Sitemap: ${origin}/sitemap.xml\n`);
      }
      if (pathname === "/sitemap.xml" && sitemap !== undefined)
        return new Response(sitemap, { headers: { "Content-Type": "application/xml" } });
      return new Response(page, { headers: { "Content-Type": type } });
    },
  });
  return { address: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

if (import.meta.main) {
  let upstream: readonly Uint8Array<ArrayBuffer>[] = [];
  let open: ReturnType<typeof serveSite>[] = [];
  const body = honestPage();
  const person = profilePage();
  const honest = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      const { pathname } = new URL(request.url);
      const [, asin, hostile] = /\/dp\/(B0(?:HOST(\d{4})|\w{8}))$/.exec(pathname) ?? [];
      const [, member] = /\/in\/hostile-(\d+)/.exec(pathname) ?? [];
      const number = hostile ?? member;
      if (number !== undefined) return new Response(upstream[Number(number)] ?? null, { headers: HTML });
      if (pathname.endsWith("/robots.txt")) return new Response("");
      if (asin !== undefined) return new Response(productOf(asin), { headers: HTML });
      const [, slug] = /\/in\/([\w-]+)/.exec(pathname) ?? [];
      if (slug !== undefined) return new Response(person.replaceAll("ines-morrow", slug), { headers: HTML });
      return new Response(body, { headers: HTML });
    },
  });
  answer<SiteRequests, SiteReplies>({
    honest: async () => honest.port ?? 0,
    async open({ attack, seed }) {
      await Promise.all(open.map((site) => site.stop()));
      const { sites, upstreamPages } = attackOf(attack);
      upstream = upstreamPages?.(seed) ?? [];
      open = (sites?.(seed) ?? []).map(serveSite);
      return open.map(({ address }) => address);
    },
  });
}
