import { expect, test } from "bun:test";
import { readAllowance } from "../egress/allowance.ts";
import { configWarnings } from "./warnings.ts";

const of = (list: string, databaseConnections = 10, databaseUrl = "postgresql://h/d") =>
  configWarnings({ egressAllow: readAllowance(list), databaseConnections, databaseUrl });

test.each(["0.0.0.0/0", "::/0", "127.0.0.0/8", "::1/128", "169.254.0.0/16", "10.0.0.0/8", "fc00::/7"])(
  "EGRESS_ALLOW=%s has a warning",
  (list) => expect(of(list)).toEqual([expect.stringMatching(/^EGRESS_ALLOW lets clients fetch from /)]),
);

test("narrow targets and several connections have none, and one connection to PostgreSQL has", () => {
  expect(of("10.1.2.0/24,127.0.0.1:8080")).toEqual([]);
  expect(of("", 1)).toEqual([expect.stringMatching(/^DATABASE_CONNECTIONS=1 /)]);
  expect(of("", 1, "sqlite:a.db")).toEqual([]);
});
