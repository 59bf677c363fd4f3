import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { textPdf } from "../fixtures/pdf-writer.ts";
import { oneEngine } from "../helpers/engines.ts";
import { runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { hasS3, type S3Server, sharedS3, startS3 } from "../servers/s3-server.ts";

/** A PDF of more bytes than the database keeps, whose text is long too. */
const file = () => {
  const pages = Array.from({ length: 20 }, (_, page) =>
    Array.from({ length: 90 }, (_, line) => `Page ${page} line ${line} of a report with many words`),
  );
  return new File([textPdf(pages)], "a.pdf", { type: "application/pdf" });
};

async function send(url: string, headers: Record<string, string> = { Prefer: "respond-async" }) {
  const form = new FormData();
  form.append("file", file());
  return fetch(`${url}/pdf/extract`, { method: "POST", headers, body: form });
}

const stateOf = async (job: string) => ((await (await fetch(job)).json()) as { state: string }).state;

/** A server with the store, ready when it resolves. */
async function startWith(s3: S3Server, folder: string, address: string, url = s3.url()) {
  return startQuintet({ METERING: "off", DATA_DIR: folder, DATABASE_URL: address, STORAGE_URL: url });
}

// Each of its many starts takes Swift seconds.
describe.skipIf(!hasS3).each(oneEngine)("jobs with an S3-compatible store, on $name", (engine) => {
  test("a failing store loses nothing: calls get 503 with Retry-After, and jobs run when it is back", async () => {
    const s3 = await startS3();
    const folder = temporaryFolder();
    await using server = await startWith(s3, folder, engine.address());
    expect(await s3.objects()).toBe(0);

    const accepted = await send(server.url);
    expect(accepted.status).toBe(202);
    const first = `${server.url}${accepted.headers.get("location")}`;
    await until("the job has ended", async () => (await stateOf(first)) === "succeeded");
    const text = await (await fetch(`${first}/result`)).text();
    expect(text.includes("Page 19 line 48")).toBe(true);

    // Dead: nothing is accepted that needs it, and everything else goes on.
    await s3.kill();
    const rejected = await send(server.url);
    expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await rejected.json()).toMatchObject({ code: "storage-unavailable" });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const ready = (await (await fetch(`${server.url}/health/ready`)).json()) as { checks: unknown };
    expect(ready.checks).toMatchObject({ storage: "warn" });
    expect((await fetch(`${server.url}/v7`)).status).toBe(200);

    // With another key: the same, and the log tells the operator.
    await s3.start({ secret: "another" });
    await until("the pause after the failure is over", async () => {
      const response = await send(server.url);
      return response.status === 503 && server.lines().some((line) => line.includes("check STORAGE_URL"));
    });
    await s3.kill();

    // Full: what is there can be read and deleted, nothing is added.
    await s3.start({ isFull: true });
    const result = await until(
      "the result is read",
      async () => {
        const response = await fetch(`${first}/result`);
        return response.status === 200 && response;
      },
      30_000,
    );
    expect((await result.text()) === text).toBe(true);
    expect((await send(server.url)).status).toBe(503);
    await s3.kill();

    // It fails between the request and the run: the job waits.
    await s3.start();
    const waiting = await until(
      "it is accepted",
      async () => {
        const response = await send(server.url);
        return response.status === 202 && response;
      },
      30_000,
    );
    const second = `${server.url}${waiting.headers.get("location")}`;
    await s3.kill();
    await s3.start();
    await until("the job has ended", async () => (await stateOf(second)) === "succeeded", 120_000);
    await until(
      "its result is read",
      async () => (await (await fetch(`${second}/result`)).text()) === text,
      30_000,
    );

    for (const job of [first, second]) {
      expect((await fetch(job, { method: "DELETE" })).status).toBe(200);
      expect((await fetch(`${job}/result`)).status).toBe(410);
    }
    await s3.kill();
  });
});

describe.skipIf(!hasS3)("a start with an S3-compatible store", () => {
  test("that rejects the key, the bucket or the region is an error of the configuration", async () => {
    const s3 = await sharedS3();
    for (const [url, code] of [
      [s3.url({ secret: "wrong" }), "SignatureDoesNotMatch"],
      [s3.url({ bucket: "none" }), "NoSuchBucket"],
      [s3.url({ parameters: { region: "us-east-1" } }), "AuthorizationHeaderMalformed"],
    ] as const) {
      const path = join(temporaryFolder(), "url");
      await Bun.write(path, `${url}\n`);
      const environment = { METERING: "off", DATA_DIR: temporaryFolder(), STORAGE_URL_FILE: path };
      const { code: exit, err } = await runQuintet(environment, "serve");
      expect(exit).toBe(2);
      expect(err).toContain(`STORAGE_URL is not accepted: the store rejects the request (${code})`);
      expect(err).not.toContain(url);
    }
  });

  test("nothing in the log or in what the command shows is the secret", async () => {
    const s3 = await sharedS3();
    const environment = { METERING: "off", DATA_DIR: temporaryFolder(), STORAGE_URL: s3.url() };
    const { out } = await runQuintet(environment, "config", "check");
    expect(out).toContain(`bucket jobs at http://localhost:${s3.port}`);
    expect(out).toContain("STORAGE_URL=(hidden)");
    expect(out).not.toMatch(/secret|user/);
  });
});
