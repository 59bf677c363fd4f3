import type { KeyView, NewKey } from "../accounts/keys.ts";
import type { UsageReport } from "../accounts/usage.ts";

/** What the page of an account shows. */
export interface AccountView {
  readonly email: string;
  readonly keys: readonly KeyView[];
  readonly usage: UsageReport;
  /** Names of the plans that it pays for. */
  readonly plans: readonly string[];
  readonly apis: readonly string[];
  /** A key that was just made: shown this once. */
  readonly newKey: NewKey | undefined;
}

/** The pages of accounts as HTML documents, written by the web room. */
export interface AccountPages {
  signUp(): string;
  /** After the form: the same for every address. */
  sent(): string;
  /** A button that uses the link up: mail scanners follow links, and press nothing. */
  confirm(): string;
  account(view: AccountView): string;
  /** A refusal, in words. */
  refused(title: string, detail: string): string;
}
