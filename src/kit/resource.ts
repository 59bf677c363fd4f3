import type { z } from "zod";
import { type Contract, type Group, type InGroup, inGroup, type nothing } from "./contract.ts";

/** A call to show: a JSON body, where the descriptor has no example of the request, and a JSON response. */
export interface ShownCall {
  readonly request?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

/** The caller of an action, and what the audit log says of them. */
export interface ActionCaller {
  readonly account: string;
  readonly mode: "live" | "test";
  readonly apis: readonly string[] | null;
  readonly by: {
    readonly kind: "owner";
    readonly network?: string | undefined;
    readonly key?: string | undefined;
  };
}

/** A request that calls an action. */
export interface ActionCall {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: ActionCaller;
}

/** The input of an action, as its contract reads it. */
export interface ActionInput<Query, Fields> {
  readonly query: Query;
  readonly fields: Fields;
  /** The parts in braces of the path; empty texts for those that it does not have. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  /** The same for all repetitions of a request; undefined without an `Idempotency-Key`. */
  readonly idempotencyHash?: string | undefined;
}

/** An endpoint of a resource: HTTP, OpenAPI, the command, the tool, clients and docs are made from this. */
export interface Action<
  Services,
  Call extends ActionCall = ActionCall,
  Query extends z.ZodObject = z.ZodObject,
  Fields extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Contract<Query, Fields> {
  output(): Output;
  /** Left out where the response has no JSON to show. */
  readonly example?: ShownCall;
  readonly scope?: string;
  /** The member of the response that is shown once: null where a repetition of the request gets the response again. */
  readonly secret?: string;
  /** Whether `run` finds what an earlier request with the same `idempotencyHash` has made. */
  readonly isFound?: boolean;
  location?(made: z.input<Output>): string;
  /** Does it, and returns the JSON of the response, or a response of another type. */
  run(
    input: ActionInput<z.output<Query>, z.output<Fields>> & Call,
    services: Services,
  ): Promise<z.input<Output> | Response>;
}

/** A request whose caller is found by `authorize`, who needs the scope. */
export type RawCall<Call extends ActionCall = ActionCall> = Pick<Call, "request" | "requestId"> & {
  authorize(scope?: string): Promise<Call["caller"]>;
};

/** Calls of an endpoint that has functions of its own in the clients and the command line, for documents. */
export interface ShownClient {
  readonly method: string;
  readonly command: string;
  /** Code that uses `quintet`, which is a client, for the request of the example. */
  readonly typescript: string;
  readonly python: string;
}

/** An endpoint that reads its query and its body itself: it has `bodies`. */
export interface RawAction<Services, Call extends ActionCall = ActionCall> extends Contract {
  readonly example: ShownCall;
  readonly client: ShownClient;
  handle(call: RawCall<Call>, services: Services): Promise<Response>;
}

/** An endpoint with a call to show. */
export type ShownContract = Contract & { readonly example?: ShownCall; readonly client?: ShownClient };

/** One kind of objects that accounts have on the platform beside calls of APIs, such as jobs or webhooks. */
export interface Resource {
  /** In camel case, in the plural: the name in clients; commands have it in kebab case, tools in snake case. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly actions: Readonly<Record<string, ShownContract>>;
  readonly api?: string;
  /** The actions that are commands. Default: all. */
  readonly commands?: readonly string[];
  /** Actions that agents have as tools, by the name of the tool. Every agent reads the whole list: keep it short. */
  readonly tools?: Readonly<Record<string, string>>;
}

/** A resource with what its endpoints do. */
export interface DescribedResource<Services, Call extends ActionCall = ActionCall> extends Resource {
  readonly actions: Readonly<Record<string, Action<Services, Call> | RawAction<Services, Call>>>;
  /** Endpoints that need no key, such as those of signed links: only HTTP and OpenAPI have them. */
  readonly open?: readonly Action<Services, Call>[];
  /** The name of its endpoints in metrics. Default: `accounts`. */
  readonly label?: string;
  /** The scope that a key must have; left out where every key has access. */
  readonly scope?: string;
  /** Whether callers need no key where METERING=off: all share its objects. */
  readonly isKeyless?: boolean;
}

/** Makes the actions of a group, and checks the `run` of each against its schemas. */
export function actionsOf<Services, Call extends ActionCall = ActionCall>(group: Group) {
  return <
    Output extends z.ZodType,
    Query extends z.ZodObject = typeof nothing,
    Fields extends z.ZodObject = typeof nothing,
  >(
    described: InGroup<Action<Services, Call, Query, Fields, Output>>,
  ) => inGroup<Action<Services, Call, Query, Fields, Output>>(group, described);
}

/** The examples of actions by the IDs of their contracts, for documents. */
export function examplesOf(actions: readonly ShownContract[]): Readonly<Record<string, ShownCall>> {
  return Object.fromEntries(
    actions.flatMap(({ id, example }) => (example === undefined ? [] : [[id, example]])),
  );
}

/** Reports whether clients have a generated method for it: files and streams have methods of their own. */
export function hasMethod({ bodies, produces = ["application/json"] }: Contract): boolean {
  return bodies === undefined && produces[0] === "application/json";
}

/** The words of commands for actions whose names are former words. */
const WORDS: Readonly<Record<string, string>> = { roll: "rotate" };

/** The words of the command for an action; undefined where it has none. */
export function commandOf({ name, actions, commands }: Resource, action: string): string | undefined {
  const contract = actions[action];
  const isLeftOut = commands !== undefined && !commands.includes(action);
  if (contract === undefined || isLeftOut || contract.bodies !== undefined) return undefined;
  // Events are a stream without an end that a command could wait for.
  if (contract.produces?.includes("text/event-stream") === true) return undefined;
  return `${separated(name, "-")} ${WORDS[action] ?? separated(action, "-")}`;
}

/** `siteAudits` in other notations: `site-audits`, `site_audits`. */
export function separated(name: string, separator: "-" | "_"): string {
  return name.replaceAll(/[A-Z]/g, (letter) => separator + letter.toLowerCase());
}
