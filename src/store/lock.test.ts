import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

test("a SQLite file that another has locked stops the statement that needs it, and nothing else", async () => {
  const address = `sqlite:${join(temporaryFolder(), "locked.db")}`;
  const [holder, waiter] = [openDatabase(address), openDatabase(address)];
  await migrate(holder);
  let turns = 0;
  let waited = false;
  const taken = Promise.withResolvers<void>();
  const held = holder.transaction(async (query) => {
    await query`insert into state (name, value, expires_at) values ('a', '', '')`;
    taken.resolve();
    // With SQLite's own waiting the event loop would stand still, and this would never end.
    while (turns < 30) {
      await Bun.sleep(5);
      turns++;
    }
    expect(waited).toBe(false);
  });
  await taken.promise;
  await waiter.query`insert into state (name, value, expires_at) values ('b', '', '')`;
  waited = true;
  await held;
  expect(turns).toBe(30);
  await Promise.all([holder.close(), waiter.close()]);
});
