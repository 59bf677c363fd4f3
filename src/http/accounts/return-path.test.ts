import { expect, test } from "bun:test";
import { nextPage, requestedPage, returnCookie, returnPage, signInPath } from "./return-path.ts";

const BASE = "https://quintet.test";
const signIn = (next: string) => new Request(`${BASE}/signup?${new URLSearchParams({ next })}`);

test.each(["/account", "/account/requests?status=4xx&after=01a2", "/account/site-audits/01a2/report"])(
  "%s is led back to, through the sign-in page and the cookie",
  (page) => {
    const asked = requestedPage(new Request(BASE + page));
    expect(asked).toBe(page);
    expect(nextPage(new Request(BASE + signInPath(asked)))).toBe(page);
    const [pair = ""] = returnCookie(page, BASE).split(";");
    expect(returnPage(new Request(BASE, { headers: { Cookie: pair } }))).toBe(page);
  },
);

test.each([
  "https://evil.example/account",
  "//evil.example/account",
  "/accounts",
  "/account/../admin",
  "/account/%0d%0aSet-Cookie: a\r\n",
  "/admin/accounts",
  `/account/${"a".repeat(600)}`,
  "",
])("%s is no page of the account", (next) => {
  expect(nextPage(signIn(next))).toBeUndefined();
  const [pair = ""] = returnCookie(next, BASE).split(";");
  expect(returnPage(new Request(BASE, { headers: { Cookie: pair } }))).toBeUndefined();
});

test.each([
  [`${BASE}/account/jobs?state=failed`, "/account/jobs?state=failed"],
  [`${BASE}/docs/keys`, "/account"],
  ["no URL", "/account"],
  ["", "/account"],
])("a form of %s is returned to at %s", (Referer, page) => {
  const form = new Request(`${BASE}/account/keys/a/roll`, { method: "POST", headers: { Referer } });
  expect(requestedPage(form)).toBe(page);
  expect(signInPath(page, true)).toEndWith("&unsent=");
});

test("only pages are returned to, and a cookie that is not ours is ignored", () => {
  expect(returnPage(new Request(BASE, { headers: { Cookie: "quintet_return=%E0%A4%A" } }))).toBeUndefined();
  expect(signInPath(undefined)).toBe("/signup");
});
