import type { Fetch, Fetched } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";

/** The request ID of every response that pages show: with a new one each time, caches could keep no page with an error. */
export const SHOWN_ID = "01a1f907-84b5-7496-9a6a-20d3d3a24405";

/** The page that the audit is shown with, and its URL. */
export const TEA = { file: "tea.html", url: "https://leaf.example/tea/green" } as const;

/** The pages of a product, a person and a company. They are invented, and no site is asked. */
export const TEAPOT_FOR_SALE = { file: "product.html", asin: "B0TEAPOT01" } as const;
export const INES = { file: "profile.html", username: "ines-morrow" } as const;
export const WEIR = { file: "company.html", vanity: "weir-sons" } as const;

/** The page whose text is shown, and the media type in which. */
export const TEAPOTS = { file: "teapots.pdf", mediaType: "text/markdown" } as const;

/** The image whose background is removed, among the assets because pages show it too, and the media type of the result. */
export const HUSKY = { file: "../assets/husky.jpg", mediaType: "image/webp" } as const;

/** The input that an operation of an API is shown with, instead of an example that asks another site. */
export function sampleInput(api: string, operation: string): Readonly<Record<string, string>> | undefined {
  const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "seo audit": { url: TEA.url },
    "seo meta": { url: TEA.url },
    "products product": { asin: TEAPOT_FOR_SALE.asin },
    "profiles profile": { username: INES.username },
    "profiles company": { vanity: WEIR.vanity },
  };
  return inputs[`${api} ${operation}`];
}

/** The bytes of a file among the samples. */
export async function sample(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(new URL(`./samples/${name}`, import.meta.url)).bytes();
}

/** The sample file for a URL, by its path and whatever its site. */
function sampleAt(url: string): string | undefined {
  if (url === TEA.url) return TEA.file;
  const { pathname } = URL.parse(url) ?? { pathname: "" };
  if (pathname.includes(TEAPOT_FOR_SALE.asin)) return TEAPOT_FOR_SALE.file;
  if (pathname.includes(WEIR.vanity)) return WEIR.file;
  return pathname.includes(INES.username) ? INES.file : undefined;
}

/** An internet of the sample pages. Throws `url-invalid` and `url-not-public`, as the real one does. */
export const sampleFetch: Fetch = async (url, { parameter = "url" }) => {
  if (!/^https?:\/\/[^/]/.test(url)) {
    const detail = `${parameter} must be an absolute http or https URL, such as https://example.com/.`;
    throw new Problem("url-invalid", detail, { parameter });
  }
  if (URL.parse(url)?.hostname === "127.0.0.1") {
    const detail = `${parameter} must be on the public internet. Private, local and reserved addresses are not fetched.`;
    throw new Problem("url-not-public", detail, { parameter });
  }
  const file = sampleAt(url);
  const response: Fetched = {
    url,
    status: file === undefined ? 404 : 200,
    headers: new Map([["content-type", ["text/html; charset=utf-8"]]]),
    body: file === undefined ? new Uint8Array() : await sample(file),
    truncated: false,
    transferBytes: 0,
    redirects: [],
    stopped: undefined,
    ttfbMs: 0,
    totalMs: 0,
  };
  return response;
};
