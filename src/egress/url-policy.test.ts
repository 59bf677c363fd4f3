import { describe, expect, test } from "bun:test";
import { Problem } from "../kit/problem.ts";
import { readAllowance } from "./allowance.ts";
import { rejectedAddresses, rejectedUrls } from "./url-policy.fixture.ts";
import { checkUrl, isPublicAddress, mayConnect } from "./url-policy.ts";

const nothing = readAllowance("");

function code(address: string, allow = nothing): string {
  try {
    return checkUrl(address, undefined, allow, "url").href;
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

describe("the policy table", () => {
  test.each(rejectedAddresses)("%s is not public (%s)", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each(rejectedUrls)("%s is refused", (address, expected) => {
    expect(code(address)).toBe(expected);
  });
  test.each([
    "93.184.216.34",
    "8.8.8.8",
    "1.1.1.1",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "::ffff:8.8.8.8",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));
  test("text that is no address is not public", () => {
    for (const text of ["", "localhost", "1.2.3", "::g", "8.8.8.8%eth0"])
      expect(isPublicAddress(text)).toBe(false);
  });
});

describe("EGRESS_ALLOW", () => {
  test("a target by name and port passes, the same name with another port does not", () => {
    const allow = readAllowance("localhost:3000, [::1]:81");
    expect(code("http://localhost:3000/a", allow)).toBe("http://localhost:3000/a");
    expect(code("http://LOCALHOST.:3000/a", allow)).toBe("http://localhost.:3000/a");
    expect(code("http://localhost:8080/", allow)).toBe("url-not-public");
    expect(code("http://[::1]:81/", allow)).toBe("http://[::1]:81/");
    expect(code("http://[::1]/", allow)).toBe("url-not-public");
  });
  test("a range lets its addresses through on any port, and no others", () => {
    const allow = readAllowance("10.1.0.0/16,fd00::/8");
    expect(mayConnect("10.1.2.3", allow)).toBe(true);
    expect(mayConnect("10.2.2.3", allow)).toBe(false);
    expect(mayConnect("fd00::1", allow)).toBe(true);
    expect(code("http://10.1.2.3:9000/", allow)).toBe("http://10.1.2.3:9000/");
    expect(code("http://93.184.216.34:9000/", allow)).toBe("url-invalid");
  });
  test("what is neither is refused with its name", () => {
    for (const text of ["nonsense", "10.0.0.0/33", "host:", "http://a:1"]) {
      expect(() => readAllowance(text)).toThrow(text);
    }
  });
});

test.each([
  " http://example.com/",
  "http://example.com/ ",
  "http://exam\nple.com/",
  "http://example.com/a\r\nb",
])("a caller's own address is taken as it is, and no white space from it: %j", (address) => {
  const admitted = (base?: URL) => () => checkUrl(address, base, nothing, "url");
  expect(admitted()).toThrow("spaces around it or line breaks");
  // Browsers do take it away from what a redirect says.
  expect(admitted(new URL("http://example.org/"))).not.toThrow();
});
