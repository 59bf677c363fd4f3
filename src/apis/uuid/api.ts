import { z } from "zod";
import type { Context } from "../../kit/context.ts";
import { type ApiDeps, defineApi } from "../../kit/define-api.ts";
import { type Operations, operation } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { Problem } from "../../kit/problem.ts";
import { createWriter, jsonArray, lines, type Write } from "./encode.ts";
import { type Format, generateFormatted } from "./formats.ts";
import { createV4, createV7, type Generator } from "./generate.ts";
import * as parse from "./parse.ts";
import { decodable, format, n, text, texts } from "./schemas.ts";

const responses = (): typeof import("./responses.ts") => require("./responses.ts");

const VERSION = "1.0.0";
const JSON_TYPE = "application/json";
const TEXT_TYPE = "text/plain";

function batch(generate: Generator) {
  const json = createWriter(generate, jsonArray);
  const plain = createWriter(generate, lines);
  // Not async: the writers' memory is shared between requests (see createWriter).
  return (input: { n: number; format: Format }, { mediaType }: Context): Encoded | string[] => {
    if (input.format !== "canonical") {
      const texts = generateFormatted(generate, input.format, input.n);
      return mediaType === TEXT_TYPE ? new Encoded(`${texts.join("\n")}\n`) : texts;
    }
    const write: Write = mediaType === TEXT_TYPE ? plain : json;
    return new Encoded(write(input.n));
  };
}

/** The descriptor fields that both generators share. */
const generated = {
  method: "GET",
  input: z.object({ n, format }),
  produces: [JSON_TYPE, TEXT_TYPE],
  errors: [],
  cacheControl: "no-store",
  incompressible: true,
} as const;

const v4 = operation({
  ...generated,
  get output() {
    return responses().Batch;
  },
  path: "/v4",
  summary: "Random UUIDs (version 4)",
  description: `Returns a JSON array of \`n\` UUIDs with 122 random bits each. With \`Accept: ${TEXT_TYPE}\`, one per line.`,
  examples: [
    { title: "One", input: {} },
    { title: "Five", input: { n: "5" } },
    { title: "As Base58", input: { n: "2", format: "base58" } },
    { title: "Too many", input: { n: "101" }, status: 400 },
  ],
  run: batch(createV4()),
});

/** `warn` is called if the clock went back so far that the order starts again. */
function v7With(warn: ApiDeps["warn"]) {
  return operation({
    ...generated,
    get output() {
      return responses().Batch;
    },
    path: "/v7",
    summary: "Time-ordered UUIDs (version 7)",
    description: `Returns a JSON array of \`n\` UUIDs in ascending order: 48 bits of milliseconds, a 26-bit counter, 48 random bits. With \`Accept: ${TEXT_TYPE}\`, one per line.`,
    examples: [
      { title: "Three", input: { n: "3" } },
      { title: "One", input: {} },
      { title: "None", input: { n: "0" }, status: 400 },
    ],
    run: batch(
      createV7({
        onClockBack: (ms) => warn("the clock moved back; version 7 UUIDs follow it", { ms }),
      }),
    ),
  });
}

/** Operations on existing UUIDs, and the health of this process. */
const readers: Operations = {
  validate: operation({
    method: "GET",
    path: "/validate/{uuid}",
    summary: "Validate a UUID",
    description:
      "Always returns 200. A string is valid if it has the format of RFC 9562, in any case, with the RFC's variant and a version from 1 to 8, or if it is the Nil or Max UUID. For an invalid string, it returns the reason, and the canonical form if only the notation is wrong.",
    input: z.object({ uuid: text }),
    get output() {
      return responses().Verdict;
    },
    errors: [],
    cacheControl: "public, max-age=86400",
    examples: [
      { title: "Valid", input: { uuid: "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" } },
      { title: "Undefined version", input: { uuid: "c4dbad75-1786-ed4b-b22d-868eb018e488" } },
      { title: "In braces", input: { uuid: "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}" } },
    ],
    run: ({ uuid }) => parse.validate(uuid),
  }),
  validateBatch: operation({
    method: "POST",
    path: "/validate",
    summary: "Validate up to 1,000 UUIDs",
    description:
      "Returns the result of `GET /validate/{uuid}` for each string. Send a JSON object with `uuids`, a JSON array such as the response of `/v4`, or one string per line.",
    input: z.object({ uuids: texts }),
    get output() {
      return responses().Verdicts;
    },
    jsonBody: { lines: "uuids" },
    errors: [],
    examples: [
      {
        title: "One valid, one in braces",
        input: {
          uuids: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        },
      },
      { title: "None", input: {}, status: 400 },
    ],
    run: ({ uuids }) => {
      const results = uuids.map(parse.validate);
      const validCount = results.filter(({ valid }) => valid).length;
      return { validCount, invalidCount: results.length - validCount, results };
    },
  }),
  decode: operation({
    method: "GET",
    path: "/decode/{uuid}",
    summary: "Decode a UUID",
    description:
      "Returns version, variant and, for version 7, the creation time. Accepts any case, braces, `urn:uuid:` and 32 bare digits, and explains undefined versions. RFC 9562 recommends treating UUIDs as opaque: use this to inspect UUIDs, not in application logic.",
    input: z.object({ uuid: decodable }),
    get output() {
      return responses().Decoded;
    },
    errors: ["invalid-uuid"],
    cacheControl: "public, max-age=86400",
    examples: [
      { title: "Version 7", input: { uuid: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" } },
      { title: "Version 4, 32 digits", input: { uuid: "919108f752d143209bacf847db4148a8" } },
      { title: "Not a UUID", input: { uuid: "017f22e2" }, status: 400 },
    ],
    run: ({ uuid: given }) => {
      const uuid = parse.canonical(given);
      if (uuid !== undefined) return parse.decode(uuid);
      throw new Problem(
        "invalid-uuid",
        "uuid must be 32 hexadecimal digits, as 8-4-4-4-12, in braces, after urn:uuid:, or without hyphens.",
        { parameter: "uuid" },
      );
    },
  }),
  health: operation({
    method: "GET",
    path: "/health",
    summary: "Check that the process is alive",
    description: "Use `/health/ready` to see whether the process accepts requests.",
    input: z.object({}),
    get output() {
      return responses().Health;
    },
    errors: [],
    cacheControl: "no-store",
    incompressible: true,
    hiddenFromAgents: true,
    examples: [{ title: "Alive", input: {} }],
    run: () => ({ status: "ok" as const, version: VERSION }),
  }),
};

/** The free UUID service. It needs no key and no database. */
export const uuid = defineApi({
  name: "uuid",
  title: "Quintet UUID",
  version: VERSION,
  summary: "Generate, validate and decode UUIDs (RFC 9562). Free, no key.",
  document: "/openapi.json",
  promises: [
    "Every UUID comes from the system's secure random source and is generated for its request.",
    "Within one process, version 7 UUIDs increase strictly: within a response, between responses, and when the clock moves back by up to 10 seconds.",
    "Between processes and replicas, version 7 UUIDs are ordered by timestamp. UUIDs from different servers can be out of order by as much as their clocks differ, plus 1 ms.",
    "Responses of `/v4` and `/v7` are never cached, because a cached response would be a duplicate.",
    "A UUID is not a secret. Do not use one as a password or a token.",
  ],
  create: (_settings, { warn }) => ({ operations: { v4, v7: v7With(warn), ...readers } }),
});
