import type { Database } from "../store/database.ts";

/** Bytes of one row: so that no statement holds up others, and a multiple of three, so that parts are joined as base 64. */
const PART_BYTES = 192 * 1024;

/**
 * The inputs and results of jobs that are too long for the row of the job. Every replica reads what another wrote.
 */
export interface JobBodies {
  /** Stores the bytes under a name of the job, and replaces those that had it. */
  write(job: string, name: string, bytes: Uint8Array, expiresAt: string): Promise<void>;
  /** Undefined where the job has no such body. */
  read(job: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Deletes all bodies of a job, or the one with a name. */
  remove(job: string, name?: string): Promise<void>;
}

/** Keeps bodies in the database, in parts: each write and read is a few milliseconds long. */
export function createJobBodies({ query }: Pick<Database, "query">): JobBodies {
  return {
    async write(job, name, bytes, expiresAt) {
      await query`delete from job_body where job = ${job} and name = ${name}`;
      for (let part = 0, at = 0; at < bytes.byteLength; part++, at += PART_BYTES) {
        const piece = bytes.subarray(at, at + PART_BYTES);
        const data = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("base64");
        await query`
          insert into job_body (job, name, part, data, expires_at)
          values (${job}, ${name}, ${part}, ${data}, ${expiresAt})`;
      }
    },
    async read(job, name) {
      const parts: Buffer[] = [];
      for (;;) {
        const [row] = await query<{ data: string }>`
          select data from job_body where job = ${job} and name = ${name} and part = ${parts.length}`;
        if (row === undefined) break;
        parts.push(Buffer.from(row.data, "base64"));
      }
      return parts.length === 0 ? undefined : new Uint8Array(Buffer.concat(parts));
    },
    async remove(job, name) {
      if (name === undefined) await query`delete from job_body where job = ${job}`;
      else await query`delete from job_body where job = ${job} and name = ${name}`;
    },
  };
}
