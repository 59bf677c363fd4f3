import { expect, test } from "bun:test";
import { securityTxt } from "./security-txt.ts";

const NOW = Date.parse("2026-11-20T12:34:56Z");

test("an email address becomes a mailto URI, and the file expires within a year", () => {
  expect(securityTxt("security@example.com", "https://api.example.com", NOW)).toBe(
    [
      "Contact: mailto:security@example.com",
      "Expires: 2027-05-19T00:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://api.example.com/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

test("a server without https names no canonical URL", () => {
  expect(securityTxt("security@example.com", "http://localhost:8080", NOW)).not.toContain("Canonical");
});
