import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const payload = '{"type":"batch.completed","timestamp":"2026-11-20T12:00:00Z","data":{"name":"é"}}';
const at = new Date("2026-11-20T12:00:00Z");
const now = at.getTime();

/** The headers that the reference library signs with. */
function headersOf(secrets = [secret], when = at, id = "msg_1") {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(when.getTime() / 1_000)),
    "webhook-signature": secrets.map((one) => new Webhook(one).sign(id, when, payload)).join(" "),
  };
}

const rejection = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).reason;
};

test("the vector of the specification", async () => {
  const body = '{"test": 2432232314}';
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  // It has no type: it is signed, and not an event.
  expect(await rejection(verifyWebhook(body, headers, secret, { now: 1_614_265_330_000 }))).toBe("payload");
  expect(await rejection(verifyWebhook(`${body} `, headers, secret, { now: 1_614_265_330_000 }))).toBe(
    "signature",
  );
});

describe("what the reference library signs is accepted", () => {
  test("as a text, as bytes, and with headers of every kind", async () => {
    const plain = headersOf();
    const node = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, [value]]));
    const upper = Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const body of [payload, new TextEncoder().encode(payload)]) {
      for (const headers of [plain, node, upper, new Headers(plain)]) {
        expect(await verifyWebhook(body, headers, secret, { now })).toEqual(JSON.parse(payload));
      }
    }
    expect(await verifyWebhook(payload, plain, secret.slice("whsec_".length), { now })).toMatchObject({
      type: "batch.completed",
    });
  });

  test("with one of several signatures, of which others are unknown or broken", async () => {
    const headers = headersOf([other, secret]);
    const all = `v1a,AAAA v1,not\u00e9base64 v1, v2,AAAA nonsense ${headers["webhook-signature"]}`;
    for (const signature of [headers["webhook-signature"], all]) {
      const event = verifyWebhook(payload, { ...headers, "webhook-signature": signature }, secret, { now });
      expect(await event).toMatchObject({ type: "batch.completed" });
    }
  });

  test("up to five minutes from now", async () => {
    for (const seconds of [-300, -1, 0, 1, 300]) {
      const headers = headersOf([secret], new Date(now + 1_000 * seconds));
      expect(await verifyWebhook(payload, headers, secret, { now })).toMatchObject({
        type: "batch.completed",
      });
    }
  });
});

describe("everything else is rejected, with the reason", () => {
  test.each([-301, 301, -86_400])("%s s from now", async (seconds) => {
    const headers = headersOf([secret], new Date(now + 1_000 * seconds));
    expect(await rejection(verifyWebhook(payload, headers, secret, { now }))).toBe("timestamp");
    const toleranceSeconds = Math.abs(seconds);
    expect(await verifyWebhook(payload, headers, secret, { now, toleranceSeconds })).toMatchObject({});
  });

  test("another secret, payload, ID or time", async () => {
    const headers = headersOf();
    const attempts: [string, Record<string, string>, string][] = [
      [payload, {}, other],
      [payload.replace("é", "e"), {}, secret],
      [payload, { "webhook-id": "msg_2" }, secret],
      [payload, { "webhook-timestamp": String(now / 1_000 + 1) }, secret],
      [payload, { "webhook-signature": "v1," }, secret],
      [payload, { "webhook-signature": headers["webhook-signature"].replace("v1,", "v2,") }, secret],
    ];
    for (const [body, changed, one] of attempts) {
      expect(await rejection(verifyWebhook(body, { ...headers, ...changed }, one, { now }))).toBe(
        "signature",
      );
    }
  });

  test("missing and broken headers", async () => {
    const headers = headersOf();
    for (const name of Object.keys(headers)) {
      for (const value of ["", undefined]) {
        expect(await rejection(verifyWebhook(payload, { ...headers, [name]: value }, secret, { now }))).toBe(
          "header",
        );
      }
    }
    for (const timestamp of ["soon", "1e9", "-1", "0x1", " ", "NaN", "9".repeat(30)]) {
      const broken = { ...headers, "webhook-timestamp": timestamp };
      expect(await rejection(verifyWebhook(payload, broken, secret, { now }))).toBe("header");
    }
  });

  test.each(["", "whsec_", "whsec_not base64!", "é"])("%p is no secret", async (wrong) => {
    expect(
      await verifyWebhook(payload, headersOf(), wrong, { now }).catch((error: unknown) => error),
    ).toBeInstanceOf(TypeError);
  });
});
