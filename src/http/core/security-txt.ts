import { Problem } from "../../kit/problem.ts";
import type { Endpoint } from "./endpoint.ts";
import { bodyResponse } from "./responses.ts";

const DAY_MS = 86_400_000;
/** How far ahead the file expires: RFC 9116 recommends less than a year. */
const EXPIRES_DAYS = 180;

/** The text of the file (RFC 9116). `contact` is an email address. */
export function securityTxt(contact: string, baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + EXPIRES_DAYS) * DAY_MS).toISOString();
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    // Web URLs in the file must be https.
    ...(baseUrl.startsWith("https://") ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []),
    "",
  ].join("\n");
}

/** `/.well-known/security.txt`: whom to tell about a vulnerability; 404 where the operator has named nobody. */
export function securityTxtEndpoint(contact: string | undefined, baseUrl: string): Endpoint {
  return {
    path: "/.well-known/security.txt",
    labels: ["web", "securityTxt"],
    methods: ["GET"],
    shared: false,
    handle(_request, requestId) {
      if (contact === undefined) {
        throw new Problem("not-found", "The operator has not published a security contact.");
      }
      const text = securityTxt(contact, baseUrl, Date.now());
      const headers = { "Cache-Control": "public, max-age=86400" };
      return bodyResponse(text, "text/plain; charset=utf-8", requestId, headers);
    },
  };
}
