import { until } from "../../../helpers/until.ts";
import type { Attack, Scene } from "../attack.ts";

/** Accounts of one attacker, and site audits that each of them queues. */
const ACCOUNTS = 4;
const AUDITS = 3;

/** Where the hostile site, its victim and the honest site are: three addresses of this machine. */
const HOSTILE = "127.0.0.3";
const VICTIM = "127.0.0.4";
const HONEST = "127.0.0.8";

/** Requests to one host and address: so many a second, and a burst. */
const PER_SECOND = 10;
const BURST = 10;

/** Pages of the honest site, and how long its audit may take while it is read at two pages a second, in milliseconds. */
const HONEST_PAGES = 5;
const HONEST_MS = 60_000;

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const pageOf = (links: readonly string[], more = "") =>
  `<!doctype html><html lang="en"><title>A page</title><p>Text.${more}${links.map((to) => `<a href="${to}">x</a>`).join("")}</html>`;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A site without an end: every page leads to further ones and, by redirects, to the victim; some are slow or huge. */
function openHostile(victim: string) {
  const server = Bun.serve({
    hostname: HOSTILE,
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/robots.txt") return new Response("");
      if (pathname.startsWith("/to/")) return Response.redirect(`${victim}${pathname}`, 302);
      if (pathname.endsWith("slow/")) await Bun.sleep(4_000);
      const links = [
        ...numbers(40).map((i) => `/to/${pathname.length}-${i}`),
        ...numbers(40).map((i) => `${victim}/direct/${pathname.length}-${i}`),
        ...["a/", "slow/", "huge/", `${pathname.length}/`],
      ];
      const more = pathname.endsWith("huge/") ? "<b>".repeat(300_000) : "";
      return new Response(pageOf(links, more), { headers: HTML });
    },
  });
  return { url: `http://${HOSTILE}:${server.port}`, stop: () => server.stop(true) };
}

/** A server that is only named in links, and counts the requests that it gets. */
function openVictim() {
  const times: number[] = [];
  const server = Bun.serve({
    hostname: VICTIM,
    port: 0,
    fetch(request) {
      times.push(performance.now());
      return new URL(request.url).pathname === "/robots.txt"
        ? new Response("")
        : new Response("", { headers: HTML });
    },
  });
  return { url: `http://${VICTIM}:${server.port}`, times, stop: () => server.stop(true) };
}

function openHonest() {
  const server = Bun.serve({
    hostname: HONEST,
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/robots.txt") return new Response("");
      return new Response(pageOf(numbers(HONEST_PAGES).map((i) => (i === 0 ? "/" : `/${i}`))), {
        headers: HTML,
      });
    },
  });
  return { url: `http://${HONEST}:${server.port}/`, stop: () => server.stop(true) };
}

async function start(url: string, key: string, site: string) {
  const response = await fetch(`${url}/seo/site-audits`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ url: site, maxPages: 1_000, delayMs: 100 }),
  });
  return {
    status: response.status,
    json: (await response.json()) as { readonly id?: string; readonly code?: string },
  };
}

/** Queues site audits of the hostile site from new accounts; gives the statuses. */
async function flood({ url, key }: Scene, site: string): Promise<number[]> {
  const own = await key(`crawl-${crypto.randomUUID()}@hostile.example`);
  const statuses: number[] = [];
  for (const i of numbers(AUDITS)) statuses.push((await start(url, own, `${site}/${i}/`)).status);
  return statuses;
}

/** Audits an honest site; gives what was missed. */
async function honestAudit({ url, key }: Scene, site: string): Promise<readonly string[]> {
  const own = await key(`honest-crawl-${crypto.randomUUID()}@user.example`);
  const { status, json } = await start(url, own, site);
  if (status !== 202) return [`an honest site audit got ${status} ${json.code}`];
  const view = await until(
    "the honest site audit has ended",
    async () => {
      await Bun.sleep(200);
      const response = await fetch(`${url}/seo/site-audits/${json.id}`, { headers: { "X-API-Key": own } });
      const audit = (await response.json()) as { readonly state: string; readonly pages: number };
      return ["succeeded", "failed", "canceled"].includes(audit.state) && audit;
    },
    HONEST_MS,
  );
  if (view.state === "succeeded" && view.pages === HONEST_PAGES) return [];
  return [`the honest site audit ${view.state} with ${view.pages} pages`];
}

/** Lets accounts audit a hostile site beside an honest one; gives what was missed. */
async function during(scene: Scene): Promise<readonly string[]> {
  const victim = openVictim();
  const hostile = openHostile(victim.url);
  const honest = openHonest();
  try {
    const statuses = Promise.all(numbers(ACCOUNTS).map(() => flood(scene, hostile.url)));
    await Bun.sleep(250 * scene.seconds);
    const missed = [...(await honestAudit(scene, honest.url))];
    const broken = (await statuses).flat().filter((status) => status >= 500 && status !== 503);
    if (broken.length > 0) missed.push(`${broken.length} responses of ${broken[0]}`);
    const { times } = victim;
    if (times.length === 0) missed.push("nothing was sent to the victim");
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
    const most = BURST + PER_SECOND * (1 + seconds);
    if (times.length > most)
      missed.push(
        `${times.length} requests to one victim in ${seconds.toFixed(1)} s, at most ${most.toFixed(0)}`,
      );
    return missed;
  } finally {
    await Promise.all([victim, hostile, honest].map(({ stop }) => stop()));
  }
}

/** Row 11: site audits of a site without an end, whose links and redirects lead to one victim. */
export const siteAuditAttacks: readonly Attack[] = [
  {
    id: "site audits",
    title: `${ACCOUNTS} free accounts audit a site without an end that redirects to one server`,
    during: async (scene, index) => (index === 0 ? during(scene) : []),
  },
];
