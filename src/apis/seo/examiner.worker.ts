import { examineMeta } from "./head.ts";
import { examine } from "./report.ts";
import type { Subject } from "./subject.ts";

/** A page to examine in the thread, and which answer is wanted. */
export interface Task {
  readonly kind: "audit" | "meta";
  readonly subject: Subject;
  readonly keyword?: string;
}

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<Task>) => {
  self.postMessage(data.kind === "audit" ? examine(data.subject, data.keyword) : examineMeta(data.subject));
  // A tree of megabytes has just become garbage; the next page should find its room again.
  Bun.gc(true);
};
