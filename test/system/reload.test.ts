import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalogue } from "../../src/accounts/catalogue.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { freePort, type Running, runQuintet, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const withPrice = (amount: string): Catalogue => ({
  ...catalogue,
  plans: catalogue.plans.map((plan) =>
    plan.id === "pdf" ? { ...plan, price: { amount, currency: "USD" } } : plan,
  ),
});
const without = (id: string): Catalogue => ({
  ...catalogue,
  plans: catalogue.plans.filter((plan) => plan.id !== id),
});

/** The prices of the PDF plan that connections to a server are told, each in a connection of its own. */
async function prices(server: Running): Promise<Set<string>> {
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => fetch(`${server.url}/plans`, { headers: { Connection: "close" } })),
  );
  const read = await Promise.all(answers.map(async (answer) => (await answer.json()) as Catalogue));
  return new Set(read.map(({ plans }) => plans.find(({ id }) => id === "pdf")?.price.amount ?? "none"));
}

describe.each([1, 2])("SIGHUP with %i worker processes", (workers) => {
  test("reads the catalogue again in each; an invalid file and a plan that is held change nothing", async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, "catalogue.json");
    const put = (content: unknown) => writeFileSync(file, JSON.stringify(content));
    put(catalogue);
    const environment = { DATA_DIR: dataDir, CATALOGUE_FILE: file };
    await using server = await startQuintet({ ...environment, WEB_CONCURRENCY: String(workers) });
    await runQuintet(environment, "keys", "create", "a@example.com");
    await runQuintet(environment, "plan", "set", "a@example.com", "seo");
    const said = (text: string) => server.lines().filter((line) => line.includes(text));
    const reload = async (content: unknown, times: number, text: string) => {
      put(content);
      const before = said(text).length;
      server.kill("SIGHUP");
      await until("the reload is logged", () => said(text).length === before + times);
    };
    await until("every worker listens", () => said("listening").length === workers);
    await reload(withPrice("7.00"), workers, "the catalogue is reloaded");
    await until("the new price is served", async () => [...(await prices(server))].join() === "7.00");
    await reload({ plans: [] }, 1, "the catalogue is not reloaded");
    expect(said("not reloaded").at(-1)).toContain("The catalogue is wrong at meters");
    await reload(without("seo"), workers, "the catalogue is not reloaded");
    expect(said("not reloaded").at(-1)).toContain("seo (1 account)");
    expect([...(await prices(server))]).toEqual(["7.00"]);
    await reload(without("images"), workers, "the catalogue is reloaded");
    expect((await fetch(`${server.url}/v4`)).status).toBe(200);
  });

  test("a start without a plan that accounts hold is refused with their number", async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, "catalogue.json");
    const environment = {
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: String(workers),
      PORT: String(freePort()),
      HOST: "127.0.0.1",
    };
    await runQuintet(environment, "keys", "create", "a@example.com");
    await runQuintet(environment, "plan", "set", "a@example.com", "seo");
    writeFileSync(file, JSON.stringify(without("seo")));
    const child = spawnQuintet({ ...environment, CATALOGUE_FILE: file });
    const err = await new Response(child.stderr).text();
    expect([await child.exited, err]).toEqual([
      2,
      "quintet: CATALOGUE_FILE is not accepted. It removes plans that accounts hold: seo (1 account). Put them back, or move their holders first: quintet admin plan move FROM TO.\n",
    ]);
  });
});
