import { join } from "node:path";
import { SHORT_LIVED } from "./engine-settings.ts";
import { secretsIn } from "./secrets.ts";

/** Runs a script of `test/workers` as several processes at once; gives what each printed, as JSON. */
export async function inProcesses<T>(count: number, script: string, ...given: string[]): Promise<T[]> {
  const outputs = Array.from({ length: count }, async () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "..", "workers", script), ...given], {
      env: { ...process.env, ...SHORT_LIVED },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`${script} ended with ${child.exitCode}: ${output}`);
    return JSON.parse(output) as T;
  });
  return Promise.all(outputs);
}

/** An app in a process of its own, which can be killed. */
export interface TestAppProcess extends AsyncDisposable {
  readonly url: string;
  /** Ends it as the system would end it: no last word, nothing written. Gives how many lines it had logged. */
  kill(): Promise<number>;
}

/**
 * Starts the app as a process on this database, by a script of `test/workers`; ready when it resolves. Its log is searched for secrets
 * when it is killed, like those of apps in this process.
 */
export async function testAppInProcess(
  address: string,
  script = "serve.ts",
  ...given: string[]
): Promise<TestAppProcess> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "..", "workers", script), address, ...given],
    {
      env: { ...process.env, ...SHORT_LIVED },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const log = new Response(child.stderr).text();
  const { value } = await child.stdout.getReader().read();
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
    const lines = await log;
    const found = secretsIn(lines, [], true);
    if (found.length > 0) throw new Error(`secrets in the log: ${found}`);
    return lines.split("\n").length - 1;
  };
  return {
    url: new TextDecoder().decode(value).trim(),
    kill,
    [Symbol.asyncDispose]: async () => void (await kill()),
  };
}
