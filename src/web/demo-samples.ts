import type { Fetch, Fetched } from "../kit/fetch.ts";

/** The page that the audit is shown with, and its URL. */
export const TEA = { file: "tea.html", url: "https://leaf.example/tea/green" } as const;

/** The pages of a product and of a person; both are invented, and no site is asked. */
export const TEAPOT_FOR_SALE = { file: "product.html", asin: "B0TEAPOT01" } as const;
export const INES = { file: "profile.html", username: "ines-morrow" } as const;

/** The page whose text is shown, and the media type in which. */
export const TEAPOTS = { file: "teapots.pdf", mediaType: "text/markdown" } as const;

/** The image whose background is removed, among the assets because the page shows it too. */
export const TEAPOT = { file: "../assets/teapot.jpg", mediaType: "image/webp" } as const;

/** The bytes of a file among the samples. */
export async function sample(name: string): Promise<Uint8Array> {
  return Bun.file(new URL(`./samples/${name}`, import.meta.url)).bytes();
}

/** An internet of one page: every URL leads to it, and no host has a robots.txt. */
export function fetchOf(file: string): Fetch {
  return async (url) => {
    const found = new URL(url).pathname !== "/robots.txt";
    const answer: Fetched = {
      url,
      status: found ? 200 : 404,
      headers: new Map([["content-type", ["text/html; charset=utf-8"]]]),
      body: found ? await sample(file) : new Uint8Array(),
      truncated: false,
      transferBytes: 0,
      redirects: [],
      stopped: undefined,
      ttfbMs: 0,
      totalMs: 0,
    };
    return answer;
  };
}
