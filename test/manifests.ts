import { join } from "node:path";
import { fileAt } from "./generated.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** What a Kubernetes manifest is, where the types of its kind are. */
const TYPES: Readonly<Record<string, string>> = {
  "v1 ConfigMap": "core/v1",
  "v1 Secret": "core/v1",
  "v1 Service": "core/v1",
  "apps/v1 Deployment": "apps/v1",
  "autoscaling/v2 HorizontalPodAutoscaler": "autoscaling/v2",
  "policy/v1 PodDisruptionBudget": "policy/v1",
  "networking.k8s.io/v1 Ingress": "networking/v1",
};

/** Members that the types want of a manifest from the server, and of none that is sent to it. */
const BY_DEFAULT = /Property '(?:status|currentReplicas|desiredReplicas)' is missing/;

/**
 * Holds manifests against the API's types, in which a member that does not exist is an error. Gives what the
 * type checker says; nothing where they are right.
 */
export async function wrongIn(manifests: readonly { apiVersion: string; kind: string }[]): Promise<string[]> {
  const folder = temporaryFolder();
  const types = Bun.fileURLToPath(fileAt("node_modules/kubernetes-types"));
  const lines = manifests.map((manifest, i) => {
    const from = TYPES[`${manifest.apiVersion} ${manifest.kind}`];
    if (from === undefined) throw new Error(`no types are known for ${manifest.apiVersion} ${manifest.kind}`);
    return `export const m${i}: import("${types}/${from}").${manifest.kind} = ${JSON.stringify(manifest)};`;
  });
  await Bun.write(join(folder, "manifests.ts"), `${lines.join("\n")}\n`);
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, module: "esnext", types: [] };
  await Bun.write(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["manifests.ts"] }),
  );
  const check = Bun.spawnSync([process.execPath, "check", "--no-pretty"], { cwd: folder });
  const said = (check.stdout.toString() + check.stderr.toString()).split("\n");
  return said.filter((line) => /error TS/.test(line) && !BY_DEFAULT.test(line));
}
