/** @jsxImportSource hono/jsx */
import { type AnyOperation, parametersOf, pathNames } from "../../kit/descriptor.ts";
import { counted } from "../../kit/numbers.ts";
import { Prose } from "../code.tsx";
import { isNeeded, schemaOf } from "../parameters.ts";
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
export function FieldRow(props: RowProps) {
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

/** The parameters of an operation, its files first. */
export function ParameterTree({ id, operation }: { id: string; operation: AnyOperation }) {
  const { accepts } = operation;
  const parameters = parametersOf(operation);
  if (parameters.length === 0 && accepts === undefined) return <p class="soft">No parameters.</p>;
  const synonyms = (name: string) =>
    Object.entries(operation.synonyms ?? {}).flatMap(([other, own]) => (own === name ? [other] : []));
  const also = (name: string, text: string | undefined) => {
    const others = synonyms(name);
    const more =
      others.length === 0 ? "" : `Also accepted as ${others.map((one) => `\`${one}\``).join(", ")}.`;
    return [text, more].filter(Boolean).join(" ") || undefined;
  };
  return (
    <ul class="fields-tree">
      {accepts !== undefined && (
        <li>
          <FieldRow
            id={`${id}-parameter-${accepts.file}`}
            name={accepts.file}
            type="file"
            notes={["form part or raw body"]}
            description={also(
              accepts.file,
              `Media types: ${accepts.types.map((type) => `\`${type}\``).join(", ")}. Send either a file or \`url\`.`,
            )}
          />
        </li>
      )}
      {accepts?.base64 !== undefined && (
        <li>
          <FieldRow
            id={`${id}-parameter-${accepts.base64}`}
            name={accepts.base64}
            type="string"
            notes={["JSON or form"]}
            description={also(accepts.base64, "The file as Base64.")}
          />
        </li>
      )}
      {(accepts?.others ?? []).map((name) => (
        <li>
          <FieldRow
            id={`${id}-parameter-${name}`}
            name={name}
            type="file"
            notes={["form part"]}
            description={also(name, operation.input.shape[name]?.description)}
          />
        </li>
      ))}
      {parameters.map(([name, parameter]) => {
        const schema = schemaOf(parameter);
        const { type, description, values, isRequired } = parameterField(name, schema, isNeeded(parameter));
        return (
          <li>
            <FieldRow
              id={`${id}-parameter-${name}`}
              name={name}
              type={type}
              notes={[placeOf(name, operation), ...valueNotes(schema)]}
              isRequired={isRequired}
              description={also(name, description)}
              values={values}
            />
          </li>
        );
      })}
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
