import type { z } from "zod";
import type { AccountSort, AccountsFound, AccountsPlace } from "../../accounts/account-directory.ts";
import type { PlanHolders } from "../../accounts/account-views.ts";
import type { Actor, AuditAction, AuditPage } from "../../accounts/audit.ts";
import type { Plan } from "../../accounts/catalogue.ts";
import type { AccountDetail } from "../accounts/account-responses.ts";
import type { RejectedForm } from "../core/contract-endpoints.ts";

/** Contents of the list of accounts. */
export interface AccountsView extends AccountsFound {
  readonly text: string;
  readonly isSuspended: boolean;
  readonly sort: AccountSort;
  /** Titles of the paid plans of each account, in the order of the accounts. */
  readonly plans: readonly (readonly string[])[];
  /** Whether it is not the first page. */
  readonly isLater: boolean;
  readonly place: AccountsPlace;
  readonly suspended: number;
}

/** Changes to an account that its page confirms: the IDs of the sentences there. */
export type AccountChange = "suspended" | "lifted" | "granted" | "planned" | "revoked" | "ended";

/** Contents of the page of an account. */
export interface AccountDetailView extends z.output<typeof AccountDetail> {
  readonly audit: AuditPage;
  /** The plans of these that it pays for by itself. */
  readonly paid: readonly string[];
  /** The paid plans of the catalogue. */
  readonly sold: readonly Plan[];
  titleOf(plan: string): string;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly rejected: RejectedForm | undefined;
}

/** Contents of the page of plans. */
export interface PlansView {
  readonly versions: readonly PlanHolders[];
  /** The paid plans of the catalogue. */
  readonly sold: readonly Plan[];
  readonly moved?: number | undefined;
  readonly rejected?: RejectedForm | undefined;
}

/** Contents of the audit log, and its filters. */
export interface AuditView extends AuditPage {
  /** The email address or ID whose entries alone are shown; empty for all. */
  readonly account: string;
  readonly action: AuditAction | undefined;
  readonly actor: Actor["kind"] | undefined;
  /** Email addresses of the accounts of the entries by ID, without those that were deleted. */
  readonly emails: ReadonlyMap<string, string>;
  /** Whether it is not the first page. */
  readonly isLater: boolean;
}

/** The pages for operators as HTML documents, written by `web`. */
export interface AdminPages {
  readonly policy: string;
  signIn(byToken: boolean, byEmail: boolean, isWrong: boolean): string;
  accounts(view: AccountsView): string;
  account(view: AccountDetailView): string;
  audit(view: AuditView): string;
  plans(view: PlansView): string;
  refused(title: string, detail: string): string;
}
