// A process of its own: an account that pays and wants nothing but its responses. It calls each paid API in turn, one
// after the other. It also serves `control`, a server without work, which shows how busy the machine itself is.
import { sampleFile } from "../../../src/apis/images/sample.ts";
import { samplePdf } from "../../../src/apis/pdf/samples.ts";
import { answer } from "./ipc.ts";

/** One honest call. */
export interface HonestCall {
  readonly api: string;
  readonly status: number;
  readonly ms: number;
}

/** Whom to call, as whom, about which site. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly site: string;
}

export interface HonestRequests {
  /** The port of the server that does no work. */
  control: null;
  begin: Target;
  /** Makes so many turns, in which each API is called once, and gives their calls. */
  turns: Target & { count: number };
  /** Ends the turn that is under way and gives the calls since `begin`. */
  end: null;
}

export interface HonestReplies {
  control: number;
  begin: null;
  turns: readonly HonestCall[];
  end: readonly HonestCall[];
}

/**
 * A call that takes longer is given up, and counts with that time; the first ones start processes. None is given up
 * sooner: a client that leaves ends the process that works for it, and the next call starts another one.
 */
const PATIENCE_MS = 20_000;
const FIRST_PATIENCE_MS = 60_000;
const PAUSE_MS = 20;
/** The pause after so many calls, so that the quota of the account lasts for an attack of minutes. */
const MANY_CALLS = 500;
const LONG_PAUSE_MS = 100;

if (import.meta.main) {
  const pdf = samplePdf();
  const image = sampleFile.make();
  const control = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response('["a"]') });
  let turn = 0;
  let calls: HonestCall[] = [];
  let isOn = false;
  let running: Promise<void> | undefined;

  const loop = async ({ url, key, site }: Target, count: number, patienceMs: number) => {
    // Each call on a connection of its own: those of one connection all go to the same process of the service.
    const file = (type: string, body: Uint8Array<ArrayBuffer>) => ({
      method: "POST",
      keepalive: false,
      headers: { "X-API-Key": key, "Content-Type": type },
      body,
    });
    const plain = { keepalive: false, headers: { "X-API-Key": key } };
    const apis = [
      ["seo", () => [`${url}/seo/audit?url=${encodeURIComponent(`${site}/honest`)}`, plain]],
      ["pdf", () => [`${url}/pdf/extract`, file("application/pdf", pdf)]],
      [
        "products",
        () => [`${url}/amazon/product?asin=B0FINE${String(turn % 10_000).padStart(4, "0")}`, plain],
      ],
      ["images", () => [`${url}/images/remove-bg`, file("image/png", image)]],
      ["profiles", () => [`${url}/linkedin/profile?username=honest-${turn}`, plain]],
    ] as const satisfies readonly (readonly [string, () => readonly [string, object]])[];
    for (const last = turn + count; isOn && turn < last; turn++) {
      for (const [api, request] of apis) {
        if (!isOn) break;
        const [address, init] = request();
        const began = performance.now();
        const status = await fetch(address, {
          ...init,
          signal: AbortSignal.timeout(patienceMs),
        }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
        calls.push({ api, status, ms: performance.now() - began });
        await Bun.sleep(calls.length < MANY_CALLS ? PAUSE_MS : LONG_PAUSE_MS);
      }
    }
  };

  const start = () => {
    calls = [];
    isOn = true;
  };
  answer<HonestRequests, HonestReplies>({
    control: async () => control.port ?? 0,
    async begin(target) {
      start();
      running = loop(target, Number.POSITIVE_INFINITY, PATIENCE_MS);
      return null;
    },
    async turns({ count, ...target }) {
      start();
      await loop(target, count, FIRST_PATIENCE_MS);
      return calls;
    },
    async end() {
      isOn = false;
      await running;
      return calls;
    },
  });
}
