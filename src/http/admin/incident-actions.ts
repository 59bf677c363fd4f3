import { z } from "zod";
import type { Actor, AuditAction } from "../../accounts/audit.ts";
import { Incident, incidentMessage, incidentTitle } from "../../ops/incidents.ts";
import { siteActionsOf } from "../core/contract-endpoints.ts";
import type { OperatorSite } from "./operator-actions.ts";

const action = siteActionsOf<OperatorSite, { readonly by: Actor }>({
  tag: "Operator",
  access: "admin",
  errors: ["not-found", "conflict"],
});

/** The outcome of a change, which the audit log records without its texts: the status page has them. */
async function changed(
  { accounts }: OperatorSite,
  by: Actor,
  action: AuditAction,
  change: Promise<Incident>,
): Promise<{ readonly json: Incident }> {
  const incident = await change;
  await accounts.audit.record(by, { action, detail: { incident: incident.id } });
  return { json: incident };
}

/** Actions of operators on the incidents of the status page. */
export const incidentActions = {
  adminIncidents: action({
    id: "adminListIncidents",
    path: "/admin/incidents",
    summary: "List the incidents of the status page, newest first",
    output: () => z.object({ incidents: z.array(Incident).describe("The last 100.") }),
    errors: [],
    run: async (_request, { accounts }) => ({ json: { incidents: await accounts.incidents.list() } }),
  }),
  adminOpenIncident: action({
    id: "adminOpenIncident",
    method: "POST",
    path: "/admin/incidents",
    summary: "Announce an incident on the status page",
    description:
      "A title that an open incident has is rejected, so a repeated request announces nothing twice.",
    fields: z.object({ title: incidentTitle, message: incidentMessage }),
    status: 201,
    output: () => Incident,
    errors: ["conflict"],
    run: ({ fields, by }, site) =>
      changed(site, by, "incident.opened", site.accounts.incidents.open(fields.title, fields.message)),
  }),
  adminUpdateIncident: action({
    id: "adminUpdateIncident",
    method: "POST",
    path: "/admin/incidents/{id}",
    summary: "Add a message to an open incident",
    fields: z.object({ message: incidentMessage }),
    output: () => Incident,
    run: ({ id, fields, by }, site) =>
      changed(site, by, "incident.updated", site.accounts.incidents.update(id, fields.message)),
  }),
  adminResolveIncident: action({
    id: "adminResolveIncident",
    method: "POST",
    path: "/admin/incidents/{id}/resolve",
    summary: "Close an incident with a last message",
    fields: z.object({ message: incidentMessage }),
    output: () => Incident,
    run: ({ id, fields, by }, site) =>
      changed(site, by, "incident.resolved", site.accounts.incidents.resolve(id, fields.message)),
  }),
};
