import type { Caller } from "../accounts/authenticate.ts";
import { secretsEqual } from "../http/core/constant-time.ts";
import { callerHandler, contractHandler, type PathMethod } from "../http/core/contract-endpoints.ts";
import type { RoutedRequest } from "../http/core/endpoint.ts";
import type { EventStreams, Progress } from "../http/core/event-streams.ts";
import type { Contract } from "../kit/contract.ts";
import { Problem } from "../kit/problem.ts";
import type { DataKeys } from "./data-keys.ts";
import type {
  EventLink,
  EventLinkContract,
  EventLinkParameters,
  LinkedEventsContract,
} from "./job-contracts.ts";

interface EventLinksDeps {
  readonly keys: DataKeys;
  readonly baseUrl: string;
  /** The caller behind the ID of a key. Throws the problem of one that may not call any more. */
  identify(keyId: string, account: string): Promise<Caller>;
  now(): number;
}

const signedText = (path: string, signer: string, expires: number) =>
  `events at ${path} for ${signer} until ${expires}`;

/**
 * URLs that show the events of one object without a key, such as to `EventSource` in a browser. Each is signed with a key of
 * the account, so that every replica knows it and it ends with the account, and it ends with the key that created it.
 */
export class EventLinks {
  readonly #deps: EventLinksDeps;

  constructor(deps: EventLinksDeps) {
    this.#deps = deps;
  }

  /** A URL of the events at a path. */
  async create({ account, keyId: signer }: Caller, path: string, expiresIn: number): Promise<EventLink> {
    const { keys, baseUrl, now } = this.#deps;
    const expires = Math.floor(now() / 1_000) + expiresIn;
    const signature = (await keys.of(account)).sign(signedText(path, signer, expires));
    // Without metering, callers have no key.
    const by = signer === "" ? {} : { signer };
    const query = new URLSearchParams({ expires: String(expires), ...by, signature });
    return {
      eventsUrl: `${baseUrl}${path}?${query}`,
      expiresAt: new Date(1_000 * expires).toISOString(),
    };
  }

  /**
   * Opens a URL of the events of an account's object. Returns what gives the caller for whom it is opened, as long as the URL
   * works, else throws `link-expired` or the problem of the key. Throws `unknown` where the URL is not ours.
   */
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

/** A kind of objects that can be followed. */
interface FollowedResource {
  readonly contracts: {
    readonly follow: Contract;
    readonly link: EventLinkContract;
    readonly linked: LinkedEventsContract;
  };
  authorize(request: RoutedRequest): Promise<Caller>;
  /** The account of an object. Throws `unknown`. */
  ownerOf(id: string): Promise<string>;
  unknown(): Problem;
  /** Reads the progress of an object that the caller sees, after the event with this ID. Throws `unknown` for others. */
  read(caller: Caller, id: string, after: number): Promise<Progress>;
}

/** The endpoints of events: those that take a key, and those that take a URL. */
export function eventEndpoints(
  { contracts, authorize, ownerOf, unknown, read }: FollowedResource,
  { links, streams }: { readonly links: EventLinks; readonly streams: EventStreams },
): PathMethod[] {
  const { follow, link, linked } = contracts;
  const pathOf = (id: string) => linked.path.replace("{id}", id);
  return [
    callerHandler(follow, authorize, ({ caller, id, request, requestId }) =>
      streams.follow(request, requestId, {
        account: caller.account,
        read: (after) => read(caller, id, after),
        isShared: true,
      }),
    ),
    callerHandler(link, authorize, async ({ caller, id, query }) => {
      await read(caller, id, 0);
      return links.create(caller, pathOf(id), query.expiresIn);
    }),
    contractHandler(
      linked,
      () => undefined,
      async ({ query }, _, request, requestId) => {
        const { id = "" } = request.params;
        const account = await ownerOf(id);
        const callerNow = await links.open(account, pathOf(id), query, unknown);
        // The URL, its key and the account may end while the events are sent.
        const of = { account, read: async (after: number) => read(await callerNow(), id, after) };
        return streams.follow(request, requestId, { ...of, isShared: true });
      },
    ),
  ];
}
