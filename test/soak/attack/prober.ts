// A process of its own, which does nothing but call /v4: what it measures is not blurred by those who attack.
import { answer } from "./ipc.ts";
import { quantile } from "./stats.ts";

/** How fast requests of one kind were answered, in milliseconds. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Connections that ended without a response. */
  readonly cut: number;
}

export interface ProberRequests {
  /** Begins to call a service, and `control`, which does no work: what it takes is the machine's own doing. */
  begin: { port: number; control: number };
  /** Ends it. */
  end: null;
}

export interface ProberReplies {
  begin: null;
  end: { service: Latency; control: Latency };
}

const REQUEST = (port: number) => `GET /v4 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
const LAST = (port: number) => `GET /v4 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
const KEPT_CONNECTIONS = 8;
/** Requests that wait for a response at most: a service that stands still is not to run out of sockets. */
const WAITING_MAX = 300;
const EVERY_MS = 8;

class Probe {
  readonly #port: number;
  readonly #everyMs: number;
  readonly #times: number[] = [];
  readonly #begun = new Set<number>();
  #cut = 0;
  #isOver = false;
  #turn = 0;
  readonly #timer: Timer;
  readonly #kept: { send: (() => void) | undefined; isBusy: boolean }[] = [];

  constructor(port: number, everyMs: number) {
    this.#port = port;
    this.#everyMs = everyMs;
    for (let i = 0; i < KEPT_CONNECTIONS; i++) this.#keep();
    this.#timer = setInterval(() => this.#tick(), everyMs);
  }

  #tick(): void {
    this.#turn++;
    if (this.#turn % 2 === 0) {
      if (this.#begun.size < WAITING_MAX) this.#fresh();
      return;
    }
    const slot = this.#kept[(this.#turn >> 1) % this.#kept.length];
    if (slot?.isBusy === false) slot.send?.();
  }

  /** Notes a response. A kept connection that waited missed requests in that time: they would have waited too. */
  #note(began: number, spacing: number): void {
    this.#begun.delete(began);
    for (let ms = performance.now() - began; ms > 0; ms -= spacing) this.#times.push(ms);
  }

  #begin(): number {
    // Two are never begun at the very same time: the set tells them apart.
    let began = performance.now();
    while (this.#begun.has(began)) began += 1e-6;
    this.#begun.add(began);
    return began;
  }

  #lose(began: number): void {
    if (!this.#begun.delete(began) || this.#isOver) return;
    this.#cut++;
    this.#times.push(performance.now() - began);
  }

  #fresh(): void {
    const began = this.#begin();
    const port = this.#port;
    Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (socket) => void socket.write(LAST(port)),
        data: (socket) => {
          if (this.#begun.has(began)) this.#note(began, Number.POSITIVE_INFINITY);
          socket.end();
        },
        close: () => this.#lose(began),
        error: () => {},
      },
    }).catch(() => this.#lose(began));
  }

  #keep(): void {
    const slot: { send: (() => void) | undefined; isBusy: boolean } = { send: undefined, isBusy: false };
    this.#kept.push(slot);
    const request = REQUEST(this.#port);
    const spacing = 2 * this.#everyMs * KEPT_CONNECTIONS;
    const open = () => {
      let began = 0;
      Bun.connect({
        hostname: "127.0.0.1",
        port: this.#port,
        socket: {
          open: (socket) => {
            slot.isBusy = false;
            slot.send = () => {
              began = this.#begin();
              slot.isBusy = true;
              socket.write(request);
            };
          },
          data: () => {
            if (slot.isBusy) this.#note(began, spacing);
            slot.isBusy = false;
          },
          close: () => {
            if (slot.isBusy) this.#lose(began);
            slot.isBusy = false;
            slot.send = undefined;
            if (!this.#isOver) setTimeout(open, 50);
          },
          error: () => {},
        },
      }).catch(() => {
        this.#cut++;
        if (!this.#isOver) setTimeout(open, 50);
      });
    };
    open();
  }

  end(): Latency {
    clearInterval(this.#timer);
    this.#isOver = true;
    for (const began of this.#begun) this.#times.push(performance.now() - began);
    this.#begun.clear();
    const times = this.#times;
    return {
      count: times.length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      max: quantile(times, 1),
      cut: this.#cut,
    };
  }
}

if (import.meta.main) {
  let service: Probe | undefined;
  let control: Probe | undefined;
  answer<ProberRequests, ProberReplies>({
    async begin({ port, control: other }) {
      service = new Probe(port, EVERY_MS);
      control = new Probe(other, 2 * EVERY_MS);
      return null;
    },
    async end() {
      if (service === undefined || control === undefined) throw new TypeError("nothing was begun");
      return { service: service.end(), control: control.end() };
    },
  });
}
