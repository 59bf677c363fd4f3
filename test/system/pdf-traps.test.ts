import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { formBomb, millionPages, nestedFlate, nineKilobytes } from "../fixtures/hostile-pdfs.ts";
import { trappingPdfs } from "../fixtures/trapping-pdfs.ts";
import { casesOf, isNightly } from "../helpers/nightly.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { until } from "../helpers/until.ts";
import { median, memoryOf, send, sendPlain, timed } from "../servers/pdf-server.ts";

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ METERING: "off", LOG_LEVEL: "warn", SANDBOX_PROCESSES: "2" });
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

/** Between two calls beside a hostile file, which may take seconds. */
const PAUSE_MS = 50;

describe("others hardly notice", () => {
  test.each(
    casesOf(
      stopped.filter(([name]) => !name.includes("million")),
      3,
    ),
  )("%s", async (_name, make) => {
    const file = make();
    const alone: number[] = [];
    for (let i = 0; i < 9; i++) alone.push(await timed(() => sendPlain(server)));
    let hostileMs: number | undefined;
    const hostile = timed(async () => {
      expect((await send(server, file)).status).toBe(422);
    }).then((ms) => {
      hostileMs = ms;
      return ms;
    });
    const beside: number[] = [];
    while (hostileMs === undefined) {
      const ms = await timed(() => sendPlain(server));
      if (hostileMs === undefined) beside.push(ms);
      await Bun.sleep(PAUSE_MS);
    }
    // The fastest call: other tests slow some calls down, a file that holds others up slows each of them down. A file that
    // ends before any call can have held up none.
    expect(Math.min(...beside, await hostile)).toBeLessThan(2 * median(alone) + 2);
  });
});

test("memory comes back after each of them", async () => {
  const files = (isNightly ? stopped : stopped.slice(0, 2)).map(([, make]) => make());
  const round = async () => {
    for (const file of files) await (await send(server, file)).arrayBuffer();
    for (let i = 0; i < 10; i++) await Promise.all([sendPlain(server), sendPlain(server)]);
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
