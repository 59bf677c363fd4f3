import type { z } from "zod";
import type { Contract } from "./contract.ts";

/** A call to show: a JSON body, where the descriptor has no example of the request, and a JSON response. */
export interface ShownCall {
  readonly request?: unknown;
  /** Query parameters, by their names. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

/** The key that calls an action, and what it may be told of in the audit log. */
export interface ActionCaller {
  readonly account: string;
  readonly mode: "live" | "test";
  /** The names of the APIs that the key is for; null for all. */
  readonly apis: readonly string[] | null;
  readonly by: {
    readonly kind: "owner";
    /** The network of the client. */
    readonly network?: string | undefined;
    readonly key: string;
  };
}

/** The input of an action, as its contract reads it. */
export interface ActionInput<Query, Fields> {
  readonly query: Query;
  readonly fields: Fields;
  /** The parts in braces of the path; empty texts for those that it does not have. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: ActionCaller;
}

/**
 * An endpoint of a resource, described once: HTTP, OpenAPI, the command, the tool, the methods of clients and the docs are
 * made from this.
 */
export interface Action<
  Services,
  Query extends z.ZodObject = z.ZodObject,
  Fields extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Contract<Query, Fields> {
  readonly output: Output;
  readonly example: ShownCall;
  /** The member of the response that is shown once: null where a repetition of the request gets the response again. */
  readonly secret?: string;
  /** Does it, and returns the JSON of the response. */
  run(input: ActionInput<z.output<Query>, z.output<Fields>>, services: Services): Promise<z.input<Output>>;
}

/** One kind of objects that accounts have on the platform beside calls of APIs, such as jobs or webhooks. */
export interface Resource {
  /** In camel case, in the plural: the name in clients; commands have it in kebab case, tools in snake case. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** The endpoints that take a key, by the names of their methods in clients. */
  readonly actions: Readonly<Record<string, Contract>>;
  /** A call of each endpoint, by the ID of its contract. */
  readonly examples?: Readonly<Record<string, ShownCall>>;
  /** The API that it belongs to; left out where it belongs to the platform. */
  readonly api?: string;
  /** The actions that are commands. Default: all. */
  readonly commands?: readonly string[];
  /** Actions that agents have as tools, by the name of the tool. Every agent reads the whole list: keep it short. */
  readonly tools?: Readonly<Record<string, string>>;
}

/** A resource whose endpoints are made from its description. */
export interface DescribedResource<Services> extends Resource {
  /** The scope that a key must have; left out where every key has access. */
  readonly scope?: string;
  readonly actions: Readonly<Record<string, Action<Services>>>;
}

/** Checks the `run` of actions against their schemas: `const action = actionsOf<Services>()`. */
export function actionsOf<Services>() {
  return <Query extends z.ZodObject, Fields extends z.ZodObject, Output extends z.ZodType>(
    described: Action<Services, Query, Fields, Output>,
  ): Action<Services, Query, Fields, Output> => described;
}

/** Reports whether clients have a generated method for it: files and streams have methods of their own. */
export function hasMethod({ bodies, produces = ["application/json"] }: Contract): boolean {
  return bodies === undefined && produces[0] === "application/json";
}

/** The words of the command for an action; undefined where it has none. */
export function commandOf({ name, actions, commands }: Resource, action: string): string | undefined {
  const contract = actions[action];
  const isLeftOut = commands !== undefined && !commands.includes(action);
  if (contract === undefined || isLeftOut || contract.bodies !== undefined) return undefined;
  // Events are a stream without an end that a command could wait for.
  if (contract.produces?.includes("text/event-stream") === true) return undefined;
  return `${separated(name, "-")} ${separated(action, "-")}`;
}

/** `siteAudits` in other notations: `site-audits`, `site_audits`. */
export function separated(name: string, separator: "-" | "_"): string {
  return name.replaceAll(/[A-Z]/g, (letter) => separator + letter.toLowerCase());
}
