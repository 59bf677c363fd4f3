import { z } from "zod";
import { networkOf } from "../../accounts/audit.ts";
import { csvHead, csvLine } from "../../kit/csv.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import { secretsEqual } from "../core/constant-time.ts";
import {
  keepingTyped,
  type PathMethod,
  pathEndpoints,
  siteRoutes,
  withErrorPages,
} from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { readFields } from "../core/form-body.ts";
import { limitRejections } from "../core/ip-rate-limit.ts";
import { bodyResponse, redirect, requireOwnOrigin, wantsHtml } from "../core/responses.ts";
import { adminCookie, endedCookie, NotOperator, requireAdminEnabled } from "./admin-access.ts";
import { type AdminDeps, AdminSite } from "./admin-site.ts";
import { incidentActions } from "./incident-actions.ts";
import { operatorActions, rejectedPage } from "./operator-actions.ts";

/** Accounts, plans and the audit log for operators: pages for people, the same URLs as JSON for programs. */
export function adminAccountEndpoints(deps: AdminDeps): Endpoint[] {
  const site = new AdminSite(deps);
  const operator = async (request: RoutedRequest) => ({ by: await site.operator(request) });
  const ofPages = siteRoutes(operatorActions, site, operator).map((route) =>
    keepingTyped(route, (rejected, _request, requestId) =>
      rejectedPage(site, route.path, rejected, requestId),
    ),
  );
  const forOperators = [...ofPages, ...siteRoutes(incidentActions, site, operator)];
  const isGenuine = (request: Parameters<Endpoint["handle"]>[0]) =>
    site.operator(request).then(
      () => true,
      () => false,
    );
  return [
    ...pathEndpoints("admin", false, signInRoutes(site)),
    ...limitRejections(
      pathEndpoints("admin", false, [...forOperators, exportRoute(site)]),
      deps.ipRateLimit,
      isGenuine,
    ),
  ].map((endpoint) =>
    withErrorPages(endpoint, (error, requestId) => {
      if (error instanceof NotOperator) return redirect("/admin/sign-in", requestId);
      const { title } = problemKinds[error.code];
      return site.page(requestId, (pages) => pages.refused(title, error.message), error.status);
    }),
  );
}

const EXPORTED = 500;

async function* accountLines({ directory, accountStore }: AdminSite["accounts"]): AsyncGenerator<string> {
  yield csvHead(["id", "email", "createdAt", "suspendedAt", "plans", "activeKeys", "lastUsedOn"]);
  for (let after: string | undefined; ; ) {
    const found = await directory.search({ text: "", isSuspended: false, after, limit: EXPORTED });
    for (const { id, email, createdAt, suspension, keys, lastUsedOn } of found.accounts) {
      const plans = (await accountStore.heldPlans(id)).map(({ plan }) => plan).join(" ");
      yield csvLine([id, email, createdAt, suspension?.suspendedAt ?? null, plans, keys, lastUsedOn]);
    }
    if (found.next === null) return;
    after = found.next;
  }
}

function exportRoute(site: AdminSite): PathMethod {
  return {
    id: "exportAccounts",
    path: "/admin/accounts.csv",
    method: "GET",
    async handle(request, requestId) {
      const by = await site.operator(request);
      await site.accounts.audit.record(by, { action: "account.exported" });
      const headers = { "Content-Disposition": 'attachment; filename="accounts.csv"' };
      return bodyResponse(accountLines(site.accounts), "text/csv; charset=utf-8", requestId, headers);
    },
  };
}

const SignIn = z.object({ token: z.string().max(256) });

async function signIn(site: AdminSite, request: RoutedRequest, requestId: string): Promise<Response> {
  const { access, ipRateLimit } = site.deps;
  requireAdminEnabled(access);
  requireOwnOrigin(request, access.baseUrl);
  ipRateLimit.check(request);
  const { token } = await readFields(request, SignIn);
  if (access.token === undefined || !secretsEqual(token, access.token)) {
    ipRateLimit.count(request);
    if (wantsHtml(request)) return site.signInPage(requestId, true);
    throw new NotOperator();
  }
  const network = networkOf(access.source(request));
  const by = { kind: "operator", name: "ADMIN_TOKEN", network } as const;
  await site.accounts.audit.record(by, { action: "operator.signed-in" });
  return redirect("/admin/accounts", requestId, adminCookie(access, site.accounts.now()));
}

function signInRoutes(site: AdminSite): PathMethod[] {
  const { access } = site.deps;
  return [
    {
      id: "home",
      path: "/admin",
      method: "GET",
      handle: (_request, requestId) => redirect("/admin/accounts", requestId),
    },
    {
      id: "signIn",
      path: "/admin/sign-in",
      method: "GET",
      handle(_request, requestId) {
        requireAdminEnabled(access);
        return site.signInPage(requestId, false);
      },
    },
    {
      id: "signIn",
      path: "/admin/sign-in",
      method: "POST",
      handle: (request, requestId) => signIn(site, request, requestId),
    },
    {
      id: "signOut",
      path: "/admin/sign-out",
      method: "POST",
      handle(request, requestId) {
        requireOwnOrigin(request, access.baseUrl);
        return redirect("/admin/sign-in", requestId, endedCookie(access));
      },
    },
  ];
}
