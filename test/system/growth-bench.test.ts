import { expect, test } from "bun:test";
import { join } from "node:path";
import { oneEngine } from "../helpers/engines.ts";
import { isNightly } from "../helpers/nightly.ts";

/** Rows of a grown installation: 2 of 1,000 in CI, of which a statement that reads a whole table still reads thousands. */
const SCALE = isNightly ? 0.01 : 0.002;

test.each(oneEngine)(
  `${SCALE} of a grown installation on $name holds the bars of the bench`,
  async ({ name }) => {
    const bench = join(import.meta.dir, "..", "..", "bench", "growth.ts");
    const child = Bun.spawn(
      [process.execPath, bench, "--short", "--scale", String(SCALE), "--engine", name],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    const missed = out.split("\n").filter((line) => line.includes("MISSED"));
    expect({ missed, code: await child.exited, err }).toEqual({ missed: [], code: 0, err: "" });
    expect(out).toContain("Every bar was held.");
  },
);
