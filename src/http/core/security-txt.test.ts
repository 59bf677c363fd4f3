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

test("a URL stands as it is; a server without https names no canonical URL", () => {
  const text = securityTxt("https://example.com/report", "http://localhost:8080", NOW);
  expect(text).toContain("Contact: https://example.com/report\n");
  expect(text).not.toContain("Canonical");
});
