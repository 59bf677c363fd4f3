import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { samplePdf, samples } from "../../src/apis/pdf/samples.ts";
import { problemKinds } from "../../src/kit/problem-kinds.ts";
import { hostilePdfs } from "../fixtures/hostile-pdfs.ts";
import { isNightly } from "../helpers/nightly.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { seededBelow } from "../helpers/random.ts";
import { type Running, startQuintet } from "../helpers/running.ts";
import { send, sendPlain } from "../servers/pdf-server.ts";

const DAMAGED = isNightly ? 1_000 : 80;
/** Those that pdf-traps.test.ts has with fewer characters or forms: sent in the long form. */
const LARGER = /from right to left|10\^20/;
const sent = hostilePdfs.filter(([name]) => isNightly || !LARGER.test(name));

let server: Running;
beforeAll(async () => {
  server = await startQuintet({ METERING: "off", LOG_LEVEL: "error" });
  await sendPlain(server);
});
afterAll(() => server[Symbol.asyncDispose]());

describe("a file that wants to hurt is answered typed and in time, and the next file is served", () => {
  test.each(sent.map(([name, make]) => [name, make] as const))("%s", async (_name, make) => {
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
    if (status !== 200) {
      expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
      expect(status).toBe(422);
      expect(Object.keys(problemKinds)).toContain(JSON.parse(body).code);
    } else expect(JSON.parse(body).pages.length).toBeGreaterThan(0);
    await sendPlain(server);
  });
});

/** A file with flipped bits, other bytes, its end cut off, or a piece of another one in it; often several. */
function damaged(
  sources: readonly Uint8Array<ArrayBuffer>[],
  random: (below: number) => number,
): Uint8Array<ArrayBuffer> {
  const any = () => sources[random(sources.length)] ?? new Uint8Array();
  let file = any().slice();
  const anywhere = () => 9 + random(Math.max(1, file.length - 9));
  for (let flips = random(8); flips > 0; flips--)
    file[anywhere()] = (file[anywhere()] ?? 0) ^ (1 << random(8));
  for (let bytes = random(6); bytes > 0; bytes--) file[anywhere()] = random(256);
  if (random(3) === 0) {
    const other = any();
    const from = random(other.length);
    const [at, until] = [anywhere(), random(400)];
    // In place of as many bytes, or between two.
    const rest = file.slice(random(2) === 0 ? at : Math.min(file.length, at + until));
    file = new Uint8Array(Buffer.concat([file.slice(0, at), other.slice(from, from + until), rest]));
  }
  return random(4) === 0 ? file.slice(0, 9 + random(file.length)) : file;
}

test(`${DAMAGED} damaged files: no 500, no hang, and the pool is healthy after them`, async () => {
  const random = seededBelow(20_261_120);
  // The bombs among them take a second each: here it is the damage that counts.
  const light = hostilePdfs.filter(([name]) => /outline|xref|length|child|mark/.test(name));
  const whole = [samplePdf(), samples.form.make(), samples.scan.make(), samples.locked.make()];
  const sources = [...whole, ...whole, ...light.map(([, make]) => make())];
  const mutate = () => damaged(sources, random);
  const seen = new Map<number, number>();
  const sender = async () => {
    for (let i = 0; i < DAMAGED / 2; i++) {
      const answer = await send(server, mutate(), "include=outline,metadata,attachments,links,forms,words");
      await answer.arrayBuffer();
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all([sender(), sender()]);
  expect([...seen.keys()].filter((status) => status !== 200 && status !== 422)).toEqual([]);
  expect(seen.get(200)).toBeGreaterThan(DAMAGED / 10);
  expect(seen.get(422)).toBeGreaterThan(DAMAGED / 10);
  await sendPlain(server);
});
