import type { Actor } from "../accounts/audit.ts";
import { Problem } from "../kit/problem.ts";
import {
  type EndpointChange,
  type NewEndpointFields,
  requireEnabled,
  type WebhookEndpoints,
} from "./webhook-endpoints.ts";
import type { WebhookLog } from "./webhook-log.ts";
import type { DeliveryFilter, EndpointView } from "./webhook-schemas.ts";

/** The webhooks of all accounts. */
export interface Webhooks {
  readonly endpoints: WebhookEndpoints;
  readonly log: WebhookLog;
}

function unknownEvent(): Problem {
  return new Problem(
    "unknown-webhook",
    "The webhook endpoint has no event with this ID. Events are kept for 7 days.",
  );
}

function unknownWebhook(): Problem {
  return new Problem("unknown-webhook", "The account has no webhook endpoint with this ID.");
}

/** Throws `unknown-webhook` for what an account does not have. */
function known<T>(found: T | undefined): T {
  if (found === undefined) throw unknownWebhook();
  return found;
}

/** The webhooks of one account, for its keys and its pages. */
export class AccountWebhooks {
  readonly #webhooks: Webhooks;
  readonly #account: string;
  readonly #by: Actor;

  constructor(webhooks: Webhooks, account: string, by: Actor) {
    this.#webhooks = webhooks;
    this.#account = account;
    this.#by = by;
  }

  list() {
    return this.#webhooks.endpoints.list(this.#account);
  }

  async read(id: string) {
    return known(await this.#webhooks.endpoints.find(this.#account, id));
  }

  create({ url, mode, events }: Omit<NewEndpointFields, "events"> & Pick<EndpointChange, "events">) {
    return this.#webhooks.endpoints.create(this.#account, { url, mode, events: events ?? null }, this.#by);
  }

  async update(id: string, change: EndpointChange) {
    return known(await this.#webhooks.endpoints.update(this.#account, id, change, this.#by));
  }

  async remove(id: string) {
    if (!(await this.#webhooks.endpoints.remove(this.#account, id, this.#by))) throw unknownWebhook();
    return { deleted: true } as const;
  }

  async roll(id: string) {
    return known(await this.#webhooks.endpoints.roll(this.#account, id, this.#by));
  }

  async test(id: string) {
    return { event: known(await this.#webhooks.endpoints.test(this.#account, id)) };
  }

  async deliveries(id: string, filter: DeliveryFilter) {
    await this.read(id);
    const { rows, next } = await this.#webhooks.log.list(id, filter);
    return { deliveries: rows, next };
  }

  /** The deliveries of an endpoint that was read, by date. */
  deliveriesByDay({ id }: EndpointView) {
    return this.#webhooks.log.countByDay(id);
  }

  async delivery(id: string, event: string) {
    const webhook = await this.read(id);
    const delivery = await this.#webhooks.log.find(id, event);
    if (delivery === undefined) throw unknownEvent();
    return { webhook, delivery };
  }

  async replay(id: string, event: string) {
    requireEnabled(await this.read(id));
    if (!(await this.#webhooks.log.replay(id, event))) throw unknownEvent();
    return { replayed: 1 };
  }

  async replayFailed(id: string, { since }: { readonly since: string }) {
    requireEnabled(await this.read(id));
    return { replayed: await this.#webhooks.log.replayFailed(id, since) };
  }
}
