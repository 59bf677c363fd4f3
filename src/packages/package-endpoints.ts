import type { Endpoint } from "../http/core/endpoint.ts";
import { bodyResponse, documentHeaders, jsonResponse } from "../http/core/responses.ts";
import { Problem } from "../kit/problem.ts";
import type { Job } from "../kit/sandbox.ts";
import { VERSION } from "../kit/version.ts";
import { type ClientPackage, packJob } from "./client-package.ts";

/** How long packages that could not be packed are not tried again, in milliseconds. */
const RETRY_MS = 10_000;

/** Dependencies of the packages that a server serves. */
export interface PackagesOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Runs a job of this server to its end. */
  run<Message>(job: Job<undefined, Message>): AsyncIterable<Message>;
  now(): number;
  /** Called with the reason for which the packages could not be packed. */
  onFailure(cause: unknown): void;
}

type Packages = ReadonlyMap<string, ClientPackage>;

/** Packs the packages when they are first asked for, once; a failure is kept for `RETRY_MS`. */
function packOnce({ run, now, onFailure }: PackagesOptions): () => Promise<Packages> {
  let packing: Promise<Packages> | undefined;
  let failedAt: number | undefined;
  const pack = async () => {
    const packages = new Map<string, ClientPackage>();
    for await (const one of run(packJob)) packages.set(one.file, one);
    return packages;
  };
  const fail = (cause: unknown): never => {
    failedAt = now();
    onFailure(cause);
    const headers = { "Retry-After": String(RETRY_MS / 1_000) };
    const detail = "The client packages could not be packed. Try again after Retry-After seconds.";
    throw new Problem("busy", detail, { headers, cause });
  };
  return () => {
    if (failedAt !== undefined && now() - failedAt >= RETRY_MS) {
      packing = undefined;
      failedAt = undefined;
    }
    packing ??= pack().catch(fail);
    return packing;
  };
}

/** The command that installs a package. The hash is checked by pip; npm stores it in its lock file. */
function installOf({ installer, sha256 }: ClientPackage, url: string): string {
  if (installer === "pip") return `pip install "${url}#sha256=${sha256}"`;
  return installer === "npm" ? `npm install ${url}` : `npx ${url} --help`;
}

/** The list of the packages as JSON. */
function listOf(packages: Packages, baseUrl: string) {
  const list = [...packages.values()].map((one) => {
    const { name, version, file, integrity, sha256, bytes } = one;
    const url = `${baseUrl}/clients/${file}`;
    return { name, version, url, bytes: bytes.length, integrity, sha256, install: installOf(one, url) };
  });
  return { version: VERSION, packages: list };
}

/** The problem of a file name that is not one of this version, with the names that are. */
function notFound(packages: Packages, baseUrl: string): Problem {
  const urls = [...packages.keys()].map((file) => `${baseUrl}/clients/${file}`);
  return new Problem(
    "not-found",
    `This server has the packages of version ${VERSION} only: ${urls.join(", ")}. ${baseUrl}/clients lists them.`,
  );
}

/** Serves the client packages of this version: a list, and the archives, which npm and pip install from their URLs. */
export function packageEndpoints(options: PackagesOptions): Endpoint[] {
  const { baseUrl } = options;
  const packages = packOnce(options);
  return [
    {
      path: "/clients",
      labels: ["web", "packages"],
      methods: ["GET"],
      shared: true,
      async handle(_request, requestId) {
        return jsonResponse(listOf(await packages(), baseUrl), requestId, { headers: documentHeaders });
      },
    },
    {
      path: "/clients/{file}",
      labels: ["web", "package"],
      methods: ["GET"],
      shared: false,
      async handle({ params }, requestId) {
        const all = await packages();
        const found = all.get(params.file ?? "");
        if (found === undefined) throw notFound(all, baseUrl);
        return bodyResponse(
          found.bytes,
          `application/${found.installer === "pip" ? "zip" : "gzip"}`,
          requestId,
          {
            "Content-Security-Policy": "default-src 'none'; sandbox",
            // A new version has another name.
            "Cache-Control": "public, max-age=31536000, immutable",
          },
        );
      },
    },
  ];
}
