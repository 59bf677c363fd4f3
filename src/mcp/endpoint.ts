import { setImmediate as nextTurn } from "node:timers/promises";
import { PARSED_MAX } from "../http/core/body.ts";
import type { Endpoint } from "../http/core/endpoint.ts";
import { commonHeaders } from "../http/core/headers.ts";
import type { Pace } from "../http/core/read-body.ts";
import type { Upload, Uploads } from "../http/core/upload.ts";
import { lazily } from "../kit/lazily.ts";
import { asProblem, Problem } from "../kit/problem.ts";
import { type Message, type MessageFiles, messageReader } from "./message.ts";
import type { OnFailure } from "./result.ts";
import type { Tool } from "./tools.ts";

/** The largest message that is read without a key, in bytes. */
const SMALL_MAX = 1_000_000;

/** A small message comes at once: nobody is known by a key yet. */
const SMALL_PACE: Pace = { patienceMs: 5_000, deadlineMs: 15_000 };

/** Streams of news that agents may hold open; there is no news, because the tools never change. */
const SUBSCRIPTIONS_MAX = 64;

/** The largest message with a key, in bytes: a file in it is Base64, a third more than its bytes. */
function messageMax(uploadMaxBytes: number): number {
  return Math.ceil(uploadMaxBytes * (4 / 3)) + PARSED_MAX;
}

interface McpDeps {
  tools(): Promise<readonly Tool[]>;
  readonly version: string;
  readonly baseUrl: string;
  readonly uploads: Uploads;
  /** The account of the key that a request carries; throws where it has none. Undefined where METERING=off. */
  readonly identify: ((request: Request) => Promise<string>) | undefined;
  /** The client's IP address, if it is known and not one that many clients share. */
  source(request: Request): string | undefined;
  onError(cause: unknown): void;
  readonly onFailure: OnFailure;
}

/** Hosts that a browser page of another site cannot make its own name lead to. */
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Rejects DNS rebinding: requests must name a host of this server, and their origin must be this site. */
function checkHost(request: Request, baseUrl: string): void {
  const ours = new URL(baseUrl);
  const host = request.headers.get("host") ?? "";
  const name = host.replace(/:\d+$/, "").toLowerCase();
  if (host.toLowerCase() !== ours.host && name !== ours.hostname && !LOCAL.has(name)) {
    throw new Problem(
      "invalid-host",
      `The Host header must be ${ours.host}. Operators: set BASE_URL if this server has another name.`,
    );
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== ours.origin && !LOCAL.has(URL.parse(origin)?.hostname ?? "")) {
    throw new Problem("forbidden", "Requests from pages of other sites are not allowed.");
  }
}

const CREDENTIALS = ["authorization", "x-api-key"];

function credentials({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    CREDENTIALS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function isJson(request: Request): boolean {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "application/json";
}

/** The size limit of a message and its tenant. The key is checked before a large body is read. */
async function authorize(request: Request, { uploads, identify, source }: McpDeps) {
  const most = messageMax(uploads.limits.maxBytes);
  if (identify === undefined) return { tenant: "", most, pace: uploads.limits };
  const announced = request.headers.get("content-length");
  const isKeyed = CREDENTIALS.some((name) => request.headers.has(name));
  if (announced === null ? isKeyed : Number(announced) > SMALL_MAX) {
    if (isKeyed) return { tenant: await identify(request), most, pace: uploads.limits };
    throw new Problem(
      "key-missing",
      "A message over 1 MB requires a key. Send it as Authorization: Bearer KEY.",
      {
        headers: { "WWW-Authenticate": 'Bearer realm="quintet"' },
      },
    );
  }
  return { tenant: `source ${source(request) ?? ""}`, most: SMALL_MAX, pace: SMALL_PACE };
}

async function receive(request: Request, upload: Upload, deps: McpDeps): Promise<Message> {
  const { tenant, most, pace } = await authorize(request, deps);
  upload.tenant = tenant;
  const fileArguments = new Set((await deps.tools()).flatMap((tool) => tool.fileArguments));
  const reader = messageReader(upload, fileArguments, deps.uploads.limits.maxBytes);
  return upload.receive(request, most, reader, pace);
}

function problemResponse(problem: Problem, baseUrl: string, requestId: string): Response {
  // Parse error, or the first code that the protocol leaves to servers.
  const code = problem.code === "invalid-body" ? -32_700 : -32_000;
  const data = problem.toDocument(baseUrl, requestId);
  const body = { jsonrpc: "2.0", id: null, error: { code, message: problem.message, data } };
  return Response.json(body, {
    status: problem.status,
    headers: { "Cache-Control": "no-store", ...problem.options.headers },
  });
}

function whenOver(response: Response, client: AbortSignal, over: () => void): Response {
  if (response.body === null) {
    over();
    return response;
  }
  client.addEventListener("abort", over, { once: true });
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await reader.read();
      if (!next.done) return controller.enqueue(next.value);
      over();
      controller.close();
    },
    async cancel(reason) {
      over();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Modules of the SDK, those first that others need. */
const PARTS = [
  () => import("zod/v4"),
  () => import("@modelcontextprotocol/core"),
  () => import("@modelcontextprotocol/server/validators/ajv"),
];

/** Serves MCP over streamable HTTP at `/mcp`. Requests share no state. */
export function mcpEndpoint(deps: McpDeps): Endpoint {
  const { tools, version, baseUrl, uploads, onError } = deps;
  const received = new WeakMap<Request, MessageFiles>();
  // Loaded with the first request that is accepted: it takes longer than the server takes to start.
  const loaded = lazily(async () => {
    const made = await tools();
    // Loading all at once takes 95 ms: other requests are handled between its parts.
    for (const load of PARTS) {
      await nextTurn();
      await load();
    }
    await nextTurn();
    const sdk = await import("@modelcontextprotocol/server");
    await nextTurn();
    const { createMcpServer } = await import("./server.ts");
    return sdk.createMcpHandler(
      ({ requestInfo: request }) => {
        if (request === undefined) throw new TypeError("a message comes with a request");
        const caller = { headers: credentials(request), request, onFailure: deps.onFailure };
        return createMcpServer(sdk, made, version, caller, received.get(request));
      },
      // It reads no body itself: what it is given is parsed.
      { maxRequestBodySize: 1, maxSubscriptions: SUBSCRIPTIONS_MAX, onerror: onError },
    );
  });
  const respond = async (request: Request, requestId: string): Promise<Response> => {
    if (!isJson(request)) return (await loaded()).fetch(request);
    const upload = uploads.begin();
    const free = () => upload[Symbol.dispose]();
    try {
      const { value, files } = await receive(request, upload, deps);
      received.set(request, files);
      const handler = await loaded();
      return whenOver(await handler.fetch(request, { parsedBody: value }), request.signal, free);
    } catch (error) {
      free();
      const problem = asProblem(error);
      if (problem.code === "internal") throw error;
      onError(error);
      return problemResponse(problem, baseUrl, requestId);
    }
  };
  return {
    path: "/mcp",
    labels: ["mcp", "message"],
    methods: ["POST"],
    shared: false,
    async handle(request, requestId) {
      checkHost(request, baseUrl);
      const response = await respond(request, requestId);
      response.headers.set("X-Request-Id", requestId);
      for (const [name, value] of Object.entries(commonHeaders)) response.headers.set(name, value);
      return response;
    },
  };
}
