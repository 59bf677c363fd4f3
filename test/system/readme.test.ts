import { expect, test } from "bun:test";
import { startQuintet } from "../running.ts";

/** The address in the README, whatever port the test got. */
const SHOWN = "http://localhost:8080";

function masked(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
    uuid.startsWith("017f22e2-79b0") ? uuid : "a version 7 UUID",
  );
}

test("every call in the README gives the answer that stands under it", async () => {
  const readme = await Bun.file(new URL("../../README.md", import.meta.url)).text();
  const calls = [...readme.matchAll(/^\$ curl '([^']+)'\n(.+)$/gm)];
  expect(calls.length).toBeGreaterThanOrEqual(4);
  await using server = await startQuintet({ BASE_URL: SHOWN });
  for (const [, address = "", shown = ""] of calls) {
    expect(address).toStartWith(`${SHOWN}/`);
    const answer = await fetch(server.url + address.slice(SHOWN.length));
    expect(masked(await answer.text())).toBe(masked(shown));
  }
});
