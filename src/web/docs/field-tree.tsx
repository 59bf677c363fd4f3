/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { type AnyOperation, parametersOf, pathNames } from "../../kit/descriptor.ts";
import { counted } from "../../kit/numbers.ts";
import { isNeeded } from "../../kit/parameter.ts";
import { CodeBlock, Prose } from "../code.tsx";
import { schemaOf } from "../parameters.ts";
import { type Field, insidePath, parameterField, type ResponseShape, valueNotes } from "./fields.ts";

/** The most values of an enumeration that are listed without unfolding. */
const VALUES_SHOWN = 12;

function Values({ values, description }: { values: readonly string[]; description: string }) {
  // A description that explains each value has listed them.
  if (values.every((value) => description.includes(`\`${value}\``))) return null;
  const list = values.map((value, i) => (
    <>
      {i > 0 ? " " : ""}
      <code>{value}</code>
    </>
  ));
  if (values.length <= VALUES_SHOWN) return <p class="field-values">Values: {list}</p>;
  return (
    <details class="field-values">
      <summary>{values.length} values</summary>
      <p>{list}</p>
    </details>
  );
}

interface RowProps {
  readonly id: string;
  readonly name: string;
  /** The path to the field, shown before its name. */
  readonly prefix?: string;
  readonly type: string;
  readonly notes: readonly string[];
  /** Whether requests must have it. */
  readonly isRequired?: boolean;
  readonly description: string | undefined;
  readonly values?: readonly string[];
}

/** The method of an endpoint. One that deletes has a color of its own. */
export function Method({ method }: { method: string }) {
  return <span class={method === "DELETE" ? "method deletes" : "method"}>{method}</span>;
}

/** A field: its name, type and meaning. */
function FieldRow(props: RowProps) {
  const { id, name, prefix = "", type, notes, isRequired = false, description = "", values = [] } = props;
  return (
    <>
      <p class="field-head" id={id}>
        <a class="anchor" href={`#${id}`}>
          <code>
            {prefix !== "" && <span class="field-prefix">{prefix}.</span>}
            {name}
          </code>
          <span class="unseen"> field</span>
        </a>{" "}
        <span class="field-type">{[type, ...notes].join(", ")}</span>
        {isRequired && (
          <>
            {" "}
            <strong class="field-required">required</strong>
          </>
        )}
      </p>
      {description !== "" && (
        <p class="field-text">
          <Prose text={description} />
        </p>
      )}
      <Values values={values} description={description} />
    </>
  );
}

function placeOf(name: string, operation: AnyOperation): string {
  if (pathNames(operation.path).includes(name)) return "path";
  if (operation.jsonBody !== undefined) return "body";
  return operation.accepts === undefined ? "query" : "body or query";
}

type ParameterRow = Omit<RowProps, "id" | "prefix">;

/** The parameters of an operation, its files first. */
export function operationParameters(operation: AnyOperation): ParameterRow[] {
  const { accepts, input, synonyms = {} } = operation;
  const parameters = parametersOf(operation).map(([name, parameter]): ParameterRow => {
    const schema = schemaOf(parameter);
    const { type, description, values, isRequired } = parameterField(name, schema, isNeeded(parameter));
    const notes = [placeOf(name, operation), ...valueNotes(schema)];
    return { name, type, notes, isRequired, description, values };
  });
  const files: ParameterRow[] = [];
  if (accepts !== undefined) {
    const { file, types, base64, others = [] } = accepts;
    const media = types.map((type) => `\`${type}\``).join(", ");
    const description = `Media types: ${media}. Send either a file or \`url\`.`;
    files.push({ name: file, type: "file", notes: ["form part or raw body"], description });
    if (base64 !== undefined)
      files.push({
        ...{ name: base64, type: "string", notes: ["JSON or form"], description: "The file as Base64." },
      });
    for (const name of others)
      files.push({ name, type: "file", notes: ["form part"], description: input.shape[name]?.description });
  }
  return [...files, ...parameters].map((row) => {
    const others = Object.keys(synonyms).filter((other) => synonyms[other] === row.name);
    const also = `Also accepted as ${others.map((other) => `\`${other}\``).join(", ")}.`;
    return others.length === 0 ? row : { ...row, description: `${row.description ?? ""} ${also}`.trim() };
  });
}

interface ParameterListProps {
  readonly id: string;
  readonly parameters: readonly ParameterRow[];
  /** Begins the IDs of the rows, after that of the list. */
  readonly kind?: "parameter" | "header";
}

/** Parameters with their types, places and meanings. */
export function ParameterList({ id, parameters, kind = "parameter" }: ParameterListProps) {
  if (parameters.length === 0) return <p class="soft">No parameters.</p>;
  return (
    <ul class="fields-tree">
      {parameters.map((parameter) => (
        <li>
          <FieldRow id={`${id}-${kind}-${parameter.name.replaceAll("/", "-")}`} {...parameter} />
        </li>
      ))}
    </ul>
  );
}

/** The fields of a response that are shown at once; more than twice as many are folded. */
const SHOWN = 8;

interface FieldsProps {
  /** Begins the IDs of the fields. */
  readonly id: string;
  readonly fields: readonly Field[];
  readonly prefix: string;
}

function Fields({ id, fields, prefix }: FieldsProps) {
  return (
    <ul class="fields-tree">
      {fields.map((field) => {
        const own = `${id}${prefix === "" ? "-" : "."}${field.name}`;
        const count = field.fields.length;
        return (
          <li>
            <FieldRow
              id={own}
              name={field.name}
              prefix={prefix}
              type={field.type}
              notes={field.isRequired ? [] : ["optional"]}
              description={field.description}
              values={field.values}
            />
            {count > 0 && (
              <details class="field-inside">
                <summary>
                  {counted(count, "field")} of <code>{field.name}</code>
                </summary>
                <Fields id={own} fields={field.fields} prefix={insidePath(field, prefix)} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The fields of a JSON response as a tree. */
export function ResponseTree({ id, shape }: { id: string; shape: ResponseShape }) {
  const shown = shape.fields.length > 2 * SHOWN ? SHOWN : shape.fields.length;
  const rest = shape.fields.slice(shown);
  return (
    <>
      {(shape.description !== undefined || shape.type !== "object") && (
        <p class="soft">
          {shape.type !== "object" && <span class="field-type">{`${shape.type}: `}</span>}
          {shape.description !== undefined && <Prose text={shape.description} />}
        </p>
      )}
      {shape.fields.length > 0 && <Fields id={id} fields={shape.fields.slice(0, shown)} prefix="" />}
      {rest.length > 0 && (
        <details class="more">
          <summary>{`${rest.length} more fields: ${rest.map(({ name }) => name).join(", ")}`}</summary>
          <Fields id={id} fields={rest} prefix="" />
        </details>
      )}
    </>
  );
}

/** The most characters of a response that a page shows. */
const SHOWN_MAX = 4_000;

/** The body of a response, whose end is cut off where it is long. */
export function ResponseBlock({ text, language, label }: Parameters<typeof CodeBlock>[0]) {
  const end = text.length > SHOWN_MAX ? text.lastIndexOf("\n", SHOWN_MAX) : text.length;
  const shown = end < text.length ? `${text.slice(0, end)}\n…` : text;
  return <CodeBlock text={shown} language={language} label={label} />;
}

interface ReferenceProps {
  readonly id: string;
  readonly title: string;
  readonly about: Child;
  /** The code of a call, and what can be tried. */
  readonly calls: Child;
  /** Parameters, response and errors. */
  readonly children: Child;
}

/** The reference of one endpoint: its code stays in sight beside its fields. */
export function Reference({ id, title, about, calls, children }: ReferenceProps) {
  return (
    <section class="reference" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a class="anchor" href={`#${id}`}>
          {title}
        </a>
      </h2>
      <div class="reference-columns">
        <div class="reference-text">{about}</div>
        <div class="reference-try">{calls}</div>
        <div class="reference-text reference-fields">{children}</div>
      </div>
    </section>
  );
}
