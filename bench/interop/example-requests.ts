/** Requests that an OpenAPI document shows as its examples. */
import { z } from "zod";

const parameter = z.looseObject({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  example: z.unknown().optional(),
});
const operation = z.looseObject({
  parameters: z.array(parameter).default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })) })
    .optional(),
});

/** The parts of an OpenAPI document that requests are made of. */
export const mockDocument = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ parameters: z.record(z.string(), parameter).default({}) }),
});

/** Every way to say who calls: Prism asks only whether it is there. */
const CREDENTIALS = {
  "X-API-Key": "none",
  Authorization: "Bearer none",
  Cookie: "quintet_session=none",
};

type Operation = z.output<typeof operation>;

/** The body of an example; null where there is none, undefined where it is no JSON. */
function bodyOf({ requestBody }: Operation): string | null | undefined {
  if (requestBody === undefined) return null;
  const example = requestBody.content["application/json"]?.example;
  return example === undefined ? undefined : JSON.stringify(example);
}

/** The example requests of all operations that have one. `base` has no slash at its end. */
export function* exampleRequests({ paths, components }: z.output<typeof mockDocument>, base: string) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const body = bodyOf(described);
      if (body === undefined) continue;
      const parameters = described.parameters.map(
        (one) => components.parameters[one.$ref?.split("/").at(-1) ?? ""] ?? one,
      );
      const shown = parameters.filter(({ example }) => example !== undefined);
      if (parameters.some((one) => one.in === "query" && one.required === true && !shown.includes(one)))
        continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(shown.find((one) => one.name === name)?.example ?? "none")),
      );
      const url = new URL(base + filled);
      for (const { name = "", in: place, example } of shown) {
        if (place === "query") url.searchParams.set(name, String(example));
      }
      const headers = { ...CREDENTIALS, ...(body === null ? {} : { "Content-Type": "application/json" }) };
      const request = new Request(url, { method: method.toUpperCase(), headers, body });
      yield { method: method.toUpperCase(), path, request };
    }
  }
}
