import { describe, expect, test } from "bun:test";
import { amzDate, authorization } from "./signature.ts";

/** The credentials and the time of AWS's own examples. */
const key = {
  accessKey: "AKIDEXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const date = amzDate(Date.UTC(2015, 7, 30, 12, 36));

describe("AWS Signature Version 4", () => {
  test("the ListUsers request of the documentation", () => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      host: "iam.amazonaws.com",
      "x-amz-date": date,
    };
    const query = "Action=ListUsers&Version=2010-05-08";
    expect(
      authorization({ method: "GET", path: "/", query, headers, body: "" }, { ...key, service: "iam" }),
    ).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
    );
  });

  test.each([
    ["GET", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
    ["POST", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
  ])("%s without anything else, from the test suite of AWS", (method, signature) => {
    const headers = { "x-amz-date": date, host: "example.amazonaws.com" };
    const header = authorization({ method, path: "/", headers, body: "" }, { ...key, service: "service" });
    expect(header).toEndWith(`SignedHeaders=host;x-amz-date, Signature=${signature}`);
  });

  test("another body, path, header, time or secret has another signature", () => {
    const one = { method: "POST", path: "/", headers: { host: "a", "x-amz-date": date }, body: "x" };
    const own = { ...key, service: "s" };
    const all = [
      authorization(one, own),
      authorization({ ...one, body: "y" }, own),
      authorization({ ...one, path: "/b" }, own),
      authorization({ ...one, headers: { ...one.headers, host: "b" } }, own),
      authorization({ ...one, headers: { ...one.headers, "x-amz-date": amzDate(0) } }, own),
      authorization(one, { ...own, secretKey: "other" }),
    ];
    expect(new Set(all.map((header) => header.slice(-64))).size).toBe(all.length);
  });
});
