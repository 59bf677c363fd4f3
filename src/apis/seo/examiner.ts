import { Problem } from "../../kit/problem.ts";
import type { Task } from "./examiner.worker.ts";
import { examineMeta } from "./head.ts";
import { type Examined, examine } from "./report.ts";
import type { Meta } from "./schema/meta.ts";
import type { Subject } from "./subject.ts";

/** Larger pages are examined in a thread of their own, so that other requests do not wait for them. */
const INLINE_MAX = 512 * 1024;

/** No page takes this long; a thread that does is ended, in milliseconds. */
const PATIENCE_MS = 10_000;

/** A thread without work gives its memory back after this long. */
const IDLE_MS = 10_000;

/** One thread, started when first needed; tasks wait in line for it. */
class Thread {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;

  run(task: Task): Promise<unknown> {
    const result = this.#last.then(() => this.#send(task));
    this.#last = result.catch(() => {});
    return result;
  }

  #send(task: Task): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(new URL("./examiner.worker.ts", import.meta.url).href, { smol: true });
    const worker = this.#worker;
    worker.ref();
    return new Promise((resolve, reject) => {
      const { buffer, byteLength } = task.subject.body;
      // Handed over, not copied, where the bytes are all that the buffer holds.
      worker.postMessage(
        task,
        buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
      );
      const end = () => {
        clearTimeout(patience);
        worker.terminate();
        this.#worker = undefined;
      };
      const patience = setTimeout(() => {
        end();
        reject(
          new Problem(
            "upstream-too-large",
            "The page at url takes too long to analyse: it is made to be hard to read.",
            {
              parameter: "url",
            },
          ),
        );
      }, PATIENCE_MS);
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        clearTimeout(patience);
        worker.unref();
        this.#idle = setTimeout(end, IDLE_MS);
        this.#idle.unref();
        resolve(data);
      };
      worker.onerror = (event) => {
        end();
        reject(new Error("the examining thread failed", { cause: event.message }));
      };
    });
  }
}

const thread = new Thread();

/** Examines a page: at once where it is small, in a thread where it is not. */
export async function examineAudit(subject: Subject, keyword?: string): Promise<Examined> {
  if (subject.body.byteLength <= INLINE_MAX) return examine(subject, keyword);
  return (await thread.run({
    kind: "audit",
    subject,
    ...(keyword === undefined ? {} : { keyword }),
  })) as Examined;
}

/** Reads the head of a page: at once where it is small, in a thread where it is not. */
export async function examineHead(subject: Subject): Promise<Meta> {
  if (subject.body.byteLength <= INLINE_MAX) return examineMeta(subject);
  return (await thread.run({ kind: "meta", subject })) as Meta;
}
