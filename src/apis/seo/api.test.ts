import { expect, test } from "bun:test";
import { auditFields } from "./api.ts";
import { Audit } from "./report/schema/audit.ts";

test("fields names every member of a report", () => {
  expect(auditFields).toEqual(Object.keys(Audit.shape));
});
