/** One request as the site saw it. */
export interface Visit {
  readonly host: string;
  readonly path: string;
  /** When it came, in milliseconds of this process's clock. */
  readonly at: number;
  /** How many were under way with it, itself counted. */
  readonly together: number;
  readonly headers: Headers;
}

interface Answer {
  readonly body?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stand-in for every site on loopback: `base` has `{host}` in it, and the host comes back in each visit. */
export interface Site extends AsyncDisposable {
  readonly base: string;
  readonly port: number;
  /** All but those for robots.txt. */
  visits(): readonly Visit[];
  robots(): readonly Visit[];
}

/** Starts a site that answers as it is told, after `delayMs`; its robots.txt allows all where nothing else is said. */
export function openSite(answer: (visit: Visit) => Answer, { delayMs = 0, robotsTxt = "" } = {}): Site {
  const seen: Visit[] = [];
  let under = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const [, host = "", ...rest] = new URL(request.url).pathname.split("/");
      const visit = {
        host,
        path: `/${rest.join("/")}`,
        at: performance.now(),
        together: ++under,
        headers: request.headers,
      };
      seen.push(visit);
      try {
        if (visit.path === "/robots.txt") return new Response(robotsTxt);
        await Bun.sleep(delayMs);
        const { body = "", status = 200, headers = {} } = answer(visit);
        return new Response(body, {
          status,
          headers: { "Content-Type": "text/html;charset=UTF-8", ...headers },
        });
      } finally {
        under--;
      }
    },
  });
  const isRobots = ({ path }: Visit) => path === "/robots.txt";
  return {
    base: `http://127.0.0.1:${server.port}/{host}`,
    port: server.port ?? 0,
    visits: () => seen.filter((visit) => !isRobots(visit)),
    robots: () => seen.filter(isRobots),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
