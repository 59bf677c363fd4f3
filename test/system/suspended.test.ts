import { expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { apis } from "../../src/apis/default-apis.ts";
import { isMetered } from "../../src/kit/descriptor.ts";
import { toolName } from "../../src/mcp/tools.ts";
import { runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const metered = apis.flatMap((api) =>
  Object.entries(api.operations)
    .filter(([, operation]) => isMetered(api, operation))
    .map(([id, operation]) => ({ api: api.name, tool: toolName(api, id), operation })),
);

test("suspended by a command, an account is answered 403 by every operation and tool, in every process, within 5 s", async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  await using server = await startQuintet({
    ...environment,
    WEB_CONCURRENCY: "2",
    BURST_PER_SECOND: "10000",
  });
  const made = await runQuintet(environment, "keys", "create", "ada@example.com");
  const { key } = JSON.parse(made.out) as { key: string };
  const headers = { Authorization: `Bearer ${key}` };
  // Each on a connection of its own, so that both processes are asked, and remember the key.
  const usages = () =>
    Promise.all(
      Array.from({ length: 24 }, async () => {
        const answer = await fetch(`${server.url}/usage`, { headers: { ...headers, Connection: "close" } });
        return answer.status;
      }),
    );
  expect(new Set(await usages())).toEqual(new Set([200]));
  await runQuintet(environment, "admin", "accounts", "suspend", "ada@example.com", "--reason", "Abuse");
  await until(
    "every worker rejects the account",
    async () => (await usages()).every((status) => status === 403),
    // Within five seconds, by the promise; a busy machine gets more.
    30_000,
  );
  expect(metered.length).toBeGreaterThan(6);
  for (const { operation } of metered) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const answer = await fetch(server.url + path, { method: operation.method, headers });
      const { code, reason, charged } = (await answer.json()) as Record<string, unknown>;
      expect([path, answer.status, code, reason, charged]).toEqual([
        path,
        403,
        "account-suspended",
        "Abuse",
        0,
      ]);
    }
  }
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  );
  // The others have no source here, and no tool.
  for (const { tool } of metered.filter(({ api }) => ["seo", "pdf", "images"].includes(api))) {
    const { isError, content } = await client.callTool({
      name: tool,
      arguments: { url: "https://example.com/" },
    });
    expect([tool, isError, JSON.stringify(content).includes("account-suspended")]).toEqual([
      tool,
      true,
      true,
    ]);
  }
  await client.close();
  // What needs no account is not concerned.
  expect((await fetch(`${server.url}/v4`)).status).toBe(200);
});
