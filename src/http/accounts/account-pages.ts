import type {
  KeyUsage,
  KeyView,
  LoggedParameters,
  NewKey,
  RequestView,
  SessionView,
  UsageReport,
} from "../../accounts/account-views.ts";
import type { ownEntry } from "../../accounts/audit.ts";
import type { HeldSubscription } from "../../accounts/billing/billing-store.ts";
import type { Catalogue, Plan } from "../../accounts/catalogue.ts";
import type { CodeCount, RequestPage } from "../../accounts/request-log.ts";
import type { AccountJobDetail, AccountJobsPage, BatchItemFilter } from "../../jobs/account-jobs.ts";
import type { DailyDeliveries, EndpointDeliveries, ObjectDelivery } from "../../webhooks/webhook-log.ts";
import type { DeliveryView, EndpointView, NewEndpoint } from "../../webhooks/webhook-responses.ts";
import type { RejectedForm } from "../core/contract-endpoints.ts";

/** An entry of the audit log as the account may see it. */
export type OwnAuditEntry = ReturnType<typeof ownEntry>;

/** Contents of the page of an account's own audit log. */
export interface OwnAuditView {
  readonly entries: readonly OwnAuditEntry[];
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
  readonly filters: { readonly action: string };
  readonly isNewest: boolean;
}

/** The pages that an account has besides its overview. */
export type AccountSection = "keys" | "webhooks" | "plan" | "settings";

/** Contents of the overview of an account besides its other pages. */
export interface Activity {
  readonly requests: readonly RequestView[];
  readonly codes: readonly CodeCount[];
}

/** Contents of the pages of an account. */
export interface AccountView {
  readonly email: string;
  readonly keys: readonly KeyView[];
  readonly usage: UsageReport;
  readonly keyUsage: readonly KeyUsage[];
  readonly sessions: readonly SessionView[];
  titleOf(plan: string): string;
  readonly plans: readonly string[];
  readonly subscriptions: readonly (HeldSubscription & { readonly title: string })[];
  readonly catalogue: Catalogue;
  /** The paid plans that are offered and that it does not have. */
  readonly offers: readonly Plan[];
  /** Whether plans are paid for here; else people write to somebody. */
  readonly pays: boolean;
  readonly manages: boolean;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Whom to write to about plans, where the operator said. */
  readonly contact: string | undefined;
  readonly apis: readonly string[];
  readonly newKey: NewKey | undefined;
  readonly returnPage: string | undefined;
  readonly webhooks: readonly EndpointView[];
  /** An endpoint whose secret was just made: shown this once. */
  readonly newWebhook: NewEndpoint | undefined;
  /** The URL of a payment page to which a form may not lead: shown this once. */
  readonly payment: string | undefined;
  readonly deliveries: readonly EndpointDeliveries[];
  readonly rejected?: RejectedForm | undefined;
}

/** Contents of the page to sign in or up. */
export interface SignUpView {
  /** Whether the visitor's network has nearly used up its requests of this hour. */
  readonly isNear: boolean;
  readonly next: string | undefined;
  /** Whether the session ended before a form was sent. */
  readonly isUnsent?: boolean;
  /** The text that was typed before, and why it was not accepted. */
  readonly rejected?: { readonly email: string; readonly reason: string };
}

/** Contents of the page of a webhook endpoint. */
export interface WebhookView {
  readonly webhook: EndpointView;
  readonly deliveries: readonly DeliveryView[];
  readonly daily: readonly DailyDeliveries[];
  readonly state: string;
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
  readonly isNewest: boolean;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly rejected?: RejectedForm | undefined;
}

/** Contents of the page of a delivery. */
export interface WebhookDeliveryView {
  readonly webhook: EndpointView;
  readonly delivery: DeliveryView & { readonly payload: string };
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Contents of the page of the request log. */
export interface RequestsView extends RequestPage {
  /** The filters as they were given, and empty texts. */
  readonly filters: {
    readonly api: string;
    readonly key: string;
    readonly status: string;
    readonly requestId: string;
  };
  readonly apis: readonly string[];
  readonly keys: readonly KeyView[];
  /** The units of costs, by API. */
  readonly units: ReadonlyMap<string, string>;
  readonly isNewest: boolean;
}

/** Contents of the page with jobs and batches. */
export interface JobsView extends AccountJobsPage {
  /** The filters as they were given, and empty texts. */
  readonly filters: { readonly api: string; readonly kind: string; readonly state: string };
  readonly apis: readonly string[];
  /** The units of costs, by API. */
  readonly units: ReadonlyMap<string, string>;
  readonly isNewest: boolean;
  /** The parameters of jobs by their IDs, as far as they are known. */
  readonly inputs: ReadonlyMap<string, LoggedParameters>;
}

/** Contents of the page of a job or a batch. */
export interface JobView extends AccountJobDetail {
  readonly filter: BatchItemFilter;
  /** The name of its key; undefined where it was deleted, and for the account pages. */
  readonly keyName: string | undefined;
  /** Its entry in the request log. */
  readonly request: string | undefined;
  readonly deliveries: readonly ObjectDelivery[];
  readonly inputs: ReadonlyMap<string, LoggedParameters>;
}

/** Contents of the page after a link was requested. */
export interface SentView {
  readonly email: string;
  readonly waitMinutes: number;
  /** Minutes since this browser requested the link. */
  readonly minutesAgo: number;
  /** Minutes until the mailbox gets another link. */
  readonly nextLinkMinutes: number;
}

/** The account pages as HTML documents, written by `web`. */
export interface AccountPages {
  readonly policy: string;
  signUp(view: SignUpView): string;
  /** After the form: the same for every address. */
  sent(view: SentView): string;
  /** A button that redeems the link for this email address: scanners of emails follow links and press nothing. */
  confirm(email: string): string;
  overview(view: AccountView, activity: Activity): string;
  section(view: AccountView, section: AccountSection): string;
  leave(email: string): string;
  left(): string;
  audit(view: OwnAuditView): string;
  webhook(view: WebhookView): string;
  delivery(view: WebhookDeliveryView): string;
  requests(view: RequestsView): string;
  request(request: RequestView, unit: string | undefined, job: string | undefined): string;
  job(view: JobView, unit: string | undefined): string;
  jobs(view: JobsView, rejected?: string): string;
  /** That the account is suspended; all that its owner can do is sign out. */
  suspended(detail: string): string;
  refused(title: string, detail: string): string;
}
