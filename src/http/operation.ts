import {
  type AnyOperation,
  type Api,
  type Context,
  Encoded,
  mediaTypes,
  pathNames,
} from "../kit/descriptor.ts";
import type { Fetch, Fetched, FetchOptions } from "../kit/fetch.ts";
import { inputReader, rawQuery } from "../kit/query.ts";
import type { Job, Run } from "../kit/sandbox.ts";
import { negotiate } from "./accept.ts";
import { createReceiver, Upload, Uploads } from "./body.ts";
import type { Endpoint, RoutedRequest } from "./endpoint.ts";
import { shared } from "./headers.ts";

/** What operations reach the world through; the rooms behind it are put together by `main`. */
export interface Services {
  /** Fetches for a client, until it leaves. */
  fetch(url: string, options: FetchOptions, client: AbortSignal): Promise<Fetched>;
  /** Runs a job for a client, until it leaves. */
  run<Input, Message>(
    job: Job<Input, Message>,
    input: Input,
    client: AbortSignal,
  ): AsyncGenerator<Message, void>;
  /** The largest body of a request, in bytes. */
  readonly uploadMaxBytes: number;
}

class CallContext implements Context {
  readonly mediaType: string;
  private readonly request: Request;
  private readonly services: Services;

  constructor(mediaType: string, request: Request, services: Services) {
    this.mediaType = mediaType;
    this.request = request;
    this.services = services;
  }

  // Getters, so that an operation pays for nothing that it does not use.
  get fetch(): Fetch {
    return (url, options) => this.services.fetch(url, options, this.signal);
  }

  get run(): Run {
    return (job, input) => this.services.run(job, input, this.signal);
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

  giveBack(_units: number): Promise<void> {
    return Promise.resolve();
  }
}

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
    const encoded = value instanceof Encoded ? value : undefined;
    const init = inits[types.indexOf(encoded?.mediaType ?? mediaType)] ?? inits[0];
    init?.headers.set("X-Request-Id", requestId);
    return new Response(encoded === undefined ? JSON.stringify(value) : encoded.body, init);
  };
}

/** Turns one operation of an API into endpoints: its path and its aliases, all alike. */
export function operationEndpoints(
  api: Api,
  id: string,
  operation: AnyOperation,
  services: Services,
): Endpoint[] {
  const { accepts } = operation;
  const read = inputReader(operation.input, pathNames(operation.path), accepts?.file);
  const types = mediaTypes(operation);
  const [onlyType] = types;
  const respond = answering(operation);

  // Not async: a synchronous operation is answered within one turn, which the UUID writers rely on.
  const answer = (request: RoutedRequest, requestId: string): Response | Promise<Response> => {
    const input = read(rawQuery(request.url), request.params);
    const mediaType = types.length === 1 ? onlyType : negotiate(request.headers.get("accept"), types);
    const value: unknown = operation.run(input, new CallContext(mediaType, request, services));
    if (value instanceof Promise) return value.then((settled) => respond(settled, mediaType, requestId));
    return respond(value, mediaType, requestId);
  };
  const uploads = new Uploads(services.uploadMaxBytes);
  const receive = accepts === undefined ? undefined : createReceiver(accepts, services.uploadMaxBytes);
  const answerBody = async (request: RoutedRequest, requestId: string): Promise<Response> => {
    using upload = new Upload(uploads);
    const sent = await receive?.(request, upload);
    const input = read(rawQuery(request.url), request.params, sent);
    const mediaType = negotiate(request.headers.get("accept"), types);
    return respond(
      await operation.run(input, new CallContext(mediaType, request, services)),
      mediaType,
      requestId,
    );
  };
  return [operation.path, ...(operation.aliases ?? [])].map((path) => ({
    path,
    labels: [api.name, id],
    methods: [operation.method],
    shared: true,
    answer: receive === undefined ? answer : answerBody,
  }));
}
