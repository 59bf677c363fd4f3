import { deprecationText } from "../kit/deprecation.ts";
import { type AnyOperation, type Example, fileNames, parametersOf, pathNames } from "../kit/descriptor.ts";
import { parameterSchema } from "../kit/parameter.ts";
import { type Json, tidy } from "./components.ts";

/** The value of an example as it stands in a document: numbers as numbers. */
function exampleValue(text: string, type: unknown): unknown {
  return type === "integer" ? Number(text) : text;
}

function exampleName(example: Example): string {
  return example.title.replaceAll(/\W+/g, "-").toLowerCase();
}

/** A member's description with the other names under which it is taken, and whether it is deprecated. */
function describedAs(name: string, description: unknown, operation: AnyOperation): Json {
  const others = Object.keys(operation.synonyms ?? {}).filter(
    (other) => operation.synonyms?.[other] === name,
  );
  const deprecation = operation.deprecated?.parameters?.[name];
  const parts = [
    ...(deprecation === undefined ? [] : [deprecationText(deprecation)]),
    ...(typeof description === "string" ? [description] : []),
    ...(others.length === 0 ? [] : [`Also accepted as ${others.map((other) => `\`${other}\``).join(", ")}.`]),
  ];
  return {
    ...(parts.length === 0 ? {} : { description: parts.join(" ") }),
    ...(deprecation === undefined ? {} : { deprecated: true }),
  };
}

/** The body of an operation that takes a file, in all forms in which it takes one; empty for others. */
export function requestBody(operation: AnyOperation): Json {
  const { accepts } = operation;
  if (accepts === undefined) return {};
  const properties = Object.fromEntries(
    parametersOf(operation).map(([name, schema]) => {
      const { description, ...rest } = parameterSchema(schema);
      return [name, { ...(tidy(rest) as Json), ...describedAs(name, description, operation) }];
    }),
  );
  const { base64 } = accepts;
  const asText =
    base64 === undefined
      ? {}
      : {
          [base64]: {
            type: "string",
            contentEncoding: "base64",
            ...describedAs(base64, `The file as Base64, instead of ${accepts.file} and url.`, operation),
          },
        };
  const required = base64 === undefined ? { required: ["url"] } : {};
  const byAddress = { schema: { type: "object", ...required, properties: { ...asText, ...properties } } };
  const { url: _, ...options } = properties;
  const files = fileNames(accepts).map((name, i) => {
    const description = i === 0 ? "The file itself." : operation.input.shape[name]?.description;
    return [name, { type: "string", format: "binary", ...describedAs(name, description, operation) }];
  });
  const inForm = {
    type: "object",
    required: [accepts.file],
    properties: { ...Object.fromEntries(files), ...options },
  };
  const raw = accepts.types.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  return {
    requestBody: {
      required: true,
      description: `The file as a form part or as the raw body${"url" in properties ? ", or its URL" : ""}. Send options in the form, in the JSON object or in the query.`,
      content: {
        "multipart/form-data": { schema: inForm },
        ...Object.fromEntries(raw),
        ...("url" in properties
          ? { "application/json": byAddress, "application/x-www-form-urlencoded": byAddress }
          : {}),
      },
    },
  };
}

/** The parameters in the path and the query, with the values of the examples. */
export function parameters(operation: AnyOperation): Json[] {
  const inPath = pathNames(operation.path);
  return (
    parametersOf(operation)
      // Where a file is taken, its address stands in the body, in the file's place.
      .filter(([name]) => operation.accepts === undefined || name !== "url")
      .map(([name, schema]) => {
        const { description, ...rest } = parameterSchema(schema);
        const located = inPath.includes(name) ? "path" : "query";
        const given = operation.examples.flatMap((example) => {
          const text = example.input[name];
          if (text === undefined || (example.status ?? 200) >= 400) return [];
          return [[exampleName(example), { summary: example.title, value: exampleValue(text, rest.type) }]];
        });
        return {
          name,
          in: located,
          required: located === "path" || !schema.safeParse(undefined).success,
          ...describedAs(name, description, operation),
          schema: tidy(rest),
          ...(given.length === 0 ? {} : { examples: Object.fromEntries(given) }),
        };
      })
  );
}
