import { expect, test } from "bun:test";
import { createLog } from "../../ops/log.ts";
import { RequestMetrics } from "../../ops/request-metrics.ts";
import { createRoutes } from "./routes.ts";

const log = createLog("error", () => {});
const deps = {
  baseUrl: "http://quintet.test",
  log,
  requestMetrics: new RequestMetrics(),
  newId: () => "new",
};

test("a response without a job is made without a look at the request's signal, which costs more than a UUID", async () => {
  const { routes } = createRoutes(deps, [
    {
      path: "/it",
      labels: ["it", "it"],
      methods: ["GET"],
      shared: true,
      handle: () => new Response("done"),
    },
  ]);
  let looks = 0;
  const request = Object.assign(
    new Request("http://quintet.test/it", { headers: { host: "quintet.test" } }),
    {
      params: {},
    },
  );
  Object.defineProperty(request, "signal", { get: () => looks++ });
  expect((await routes["/it"]?.(request))?.status).toBe(200);
  expect(looks).toBe(0);
});
