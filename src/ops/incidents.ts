import { Problem } from "../kit/problem.ts";
import type { State } from "../kit/state.ts";

/** Where the list is kept, and for how long after the last change, in milliseconds. */
const NAME = "status incidents";
const KEPT_MS = 400 * 86_400_000;

/** The incidents that are kept, the newest; an older one goes when another is opened. */
const INCIDENTS_MAX = 100;

/** One update of the operator about an incident. */
export interface IncidentUpdate {
  readonly at: string;
  readonly message: string;
}

/** An incident, in the operator's words. */
export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly openedAt: string;
  /** Null while it goes on. */
  readonly resolvedAt: string | null;
  /** The oldest first. */
  readonly updates: readonly IncidentUpdate[];
}

/** Incidents in the state that all replicas share. */
export function createIncidents(state: State, now: () => number) {
  // What is read was written below.
  const list = async () => ((await state.get(NAME)) ?? []) as readonly Incident[];
  const at = () => new Date(now()).toISOString();
  const write = (incidents: readonly Incident[]) =>
    state.set(NAME, incidents.slice(0, INCIDENTS_MAX), KEPT_MS);
  const change = async (id: string, message: string, resolvedAt: string | null) => {
    const before = await list();
    const found = before.find((incident) => incident.id === id);
    if (found === undefined || found.resolvedAt !== null) {
      throw new Problem("conflict", "No open incident has this ID.");
    }
    const changed = { ...found, resolvedAt, updates: [...found.updates, { at: at(), message }] };
    await write(before.map((incident) => (incident === found ? changed : incident)));
    return changed;
  };
  return {
    /** The newest first. */
    list,
    async open(title: string, message: string): Promise<Incident> {
      const incident: Incident = {
        // Short enough to type.
        id: Bun.randomUUIDv7().slice(-8),
        title,
        openedAt: at(),
        resolvedAt: null,
        updates: [{ at: at(), message }],
      };
      await write([incident, ...(await list())]);
      return incident;
    },
    /** Adds an update. Throws `conflict` for an unknown or resolved incident. */
    update: (id: string, message: string): Promise<Incident> => change(id, message, null),
    /** Adds the last update. Throws as `update` does. */
    resolve: (id: string, message: string): Promise<Incident> => change(id, message, at()),
  };
}
export type Incidents = ReturnType<typeof createIncidents>;
