import type { Random } from "./random.ts";
import type { Shot } from "./request.ts";

/** What a site on loopback serves; it is another site, on a port of its own, for each. */
export interface SiteContent {
  readonly page: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly robots?: Uint8Array<ArrayBuffer>;
  /** Its robots.txt names it. */
  readonly sitemap?: Uint8Array<ArrayBuffer>;
}

/** One of those who attack, with accounts of its own. */
export interface Caller {
  /** From 0; alone there is only this one. */
  readonly index: number;
  /** One key for each account. */
  readonly keys: readonly string[];
  /** Session cookies of the same accounts, where the attack wants them. */
  readonly sessions: readonly string[];
  /** The addresses of the attack's sites, without a slash at the end. */
  readonly sites: readonly string[];
  readonly random: Random;
  readonly seed: number;
  /** Bytes that are made once in a run. */
  cached(name: string, make: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
}

/** Who attacks where requests are not enough: `send` counts what becomes of each. */
export interface Player extends Caller {
  readonly signal: AbortSignal;
  send(shot: Shot): Promise<{ readonly status: number; readonly text: string; readonly head: string }>;
}

/** What an attack's own promises are held against, beside the bars that hold for all. */
export interface Scene {
  readonly url: string;
  /** Bytes that the service has stored: its database and the files in its folder. */
  storedBytes(): Promise<number>;
  /** How many attackers there are. */
  readonly callers: number;
  /** Seconds that the attack lasts. */
  readonly seconds: number;
  /** Responses of the attack by attacker, such as `422 damaged`; empty before its end. */
  readonly outcomes: readonly ReadonlyMap<string, number>[];
  /** When messages to a mailbox came, in milliseconds of `performance.now()`. */
  emails(mailbox: (address: string) => boolean): readonly number[];
  /** Makes an account with a key of its own, by the operator's token. */
  key(email: string): Promise<string>;
  /** Signs in by an emailed link; gives the session cookie. */
  signIn(email: string): Promise<string>;
}

/** A row of the table: who attacks, with what, and what must hold besides the bars. */
export interface Attack {
  /** As the issue numbers it. */
  readonly id: string;
  readonly title: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether accounts have paid plans; else they are free ones. */
  readonly isPaid?: boolean;
  /** Accounts of one attacker. */
  readonly accounts?: number;
  readonly wantsSessions?: boolean;
  /** Requests of one attacker at a time. */
  readonly connections?: number;
  /** The pause after each, in milliseconds. */
  readonly pauseMs?: number;
  sites?(seed: number): readonly SiteContent[];
  /** Pages that the upstream serves for products `B0HOST0000`, … and members `hostile-0`, …. */
  upstreamPages?(seed: number): readonly Uint8Array<ArrayBuffer>[];
  /** Request number i of an attacker. */
  shot?(caller: Caller, i: number): Shot;
  /** In place of `shot`. */
  play?(player: Player): Promise<void>;
  /** Whether requests are never finished, so that no response is expected. */
  readonly isUnfinished?: boolean;
  /** How many times their quiet time honest calls may take, where accounts use what they pay for. */
  readonly honestRatio?: number;
  /** Memory that the service may have, where it starts programs with limits of their own. */
  readonly memoryBytes?: number;
  /** The most bytes that a response may have. */
  readonly responseMax?: number;
  /** What is done and looked at while it runs, once for each attacker; gives what was missed. */
  during?(scene: Scene, index: number): Promise<readonly string[]>;
  /** What is looked at when it is over; gives what was missed. */
  after?(scene: Scene): Promise<readonly string[]>;
}
