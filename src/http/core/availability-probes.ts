import type { Api } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { AvailabilityMeter, type Probe } from "../../ops/availability.ts";
import type { RequestMetrics } from "../../ops/request-metrics.ts";
import type { Database } from "../../store/database.ts";
import type { Endpoint } from "./endpoint.ts";

const MINUTE_MS = 60_000;

/** The probe of an API: a free call of one of its endpoints. Any response but a server error shows that the API works. */
function probeOf(endpoint: Endpoint): Probe {
  const [method] = endpoint.methods;
  return async () => {
    const request = new Request(`http://probe.invalid${endpoint.path}`, { method });
    try {
      const { status } = await endpoint.handle(Object.assign(request, { params: {} }), "");
      return status < 500;
    } catch (error) {
      return error instanceof Problem && error.status < 500;
    }
  };
}

/** Measures the APIs of this process once a minute, until it is stopped. */
export function availabilityOf(
  apis: readonly Api[],
  endpoints: readonly Endpoint[],
  database: Database,
  requestMetrics: RequestMetrics,
) {
  const probes = new Map<string, Probe>();
  for (const { name } of apis) {
    const endpoint = endpoints.find(({ labels }) => labels[0] === name);
    if (endpoint !== undefined) probes.set(name, probeOf(endpoint));
  }
  const meter = new AvailabilityMeter({ database, requestMetrics, probes });
  // Without a database, what was counted is written when it is back.
  const measure = () => meter.measure().catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    timer = setTimeout(
      () => {
        void measure();
        again();
      },
      MINUTE_MS - ((Date.now() + MINUTE_MS / 2) % MINUTE_MS),
    );
  };
  return {
    meter,
    start(): void {
      // Not with the start itself: the first responses come first.
      first = setTimeout(measure, 2_000);
      // In the middle of each minute: an interval would drift over the turn of one, and leave it out.
      again();
    },
    async stop(): Promise<void> {
      clearTimeout(first);
      clearTimeout(timer);
      await measure();
    },
  };
}
