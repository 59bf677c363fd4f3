import { expect, test } from "bun:test";
import { makeKey } from "../src/accounts/key-format.ts";
import { engines } from "./engines.ts";
import { openHouse } from "./house.ts";
import { dump, secretsIn } from "./secrets.ts";

test("the search for secrets finds them: every house of the tests is searched when it closes", async () => {
  const key = makeKey("qt_live_");
  expect(secretsIn(`{"note":"${key}"}`, [], true)).toEqual([key]);
  expect(secretsIn("token abc-def", ["abc-def"], true)).toEqual(["abc-def"]);
  expect(secretsIn('{"to":"a.b@example.com"}', [], true)).toEqual(["a.b@example.com"]);
  const house = await openHouse({ address: engines[0]?.address() ?? "" });
  house.lines.push(key);
  await expect(house[Symbol.asyncDispose]()).rejects.toThrow("secrets in the log");
});

test.each(engines)(
  "a dump of $name holds what is stored, and hashes alone of what is secret",
  async (engine) => {
    await using house = await openHouse({ address: engine.address() });
    const key = await house.key("stored@example.com");
    const session = await house.accounts.sessions.begin(
      (await house.accounts.people.byEmail("stored@example.com"))?.id ?? "",
    );
    const link = await house.accounts.signUp.makeLink("stored@example.com");
    for (const secret of [key, session, link]) house.secrets.add(secret);
    const stored = await dump(house.accounts.database);
    expect(stored).toContain("stored@example.com");
    expect(secretsIn(stored, house.secrets, false)).toEqual([]);
  },
);
