import { type Api, isMetered } from "../kit/descriptor.ts";
import type { Block } from "./blocks.tsx";
import { costOf } from "./costs.ts";

/** What the overview speaks of. */
export interface OverviewOf {
  readonly apis: readonly Api[];
  readonly baseUrl: string;
  /** Whether calls need a key. */
  readonly metering: boolean;
}

function operationsTable({ apis }: OverviewOf): Block {
  return {
    kind: "table",
    head: ["Call", "What it does", "Cost"],
    rows: apis.flatMap((api) =>
      Object.entries(api.operations).map(([id, operation]) => [
        {
          text: `${operation.method} ${operation.path}`,
          href: `/docs/${api.name}#${api.name}-${id}`,
        } as const,
        operation.summary,
        costOf(api, operation),
      ]),
    ),
  };
}

function keys({ baseUrl }: OverviewOf): Block[] {
  return [
    { kind: "heading", id: "keys", text: "A key" },
    {
      kind: "text",
      text: "One key opens every paid API. Sign up with a mail address: a link comes, its page has a button, and the button shows the key, once. It is kept as a hash only.",
    },
    {
      kind: "code",
      id: "with-key",
      text: `curl -H "Authorization: Bearer $QUINTET_KEY" "${baseUrl}/usage"`,
    },
    {
      kind: "list",
      items: [
        "Send it as `Authorization: Bearer KEY` or as `X-API-Key: KEY`. In an address it is refused, because logs keep addresses.",
        "An account can have several keys, each for all APIs or for some. Roll one, and the old one works on for as long as you say, up to 7 days. Revoke one, and it ends everywhere within 5 seconds.",
        "Lost it? Sign up with the same address again: that signs you in.",
      ],
    },
    { kind: "heading", id: "costs", text: "What a call costs, and what is left" },
    {
      kind: "text",
      text: "Every answer of a metered call says it, and `GET /usage` says it for every API without costing anything:",
    },
    {
      kind: "code",
      id: "cost-headers",
      text: 'Quintet-Cost: 7;unit="pages";credits=35\nRateLimit-Policy: "pdf";q=2000;w=2592000;quintet-unit="pages"\nRateLimit: "pdf";r=1993;t=1203311',
    },
    {
      kind: "list",
      items: [
        "Only a 2xx answer costs something. Every refusal says `charged: 0`.",
        "429 `quota-exceeded` means that the period's quota does not have it; 429 `rate-limited` that the calls come too fast. Both carry `Retry-After`.",
        "A mail comes at 80 % and at 100 % of each quota, once in a period.",
      ],
    },
    { kind: "heading", id: "retries", text: "Trying again" },
    {
      kind: "text",
      text: "GET calls can be repeated at any time. For a POST send an `Idempotency-Key`, a fresh UUID: the same request within 24 hours then gets the first answer again and costs nothing. While the first one runs the answer is 409, and for up to 15 seconds after its server was killed; with another body it is 422.",
    },
  ];
}

/** The overview of the docs: first call, keys, costs, errors, the interfaces for programs. */
export function overviewOf(of: OverviewOf): Block[] {
  const { apis, baseUrl, metering } = of;
  const metered = apis.some((api) => Object.values(api.operations).some((one) => isMetered(api, one)));
  return [
    { kind: "heading", id: "first-call", text: "The first call" },
    {
      kind: "text",
      text: "The UUID service is free and needs no key. Every API speaks JSON over HTTP, reads its parameters strictly and describes itself as OpenAPI 3.1.",
    },
    { kind: "code", id: "first-curl", text: `curl "${baseUrl}/v7?n=3"` },
    { kind: "heading", id: "operations", text: "Every operation" },
    operationsTable(of),
    ...(metered && metering ? keys(of) : []),
    { kind: "heading", id: "errors", text: "When something is refused" },
    {
      kind: "text",
      text: "Whatever is not answered with 2xx is answered with `application/problem+json` (RFC 9457). `code` keeps its meaning for good: programs may rely on it. `detail` says what is wrong with this very request and what is accepted, and `type` leads to a page about the code.",
    },
    {
      kind: "table",
      head: ["Status", "Means", "Do"],
      rows: [
        [
          "400, 413, 415, 422",
          "The request, or the file in it, is not accepted.",
          "Read `detail`, correct it, send it again.",
        ],
        ["401, 403", "The key is missing, wrong, revoked or not for this API.", "Check the key."],
        ["429", "The quota or the pace is used up.", "Wait for `Retry-After` seconds."],
        [
          "502, 504",
          "What you asked about does not answer, or not in time.",
          "Try again later; nothing was charged.",
        ],
        ["503", "No room just now.", "Wait for `Retry-After` seconds; nothing was charged."],
      ],
    },
    { kind: "heading", id: "promises", text: "What holds for every API" },
    {
      kind: "list",
      items: [
        "What cannot be read is null with a reason, never a guess.",
        "The same bytes get the same answer.",
        "Nothing that you sent is repeated in a refusal, and nothing secret is in logs or addresses.",
        "A file that wants to hurt us hurts its own request alone.",
        "No request of ours reaches an address that is not public.",
        "Every answer has an `X-Request-Id`: quote it when you report a problem.",
      ],
    },
    { kind: "heading", id: "machines", text: "For programs and agents" },
    {
      kind: "table",
      head: ["Address", "What it is"],
      rows: [
        ...apis.map((api) => [
          { text: api.document, href: api.document } as const,
          `OpenAPI of ${api.title}`,
        ]),
        [{ text: "/suite/openapi.json", href: "/suite/openapi.json" }, "OpenAPI of everything"],
        [
          { text: "/llms.txt", href: "/llms.txt" },
          "A map of these pages as text; `/llms-full.txt` has them whole",
        ],
        ["`/docs.md`, `/docs/NAME.md`", "Each page of the docs as Markdown"],
      ],
    },
  ];
}
