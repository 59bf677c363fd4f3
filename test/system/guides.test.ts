import { expect, test } from "bun:test";
import { recordGuides } from "../recorders/record-guides.ts";

test.skipIf(Bun.which("curl") === null)(
  "guides show the responses of their calls (npm run generate writes them)",
  async () => {
    const recorded = await recordGuides();
    expect(recorded.length).toBeGreaterThan(10);
    for (const { text, now } of recorded) expect(now).toBe(text);
  },
);
