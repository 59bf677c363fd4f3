import { expect, test } from "bun:test";
import { rejecting } from "../../test/helpers/rejection.ts";
import { sendToServer } from "./mcp-command.ts";

test.each([
  ["a page of a proxy", () => new Response("<h1>Bad gateway</h1>", { status: 502 }), 502],
  ["another site", () => new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } }), 200],
  ["a redirect", () => Response.redirect("http://127.0.0.1:9/", 302), 302],
])("tools say that %s is no Quintet server", async (_what, answer, status) => {
  using site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  const { origin } = site.url;
  expect(await rejecting(sendToServer(origin)("/v4", new Request(`${origin}/v4`), {}))).toThrow(
    `${origin} responded with status ${status}, but not as a Quintet server.`,
  );
});

test("responses and problems of a server reach tools", async () => {
  const answer = ({ url }: Request) =>
    url.endsWith("/v4")
      ? Response.json([], { headers: { "X-Request-Id": "1" } })
      : Response.json({}, { status: 400, headers: { "Content-Type": "application/problem+json" } });
  using site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  const { origin } = site.url;
  const statusOf = async (path: string) =>
    (await sendToServer(origin)(path, new Request(origin + path), {})).status;
  expect([await statusOf("/v4"), await statusOf("/v7")]).toEqual([200, 400]);
});
