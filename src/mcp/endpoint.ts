import type { Endpoint } from "../http/endpoint.ts";
import { Problem } from "../kit/problem.ts";
import type { Tool } from "./tools.ts";

/** The largest message that is read, in bytes: a file in it is Base64, a third more than its bytes. */
function messageMax(uploadMaxBytes: number): number {
  return Math.ceil(uploadMaxBytes * (4 / 3)) + 1_000_000;
}

export interface McpDoor {
  tools(): readonly Tool[];
  readonly version: string;
  /** Without a slash at its end: its host is the one that requests must name. */
  readonly baseUrl: string;
  readonly uploadMaxBytes: number;
  onError(cause: unknown): void;
}

/** Hosts that a browser page of another site cannot make its own name lead to. */
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A page of another site can have its own host name lead to this machine (DNS rebinding) and then speak to
 * it as its own. Requests must therefore name a host of ours, and a page that sends one must be ours.
 */
function checkHost(request: Request, baseUrl: string): void {
  const ours = new URL(baseUrl);
  const host = request.headers.get("host") ?? "";
  const name = host.replace(/:\d+$/, "").toLowerCase();
  if (host.toLowerCase() !== ours.host && name !== ours.hostname && !LOCAL.has(name)) {
    throw new Problem(
      "invalid-host",
      `This address is spoken to as ${ours.host}: set BASE_URL where it has another name.`,
    );
  }
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== ours.origin && !LOCAL.has(URL.parse(origin)?.hostname ?? "")) {
    throw new Problem("forbidden", "A page of another site may not speak to this address.");
  }
}

/** The headers of a request that say who asks; tools are called with them. */
function credentials({ headers }: Request): Record<string, string> {
  const names = ["authorization", "x-api-key"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Speaks MCP over streamable HTTP at `/mcp`: each request stands for itself, so any replica answers it. */
export function mcpEndpoint({ tools, version, baseUrl, uploadMaxBytes, onError }: McpDoor): Endpoint {
  // Loaded with the first request: it takes longer than the server takes to start.
  const load = async () => {
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("./server.ts"),
    ]);
    return createMcpHandler(
      ({ requestInfo }) =>
        createMcpServer(tools(), version, requestInfo === undefined ? {} : credentials(requestInfo)),
      { maxRequestBodySize: messageMax(uploadMaxBytes), onerror: onError },
    );
  };
  let loading: ReturnType<typeof load> | undefined;
  return {
    path: "/mcp",
    labels: ["mcp", "message"],
    methods: ["POST"],
    shared: false,
    async answer(request, requestId) {
      checkHost(request, baseUrl);
      loading ??= load();
      const response = await (await loading).fetch(request);
      response.headers.set("X-Request-Id", requestId);
      response.headers.set("X-Content-Type-Options", "nosniff");
      return response;
    },
  };
}
