import { freePort } from "../../../helpers/running.ts";
import { until } from "../../../helpers/until.ts";
import type { Attack, Scene } from "../attack.ts";

const FORM = "application/x-www-form-urlencoded";

/** Accounts of one attacker, endpoints of each, and calls that fail, each of which is an event for all endpoints. */
const ACCOUNTS = 4;
const ENDPOINTS = 10;
const CALLS = 15;

/** Where the victim and the honest receiver are: two addresses of this machine. */
const VICTIM = "127.0.0.2";
const HONEST = "127.0.0.9";

/** Requests to one host name: so many a second, and a burst. */
const PER_SECOND = 10;
const BURST = 10;
/** How soon an honest receiver has an event. */
const DELIVERY_MS = 5_000;

/** The behavior of a victim by the first word of the path: most of its paths accept everything. */
const SILENT = /^POST \/silent/;
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^POST \/broken/, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"],
  [
    /^POST \/moved/,
    "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
  ],
  [/^POST/, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"],
];
const PATHS = ["ok", "fine", "yes", "sure", "broken", "moved", "silent", "trickle", "good", "right"];

/** A server that never wanted events, and counts the requests that it gets. */
function openVictim() {
  const times: number[] = [];
  const timers = new Set<Timer>();
  const server = Bun.listen({
    hostname: VICTIM,
    port: 0,
    socket: {
      data(socket, data) {
        const text = data.toString("latin1");
        if (!text.startsWith("POST")) return;
        times.push(performance.now());
        if (SILENT.test(text)) return;
        if (text.startsWith("POST /trickle")) {
          socket.write("HTTP/1.1 200 OK\r\n");
          timers.add(setInterval(() => void socket.write("X-More: yes\r\n"), 200));
          return;
        }
        socket.end(ANSWERS.find(([request]) => request.test(text))?.[1]);
      },
    },
  });
  const stop = () => {
    for (const timer of timers) clearInterval(timer);
    server.stop(true);
  };
  return { port: server.port, times, stop };
}

/** An address of the victim, in another spelling for each endpoint. */
function urlOf(port: number, endpoint: number): string {
  const host = [VICTIM, "2130706434", "0x7f.2", "127.2"][endpoint % 4];
  return `http://${host}:${port}/${PATHS[endpoint % PATHS.length]}/${endpoint}`;
}

async function post(url: string, session: string, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields).toString();
  const headers = { "Content-Type": FORM, Cookie: `quintet_session=${session}`, Accept: "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** Makes an account with its endpoints, and lets its calls fail; gives the statuses of its requests. */
async function flood({ url, key, signIn }: Scene, port: number): Promise<number[]> {
  const email = `flood-${crypto.randomUUID()}@hostile.example`;
  const [session, own] = [await signIn(email), await key(email)];
  const statuses: number[] = [];
  for (let i = 0; i < ENDPOINTS; i++) {
    statuses.push((await post(`${url}/account/webhooks`, session, { url: urlOf(port, i) })).status);
  }
  for (let i = 0; i < CALLS; i++) {
    const response = await fetch(`${url}/pdf/extract`, {
      method: "POST",
      headers: { "X-API-Key": own, "Content-Type": "application/pdf", Prefer: "respond-async" },
      body: `%PDF-1.7 no PDF ${i}`,
    });
    statuses.push(response.status);
    await response.body?.cancel();
  }
  return statuses;
}

/** Sends test events to an honest receiver while others flood; gives how long each took. */
async function honestEvents({ url, signIn, seconds }: Scene): Promise<number[]> {
  let received = 0;
  const server = Bun.serve({
    hostname: HONEST,
    port: freePort(),
    fetch() {
      received++;
      return new Response(null, { status: 204 });
    },
  });
  try {
    const session = await signIn(`honest-${crypto.randomUUID()}@user.example`);
    const made = await post(`${url}/account/webhooks`, session, {
      url: `http://${HONEST}:${server.port}/events`,
    });
    await until("the honest endpoint is verified", () => received > 0, 4 * DELIVERY_MS);
    const times: number[] = [];
    for (let event = 0; event < 8; event++) {
      const before = received;
      const began = performance.now();
      await post(`${url}/account/webhooks/${made.json.id}/test`, session, {});
      await until("the honest receiver has its event", () => received > before, 4 * DELIVERY_MS);
      times.push(performance.now() - began);
      await Bun.sleep(100 * seconds);
    }
    return times;
  } finally {
    await server.stop(true);
  }
}

/** Floods a victim of its own, beside an honest receiver; gives what was missed. */
async function during(scene: Scene): Promise<readonly string[]> {
  const victim = openVictim();
  const missed: string[] = [];
  try {
    const [times, ...statuses] = await Promise.all([
      honestEvents(scene),
      ...Array.from({ length: ACCOUNTS }, () => flood(scene, victim.port)),
    ]);
    const slowest = Math.max(...times);
    if (slowest > DELIVERY_MS) missed.push(`an honest event took ${(slowest / 1_000).toFixed(1)} s`);
    const broken = statuses.flat().filter((status) => status >= 500 && status !== 503);
    if (broken.length > 0) missed.push(`${broken.length} responses of ${broken[0]}`);
    const [first = 0, last = 0] = [victim.times[0], victim.times.at(-1)];
    const most = BURST + PER_SECOND * (1 + (last - first) / 1_000);
    if (victim.times.length > most)
      missed.push(
        `${victim.times.length} requests to one victim in ${((last - first) / 1_000).toFixed(1)} s, at most ${most.toFixed(0)}`,
      );
    return missed;
  } finally {
    victim.stop();
  }
}

/** Row 12: free accounts aim their webhooks at one server, whose paths accept, fail, redirect, trickle and hang. */
export const webhookAttacks: readonly Attack[] = [
  {
    id: "webhooks",
    title: `${ACCOUNTS} free accounts with ${ENDPOINTS} endpoints each aim at one server`,
    during: (scene) => during(scene).catch((error) => [String(error)]),
  },
];
