/** @jsxImportSource hono/jsx */
import type { z } from "zod";
import {
  type AnyOperation,
  type Api,
  fileNames,
  isMetered,
  parametersOf,
  pathNames,
} from "../kit/descriptor.ts";
import { schemaOf, takes } from "./parameters.ts";

/** Where the fields of a form get what they hold at first: the operation's first example. */
function firstInput({ examples }: AnyOperation): Readonly<Record<string, string>> {
  return examples.find(({ status = 200 }) => status === 200)?.input ?? {};
}

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly parameter: z.ZodType;
  readonly value: string | undefined;
}

/** The control of one parameter; what is left empty is not sent. */
function Control({ id, name, parameter, value }: FieldProps) {
  const { type, enum: choices, minimum, maximum, default: usual } = schemaOf(parameter);
  const options = type === "boolean" ? ["true", "false"] : choices?.map(String);
  // Defaults are filled in: a form without a script sends every field, and an empty one is refused.
  const first = value ?? (usual === undefined ? "" : String(usual));
  if (options !== undefined) {
    return (
      <select id={id} name={name}>
        {usual === undefined && <option value="">not sent</option>}
        {options.map((option) => (
          <option value={option} selected={option === first}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  const shared = { id, name, value: first, spellcheck: false, autocomplete: "off" };
  if (type === "integer") return <input {...shared} type="number" min={minimum} max={maximum} />;
  return <input {...shared} type="text" />;
}

/** Whether a browser alone can send this call: nothing to put into a path or a header. */
function worksAlone(api: Api, operation: AnyOperation): boolean {
  return !isMetered(api, operation) && pathNames(operation.path).length === 0;
}

/**
 * A form that makes a real call of an operation. Where a plain form can make it, it works without scripts;
 * elsewhere its button appears with the script that adds the key or fills in the path.
 */
export function Console({ api, id, operation }: { api: Api; id: string; operation: AnyOperation }) {
  const { accepts } = operation;
  const base = `try-${api.name}-${id}`;
  const given = firstInput(operation);
  const alone = worksAlone(api, operation);
  return (
    <form
      class="console"
      aria-label={`Try ${operation.method} ${operation.path}`}
      method={operation.method === "POST" ? "post" : "get"}
      action={pathNames(operation.path).length === 0 ? operation.path : undefined}
      enctype={accepts === undefined ? undefined : "multipart/form-data"}
      data-console={`${base}-answer`}
      data-path={operation.path}
      data-metered={isMetered(api, operation) ? "" : undefined}
    >
      {fileNames(accepts).map((name) => (
        <p class="ask">
          <label for={`${base}-${name}`}>{name}</label>
          <input id={`${base}-${name}`} name={name} type="file" accept={accepts?.types.join(",")} />
        </p>
      ))}
      {parametersOf(operation).map(([name, parameter]) => (
        <p class="ask">
          <label for={`${base}-${name}`} title={takes(parameter)}>
            {name}
          </label>
          <Control
            id={`${base}-${name}`}
            name={name}
            parameter={parameter}
            value={accepts === undefined ? given[name] : undefined}
          />
        </p>
      ))}
      <button type="submit" hidden={!alone}>
        Send
      </button>
      {!alone && (
        <noscript>
          <p class="soft">Without scripts this form cannot add the key: use one of the calls below.</p>
        </noscript>
      )}
      <output id={`${base}-answer`} class="outcome" />
    </form>
  );
}

/** The one field for the key, which every console of a page uses. It stays in this page's memory. */
export function KeyField({ signUp }: { signUp: boolean }) {
  return (
    <form class="key" data-key="" autocomplete="off" aria-label="Your key">
      <p class="ask">
        <label for="key">Your key, for the calls on this page</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="qt_live_…"
          aria-describedby="key-note"
        />
      </p>
      <p id="key-note" class="soft">
        It stays in the memory of this page, and is gone when you leave it.
        {signUp && (
          <>
            {" "}
            No key yet? <a href="/signup">Get a free one</a>.
          </>
        )}
      </p>
    </form>
  );
}
