/** @jsxImportSource hono/jsx */
import { type AnyOperation, parametersOf, pathNames } from "../kit/descriptor.ts";
import { takes } from "./parameters.ts";

function placeOf(name: string, operation: AnyOperation): string {
  if (pathNames(operation.path).includes(name)) return "in the path";
  return operation.accepts === undefined ? "in the query" : "in the body or the query";
}

/** Everything that an operation takes: its file, then its parameters, each with what it may be. */
export function Parameters({ operation }: { operation: AnyOperation }) {
  const { accepts } = operation;
  const parameters = parametersOf(operation);
  if (parameters.length === 0 && accepts === undefined) return <p class="soft">No parameters.</p>;
  return (
    <dl class="parameters">
      {accepts !== undefined && (
        <div>
          <dt>
            <code>{accepts.file}</code>{" "}
            <span class="soft">
              the file, as a part of multipart/form-data or raw: {accepts.types.join(", ")}
            </span>
          </dt>
          <dd>
            {accepts.base64 === undefined ? "" : `Or, as Base64 in JSON, ${accepts.base64}. `}Either this or
            url.
          </dd>
        </div>
      )}
      {(accepts?.others ?? []).map((name) => (
        <div>
          <dt>
            <code>{name}</code> <span class="soft">a file, as a part of multipart/form-data</span>
          </dt>
          <dd>{operation.input.shape[name]?.description}</dd>
        </div>
      ))}
      {parameters.map(([name, schema]) => (
        <div>
          <dt>
            <code>{name}</code>{" "}
            <span class="soft">
              {placeOf(name, operation)}, {takes(schema)}
            </span>
          </dt>
          <dd>{schema.description}</dd>
        </div>
      ))}
    </dl>
  );
}
