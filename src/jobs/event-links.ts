import { z } from "zod";
import type { Caller } from "../accounts/authenticate.ts";
import type { DataKeys } from "../accounts/data-keys.ts";
import { secretsEqual } from "../http/core/constant-time.ts";
import type { EventStreams, Progress } from "../http/core/event-streams.ts";
import type { ServerCall } from "../http/metering/resource-endpoints.ts";
import { component } from "../kit/described-objects.ts";
import { Problem } from "../kit/problem.ts";
import { actionsOf } from "../kit/resource.ts";

const eventLinkParameters = z.object({
  expires: z.int().min(0).max(99_999_999_999).describe("When the URL expires, in seconds since 1970."),
  signer: z.string().max(100).optional().describe("The ID of the key that created the URL."),
  signature: z.string().describe("The signature of the URL."),
});
type EventLinkParameters = z.output<typeof eventLinkParameters>;

const EventLinkView = component("EventLink", "A URL that shows the events of one object.", {
  eventsUrl: z.string().describe("The URL of the events. It needs no key."),
  expiresAt: z.iso.datetime().describe("When the URL expires."),
});
type EventLink = z.output<typeof EventLinkView>;

interface EventLinksDeps {
  readonly keys: DataKeys;
  readonly baseUrl: string;
  /** The caller behind the ID of a key. Throws the problem of one that may not call any more. */
  identify(keyId: string, account: string): Promise<Caller>;
  now(): number;
}

const signedText = (path: string, signer: string, expires: number) =>
  `events at ${path} for ${signer} until ${expires}`;

/** URLs that show the events of one object without a key. Each ends with the key that created it, and its account. */
export class EventLinks {
  readonly #deps: EventLinksDeps;

  constructor(deps: EventLinksDeps) {
    this.#deps = deps;
  }

  async create({ account, keyId: signer }: Caller, path: string, expiresIn: number): Promise<EventLink> {
    const { keys, baseUrl, now } = this.#deps;
    const expires = Math.floor(now() / 1_000) + expiresIn;
    const signature = (await keys.of(account)).sign(signedText(path, signer, expires));
    // Without metering, callers have no key.
    const by = signer === "" ? {} : { signer };
    const query = new URLSearchParams({ expires: String(expires), ...by, signature });
    return { eventsUrl: `${baseUrl}${path}?${query}`, expiresAt: new Date(1_000 * expires).toISOString() };
  }

  /** The caller behind a key that has opened a stream of events. Throws the problem of one that may not call any more. */
  callerNow({ keyId, account }: Caller): Promise<Caller> {
    return this.#deps.identify(keyId, account);
  }

  /** Opens a URL of events: returns what gives its caller while it works. Throws `unknown` for a URL that is not ours. */
  async open(
    account: string,
    path: string,
    { expires, signer = "", signature }: EventLinkParameters,
    unknown: () => Problem,
  ): Promise<() => Promise<Caller>> {
    const { keys, identify, now } = this.#deps;
    const own = (await keys.of(account)).sign(signedText(path, signer, expires));
    if (!secretsEqual(own, signature)) throw unknown();
    return async () => {
      if (now() >= 1_000 * expires) {
        throw new Problem("link-expired", "The URL has expired. Create another one with a key.");
      }
      return identify(signer, account);
    };
  }
}

/** Streams of events, and the URLs that open them without a key. */
export interface EventServices {
  readonly eventLinks: EventLinks;
  readonly streams: EventStreams;
}

interface FollowedObject<Services> {
  /** In the IDs of its endpoints: `SiteAudit`. */
  readonly name: string;
  /** In sentences: `a site audit`. */
  readonly title: string;
  readonly tag: string;
  readonly path: `/${string}`;
  readonly events: string;
  unknown(): Problem;
  /** The account of an object. Throws `unknown`. */
  ownerOf(services: Services, id: string): Promise<string>;
  /** Reads the progress of an object that the caller sees, after the event with this ID. Throws `unknown` for others. */
  read(services: Services, caller: Caller, id: string, after: number): Promise<Progress>;
}

const stream = {
  output: () => z.string().meta({ description: "Server-sent events." }),
  produces: ["text/event-stream"],
  requestHeaders: {
    "Last-Event-ID": "The ID of the last event that you received. The stream continues after it.",
  },
  noContent: "No body: `Last-Event-ID` is the ID of the `end` event, after which there are no others.",
} as const;
const link = {
  method: "POST",
  description:
    "The URL works without a key, for `EventSource` in a browser. Anyone who has it can follow the events until it expires, or the key that created it ends.",
  query: z.object({
    expiresIn: z.int().min(60).max(86_400).default(600).describe("Seconds until the URL expires."),
  }),
  status: 201,
  output: () => EventLinkView,
} as const;
/** Errors of a URL of events, besides that of its object: its own, and those of the key that created it. */
const linkedErrors = [
  "link-expired",
  "key-invalid",
  "key-revoked",
  "key-expired",
  "account-suspended",
  "busy",
] as const;

/** A request for a URL at a path, as examples show it. */
function shownLink(path: string) {
  return {
    query: { expiresIn: 3_600 },
    response: {
      eventsUrl: `https://api.example.com${path}?expires=1795187650&signer=01a1f985-a0c4-7f41-8d2e-6b1f9c3a7e55&signature=Vh2T0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6l8Yx0r4d1E`,
      expiresAt: "2026-11-20T15:14:10.000Z",
    },
  };
}

function send(
  { streams }: EventServices,
  { request, requestId }: Pick<ServerCall, "request" | "requestId">,
  account: string,
  read: (after: number) => Promise<Progress>,
): Promise<Response> {
  return streams.follow(request, requestId, { account, read, isShared: true });
}

/** The actions of the events of an object: with a key, the URL that needs none, and what that URL opens. */
export function eventActions<Services extends EventServices>(of: FollowedObject<Services>) {
  const { name, title, tag, path, events, unknown, ownerOf, read } = of;
  const { code } = unknown();
  const action = actionsOf<Services, ServerCall>({ tag, access: "key", errors: [code] });
  const linkPath = `${path}/events/link` as const;
  const pathOf = (id: string) => linkPath.replace("{id}", id);
  return {
    follow: action({
      ...stream,
      id: `follow${name}`,
      path: `${path}/events`,
      summary: `Follow ${title} as server-sent events`,
      description: `${events} After \`end\`, the response is 204.`,
      errors: [code, "busy"],
      run: ({ caller, id, ...call }, services) =>
        send(services, call, caller.account, async (after) =>
          // The key and the account may end while the events are sent.
          read(services, await services.eventLinks.callerNow(caller), id, after),
        ),
    }),
    link: action({
      ...link,
      id: `create${name}EventLink`,
      path: linkPath,
      summary: `Create an event URL for ${title}`,
      example: shownLink(pathOf("01a1f985-ace8-7193-a290-1e9daeb3803b")),
      async run({ caller, id, query }, services) {
        await read(services, caller, id, 0);
        return services.eventLinks.create(caller, pathOf(id), query.expiresIn);
      },
    }),
    linked: action({
      ...stream,
      id: `followLinked${name}`,
      path: linkPath,
      access: "open",
      summary: `Follow ${title} with an event URL`,
      description: `POST creates this URL, which works without a key. It sends the events of GET ${path}/events.`,
      query: eventLinkParameters,
      errors: [code, ...linkedErrors],
      async run({ id, query, ...call }, services) {
        const account = await ownerOf(services, id);
        const callerNow = await services.eventLinks.open(account, pathOf(id), query, unknown);
        // The URL, its key and the account may end while the events are sent.
        return send(services, call, account, async (after) => read(services, await callerNow(), id, after));
      },
    }),
  };
}
