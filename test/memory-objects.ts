import type { ObjectStore } from "../src/jobs/job-bodies.ts";
import { Problem } from "../src/kit/problem.ts";

/** A store of objects in memory, which a test damages. */
export interface MemoryObjects {
  readonly kept: Map<string, Uint8Array>;
  readonly store: ObjectStore;
  /** Whether every request fails. */
  isFailing: boolean;
  /** Objects that were sent arrive once this resolves. */
  arrival: Promise<void>;
  /** Objects that were sent. */
  sent: number;
}

/** Makes an empty store. */
export function memoryObjects(): MemoryObjects {
  const check = () => {
    if (objects.isFailing) throw new Problem("storage-unavailable", "The store does not respond.");
  };
  const objects: MemoryObjects = {
    kept: new Map(),
    isFailing: false,
    arrival: Promise.resolve(),
    sent: 0,
    store: {
      async put(name, bytes) {
        check();
        objects.sent++;
        await objects.arrival;
        objects.kept.set(name, bytes.slice());
      },
      async get(name) {
        check();
        return objects.kept.get(name);
      },
      async delete(name) {
        check();
        objects.kept.delete(name);
      },
      waitMs: () => 0,
    },
  };
  return objects;
}
