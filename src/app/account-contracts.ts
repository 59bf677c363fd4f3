import { accountActions } from "../http/accounts/account-actions.ts";
import { accountJobActions } from "../http/accounts/account-job-actions.ts";
import { consoleActions, keyActions } from "../http/accounts/own-key-actions.ts";
import { ownWebhookActions } from "../http/accounts/own-webhook-actions.ts";
import { planContracts } from "../http/accounts/plans.ts";
import { leaveActions, signOutActions, signUpActions } from "../http/accounts/sign-in-actions.ts";
import { incidentActions } from "../http/admin/incident-actions.ts";
import { operatorActions } from "../http/admin/operator-actions.ts";
import { tokenActions } from "../http/admin/token-actions.ts";

/** The endpoints of accounts and of operators for programs; people see the same paths as pages. `apis` are the names of what is sold. */
export function accountContracts(apis: readonly string[]) {
  return {
    ...planContracts,
    ...signUpActions,
    ...accountActions(apis),
    ...consoleActions(apis),
    ...keyActions(apis),
    ...signOutActions,
    ...leaveActions,
    ...tokenActions(apis),
    ...operatorActions,
    ...incidentActions,
  };
}

/** The endpoints behind the pages of an account: its forms. */
export const formContracts = (apis: readonly string[]) => ({
  ...ownWebhookActions,
  ...accountJobActions(apis),
});
