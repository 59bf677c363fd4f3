import type { z } from "zod";
import type { Contract } from "../../kit/contract.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import type { AccountContracts } from "../accounts/account-contracts.ts";
import {
  contractHandler,
  type Outcome,
  outcomeResponse,
  type PathMethod,
  pathEndpoints,
  withErrorPages,
} from "../core/contract-endpoints.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { limitRejections } from "../core/ip-rate-limit.ts";
import { redirect, requireOwnOrigin } from "../core/responses.ts";
import { endedCookie, NotOperator, requireAdminEnabled } from "./admin-access.ts";
import * as handlers from "./admin-handlers.ts";
import { type AdminDeps, AdminSite } from "./admin-site.ts";

/** Accounts, plans and the audit log for operators: pages for people, the same URLs as JSON for programs. */
export function adminAccountEndpoints(deps: AdminDeps, contracts: AccountContracts): Endpoint[] {
  const site = new AdminSite(deps);

  /** An endpoint for operators. */
  const route = <Query extends z.ZodObject, Fields extends z.ZodObject>(
    contract: Contract<Query, Fields>,
    act: (
      site: AdminSite,
      of: handlers.OperatorRequest<z.output<Query>, z.output<Fields>>,
    ) => Promise<Outcome>,
  ): PathMethod =>
    contractHandler(
      contract,
      (request) => site.operator(request),
      async (input, by, request, requestId) => {
        const outcome = await act(site, { ...input, by, request, requestId });
        return outcomeResponse(outcome, request, requestId, contract.status);
      },
    );
  const forOperators = [
    route(contracts.adminAccounts, handlers.listAccounts),
    route(contracts.adminAccount, handlers.readAccount),
    route(contracts.adminSuspend, handlers.suspend),
    route(contracts.adminUnsuspend, handlers.unsuspend),
    route(contracts.adminDelete, handlers.deleteAccount),
    route(contracts.adminExport, handlers.exportAccount),
    route(contracts.adminCredits, handlers.grantCredits),
    route(contracts.adminAccountPlans, handlers.setPlans),
    route(contracts.adminAccountKey, handlers.revokeKey),
    route(contracts.adminSessions, handlers.endSessions),
    route(contracts.adminAudit, handlers.readAudit),
    route(contracts.adminPlanVersions, handlers.listPlanVersions),
    route(contracts.adminMovePlan, handlers.movePlan),
  ];
  const isGenuine = (request: Parameters<Endpoint["handle"]>[0]) =>
    site.operator(request).then(
      () => true,
      () => false,
    );
  return [
    ...pathEndpoints("admin", false, signInRoutes(site)),
    ...limitRejections(pathEndpoints("admin", false, forOperators), deps.ipRateLimit, isGenuine),
  ].map((endpoint) =>
    withErrorPages(endpoint, (error, requestId) => {
      if (error instanceof NotOperator) return redirect("/admin/sign-in", requestId);
      const { title } = problemKinds[error.code];
      return site.page(requestId, (pages) => pages.refused(title, error.message), error.status);
    }),
  );
}

/** Signing in and out, which nobody has to be signed in for. */
function signInRoutes(site: AdminSite): PathMethod[] {
  const { access } = site.deps;
  return [
    {
      id: "home",
      path: "/admin",
      method: "GET",
      answer: (_request, requestId) => redirect("/admin/accounts", requestId),
    },
    {
      id: "signIn",
      path: "/admin/sign-in",
      method: "GET",
      answer(_request, requestId) {
        requireAdminEnabled(access);
        return site.signInPage(requestId, false);
      },
    },
    {
      id: "signIn",
      path: "/admin/sign-in",
      method: "POST",
      answer: (request, requestId) => handlers.signIn(site, request, requestId),
    },
    {
      id: "signOut",
      path: "/admin/sign-out",
      method: "POST",
      answer(request, requestId) {
        requireOwnOrigin(request, access.baseUrl);
        return redirect("/admin/sign-in", requestId, endedCookie(access));
      },
    },
  ];
}
