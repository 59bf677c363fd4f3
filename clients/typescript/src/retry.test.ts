import { describe, expect, test } from "bun:test";
import { ConnectionError, InvalidResponseError, ProblemError, TimeoutError } from "./errors.js";
import { pauseAfter, retryAfterOf } from "./retry.js";

const NOW = Date.parse("2026-11-22T12:00:00Z");

describe("Retry-After", () => {
  test.each([
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["1.5", 1.5],
    ["Sun, 22 Nov 2026 12:00:30 GMT", 30],
    ["Sunday, 22-Nov-26 12:00:30 GMT", 30],
    ["Sun Nov 22 12:00:30 2026", 30],
    ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
    ["-5", undefined],
    ["", undefined],
    ["soon", undefined],
    ["1e9", undefined],
    ["2026-11-22", undefined],
    ["Sun, 99 Nov 2026 99:00:00 GMT", undefined],
  ])("%p", (text, seconds) => {
    expect(retryAfterOf(new Headers({ "Retry-After": text }), NOW)).toBe(seconds as number);
  });

  test("a date is compared with the clock of the server", () => {
    const headers = new Headers({
      "Retry-After": "Sun, 22 Nov 2026 10:00:05 GMT",
      Date: "Sun, 22 Nov 2026 10:00:00 GMT",
    });
    expect(retryAfterOf(headers, NOW)).toBe(5);
  });
});

describe("the pause before a retry", () => {
  const problem = (status: number, code: string, retryAfter?: number, more = {}) =>
    new ProblemError(
      { type: "", title: "", detail: "", requestId: "", status, code, ...more },
      status,
      retryAfter,
    );
  const html = (status: number, retryAfter?: number) =>
    new InvalidResponseError("", "status", status, retryAfter);
  const pause = (error: Parameters<typeof pauseAfter>[0], isSafe: boolean, failed = 1) =>
    pauseAfter(error, isSafe, failed, 30_000, () => 1);

  test.each([
    ["busy", problem(503, "busy", 2), 2_250],
    ["rate-limited", problem(429, "rate-limited", 1), 1_150],
    ["in progress", problem(409, "request-in-progress", 1), 1_150],
    ["now", problem(429, "rate-limited", 0), 50],
    ["no time given", problem(503, "busy"), 500],
    ["a proxy's 503", html(503, 3), 3_350],
    ["never sent", new ConnectionError("", undefined, true), 500],
    ["the server says so", problem(502, "upstream-timeout", undefined, { retryable: true }), 500],
  ])("a rejected request is retried, POST too: %s", (_what, error, ms) => {
    expect([pause(error, true), pause(error, false)]).toEqual([ms, ms]);
  });

  test.each([
    ["no response", new ConnectionError("")],
    ["too late", new TimeoutError("")],
    ["a proxy's 502", html(502)],
    ["broken JSON", new InvalidResponseError("", "body", 200)],
  ])("a request that may have run is retried only if that is safe: %s", (_what, error) => {
    expect([pause(error, true), pause(error, false)]).toEqual([500, undefined]);
  });

  test.each([
    ["too long", problem(429, "quota-exceeded", 3_600)],
    ["wrong input", problem(400, "invalid-parameter")],
    ["the server's fault", problem(500, "internal")],
    ["of no use, says the server", problem(503, "not-ready", 1, { retryable: false })],
    ["another site", new InvalidResponseError("", "media-type", 200)],
    ["a redirect", new InvalidResponseError("", "redirect", 302)],
    ["not found", html(404)],
  ])("final: %s", (_what, error) => {
    expect(pause(error, true)).toBeUndefined();
  });

  test("grows, is never more than 8 s, and differs between clients", () => {
    const error = new ConnectionError("");
    expect([1, 2, 3, 9].map((failed) => pause(error, true, failed))).toEqual([500, 1_000, 2_000, 8_000]);
    expect(pauseAfter(error, true, 1, 30_000, () => 0)).toBe(250);
  });
});
