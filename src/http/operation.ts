import {
  type AnyOperation,
  type Api,
  type Context,
  Encoded,
  isMetered,
  mediaTypes,
  pathNames,
} from "../kit/descriptor.ts";
import { inputReader, rawQuery } from "../kit/query.ts";
import type { State } from "../kit/state.ts";
import { negotiate } from "./accept.ts";
import type { Endpoint, RoutedRequest } from "./endpoint.ts";
import { shared } from "./headers.ts";
import { type Metering, meteredDoor } from "./metered.ts";

/** How the operations of APIs with keys are served. */
export interface KeyedDoor {
  /** Undefined where METERING=off: then every call is served, without keys. */
  readonly metering: Metering | undefined;
  readonly state: State;
}

class CallContext implements Context {
  readonly mediaType: string;
  private readonly request: Request;

  constructor(mediaType: string, request: Request) {
    this.mediaType = mediaType;
    this.request = request;
  }

  // A getter, because the first look at a request's signal costs more than a whole UUID answer.
  get signal(): AbortSignal {
    return this.request.signal;
  }

  now(): number {
    return Date.now();
  }

  /** Where nothing is metered, everything is paid. */
  charge(_units: number): Promise<void> {
    return Promise.resolve();
  }

  get state(): State {
    throw new TypeError("an open operation has no shared state");
  }
}

/** The context of an operation of an API with keys. */
class KeyedContext extends CallContext {
  override readonly charge: Context["charge"];
  readonly #state: State;

  constructor(mediaType: string, request: Request, { charge, state }: Pick<Context, "charge" | "state">) {
    super(mediaType, request);
    this.charge = charge;
    this.#state = state;
  }

  override get state(): State {
    return this.#state;
  }
}

// Bun makes the parameters' object when it is looked at.
const NO_PARAMS = {};

function charset(mediaType: string): string {
  return mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
}

/**
 * Builds an operation's answers. The headers of each media type are made once and given to every
 * `Response`, which copies them: setting headers one by one costs several times as much.
 */
function answering(
  operation: AnyOperation,
): (value: unknown, mediaType: string, requestId: string) => Response {
  const types = mediaTypes(operation);
  const inits = types.map((type) => {
    const headers = new Headers(shared);
    headers.set("Content-Type", charset(type));
    headers.set("Cache-Control", operation.cacheControl ?? "no-store");
    if (types.length > 1) headers.set("Vary", "Accept");
    return { headers };
  });
  return (value, mediaType, requestId) => {
    const init = inits[types.indexOf(mediaType)] ?? inits[0];
    init?.headers.set("X-Request-Id", requestId);
    return new Response(value instanceof Encoded ? value.body : JSON.stringify(value), init);
  };
}

/**
 * Turns one operation of an API into endpoints: its path and its aliases, all alike. `keyed` is needed for
 * APIs with keys alone.
 */
export function operationEndpoints(
  api: Api,
  id: string,
  operation: AnyOperation,
  keyed?: KeyedDoor,
): Endpoint[] {
  const names = pathNames(operation.path);
  const read = inputReader(operation.input, names);
  const types = mediaTypes(operation);
  const [onlyType] = types;
  const respond = answering(operation);

  // Not async: a synchronous operation is answered within one turn, which the UUID writers rely on.
  const open = (request: RoutedRequest, requestId: string): Response | Promise<Response> => {
    const input = read(rawQuery(request.url), names.length === 0 ? NO_PARAMS : request.params);
    const mediaType = types.length === 1 ? onlyType : negotiate(request.headers.get("accept"), types);
    const value: unknown = operation.run(input, new CallContext(mediaType, request));
    if (value instanceof Promise) return value.then((settled) => respond(settled, mediaType, requestId));
    return respond(value, mediaType, requestId);
  };
  return [operation.path, ...(operation.aliases ?? [])].map((path) => ({
    path,
    labels: [api.name, id],
    methods: [operation.method],
    shared: true,
    answer: api.access === "open" ? open : keyedAnswer(),
  }));

  function keyedAnswer(): Endpoint["answer"] {
    if (keyed === undefined) throw new TypeError(`${api.name}: an API with keys needs a KeyedDoor`);
    const { metering, state } = keyed;
    const run = async (
      request: RoutedRequest,
      requestId: string,
      input: unknown,
      own: Pick<Context, "charge" | "state">,
    ) => {
      const mediaType = negotiate(request.headers.get("accept"), types);
      return respond(
        await operation.run(input, new KeyedContext(mediaType, request, own)),
        mediaType,
        requestId,
      );
    };
    if (metering === undefined || !isMetered(api, operation)) {
      const charge = () => Promise.resolve();
      return (request, requestId) =>
        run(request, requestId, read(rawQuery(request.url), request.params), { charge, state });
    }
    const door = meteredDoor(api, id, operation, metering);
    return (request, requestId) => {
      const query = rawQuery(request.url);
      return door(request, query, {
        readInput: () => read(query, request.params),
        run: (input, own) => run(request, requestId, input, own),
      });
    };
  }
}
