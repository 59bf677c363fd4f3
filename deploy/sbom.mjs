// `npm run --silent sbom > sbom.cdx.json`: the bill of materials of what is installed to run Quintet, as CycloneDX.
// npm writes it; its own --omit=dev leaves out what a developer's package needs as well (zod, nodemailer; seen with
// npm 11.19), so what only developers need is left out here.
import { spawnSync } from "node:child_process";

const { stdout, stderr, status } = spawnSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
  process.stderr.write(`sbom: npm sbom failed:\n${stderr}`);
  process.exit(1);
}
const bom = JSON.parse(stdout);
const isForDevelopers = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");
const left = new Set(bom.components.filter(isForDevelopers).map((component) => component["bom-ref"]));
process.stdout.write(
  `${JSON.stringify(
    {
      ...bom,
      components: bom.components.filter((component) => !left.has(component["bom-ref"])),
      dependencies: bom.dependencies
        .filter(({ ref }) => !left.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !left.has(one)) })),
    },
    undefined,
    2,
  )}\n`,
);
