import { expect, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { rejecting } from "../../../test/helpers/rejection.ts";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { until } from "../../../test/helpers/until.ts";
import { SpoolFile } from "./spool.ts";

const SIZE = 2_000_000;

function place() {
  return { folders: [temporaryFolder()], keepFreeBytes: 0 };
}

/** Files without a name that this process has open in the folder of a place. */
function openIn({ folders: [folder = ""] }: ReturnType<typeof place>): number {
  const paths = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(join("/proc/self/fd", fd));
    } catch {
      return "";
    }
  });
  return paths.filter((path) => path.startsWith(folder)).length;
}

/** A file that was closed, and one of another upload that has its descriptor now. */
async function closedAndReused(where: ReturnType<typeof place>) {
  const closed = new SpoolFile(where);
  await closed.append(Buffer.alloc(SIZE, "A"));
  closed.close();
  await until("the descriptor is free", () => openIn(where) === 0);
  const other = new SpoolFile(where);
  await other.append(Buffer.alloc(SIZE, "B"));
  return { closed, other };
}

test("a closed file rejects every read, also if its descriptor is another upload's by now", async () => {
  const { closed, other } = await closedAndReused(place());
  expect(await rejecting(closed.bytes())).toThrow("not read or written after its end");
  expect((await other.bytes())[0]).toBe(66);
  other.close();
});

test("a closed file writes into no other upload's file, and closes none", async () => {
  const where = place();
  const { closed, other } = await closedAndReused(where);
  expect(await rejecting(closed.append(Buffer.alloc(100_000, "A")))).toThrow(
    "not read or written after its end",
  );
  closed.close();
  closed.close();
  expect(openIn(where)).toBe(1);
  expect(Buffer.from(await other.bytes()).equals(Buffer.alloc(SIZE, "B"))).toBe(true);
  other.close();
});

test("reads that are under way when the file is closed read its own bytes to their end, each of them", async () => {
  const where = place();
  for (let round = 0; round < 20; round++) {
    const file = new SpoolFile(where);
    await file.append(Buffer.alloc(SIZE, "A"));
    const reads = Array.from({ length: 8 }, () => file.bytes());
    file.close();
    const others = Array.from({ length: 4 }, () => new SpoolFile(where));
    await Promise.all(others.map((other) => other.append(Buffer.alloc(100_000, "B"))));
    for (const read of await Promise.all(reads)) expect([read[0], read.at(-1)]).toEqual([65, 65]);
    for (const other of others) other.close();
  }
  await until("every descriptor is free", () => openIn(where) === 0);
});
