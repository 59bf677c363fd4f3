import { z } from "zod";
import { textValue } from "../../../kit/parameter.ts";
import { findMarketplace, type Marketplace } from "./marketplaces.ts";

/** The paths under which a product has its page, with its ASIN. */
const PRODUCT_PATH =
  /\/(?:dp|gp\/product|gp\/aw\/d|gp\/offer-listing|exec\/obidos\/asin|o\/asin|gp\/video\/detail)\/(?:product\/)?([a-z0-9]{10})(?![a-z0-9])/i;

/** URL shorteners for products. Their targets are known only after a request. */
const SHORT = /^(?:a\.co|amzn\.[a-z]+|amzlink\.to)$/;

function isbn10Check(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (10 - i) * Number(digits[i]);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? "X" : String(check);
}

/** Reports whether ten characters are an ISBN-10 with its check digit (ISO 2108:1992). */
export function isIsbn10(text: string): boolean {
  return /^\d{9}[\dX]$/.test(text) && isbn10Check(text) === text[9];
}

/** Reports whether thirteen digits are an ISBN-13 with its check digit (ISO 2108:2017). */
export function isIsbn13(text: string): boolean {
  if (!/^97[89]\d{10}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

type Reject = (message: string) => never;

function readAsin(text: string, reject: Reject): string {
  const plain = text.toUpperCase().replaceAll("-", "");
  if (/^97[89]\d{10}$/.test(plain)) {
    if (!isIsbn13(plain)) return reject("has 13 digits but is not an ISBN: its check digit is wrong");
    if (plain.startsWith("979")) {
      return reject("is an ISBN that starts with 979, which has no ASIN. Send the ASIN");
    }
    return plain.slice(3, 12) + isbn10Check(plain.slice(3, 12));
  }
  if (!/^[A-Z0-9]{10}$/.test(plain)) {
    return reject("must be 10 letters and digits, such as B07JH148DF, or an ISBN");
  }
  if (/^\d{9}[\dX]$/.test(plain) && !isIsbn10(plain)) {
    return reject("has 10 digits but is not an ISBN: its check digit is wrong");
  }
  return plain;
}

/**
 * An ASIN: ten letters and digits, or an ISBN, whose check digit must be right; hyphens and case do not count. An
 * ISBN-13 with prefix 978 becomes the ISBN-10 that books are sold under.
 */
export const Asin = textValue(z.string(), readAsin);

/** The URL of a product's page, of which the marketplace and the ASIN count. */
export const ProductUrl = textValue(
  z.string(),
  (text, reject): { readonly asin: string; readonly marketplace: Marketplace } => {
    const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
    if (url === null) return reject("must be the URL of a product page");
    if (SHORT.test(url.hostname)) {
      return reject("is a short link, which is not followed. Open it and send the URL that it redirects to");
    }
    const marketplace = /(?:^|\.)amazon\./.test(url.hostname) ? findMarketplace(url.hostname) : undefined;
    if (marketplace === undefined) {
      return reject(
        "must be on a marketplace such as www.amazon.de. The documentation lists the marketplaces",
      );
    }
    const asin = PRODUCT_PATH.exec(url.pathname)?.[1];
    if (asin === undefined) {
      return reject("must contain a product, as in https://www.amazon.de/dp/B07JH148DF");
    }
    return { asin: readAsin(asin, reject), marketplace };
  },
);

/** The ASIN in the URL of a product page; undefined without one. */
export function asinIn(address: string | undefined): string | undefined {
  return PRODUCT_PATH.exec(address ?? "")?.[1]?.toUpperCase();
}
