import { z } from "zod";
import { Problem } from "../kit/problem.ts";
import type { State } from "../kit/state.ts";

/** Where the list is kept, and for how long after the last change, in milliseconds. */
const NAME = "status incidents";
const KEPT_MS = 400 * 86_400_000;

/** The incidents that are kept, the newest; an older one goes when another is opened. */
const INCIDENTS_MAX = 100;

/** How long a change may take; a process that was killed in one holds up the next for so long. In milliseconds. */
const CHANGE_MS = 5_000;
const POLL_MS = 20;

/** A text of the operator, which the status page shows. */
const operatorText = z
  .string()
  .trim()
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,500}$/u, "must be 1 to 500 characters in one line");
export const incidentTitle = operatorText.describe("What is wrong, as a heading: 1 to 500 characters.");
export const incidentMessage = operatorText.describe(
  "What users of the status page read: 1 to 500 characters.",
);

const time = (what: string) => z.string().describe(`${what}, as ISO 8601.`);

/** An incident, in the operator's words. */
export const Incident = z.object({
  id: z.string().describe("The ID of the incident."),
  title: z.string().describe("What is wrong."),
  openedAt: time("When it was announced"),
  resolvedAt: time("When it was resolved; null while it goes on").nullable(),
  updates: z
    .array(
      z.object({ at: time("When it was written"), message: z.string().describe("What the operator wrote.") }),
    )
    .describe("The messages of the operator, oldest first."),
});
export type Incident = z.output<typeof Incident>;

/** Incidents in the state that all replicas share. */
export function createIncidents(state: State, now: () => number) {
  // What is read was written below.
  const list = async () => ((await state.get(NAME)) ?? []) as readonly Incident[];
  const at = () => new Date(now()).toISOString();
  const write = (incidents: readonly Incident[]) =>
    state.set(NAME, incidents.slice(0, INCIDENTS_MAX), KEPT_MS);
  /** Changes the list, one process after the other: a change writes the whole list. */
  const change = async (make: (before: readonly Incident[]) => [Incident, readonly Incident[]]) => {
    for (const until = performance.now() + 2 * CHANGE_MS; ; ) {
      await using claim = await state.claim(NAME, CHANGE_MS);
      if (claim !== undefined) {
        const [changed, all] = make(await list());
        await write(all);
        return changed;
      }
      if (performance.now() > until)
        throw new Problem("conflict", "Another change is in progress. Try again.");
      await Bun.sleep(POLL_MS);
    }
  };
  const add = (id: string, message: string, isResolved: boolean) =>
    change((before) => {
      const found = before.find((incident) => incident.id === id);
      if (found === undefined) throw new Problem("not-found", "No incident has this ID.");
      if (found.resolvedAt !== null)
        throw new Problem("conflict", "The incident is resolved. Open another one.");
      const resolvedAt = isResolved ? at() : null;
      const changed = { ...found, resolvedAt, updates: [...found.updates, { at: at(), message }] };
      return [changed, before.map((incident) => (incident === found ? changed : incident))];
    });
  return {
    /** The newest first. */
    list,
    /** Throws `conflict` where an open incident has this title: a request that is repeated announces nothing twice. */
    open: (title: string, message: string): Promise<Incident> =>
      change((before) => {
        if (before.some((one) => one.title === title && one.resolvedAt === null))
          throw new Problem("conflict", "An open incident has this title. Update that one.");
        const incident: Incident = {
          // Short enough to type.
          id: Bun.randomUUIDv7().slice(-8),
          title,
          openedAt: at(),
          resolvedAt: null,
          updates: [{ at: at(), message }],
        };
        return [incident, [incident, ...before]];
      }),
    /** Adds an update. Throws `not-found` for an unknown incident, `conflict` for a resolved one. */
    update: (id: string, message: string): Promise<Incident> => add(id, message, false),
    /** Adds the last update. Throws as `update` does. */
    resolve: (id: string, message: string): Promise<Incident> => add(id, message, true),
  };
}
export type Incidents = ReturnType<typeof createIncidents>;
