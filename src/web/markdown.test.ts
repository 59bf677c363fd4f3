import { expect, test } from "bun:test";
import { uuid } from "../apis/uuid/api.ts";
import { describeApi } from "../kit/define-api.ts";
import type { Api } from "../kit/descriptor.ts";
import { apiMarkdown } from "./markdown.ts";

const uuidApi = describeApi(uuid);

test("the docs of an operation say what of it is deprecated and what to use instead", () => {
  const { v4 } = uuidApi.operations;
  const old: Api = {
    ...uuidApi,
    operations: {
      v4: {
        ...(v4 ?? expect.unreachable()),
        deprecated: {
          operation: { since: "2026-11-20", sunset: "2027-11-20", use: "Use /v7." },
          parameters: { n: { since: "2026-12-01", use: "Use count." } },
        },
      },
    },
  };
  const text = apiMarkdown(old, "http://quintet.test");
  expect(text).toContain("Deprecated since 2026-11-20. It may be removed from 2027-11-20 on. Use /v7.");
  expect(text).toContain("`n`: Deprecated since 2026-12-01. Use count.");
  expect(apiMarkdown(uuidApi, "http://quintet.test")).not.toContain("Deprecated");
});
