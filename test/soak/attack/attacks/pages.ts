import type { Attack, Caller, SiteContent } from "../attack.ts";
import { type Shot, shotOf } from "../request.ts";
import { run, utf8 } from "./bytes.ts";

const HTML = "text/html; charset=utf-8";
const KB = 1_024;

const plain = utf8('<!doctype html><html lang="en"><title>A page</title><p>Text.</html>');

/** An audit of one of the attack's sites; the path differs each time, so that no copy is taken. */
export function audit(caller: Caller, i: number, query = ""): Shot {
  const site = caller.sites[(i + caller.index) % caller.sites.length] ?? "";
  const url = encodeURIComponent(`${site}/${caller.index}-${i}`);
  return shotOf("GET", `/seo/audit?url=${url}${query}`, { "X-API-Key": caller.keys[0] ?? "" });
}

const page = (content: Uint8Array<ArrayBuffer>, type = HTML): SiteContent => ({ page: content, type });

/** The most bytes of an audit: evidence is capped. */
const REPORT_MAX = 5_000_000;

const auditing = {
  isPaid: true,
  responseMax: REPORT_MAX,
  shot: (caller: Caller, i: number) => audit(caller, i),
} as const;

/** 480 KB of directives in one meta: each was once quoted with the whole of it. */
function directives(): Uint8Array<ArrayBuffer> {
  return run(
    '<!doctype html><html><head><title>x</title><meta name="robots" content="',
    "noindex,",
    480 * KB,
    '">',
  );
}

/** C2, H1 and H2: pages and files of sites that an audit reads. */
export const pageAttacks: readonly Attack[] = [
  {
    ...auditing,
    id: "C2",
    title: "a sitemap of <loc>, spaces and <x, with links=check",
    sites: () =>
      [4_000, 20_000, 400_000].map((spaces) => ({
        ...page(plain),
        sitemap: run("<urlset><loc>", " ", spaces, "<x"),
      })),
    shot: (caller, i) => audit(caller, i, "&links=check"),
  },
  {
    ...auditing,
    id: "H1 robots.txt",
    title: "robots.txt of a, spaces and b",
    sites: () =>
      [40 * KB, 480 * KB].map((spaces) => ({
        ...page(plain),
        robots: run("User-agent: *\na", " ", spaces, "b\n"),
      })),
  },
  {
    ...auditing,
    id: "H1 JSON-LD",
    title: "JSON-LD of --> and 50,000 spaces",
    sites: () => [
      page(
        run(
          '<!doctype html><title>x</title><script type="application/ld+json">-->',
          " ",
          50_000,
          "x</script>",
        ),
      ),
    ],
  },
  {
    ...auditing,
    id: "H1 comments",
    title: "24 and 60 comments <!----> as octet-stream",
    sites: () => [24, 60].map((times) => page(utf8("<!---->".repeat(times)), "application/octet-stream")),
  },
  {
    ...auditing,
    id: "H2",
    title: "a meta of 480 KB of directives",
    sites: () => [page(directives())],
  },
];
