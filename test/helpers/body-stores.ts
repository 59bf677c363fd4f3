import { S3Objects } from "../../src/egress/s3-objects.ts";
import { readS3Url } from "../../src/egress/s3-place.ts";
import type { ObjectStore } from "../../src/jobs/job-bodies.ts";
import { hasS3, sharedS3 } from "../servers/s3-server.ts";
import { type Engine, engines } from "./engines.ts";

/** Where the bodies of jobs may be: an engine, and a store of objects beside it. */
export interface BodyStore {
  readonly name: string;
  readonly engine: Engine;
  /** Undefined: everything is in the database. */
  objects(): Promise<ObjectStore | undefined>;
}

/** The store behind a STORAGE_URL; its failures are not told. */
export function s3At(url: string, deadlineMs?: number): S3Objects {
  const place = readS3Url(url);
  if (place === undefined) throw new TypeError("the URL of the store is valid");
  return new S3Objects(place, { onFailure() {}, onRecovery() {} }, deadlineMs);
}

/** Every combination that is installed: tests of bodies run on all of them. */
export const bodyStores: readonly BodyStore[] = [
  ...engines.map((engine) => ({ name: engine.name, engine, objects: async () => undefined })),
  ...(hasS3 ? engines : []).flatMap((engine) => [
    {
      name: `${engine.name} and S3`,
      engine,
      objects: async () => s3At((await sharedS3()).url()),
    },
    {
      name: `${engine.name} and S3, with buckets in the host name and a prefix`,
      engine,
      objects: async () =>
        s3At((await sharedS3()).url({ prefix: "/quintet/bodies", parameters: { style: "virtual" } })),
    },
  ]),
];
