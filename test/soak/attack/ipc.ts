import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/** Asks a process of ours for something, and resolves with its reply. */
export type Ask<Requests, Replies> = <Name extends keyof Requests & keyof Replies & string>(
  name: Name,
  given: Requests[Name],
) => Promise<Replies[Name]>;

export interface Helper<Requests, Replies> extends AsyncDisposable {
  readonly ask: Ask<Requests, Replies>;
}

interface Message {
  readonly id: number;
  readonly name: string;
  readonly value: unknown;
}

/** Starts a module of this folder as a process; what it asks is answered by `answer` in it. */
export function startHelper<Requests, Replies>(module: string): Helper<Requests, Replies> {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let last = 0;
  const child = Bun.spawn(
    [process.execPath, "--no-env-file", fileURLToPath(new URL(module, import.meta.url))],
    {
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc({ id, value }: Message) {
        waiting.get(id)?.resolve(value as never);
        waiting.delete(id);
      },
      onExit() {
        for (const { reject } of waiting.values()) reject(new Error(`${module} ended before it answered`));
      },
    },
  );
  return {
    ask: (name, given) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, value: given } satisfies Message);
      }),
    async [Symbol.asyncDispose]() {
      waiting.clear();
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** The other side: answers what the process that started this one asks. `nice` lowers the priority of this one. */
export function answer<Requests, Replies>(
  answers: { [Name in keyof Requests & keyof Replies]: (given: Requests[Name]) => Promise<Replies[Name]> },
  { nice = 0 } = {},
): void {
  if (nice > 0) setPriority(nice);
  process.on("message", async ({ id, name, value }: Message) => {
    const reply = await answers[name as keyof Requests & keyof Replies](
      value as Requests[keyof Requests] as never,
    );
    process.send?.({ id, name, value: reply } satisfies Message);
  });
  process.on("disconnect", () => process.exit(0));
}
