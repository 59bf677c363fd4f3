/**
 * Records the responses that the guides of the docs show: each call is made as the guide has it, in the order of the
 * guides. `npm run generate` writes them.
 *
 * A block of JSON, headers (`ini`) or events (`yaml`) after a call is its response. Its members, the length of its lists
 * and a text that ends with … say what is shown of the response. Values that differ each time, such as IDs, stay.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { VERSION } from "../../src/kit/version.ts";
import { guides } from "../../src/web/docs/guides.ts";
import { entry, type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "./generated.ts";

const ADMIN_TOKEN = "an-admin-token-of-the-guides";
const BASE_URL = "{{baseUrl}}";

/** A call: a command that sends a request, or one that prints a response. */
const CALL = /(?:^|\| *\n? *)curl |^quintet uuid decode/m;

/** A text without what differs each time. */
function masked(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "UUID")
    .replaceAll(/\bqt_(live|test)_\w{33}|\bwhsec_\S+/g, "SECRET")
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "TIME")
    .replaceAll(/;t=\d+/g, ";t=SECONDS")
    .replaceAll(/^(?:queued|running)$/g, "STATE");
}

/** The part of a response that a guide shows. */
function partOf(shown: unknown, actual: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(actual)) {
    if (actual.length < shown.length)
      throw new TypeError(`${shown.length} items are shown of ${actual.length}`);
    return shown.map((item, index) => partOf(item, actual[index]));
  }
  if (typeof shown === "object" && shown !== null && typeof actual === "object" && actual !== null) {
    const members: Record<string, unknown> = { ...actual };
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => {
        if (!(name in members)) throw new TypeError(`the response has no ${name}`);
        return [name, partOf(value, members[name])];
      }),
    );
  }
  if (typeof shown !== "string" || typeof actual !== "string") return actual;
  if (shown === "{{version}}" && actual === VERSION) return shown;
  if (shown.endsWith("…") && actual.startsWith(shown.slice(0, -1))) return shown;
  return masked(shown) === masked(actual) ? shown : actual;
}

/** JSON as short objects and lists are written: on one line if it fits. */
function written(value: unknown, indent = ""): string {
  const short = JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => ["", item] as const)
    : typeof value === "object" && value !== null
      ? Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const)
      : [];
  if (entries.length === 0) return short;
  const [open, close, space] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", " "];
  const line = `${open}${space}${entries.map(([name, item]) => name + written(item)).join(", ")}${space}${close}`;
  if (indent.length + line.length <= 80 && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  return `${open}\n${entries.map(([name, item]) => inner + name + written(item, inner)).join(",\n")}\n${indent}${close}`;
}

/** The events of a stream, each with its lines. */
function eventsOf(text: string) {
  return text
    .split("\n\n")
    .map((part) => new Map(part.split("\n").map((line) => [line.split(":")[0] ?? "", line] as const)))
    .filter((lines) => lines.has("event"));
}

interface Outcome {
  readonly body: string;
  readonly headers: string;
}

/** A block of a response as it is now. */
function recordBlock(language: string, block: string, outcome: Outcome): string {
  try {
    return blockOf(language, block, outcome);
  } catch (cause) {
    throw new Error(
      `the block does not fit the response:\n${block}\n${outcome.headers}\n${outcome.body.slice(0, 2_000)}`,
      { cause },
    );
  }
}

/** A block of a response, filled in from a response that fits it. */
function blockOf(language: string, block: string, { body, headers }: Outcome): string {
  if (language === "json") {
    const line = !block.includes("\n") && /^\{"/.test(block);
    const [first = ""] = line ? body.split("\n") : [body];
    const part = partOf(JSON.parse(block), JSON.parse(first));
    return line ? JSON.stringify(part) : written(part);
  }
  if (language === "ini") {
    return block.replaceAll(/^([\w-]+): .*$/gm, (shown, name: string) => {
      const [actual = ""] = new RegExp(`^${name}: .*`, "im").exec(headers) ?? [];
      if (actual === "") throw new TypeError(`the response has no header ${name}`);
      const now = `${name}${actual.trimEnd().slice(name.length)}`;
      return masked(shown) === masked(now) ? shown : now;
    });
  }
  const events = eventsOf(body);
  return eventsOf(block)
    .map((shown) => {
      const actual = events.find((lines) => lines.get("event") === shown.get("event"));
      const data = (lines = shown) => JSON.parse(lines.get("data")?.slice(5) ?? "");
      const part = JSON.stringify(partOf(data(), data(actual)));
      // How many events come before depends on the time that they take.
      return [shown.get("id"), shown.get("event"), `data: ${part}`]
        .filter((line) => line !== undefined)
        .join("\n");
    })
    .join("\n\n");
}

/** The site of the calls that read one: two pages and a broken link. */
const pages: Readonly<Record<string, string>> = {
  "/": `<!doctype html><html lang="en"><title>Example Domain</title><h1>Example</h1><a href="/about">About</a>`,
  "/about": `<!doctype html><html lang="en"><title>About this domain</title><h1>About</h1><a href="/old">Old page</a>`,
};

/** A server with keys, and the site. */
async function openWorld() {
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      const page = pages[new URL(url).pathname];
      return page === undefined
        ? new Response("Not found", { status: 404 })
        : new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
    },
  });
  const server = await startQuintet({ ADMIN_TOKEN, EGRESS_ALLOW: `127.0.0.1:${site.port}` });
  const folder = temporaryFolder();
  await Bun.write(join(folder, "photo.jpg"), sampleFile.make());
  return { server, site, folder, keys: await createKeys(server) };
}

async function createKeys({ url }: Running): Promise<Record<string, string>> {
  const create = async (fields: Record<string, string>) => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const body = new URLSearchParams({ email: "you@example.com", ...fields });
    const response = await fetch(`${url}/admin/keys`, { method: "POST", headers, body });
    return z.object({ key: z.string() }).parse(await response.json()).key;
  };
  return {
    QUINTET_KEY: await create({}),
    QUINTET_TEST_KEY: await create({ mode: "test" }),
    QUINTET_MANAGEMENT_KEY: await create({ apis: "keys" }),
    QUINTET_WEBHOOKS_KEY: await create({ apis: "webhooks" }),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Waits until the background work with this ID has ended, if a command reads its results. */
async function waitForEnd({ server, keys }: World, command: string, id: string): Promise<void> {
  const [, path] = /\{\{baseUrl\}\}(\/\S+\/ID)\/(?:results|report)/.exec(command) ?? [];
  if (path === undefined) return;
  await until(`${path} has ended`, async () => {
    const headers = { "X-API-Key": keys.QUINTET_KEY ?? "" };
    const response = await fetch(server.url + path.replace("ID", id), { headers });
    return !/"state":"(?:queued|running)"/.test(await response.text());
  });
}

/** Runs a call of a guide. */
async function run(world: World, command: string, id: string): Promise<Outcome> {
  const { server, site, folder, keys } = world;
  await waitForEnd(world, command, id);
  const own = `http://127.0.0.1:${site.port}/`;
  const real = command
    .replaceAll(BASE_URL, server.url)
    .replaceAll("http://localhost:8080", server.url)
    .replaceAll("/ID/", `/${id}/`)
    .replaceAll(/https:\/\/example\.(?:com|org)\/(?!quintet)/g, own);
  const script = `curl() { command curl -sS -D headers "$@"; }
uuidgen() { echo ${crypto.randomUUID()}; }
quintet() { "${process.execPath}" --no-env-file "${entry}" "$@"; }
${real}`;
  const child = Bun.spawn(["bash", "-c", script], {
    cwd: folder,
    env: { PATH: process.env.PATH, NO_COLOR: "1", DATA_DIR: folder, ...keys },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`failed: ${command}\n${output}`);
  const body = /^HTTP\/1\.1 /.test(output) ? output.slice(output.lastIndexOf("\r\n\r\n") + 4) : output;
  const neutral = (text: string) =>
    text.replaceAll(server.url, BASE_URL).replaceAll(own, "https://example.com/");
  const headers = command.includes("curl ") ? readFileSync(join(folder, "headers"), "utf8") : "";
  return { body: neutral(body), headers: neutral(headers) };
}

/** The text of a guide with its responses as they are now. */
async function recordGuide(world: World, text: string): Promise<string> {
  const parts = text.split(/^(```\w*\n[\s\S]*?\n```)$/m);
  let id = "";
  let outcome: Outcome | undefined;
  for (const [index, part] of parts.entries()) {
    const [, language = "", block = ""] = /^```(\w+)\n([\s\S]*)\n```$/.exec(part) ?? [];
    if (/^## /m.test(part) && language === "") outcome = undefined;
    if (language === "bash") {
      outcome = undefined;
      if (!CALL.test(block)) continue;
      const shown = parts[index + 2] ?? "";
      if (shown.includes("Idempotency-Replayed")) await run(world, block, id);
      outcome = await run(world, block, id);
      id = /^\{"id":"([^"]+)"/.exec(outcome.body)?.[1] ?? id;
      if (!/^```(?:json|ini|yaml)/.test(shown)) throw new TypeError(`no response is shown of: ${block}`);
    } else if (outcome !== undefined && ["json", "ini", "yaml"].includes(language)) {
      const now = recordBlock(language, block, outcome);
      parts[index] = `\`\`\`${language}\n${now}\n\`\`\``;
    } else if (language !== "") outcome = undefined;
  }
  return parts.join("");
}

/** Each guide as it is, and with its responses as they are now. */
export async function recordGuides(): Promise<{ file: URL; text: string; now: string }[]> {
  const world = await openWorld();
  try {
    for (const name of ["sample", "first", "second"]) {
      const pdf = await fetch(`${world.server.url}/examples/sample.pdf`);
      await Bun.write(join(world.folder, `${name}.pdf`), await pdf.bytes());
    }
    const recorded = [];
    for (const { slug } of guides) {
      const file = fileAt(`src/web/docs/guides/${slug}.md`);
      const text = await Bun.file(file).text();
      recorded.push({ file, text, now: await recordGuide(world, text) });
    }
    return recorded;
  } finally {
    await world.server[Symbol.asyncDispose]();
    await world.site.stop(true);
  }
}

if (import.meta.main) for (const { file, now } of await recordGuides()) await Bun.write(file, now);
