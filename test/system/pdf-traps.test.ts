import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { formBomb, millionPages, nestedFlate, nineKilobytes } from "../fixtures/hostile-pdfs.ts";
import { trappingPdfs } from "../fixtures/trapping-pdfs.ts";
import { AS_SERVED } from "../helpers/engine-settings.ts";
import { casesOf, isNightly } from "../helpers/nightly.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { until } from "../helpers/until.ts";
import { memoryOf, send, sendPlain, timed } from "../servers/pdf-server.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ ...AS_SERVED, METERING: "off", LOG_LEVEL: "warn", SANDBOX_PROCESSES: "2" });
  await sendPlain(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Files that must be stopped, and what their sender is told. */
const stopped: readonly (readonly [string, () => Uint8Array<ArrayBuffer>, readonly string[]])[] = [
  ...trappingPdfs.map(([name, make]) => [`a trap: ${name}`, make, ["processing-failed"]] as const),
  ["nine kilobytes of quadratic work", nineKilobytes, ["too-complex"]],
  ["a million pages claimed", millionPages, ["too-many-pages"]],
  ["nested Flate", () => nestedFlate(4), ["too-complex"]],
  ["forms within forms, 10^12 times", () => formBomb(12), ["too-complex"]],
];

describe("is refused by its name, and the next file is read as ever", () => {
  test.each(stopped)("%s", async (_name, make, codes) => {
    const file = make();
    const started = performance.now();
    const answer = await send(
      server,
      file,
      "include=outline,metadata,attachments,links,forms,annotations,words",
    );
    const body = await answer.text();
    expect(performance.now() - started).toBeLessThan(60_000);
    const { status } = answer;
    const code = expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
    expect([status, codes.includes(code)]).toEqual([422, true]);
    const { detail } = JSON.parse(body) as { detail: string };
    expect(detail).not.toMatch(/RuntimeError|memory access|pdfium/i);
    await sendPlain(server);
  });
  test("so are several at once after all of them", async () => {
    await Promise.all([sendPlain(server), sendPlain(server), sendPlain(server)]);
  });
  test("the quadratic one has nine kilobytes at most", () => {
    expect(nineKilobytes().length).toBeLessThan(9_000);
  });
  test("the operator reads in the log what a trap was", async () => {
    await until("the line in the log", () =>
      server.lines().some((line) => line.includes("Out of bounds memory access")),
    );
  });
});

describe("others hardly notice", () => {
  test.each(
    casesOf(
      stopped.filter(([name]) => !name.includes("million")),
      3,
      1,
    ),
  )("%s", async (_name, make) => {
    const file = make();
    // A call beside that ends first has not waited for the file. Other tests may keep every core busy for a round.
    let isApart = false;
    for (let round = 0; round < 20 && !isApart; round++) {
      const alone = await timed(() => sendPlain(server));
      let isOver = false;
      const hostile = timed(async () => {
        expect((await send(server, file)).status).toBe(422);
        isOver = true;
      });
      await sendPlain(server);
      const endedFirst = !isOver;
      isApart = (await hostile) < 2 * alone || endedFirst;
    }
    expect(isApart).toBe(true);
  });
});

test("memory comes back after each of them", async () => {
  const files = (isNightly ? stopped : stopped.slice(0, 1)).map(([, make]) => make());
  const round = async () => {
    for (const file of files) await (await send(server, file)).arrayBuffer();
    for (let i = 0; i < (isNightly ? 10 : 4); i++) await Promise.all([sendPlain(server), sendPlain(server)]);
    return memoryOf(server);
  };
  // What is lost with a file is lost again in each round. A process that has just been started, or that is about to
  // collect its garbage, changes one round.
  let growth = Number.POSITIVE_INFINITY;
  for (let before = await round(), tries = 0; growth >= 1.1 && tries < 6; tries++) {
    const after = await round();
    growth = after / before;
    before = after;
  }
  expect(growth).toBeLessThan(1.1);
});
