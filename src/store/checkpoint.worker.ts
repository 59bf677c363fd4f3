import { Database } from "bun:sqlite";
import { workerData } from "node:worker_threads";

function checkpoint(filename: string): void {
  using file = new Database(filename, { create: false, readwrite: true });
  // Waits for nobody: what others hold is left to them.
  file.run("pragma wal_checkpoint(passive)");
}

checkpoint(String(workerData));
