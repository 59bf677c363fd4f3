import { describe, expect, test } from "bun:test";
import { zipSync } from "fflate";
import { textPdf } from "../fixtures/pdf-writer.ts";
import { besideBouncer, newDatabase } from "../helpers/engines.ts";
import { ITEM_UNITS, runUnderFaults } from "../helpers/job-faults.ts";
import { isNightly } from "../helpers/nightly.ts";
import { hasBouncer, sharedCluster, throughBouncer } from "../helpers/postgres.ts";
import { runQuintet, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const ITEMS = isNightly ? 200 : 100;
const KILLS = isNightly ? 3 : 1;
const exact = {
  results: ITEMS,
  lines: ITEMS,
  indexes: ITEMS,
  charged: ITEMS * ITEM_UNITS,
  units: ITEMS * ITEM_UNITS,
  calls: ITEMS,
};

describe.each(besideBouncer)("a batch on $name whose workers are killed", (engine) => {
  test("has one result for each item, and is charged for each once", async () => {
    const tally = await runUnderFaults({
      address: engine.address(),
      items: ITEMS,
      processes: 2,
      kills: KILLS,
    });
    expect(tally).toMatchObject(exact);
  });
});

describe.skipIf(!hasBouncer)("the same behind a PgBouncer that pools by transaction", () => {
  test("has one result for each item, and is charged for each once", async () => {
    const address = sharedCluster().database();
    const workerAddress = `${await throughBouncer(address)}?prepare=false`;
    const tally = await runUnderFaults({ address, workerAddress, items: ITEMS, processes: 2, kills: KILLS });
    expect(tally).toMatchObject(exact);
  });
});

describe("quintet work", () => {
  test("runs the jobs of the APIs that it is given, and puts what runs back when it is stopped", async () => {
    const folder = temporaryFolder();
    const environment = { DATA_DIR: folder, METERING: "off" };
    // A server stores the jobs while it is stopped from running them.
    const database = await newDatabase({ address: () => `sqlite:${folder}/quintet.db` });
    const now = new Date().toISOString();
    for (const [id, api, operation] of [
      ["one", "seo", "meta"],
      ["two", "pdf", "extract"],
    ] as const) {
      const call = {
        query: "url=http%3A%2F%2F127.0.0.1%3A9%2F",
        params: {},
        fields: [],
        files: [],
        accept: null,
      };
      await database.query`
        insert into job (id, account, key_id, api, operation, state, request, bytes, created_at, due_at, expires_at)
        values (${id}, '', '', ${api}, ${operation}, 'queued', ${JSON.stringify(call)}, 1000, ${now}, ${now},
          ${new Date(Date.now() + 1e8).toISOString()})`;
    }
    const child = spawnQuintet(environment, ["work", "--apis", "seo"]);
    const stateOf = async (id: string) =>
      (await database.query<{ state: string }>`select state from job where id = ${id}`)[0]?.state;
    await until("the job of the API has ended", async () => (await stateOf("one")) === "failed");
    expect(await stateOf("two")).toBe("queued");
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    await database.close();
  });

  test("names the APIs that there are", async () => {
    const { code, err } = await runQuintet({}, "work", "--apis", "uuid");
    expect(code).toBe(2);
    expect(err).toContain("--apis must be one or more of seo, pdf, images, profiles, products");
  });
});

describe("files", () => {
  test("run as a job and as a batch: each result is that of the call, and failures are those of the call", async () => {
    await using server = await startQuintet({ METERING: "off" });
    const file = (text: string) => new File([textPdf([[text]])], "a.pdf", { type: "application/pdf" });
    const form = new FormData();
    form.append("file", file("A page of a job"));
    const accepted = await fetch(`${server.url}/pdf/extract`, {
      method: "POST",
      headers: { Prefer: "respond-async" },
      body: form,
    });
    expect(accepted.status).toBe(202);
    const job = `${server.url}${accepted.headers.get("location")}`;
    await until(
      "the job has ended",
      async () => ((await (await fetch(job)).json()) as { state: string }).state === "succeeded",
      60_000,
    );
    expect(await (await fetch(`${job}/result`)).text()).toContain("A page of a job");

    const files = new FormData();
    files.append("file", file("The first file"));
    files.append("file", new File(["no PDF"], "b.pdf"));
    files.append("file", file("The third file"));
    files.append("file", new File([], "empty.pdf"));
    const created = await fetch(`${server.url}/batches?operation=pdf.extract`, {
      method: "POST",
      body: files,
    });
    expect(created.status).toBe(202);
    const batch = `${server.url}${created.headers.get("location")}`;
    await until(
      "the batch has ended",
      async () => ((await (await fetch(batch)).json()) as { state: string }).state === "finished",
      60_000,
    );
    expect(await (await fetch(batch)).json()).toMatchObject({ size: 4, succeeded: 2, failed: 2 });
    const lines = (await (await fetch(`${batch}/results`)).text()).trim().split("\n");
    const [first, second, third, empty] = lines.map((line) => JSON.parse(line));
    expect(JSON.stringify(first.result)).toContain("The first file");
    expect(second).toMatchObject({
      state: "failed",
      problem: { code: expect.stringMatching(/pdf|file|document/) },
    });
    expect(JSON.stringify(third.result)).toContain("The third file");
    expect(empty).toMatchObject({ state: "failed", problem: { code: "invalid-body", status: 400 } });

    form.set("file", new File([], "empty.pdf"));
    const rejected = await fetch(`${server.url}/pdf/extract`, {
      method: "POST",
      headers: { Prefer: "respond-async" },
      body: form,
    });
    expect([rejected.status, ((await rejected.json()) as { code: string }).code]).toEqual([
      400,
      "invalid-body",
    ]);

    const zip = zipSync({ "a.pdf": textPdf([["In a ZIP file"]]), "b/c.pdf": textPdf([["In a folder"]]) });
    const zipped = await fetch(`${server.url}/batches?operation=pdf.extract`, {
      method: "POST",
      headers: { "Content-Type": "application/zip" },
      body: new Uint8Array(zip),
    });
    expect(await zipped.json()).toMatchObject({ size: 2 });
    const inZip = `${server.url}${zipped.headers.get("location")}`;
    await until(
      "it has ended",
      async () => ((await (await fetch(inZip)).json()) as { state: string }).state === "finished",
      60_000,
    );
    const texts = await (await fetch(`${inZip}/results`)).text();
    expect(texts).toMatch(/In a ZIP file[\s\S]*In a folder/);
    const noZip = await fetch(`${server.url}/batches?operation=pdf.extract`, {
      method: "POST",
      headers: { "Content-Type": "application/zip" },
      body: "no ZIP",
    });
    expect([noZip.status, ((await noZip.json()) as { code: string }).code]).toEqual([400, "invalid-body"]);
  });
});
