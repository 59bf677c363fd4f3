import { readFileSync } from "node:fs";
import { clientContract } from "../../clients/generate/contract.ts";
import { writePythonOperations, writePythonTypes } from "../../clients/generate/python.ts";
import { writePythonBackground } from "../../clients/generate/python-background.ts";
import { syncModule } from "../../clients/generate/python-sync.ts";
import { writeShapes, writeTypes } from "../../clients/generate/typescript.ts";
import { apis } from "../../src/apis/default-apis.ts";
import examples from "../../src/apis/examples.json" with { type: "json" };
import { fileVariableOf } from "../../src/config/secrets.ts";
import { variableNames, variables } from "../../src/config.ts";
import { openApi } from "../../src/openapi/document.ts";

/** The document of the UUID service at its default address. */
async function openApiFile(): Promise<string> {
  const uuidApi = apis.find(({ name }) => name === "uuid");
  if (uuidApi === undefined) throw new TypeError("the UUID service is always there");
  const { title, version } = uuidApi;
  const document = await openApi({
    title,
    version,
    apis: [uuidApi],
    baseUrl: "http://localhost:8080",
    examples,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Every variable for operators, with its meaning and its default, commented out. */
function environmentFile(): string {
  const rows = Object.entries(variables).map(([name, schema]) => {
    const standard = schema.safeParse(undefined);
    const standardValue = standard.success ? standard.data : undefined;
    const words = { true: "on", false: "off", undefined: "" };
    const value =
      typeof standardValue === "object" && standardValue !== null
        ? Object.entries(standardValue)
            .map((entry) => entry.join("="))
            .join(",")
        : (words[String(standardValue) as keyof typeof words] ?? String(standardValue));
    const file = variableNames.includes(fileVariableOf(name)) ? `# ${fileVariableOf(name)}=\n` : "";
    return name.startsWith("QUINTET_") ? "" : `\n# ${schema.description}\n# ${name}=${value}\n${file}`;
  });
  const about = `# Everything that Quintet reads from the environment. Nothing here needs to be set: these are the defaults.
# A secret may be in a file instead: NAME_FILE is its path.
`;
  return about + rows.join("");
}

/** A module of the Python client that waits. */
function syncFile(name: string): readonly [string, () => string] {
  const folder = "clients/python/src/quintet_client";
  const source = () => readFileSync(fileAt(`${folder}/_async_${name}.py`), "utf8");
  return [`${folder}/_sync_${name}.py`, () => syncModule(source())];
}

/** The files that are written from the code and committed, by name. `npm run generate` writes them. */
export const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  "openapi.json": openApiFile,
  ".env.example": environmentFile,
  "clients/python/src/quintet_client/_operations.py": () => writePythonOperations(clientContract(apis)),
  "clients/python/src/quintet_client/types.py": () => writePythonTypes(clientContract(apis)),
  "clients/python/src/quintet_client/_background.py": () => writePythonBackground(clientContract(apis)),
  ...Object.fromEntries(["background", "client", "transport"].map(syncFile)),
  "clients/typescript/src/operations.ts": () => writeTypes(clientContract(apis)),
  "clients/typescript/src/shapes.ts": () => writeShapes(clientContract(apis)),
};

/** Where a file of the checkout lies. */
export function fileAt(name: string): URL {
  return new URL(`../../${name}`, import.meta.url);
}

if (import.meta.main) {
  for (const [name, content] of Object.entries(generated)) await Bun.write(fileAt(name), await content());
}
