import type { AccountSummary, AccountsFound } from "../../accounts/account-directory.ts";
import type {
  CreditGrant,
  KeyView,
  PlanHolders,
  SessionView,
  UsageReport,
} from "../../accounts/account-views.ts";
import type { AuditPage } from "../../accounts/audit.ts";
import type { Plan } from "../../accounts/catalogue.ts";

/** Contents of the list of accounts. */
export interface AccountsView extends AccountsFound {
  /** The search text; empty for all accounts. */
  readonly text: string;
  readonly isSuspended: boolean;
  /** Whether it is not the first page. */
  readonly isLater: boolean;
}

/** The operator's view of an account. */
export interface AccountDetailView extends AccountSummary {
  /** The plans that it has, with the version of their terms. */
  readonly plans: readonly {
    readonly plan: string;
    readonly startedOn: string;
    readonly version: number | null;
  }[];
  readonly credits: readonly CreditGrant[];
  readonly keyList: readonly KeyView[];
  readonly sessions: readonly SessionView[];
  readonly usage: UsageReport;
  readonly audit: AuditPage;
  /** The plans of these that it pays for by itself. */
  readonly paid: readonly string[];
  /** The paid plans of the catalogue. */
  readonly sold: readonly Plan[];
  titleOf(plan: string): string;
}

/** The pages for operators as HTML documents, written by `web`. */
export interface AdminPages {
  /** The `Content-Security-Policy` that they need. */
  readonly policy: string;
  /** `byToken`, `byEmail`: in which ways operators sign in here. */
  signIn(byToken: boolean, byEmail: boolean, isWrong: boolean): string;
  accounts(view: AccountsView): string;
  account(view: AccountDetailView): string;
  /** `account`: the id whose entries alone are shown. */
  audit(page: AuditPage, account: string | undefined, isLater: boolean): string;
  plans(versions: readonly PlanHolders[], sold: readonly Plan[], moved: number | undefined): string;
  /** An error, in words. */
  refused(title: string, detail: string): string;
}
