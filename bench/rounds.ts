import type { Subprocess } from "bun";

/** Cost of one unit of work: a call, a page, a start. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Runs a round for each line of standard input and prints its cost. `round` resolves with the units of work that it did. */
export async function serveRounds(round: () => Promise<number>): Promise<void> {
  for await (const _ of console) {
    const [before, began] = [process.cpuUsage(), performance.now()];
    const units = await round();
    const { user, system } = process.cpuUsage(before);
    const cost: Cost = {
      cpuMs: (user + system) / 1_000 / units,
      wallMs: (performance.now() - began) / units,
    };
    console.log(JSON.stringify({ ...cost, units }));
  }
}

/** A process that runs rounds when it is told to, so that several can take turns. */
export interface RoundProcess {
  next(): Promise<Cost & { readonly units: number }>;
  stop(): void;
}

/** Starts a process that calls `serveRounds`. */
export function startRounds(command: readonly string[]): RoundProcess {
  const child: Subprocess<"pipe", "pipe", "ignore"> = Bun.spawn([...command], {
    cwd: import.meta.dir,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async next() {
      child.stdin.write("next\n");
      await child.stdin.flush();
      let text = "";
      while (!text.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`${command.join(" ")} ended with ${await child.exited}`);
        text += value;
      }
      return JSON.parse(text);
    },
    stop: () => child.kill("SIGKILL"),
  };
}
