import { expect, test } from "bun:test";
import { greeting } from "./serve.ts";

test.each([
  [true, "Get a key   http://localhost:8080/signup"],
  [false, "not needed: METERING=off"],
])("a person is told where the server is, the first call and keys: METERING %p", (metering, keys) => {
  const text = greeting({ baseUrl: "http://localhost:8080", metering, dataDir: "/data" });
  expect(text).toContain("is running at http://localhost:8080\n");
  expect(text).toContain("curl http://localhost:8080/v7\n");
  expect(text).toContain(keys);
});
