import { z } from "zod";
import type { Api, ApiFacts, ApiParts } from "./descriptor.ts";

/** Environment variables by name: each schema says what it accepts, its default, and what it is for. */
export type Variables = Readonly<Record<string, z.ZodType>>;

/** The environment variables that are set, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a module: the variables that it reads, and what it makes of them. */
export interface SettingsDefinition<Shape extends Variables, Settings> {
  readonly variables: Shape;
  /** Throws a `ConfigError` for values that do not fit together. */
  read(values: z.output<z.ZodObject<Shape>>): Settings;
}

/** Counts where the fields of results come from, for the metrics. */
export interface FieldCounter {
  note(api: string, sources: Readonly<Record<string, string>>): void;
  fail(api: string, code: string): void;
}

/** Programs that the operator installed on this machine. */
export interface Programs {
  /** The path of a program; undefined if it is not on the PATH. */
  find(name: string): string | undefined;
  ask(path: string, ...words: readonly string[]): string | undefined;
}

/** Dependencies that a module gets from the process it runs in. Those of a single call are in its `Context`. */
export interface ApiDeps {
  /** The User-Agent of requests to sites, such as `Quintet/1.0.0 (+https://api.example.com)`. */
  readonly userAgent: string;
  readonly dataDir: string;
  readonly programs: Programs;
  readonly fieldCounter: FieldCounter;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** The module of an API as its folder declares it. */
export interface ApiDefinition<Settings> extends Omit<ApiFacts, "access" | "document"> {
  /** `/NAME/openapi.json` where it is left out. */
  readonly document?: ApiFacts["document"];
  readonly demo?: Environment;
  /** Whether calls use `Context.state`: the command then reads the variables of the database. */
  readonly usesState?: boolean;
  isOff?(settings: Settings): boolean;
  /** Makes the operations, and what comes with them. Throws a `ConfigError` where this machine lacks what the settings need. */
  create(settings: Settings, deps: ApiDeps): ApiParts;
}

/** An API with its settings: everything it needs but the process. */
export interface ConfiguredApi {
  readonly name: string;
  readonly settings: unknown;
  readonly isOff: boolean;
  create(deps: ApiDeps): Api;
}

/** An API before its settings are read. */
export interface ApiModule extends ApiFacts {
  readonly variables: Variables;
  readonly usesState: boolean;
  readonly demo: Environment;
  /** Reads the settings; the paths of issues name variables. Throws a `ConfigError` for values that do not fit together. */
  configure(environment: Environment): ConfiguredApi | { readonly issues: readonly z.core.$ZodIssue[] };
}

/** Declares an API. One with `plans` needs a key; one without is open to everybody. */
export function defineApi<Shape extends Variables, Settings>(
  definition: ApiDefinition<Settings> & { readonly settings: SettingsDefinition<Shape, Settings> },
): ApiModule;
export function defineApi(definition: ApiDefinition<undefined>): ApiModule;
export function defineApi<Shape extends Variables, Settings>(
  definition:
    | ApiDefinition<undefined>
    | (ApiDefinition<Settings> & { readonly settings: SettingsDefinition<Shape, Settings> }),
): ApiModule {
  if ("settings" in definition) return moduleOf(definition, definition.settings);
  return moduleOf(definition, { variables: {}, read: () => undefined });
}

function moduleOf<Shape extends Variables, Settings>(
  { demo = {}, usesState = false, isOff, create, ...given }: ApiDefinition<Settings>,
  { variables, read }: SettingsDefinition<Shape, Settings>,
): ApiModule {
  const { name, title, version, summary, promises, plans, document = `/${name}/openapi.json` } = given;
  const facts: ApiFacts = {
    name,
    title,
    version,
    summary,
    promises,
    access: plans === undefined ? "open" : "key",
    ...(plans === undefined ? {} : { plans }),
    document,
  };
  return {
    ...facts,
    variables,
    usesState,
    demo,
    configure(environment) {
      // Read once: compiling a parser for it would take longer than it saves.
      const values = z.object(variables).safeParse(environment, { jitless: true });
      if (!values.success) return { issues: values.error.issues };
      const settings = read(values.data);
      return {
        name,
        settings,
        isOff: isOff?.(settings) ?? false,
        create: (deps) => ({ ...facts, ...create(settings, deps) }),
      };
    },
  };
}

const noDeps: ApiDeps = {
  userAgent: "Quintet",
  dataDir: "data",
  programs: { find: () => undefined, ask: () => undefined },
  fieldCounter: { note() {}, fail() {} },
  warn() {},
};

/** The API with its settings at their defaults, or at those of `environment`: for documents, help and demos. */
export function describeApi(module: ApiModule, environment: Environment = {}, deps = noDeps): Api {
  const configured = module.configure(environment);
  if ("issues" in configured) throw new TypeError(`${module.name} does not accept its own settings`);
  return configured.create(deps);
}
