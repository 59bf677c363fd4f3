import type { AccountSummary } from "../../accounts/account-views.ts";
import type { Actor } from "../../accounts/audit.ts";
import { isFree, type Plan } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { Problem } from "../../kit/problem.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import type { IpRateLimit } from "../core/ip-rate-limit.ts";
import { htmlResponse } from "../core/responses.ts";
import { type AdminAccess, identifyOperator } from "./admin-access.ts";
import type { AdminPages } from "./admin-pages.ts";

/** Dependencies of the operator's endpoints. */
export interface AdminDeps {
  readonly accounts: Accounts;
  readonly access: AdminAccess;
  /** Loads the pages, with the first request for one. */
  pages(): Promise<AdminPages>;
  readonly ipRateLimit: IpRateLimit;
}

/** The account of this ID. Throws `unknown-account`. */
export async function findAccount({ directory }: Accounts, id: string): Promise<AccountSummary> {
  const found = await directory.byId(id);
  if (found !== undefined) return found;
  throw new Problem("unknown-account", "No account has this ID.", { parameter: "id" });
}

/** Shared parts of the operator's handlers: pages, the acting operator, and the account. */
export class AdminSite {
  readonly deps: AdminDeps;
  readonly accounts: Accounts;

  constructor(deps: AdminDeps) {
    this.deps = deps;
    this.accounts = deps.accounts;
  }

  async page(requestId: string, write: (pages: AdminPages) => string, status = 200): Promise<Response> {
    const pages = await this.deps.pages();
    return htmlResponse(write(pages), requestId, status, { "Content-Security-Policy": pages.policy });
  }

  signInPage(requestId: string, isWrong: boolean): Promise<Response> {
    const { token, emails } = this.deps.access;
    const write = (pages: AdminPages) => pages.signIn(token !== undefined, emails.length > 0, isWrong);
    return this.page(requestId, write, isWrong ? 401 : 200);
  }

  operator(request: RoutedRequest): Promise<Actor> {
    return identifyOperator(this.accounts, this.deps.access, request);
  }

  soldPlans(): Plan[] {
    return this.accounts.catalogue.plans.filter((plan) => !isFree(plan));
  }
}
