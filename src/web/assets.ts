import type { RoutedRequest } from "../http/core/endpoint.ts";
import { lazily } from "../kit/lazily.ts";
import { Problem } from "../kit/problem.ts";
import { rawQuery } from "../kit/query.ts";

/**
 * The files that pages load, by their names under `/assets/`, and their media types. A script comes after those that it
 * imports.
 */
const types = {
  "page.css": "text/css; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "demo.js": "text/javascript; charset=utf-8",
  "results.js": "text/javascript; charset=utf-8",
  "code.js": "text/javascript; charset=utf-8",
  "tool.js": "text/javascript; charset=utf-8",
  "docs.css": "text/css; charset=utf-8",
  "dashboard.css": "text/css; charset=utf-8",
  "dashboard.js": "text/javascript; charset=utf-8",
  "tools.css": "text/css; charset=utf-8",
  "landing.css": "text/css; charset=utf-8",
  "search.js": "text/javascript; charset=utf-8",
  "docs.js": "text/javascript; charset=utf-8",
  "console.js": "text/javascript; charset=utf-8",
  "uuid-generator.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
  "favicon.ico": "image/x-icon",
  "social.png": "image/png",
  "husky.jpg": "image/jpeg",
  "husky.webp": "image/webp",
  "teapot.jpg": "image/jpeg",
  "teapots.png": "image/png",
} as const;

export type AssetName = keyof typeof types;

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** The first 12 hexadecimal digits of the content's SHA-256. */
  readonly hash: string;
}

/** The assets of this version of the code, read from disk once. */
export interface Assets {
  /** The address of an asset, with its content hash. */
  href(name: AssetName): string;
  /**
   * Responds to a request for an asset. With its hash in the URL, it may be cached for a year. Without a hash,
   * or with that of another version (replicas are not updated at the same time), it is served but not cached.
   */
  handle(request: RoutedRequest, requestId: string, name?: string): Response;
}

/** Imports of a script, with the hashes of what they import: under them, browsers keep the files. */
function withHashes(script: string, loaded: ReadonlyMap<string, Asset>): string {
  return script.replaceAll(/"\.\/([\w-]+\.js)"/g, (whole, name: string) => {
    const hash = loaded.get(name)?.hash;
    return hash === undefined ? whole : `"/assets/${name}?v=${hash}"`;
  });
}

async function load(name: string, type: string, loaded: ReadonlyMap<string, Asset>): Promise<Asset> {
  const file = Bun.file(new URL(`./assets/${name}`, import.meta.url));
  const isScript = type.startsWith("text/javascript");
  const body = isScript
    ? new TextEncoder().encode(withHashes(await file.text(), loaded))
    : await file.bytes();
  const hash = new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 12);
  return { body, type, hash };
}

/** Reads the assets, once for all servers of this process. */
export const loadAssets = lazily(async (): Promise<Assets> => {
  const loaded = new Map<string, Asset>();
  for (const [name, type] of Object.entries(types)) loaded.set(name, await load(name, type, loaded));
  return {
    href: (name) => `/assets/${name}?v=${loaded.get(name)?.hash}`,
    handle(request, requestId, name = request.params.name) {
      const asset = loaded.get(name ?? "");
      if (asset === undefined) {
        throw new Problem("not-found", "No asset has this name. Pages name the ones that they use.");
      }
      const current = rawQuery(request.url) === `v=${asset.hash}`;
      return new Response(asset.body, {
        headers: {
          "Content-Type": asset.type,
          "Cache-Control": current ? "public, max-age=31536000, immutable" : "no-cache",
          "X-Content-Type-Options": "nosniff",
          // An image opened by itself is a document: it must not run anything either.
          "Content-Security-Policy": "default-src 'none'; sandbox",
          "X-Request-Id": requestId,
        },
      });
    },
  };
});
