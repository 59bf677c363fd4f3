/** @jsxImportSource hono/jsx */
import type { z } from "zod";
import { isSecretName } from "../http/metering/logged-parameters.ts";
import {
  type AnyOperation,
  type Api,
  type Example,
  fileNames,
  isMetered,
  parametersOf,
  pathNames,
} from "../kit/descriptor.ts";
import { isNeeded } from "../kit/parameter.ts";
import { parameterField, valueNotes } from "./docs/fields.ts";
import { Field } from "./forms.tsx";
import { schemaOf } from "./parameters.ts";

/** Parameters that every form shows at once, where an operation has them. */
const BASIC: ReadonlySet<string> = new Set(["url", "format", "keyword"]);

/** Parameters whose values are long: their fields are as wide as the form. */
const LONG: ReadonlySet<string> = new Set(["url", "uuid", "uuids"]);

/** How many parameters a form shows at once because its examples use them. */
const FROM_EXAMPLES = 4;

/** A form with no more parameters than this hides none. */
const FEW = 5;

const isGood = ({ status = 200 }: Example) => status === 200;

/** The values that a form begins with: the operation's first example. */
function firstInput({ examples }: AnyOperation): Readonly<Record<string, string>> {
  return examples.find(isGood)?.input ?? {};
}

/** The parameters of an operation, those that most calls need apart from the others; `only` where they are known. */
function splitParameters(operation: AnyOperation, only: readonly string[] | undefined) {
  const all = parametersOf(operation);
  if (all.length <= FEW) return { basic: all, advanced: [] };
  const used = operation.examples.filter(isGood).flatMap(({ input }) => Object.keys(input));
  const usual = [...BASIC, ...[...new Set(used)].slice(0, FROM_EXAMPLES)];
  const shown = new Set([
    ...pathNames(operation.path),
    ...all.filter(([, parameter]) => isNeeded(parameter)).map(([name]) => name),
    ...(only ?? usual),
  ]);
  return {
    basic: all.filter(([name]) => shown.has(name)),
    advanced: all.filter(([name]) => !shown.has(name)),
  };
}

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly parameter: z.ZodType;
  readonly value: string | undefined;
}

/** Whether a parameter is a checkbox. */
function isTick(parameter: z.ZodType): boolean {
  const { type, default: usual } = schemaOf(parameter);
  return type === "boolean" && usual !== true;
}

/** The control of one parameter; empty ones are not sent. */
function Control({ id, name, parameter, value }: FieldProps) {
  const { type, enum: choices, minimum, maximum, default: usual } = schemaOf(parameter);
  // One that is not checked is not sent, which is not enough where that means true.
  if (isTick(parameter)) {
    return <input id={id} name={name} type="checkbox" value="true" checked={value === "true"} />;
  }
  const options = type === "boolean" ? ["true", "false"] : choices?.map(String);
  // Defaults are filled in: a form without a script sends every field, and an empty one is rejected.
  const first = value ?? (usual === undefined ? "" : String(usual));
  if (options !== undefined) {
    return (
      <select id={id} name={name}>
        {usual === undefined && (
          <option value="">{name === "format" ? "By Accept header" : "Default"}</option>
        )}
        {options.map((option) => (
          <option value={option} selected={option === first}>
            {option === String(usual) ? `${option} (default)` : option}
          </option>
        ))}
      </select>
    );
  }
  const required = isNeeded(parameter);
  if (type === "array") {
    return (
      <textarea id={id} name={name} rows={4} spellcheck={false} autocomplete="off" required={required}>
        {first}
      </textarea>
    );
  }
  const shared = { id, name, value: first, spellcheck: false, autocomplete: "off", required };
  if (type === "integer") return <input {...shared} type="number" min={minimum} max={maximum} />;
  return <input {...shared} type={isSecretName(name) ? "password" : "text"} />;
}

/** The type of a parameter and its range, which a pointer shows. */
function kindOf(parameter: z.ZodType): string {
  const schema = schemaOf(parameter);
  return [parameterField("", schema, false).type, ...valueNotes(schema)].join(", ");
}

interface FieldsProps {
  readonly base: string;
  readonly parameters: readonly (readonly [string, z.ZodType])[];
  readonly given: Readonly<Record<string, string>>;
}

function Fields({ base, parameters, given }: FieldsProps) {
  return (
    <>
      {parameters.map(([name, parameter]) => (
        <p class={isTick(parameter) ? "tick-field" : LONG.has(name) ? "ask long" : "ask"}>
          <label for={`${base}-${name}`} title={kindOf(parameter)}>
            {name}
          </label>
          <Control id={`${base}-${name}`} name={name} parameter={parameter} value={given[name]} />
        </p>
      ))}
    </>
  );
}

/** The field of an operation's file. With scripts, the whole form is a drop zone. */
function FileField({ base, operation, isOwn }: { base: string; operation: AnyOperation; isOwn: boolean }) {
  const { accepts, examples } = operation;
  if (accepts === undefined) return null;
  const sample = isOwn ? undefined : examples.find((one) => isGood(one) && one.file !== undefined)?.file;
  const id = `${base}-${accepts.file}`;
  // The script asks for the file only while there is no URL.
  const isEither = isOwn && parametersOf(operation).some(([name]) => name === "url");
  return (
    <div class="drop">
      <p class={isEither ? "ask either" : "ask"}>
        <label for={id}>{isEither ? `${accepts.file} (or url)` : accepts.file}</label>
        <input
          {...{ id, name: accepts.file, type: "file", accept: accepts.types.join(","), required: isOwn }}
          data-main-file=""
        />
      </p>
      <p class="soft">
        <span data-scripted="">Drop or paste a file anywhere on this panel.</span>{" "}
        {sample !== undefined && (
          <button type="button" class="quiet" data-sample={sample.name} data-scripted="">
            Use {sample.name}
          </button>
        )}
      </p>
    </div>
  );
}

/** Parameters that few calls need, folded, with the files beside the main one. */
function Advanced({ base, operation, parameters, given }: FieldsProps & { operation: AnyOperation }) {
  const { accepts } = operation;
  const files = fileNames(accepts).slice(1);
  const count = parameters.length + files.length;
  if (count === 0) return null;
  return (
    <details class="advanced">
      <summary>{`More parameters (${count})`}</summary>
      <div class="fields-grid">
        {files.map((name) => (
          <Field
            {...{ id: `${base}-${name}`, name, label: name, place: "long", type: "file" }}
            accept={accepts?.types.join(",")}
          />
        ))}
        <Fields base={base} parameters={parameters} given={given} />
      </div>
    </details>
  );
}

/** Whether a browser can send this call without a script: nothing to put into a path, a header or a JSON body. */
function worksAlone(api: Api, operation: AnyOperation): boolean {
  const isPlain = pathNames(operation.path).length === 0 && operation.jsonBody === undefined;
  return isPlain && !isMetered(api, operation);
}

/**
 * A form that makes a real call of an operation. Where a plain form can make it, it works without scripts; elsewhere its
 * button appears with the script that adds the key or fills in the path.
 */
export function Console({
  api,
  id,
  operation,
  given: first,
  only,
  hadFile = false,
  send = "Send request",
}: {
  api: Api;
  id: string;
  operation: AnyOperation;
  /** The values that the form begins with. Default: those of the first example. */
  given?: Readonly<Record<string, string>> | undefined;
  /** The parameters that are not folded. Default: those that most calls need. */
  only?: readonly string[] | undefined;
  /** Whether the call had a file, which has to be chosen again: no sample is offered. */
  hadFile?: boolean | undefined;
  /** The text of the button. */
  send?: string;
}) {
  const { accepts } = operation;
  const base = `try-${api.name}-${id}`;
  const given = first ?? (accepts === undefined ? firstInput(operation) : {});
  const alone = worksAlone(api, operation);
  const { basic, advanced } = splitParameters(operation, only);
  return (
    <form
      class="console"
      aria-label={`Try ${operation.method} ${operation.path}`}
      method={operation.method === "POST" ? "post" : "get"}
      action={pathNames(operation.path).length === 0 ? operation.path : undefined}
      enctype={accepts === undefined ? undefined : "multipart/form-data"}
      data-console=""
      data-api={api.name}
      data-operation={id}
      data-path={operation.path}
      data-file={accepts?.file}
      data-lines={operation.jsonBody?.lines}
      data-metered={isMetered(api, operation) ? "" : undefined}
    >
      <FileField base={base} operation={operation} isOwn={hadFile} />
      <Fields base={base} parameters={basic} given={given} />
      <Advanced base={base} operation={operation} parameters={advanced} given={given} />
      <p class="send">
        <button type="submit" hidden={!alone}>
          {send}
        </button>
        {isMetered(api, operation) && (
          <span class="tick-field" data-background="" data-scripted="">
            <label for={`${base}-background`}>Run in the background</label>
            <input id={`${base}-background`} type="checkbox" />
          </span>
        )}
      </p>
      {!alone && (
        <noscript>
          <p class="soft">This form needs JavaScript. Use one of the examples instead.</p>
        </noscript>
      )}
      <p class="facts" role="status" />
      <div class="outcome" />
    </form>
  );
}

/** The one field for the key, which every console of a page uses. The key stays in the memory of the page. */
export function KeyField() {
  return (
    <form class="key" data-key="" autocomplete="off" aria-label="Your API key">
      <p class="ask">
        <label for="key">API key for calls on this page</label>
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
        Your key stays in the memory of this page and is discarded when you leave it.{" "}
        <a href="/signup">Sign up or sign in</a> to make calls without pasting a key.
      </p>
    </form>
  );
}
