import { type MailServer, startMailServer } from "../../servers/mail-server.ts";
import type { Attack, Scene } from "./attack.ts";
import type { AttackerReplies, AttackerRequests, Played } from "./attacker.ts";
import type { HonestCall, HonestReplies, HonestRequests, Target } from "./honest.ts";
import { type Helper, startHelper } from "./ipc.ts";
import type { Latency, ProberReplies, ProberRequests } from "./prober.ts";
import { type Deployment, type Ended, Service } from "./service.ts";
import type { SiteReplies, SiteRequests } from "./sites.ts";

/** What was measured in one stretch of time. */
export interface Measured {
  readonly service: Latency;
  /** The same of a server without work: how busy the machine was. */
  readonly control: Latency;
  readonly calls: readonly HonestCall[];
  readonly residentBytes: number;
  readonly proportionalBytes: number;
}

/** One attack by so many, as it was measured. */
export interface Trial extends Measured {
  readonly attack: Attack;
  readonly callers: number;
  readonly played: Played;
  /** What the attack's own promises missed. */
  readonly missed: readonly string[];
}

/** How long things take, in milliseconds. */
export interface Times {
  readonly quietMs: number;
  readonly attackMs: number;
  /** How long responses are waited for after the attack. */
  readonly settleMs: number;
}

/** Turns of honest calls after which every process that a call needs has been started. */
const WARM_TURNS = 4;

/** Where attacks are played: one service at a time, and the processes that attack, measure and serve sites. */
export class Arena implements AsyncDisposable {
  readonly #prober: Helper<ProberRequests, ProberReplies> = startHelper("./prober.ts");
  readonly #honest: Helper<HonestRequests, HonestReplies> = startHelper("./honest.ts");
  readonly #attacker: Helper<AttackerRequests, AttackerReplies> = startHelper("./attacker.ts");
  readonly #sites: Helper<SiteRequests, SiteReplies> = startHelper("./sites.ts");
  readonly #mail: MailServer;
  readonly #seed: number;
  readonly #times: Times;
  readonly #deployment: Deployment;
  #control = 0;
  #site = 0;
  #honestKey = "";
  #accounts = 0;
  service: Service | undefined;

  private constructor(mail: MailServer, seed: number, times: Times, deployment: Deployment) {
    this.#mail = mail;
    this.#seed = seed;
    this.#times = times;
    this.#deployment = deployment;
  }

  static async open(seed: number, times: Times, deployment: Deployment): Promise<Arena> {
    const arena = new Arena(await startMailServer(), seed, times, deployment);
    arena.#control = await arena.#honest.ask("control", null);
    arena.#site = await arena.#sites.ask("honest", null);
    return arena;
  }

  #running(): Service {
    if (this.service === undefined) throw new TypeError("no service was started");
    return this.service;
  }

  /** Starts a service with an honest account, and has everything in it begin to work. */
  async start(environment?: Readonly<Record<string, string>>, isWarm = true): Promise<void> {
    const [mail, site, deployment] = [this.#mail, this.#site, this.#deployment];
    this.service = await Service.start({ mail, site, deployment, environment });
    this.#honestKey = await this.service.key("honest@user.example", true);
    if (!isWarm) return;
    // Processes of the sandbox are started by the first call, in each of the two that serve.
    await this.#honest.ask("turns", { ...this.#target(), count: WARM_TURNS });
  }

  #target(): Target {
    const { url } = this.#running();
    return { url, key: this.#honestKey, site: `http://127.0.0.1:${this.#site}` };
  }

  /** Measures while something goes on. */
  async #measure<Done>(during: () => Promise<Done>): Promise<Measured & { readonly done: Done }> {
    const { port, memory } = this.#running();
    memory.reset();
    await this.#prober.ask("begin", { port, control: this.#control });
    await this.#honest.ask("begin", this.#target());
    const done = await during();
    const calls = await this.#honest.ask("end", null);
    const { service, control } = await this.#prober.ask("end", null);
    return {
      done,
      service,
      control,
      calls,
      residentBytes: memory.resident,
      proportionalBytes: memory.proportional,
    };
  }

  /** Measures without an attack. */
  quiet(): Promise<Measured> {
    return this.#measure(() => Bun.sleep(this.#times.quietMs));
  }

  /** Makes the pages and bodies of an attack, so that nothing is made while it is measured. */
  async prepare(attack: Attack): Promise<readonly string[]> {
    const given = { attack: attack.id, seed: this.#seed };
    const [sites] = await Promise.all([this.#sites.ask("open", given), this.#attacker.ask("prepare", given)]);
    return sites;
  }

  /** Accounts of their own for so many attackers. */
  async #callers({ accounts = 1, isPaid = false, wantsSessions = false }: Attack, count: number) {
    const service = this.#running();
    const callers: { keys: string[]; sessions: string[] }[] = [];
    for (let i = 0; i < count; i++) {
      const emails = Array.from({ length: accounts }, () => `attacker${++this.#accounts}@hostile.example`);
      const keys: string[] = [];
      const sessions: string[] = [];
      for (const email of emails) {
        keys.push(await service.key(email, isPaid));
        if (wantsSessions) sessions.push(await service.signIn(email));
      }
      callers.push({ keys, sessions });
    }
    return callers;
  }

  #scene(callers: number, outcomes: Scene["outcomes"]): Scene {
    const service = this.#running();
    return {
      url: service.url,
      storedBytes: () => service.storedBytes(),
      callers,
      seconds: this.#times.attackMs / 1_000,
      outcomes,
      emails: (mailbox) => service.emails(mailbox),
      key: (email) => service.key(email),
      signIn: (email) => service.signIn(email),
    };
  }

  /** Plays an attack by so many attackers, and measures. */
  async play(attack: Attack, count: number, sites: readonly string[]): Promise<Trial> {
    const callers = await this.#callers(attack, count);
    const { attackMs, settleMs } = this.#times;
    const before = this.#mail.delivered.length;
    const measured = await this.#measure(async () => {
      const lasting = Bun.sleep(attackMs);
      const playing = this.#attacker.ask("play", {
        attack: attack.id,
        seed: this.#seed,
        port: this.#running().port,
        ms: attackMs,
        settleMs: attack.isUnfinished === true ? 1_000 : settleMs,
        sites,
        callers,
      });
      const during = await Promise.all(
        callers.map(
          (_, index) =>
            attack.during?.(this.#scene(count, []), index).catch((error) => [String(error)]) ?? [],
        ),
      );
      const [played] = await Promise.all([playing, lasting]);
      return { played, during: during.flat() };
    });
    const { played, during } = measured.done;
    const outcomes = played.outcomes.map((counts) => new Map(Object.entries(counts)));
    const after = (await attack.after?.(this.#scene(count, outcomes))) ?? [];
    this.#mail.delivered.splice(0, before);
    return { ...measured, attack, callers: count, played, missed: [...during, ...after] };
  }

  /** Ends the service. */
  async end(): Promise<Ended> {
    const ended = await this.#running().end();
    this.service = undefined;
    return ended;
  }

  /** Ends the service in the middle of an attack. */
  async endDuring(attack: Attack, count: number, sites: readonly string[]): Promise<Ended> {
    const callers = await this.#callers(attack, count);
    // Not waited for: what it sends later finds nobody at this port.
    void this.#attacker.ask("play", {
      attack: attack.id,
      seed: this.#seed,
      port: this.#running().port,
      ms: 2_500,
      // Requests that are under way at the end are the server's to finish.
      settleMs: 32_000,
      sites,
      callers,
    });
    await Bun.sleep(1_500);
    return this.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service?.end();
    for (const helper of [this.#prober, this.#honest, this.#attacker, this.#sites])
      await helper[Symbol.asyncDispose]();
    await this.#mail[Symbol.asyncDispose]();
  }
}
