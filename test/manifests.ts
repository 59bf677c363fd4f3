import { join } from "node:path";
import { fileAt } from "./generated.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where the schema of a kind and its types are in `kubernetes-models`, which is made of the API's OpenAPI document. */
const SCHEMAS: Readonly<Record<string, readonly [schema: string, types: string]>> = {
  "v1 ConfigMap": ["CoreV1ConfigMap", "v1"],
  "v1 Secret": ["CoreV1Secret", "v1"],
  "v1 Service": ["CoreV1Service", "v1"],
  "apps/v1 Deployment": ["AppsV1Deployment", "apps/v1"],
  "autoscaling/v2 HorizontalPodAutoscaler": ["AutoscalingV2HorizontalPodAutoscaler", "autoscaling/v2"],
  "policy/v1 PodDisruptionBudget": ["PolicyV1PodDisruptionBudget", "policy/v1"],
  "networking.k8s.io/v1 Ingress": ["NetworkingV1Ingress", "networking.k8s.io/v1"],
  "networking.k8s.io/v1 NetworkPolicy": ["NetworkingV1NetworkPolicy", "networking.k8s.io/v1"],
};

const models = Bun.fileURLToPath(fileAt("node_modules/kubernetes-models"));

function schemaOf({ apiVersion, kind }: Manifest): readonly [schema: string, types: string] {
  const found = SCHEMAS[`${apiVersion} ${kind}`];
  if (found === undefined) throw new Error(`no schema is known for ${apiVersion} ${kind}`);
  return found;
}

interface Validator {
  (manifest: Manifest): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null;
}

/** What the schemas of the API say of manifests: a missing member, or a value of another type or form. */
async function wrongValues(manifests: readonly Manifest[]): Promise<string[]> {
  const found = await Promise.all(
    manifests.map(async (manifest) => {
      const [schema] = schemaOf(manifest);
      const { validate } = (await import(`kubernetes-models/_schemas/IoK8sApi${schema}`)) as {
        validate: Validator;
      };
      if (validate(manifest)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, keyword }) => `${manifest.kind}${instancePath}: ${keyword}`,
      );
    }),
  );
  return found.flat();
}

/** What the type checker says of members that the API does not have, which its schemas let pass. */
async function unknownMembers(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = temporaryFolder();
  const lines = manifests.map((manifest, i) => {
    const [, types] = schemaOf(manifest);
    const type = `import("${models}/${types}/index.js").I${manifest.kind}`;
    return `export const m${i}: ${type} = ${JSON.stringify(manifest)};`;
  });
  await Bun.write(join(folder, "manifests.ts"), `${lines.join("\n")}\n`);
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, module: "esnext", types: [] };
  await Bun.write(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["manifests.ts"] }),
  );
  const check = Bun.spawnSync([process.execPath, "check", "--no-pretty"], { cwd: folder });
  const said = (check.stdout.toString() + check.stderr.toString()).split("\n");
  return said.filter((line) => /error TS/.test(line));
}

/** Holds manifests against the schemas and the types of Kubernetes' API. Gives what is wrong; nothing where they are right. */
export async function wrongIn(manifests: readonly Manifest[]): Promise<string[]> {
  return [...(await wrongValues(manifests)), ...(await unknownMembers(manifests))];
}
