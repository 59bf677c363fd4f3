import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { marketplaces } from "../../src/apis/products/amazon/marketplaces.ts";
import { hasPostgres, sharedCluster } from "../helpers/postgres.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { sendRaw } from "../helpers/raw.ts";
import { freePort, runQuintet, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const TOKEN = "a-token-of-24-characters";

async function problemAt(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init);
  const { status } = answer;
  return expectProblem({
    status,
    contentType: answer.headers.get("content-type"),
    body: await answer.text(),
  });
}

/** The sum of a metric's rows whose labels hold all of `labels`. */
function sumOf(page: string, name: string, labels: string): number {
  const rows = page.split("\n").filter((row) => row.startsWith(`${name}{`) && row.includes(labels));
  return rows.reduce((sum, row) => sum + Number(row.split(" ").at(-1)), 0);
}

describe("a start that cannot succeed", () => {
  test.each([
    [{ PORT: "http" }, "PORT is not accepted: it must be a whole number from 1 to 65535."],
    [
      { AMAZON_DEFAULT_MARKETPLACE: "zz" },
      `AMAZON_DEFAULT_MARKETPLACE is not accepted: it must be one of ${marketplaces.map(({ name }) => name).join(", ")}.`,
    ],
    [
      { WEB_CONCURRENCY: "2", CATALOGUE_FILE: "/nowhere/plans.json" },
      "CATALOGUE_FILE is not accepted: it must be a readable file of JSON.",
    ],
  ])("%p is one line and exit code 2", async (environment, message) => {
    const child = spawnQuintet(environment);
    expect(await child.exited).toBe(2);
    expect(await new Response(child.stderr).text()).toBe(`quintet: ${message}\n`);
    expect(await new Response(child.stdout).text()).toBe("");
  });

  test.each(["1", "2"])(
    "a port that is taken is one line and exit code 2, with %s processes",
    async (size) => {
      const port = freePort();
      using _taken = Bun.serve({ port, hostname: "127.0.0.1", fetch: () => new Response() });
      const child = spawnQuintet({ PORT: String(port), HOST: "127.0.0.1", WEB_CONCURRENCY: size });
      expect(await child.exited).toBe(2);
      expect(await new Response(child.stderr).text()).toBe(
        `quintet: cannot listen on 127.0.0.1:${port}: another program uses it; stop that program or set PORT.\n`,
      );
    },
  );

  test("an unknown command names the one that was meant", async () => {
    const child = spawnQuintet({}, ["sevre"]);
    expect(await child.exited).toBe(2);
    expect(await new Response(child.stderr).text()).toBe(
      "quintet: Unknown command: sevre. Did you mean serve?\nRun quintet --help to see all commands.\n",
    );
  });
});

describe("one process", () => {
  test("a variable that is set to nothing counts as not set", async () => {
    await using server = await startQuintet({ METRICS_TOKEN: "", LOG_LEVEL: "", BASE_URL: "" });
    expect(await problemAt(`${server.url}/nothing`)).toBe("not-found");
  });

  test("every line of the log is a JSON object, the start names the address, debug tells of each request", async () => {
    await using server = await startQuintet({ LOG_LEVEL: "debug" });
    const answer = await fetch(`${server.url}/v4?n=2`);
    await until("the request is logged", () => server.lines().some((line) => line.includes('"uuid.v4"')));
    const rows = server.lines().map((line): Record<string, unknown> => JSON.parse(line));
    expect(rows[0]).toMatchObject({ level: "info", message: "listening", url: server.url });
    expect(rows.at(-1)).toMatchObject({
      level: "debug",
      message: "request",
      operation: "uuid.v4",
      method: "GET",
      status: 200,
      requestId: answer.headers.get("x-request-id") ?? "",
    });
  });

  test("metrics: this machine reads them, a proxy on it does not", async () => {
    await using server = await startQuintet();
    await fetch(`${server.url}/v4`);
    await fetch(`${server.url}/v4?n=0`);
    const page = await fetch(`${server.url}/metrics`);
    expect(page.headers.get("content-type")).toStartWith("text/plain");
    const text = await page.text();
    expect(sumOf(text, "quintet_http_requests_total", 'operation="v4",status="200"')).toBe(1);
    expect(sumOf(text, "quintet_http_requests_total", 'operation="v4",status="400"')).toBe(1);
    expect(sumOf(text, "quintet_http_request_duration_seconds_bucket", 'operation="v4",le="+Inf"')).toBe(2);
    expect(sumOf(text, "quintet_http_request_duration_seconds_count", 'operation="v4"')).toBe(2);
    expect(text).toContain("process_resident_memory_bytes");
    const headers = `X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Server Forwarded Via X-Real-IP
      X-Client-IP X-Cluster-Client-IP True-Client-IP CF-Connecting-IP CF-Ray CF-Visitor CDN-Loop Fastly-Client-IP
      Fastly-SSL X-Akamai-Edgescape Akamai-Origin-Hop X-Amz-Cf-Id X-Amzn-Trace-Id X-Azure-ClientIP X-Envoy-Internal
      X-Original-Forwarded-For X-Original-URL Fly-Client-IP X-Vercel-Id X-NF-Client-Connection-IP Client-IP
      X-AppEngine-User-IP X-Cloud-Trace-Context X-Varnish Proxy-Client-IP WL-Proxy-Client-IP X-Remote-Addr`;
    for (const header of headers.split(/\s+/)) {
      const refused = await problemAt(`${server.url}/metrics`, { headers: { [header]: "127.0.0.1" } });
      expect([header, refused]).toEqual([header, "forbidden"]);
    }
    for (const [host, status] of [
      ["evil.example", 403],
      ["127.0.0.1.evil.example", 403],
      ["localhost.evil.example:80", 403],
      ["10.0.0.1", 403],
      ["[::2]:1", 403],
      ["localhost", 200],
      ["LocalHost:80", 200],
      ["127.0.0.2", 200],
      ["[::1]:80", 200],
    ] as const) {
      const said = await sendRaw(server.port, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect([host, said.status]).toEqual([host, status]);
    }
  });

  test("metrics: with a token, the token alone opens them", async () => {
    await using server = await startQuintet({ METRICS_TOKEN: TOKEN });
    expect(await problemAt(`${server.url}/metrics`)).toBe("unauthorized");
    for (const wrong of ["Bearer ", "Bearer wrong", `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`]) {
      expect(await problemAt(`${server.url}/metrics`, { headers: { Authorization: wrong } })).toBe(
        "unauthorized",
      );
    }
    const page = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect(page.status).toBe(200);
    expect(server.lines().join()).not.toContain(TOKEN);
  });

  test("/health/ready is 200 while it takes requests", async () => {
    await using server = await startQuintet();
    const answer = await fetch(`${server.url}/health/ready`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: "ready",
      checks: { database: "ok", uploads: "ok", eventLoop: "ok", jobStorage: "ok" },
    });
  });
});

test("with a damaged SQLite file it refuses what needs it, serves UUIDs, and commands say why in one line", async () => {
  const file = join(temporaryFolder(), "quintet.db");
  await Bun.write(file, "no database at all, whatever its name says".repeat(400));
  const environment = { DATABASE_URL: `sqlite:${file}` };
  await using server = await startQuintet(environment);
  const form = { method: "POST", body: new URLSearchParams({ email: "someone@example.com" }) };
  expect(await problemAt(`${server.url}/signup`, form)).toBe("storage-unavailable");
  expect((await fetch(`${server.url}/v4`)).status).toBe(200);
  expect(await runQuintet(environment, "keys", "list", "someone@example.com")).toEqual({
    code: 1,
    out: "",
    err: "quintet: The database file is damaged. Stop the server and restore a backup: quintet db restore FILE. (SQLITE_NOTADB file is not a database)\n",
  });
  const backup = `${file}.backup`;
  expect(await runQuintet(environment, "db", "backup", backup)).toEqual({
    code: 1,
    out: "",
    err: `quintet: ${file} is damaged: file is not a database.\n`,
  });
});

describe.skipIf(!hasPostgres)("a PostgreSQL that is there, and not for us", () => {
  test.each([
    ["has no such database", /\w+$/, "none", "3D000", "PostgreSQL has no database with the name"],
    ["knows no such user", "quintet@", "stranger@", "28000", "PostgreSQL rejects the user"],
    [
      "only reads, as after a failover",
      /$/,
      "?options=-c%20default_transaction_read_only%3Don",
      "25006",
      "PostgreSQL is read-only",
    ],
  ])("it %s: keys get 503, and a command says why in one line", async (_what, from, to, state, why) => {
    const environment = { DATABASE_URL: sharedCluster().database().replace(from, to) };
    await using server = await startQuintet(environment);
    const form = { method: "POST", body: new URLSearchParams({ email: "someone@example.com" }) };
    expect(await problemAt(`${server.url}/signup`, form)).toBe("storage-unavailable");
    const { code, err } = await runQuintet(environment, "keys", "create", "someone@example.com");
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^quintet: ${why}.*\\n$`))]);
    expect(err).toContain(state);
  });
});

test("without its database it is not ready, and serves UUIDs all the same", async () => {
  await using server = await startQuintet({ DATABASE_URL: "postgresql://nobody:secret@127.0.0.1:1/none" });
  expect(await problemAt(`${server.url}/health/ready`)).toBe("not-ready");
  const answer = await fetch(`${server.url}/health/ready`);
  expect(await answer.json()).toMatchObject({ checks: { database: "failed" } });
  expect((await fetch(`${server.url}/v7?n=100`)).status).toBe(200);
  expect((await fetch(`${server.url}/health/accepting`)).status).toBe(200);
  expect(server.lines().join()).not.toContain("secret");
});

describe("the end", () => {
  test("SIGTERM: not ready at once, answering meanwhile, then exit code 0", async () => {
    await using server = await startQuintet({ DRAIN_MS: "3000" });
    server.kill("SIGTERM");
    await until("it is not ready", async () => (await fetch(`${server.url}/health/ready`)).status === 503);
    const notReady = await fetch(`${server.url}/health/ready`);
    expect(notReady.headers.get("retry-after")).toBe("5");
    for (const path of ["/health/ready", "/health/accepting"]) {
      expect(await problemAt(server.url + path)).toBe("not-ready");
    }
    // Bun's own client hides the header: it is of the connection.
    for (const [path, status] of [
      ["/v4", 200],
      ["/nothing", 404],
    ] as const) {
      const said = await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect([said.status, said.headers.connection]).toEqual([status, "close"]);
    }
    expect((await fetch(`${server.url}/v4`)).status).toBe(200);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await server.exited).toBe(0);
    expect(server.lines().map((line) => JSON.parse(line).message)).toEqual([
      "listening",
      "draining",
      "stopped",
    ]);
  });

  test("SIGTERM under load loses no request that was sent before it stopped listening", async () => {
    await using server = await startQuintet({ DRAIN_MS: "3000" });
    let stopped = false;
    const outcomes = { answered: 0, cut: 0 };
    const client = async () => {
      while (!stopped) {
        const { status } = await fetch(`${server.url}/v7?n=100`).catch(() => ({ status: 0 }));
        if (status === 200) outcomes.answered += 1;
        else if (!stopped) {
          outcomes.cut += 1;
          return;
        }
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await until("50 answers", () => outcomes.answered > 50);
    server.kill("SIGTERM");
    await until("it is not ready", async () => (await fetch(`${server.url}/health/ready`)).status === 503);
    // A balancer has seen that after a few more answers, and sends nothing more.
    const enough = outcomes.answered + 50;
    await until("50 more answers", () => outcomes.answered > enough || outcomes.cut > 0);
    stopped = true;
    await Promise.all(clients);
    expect(outcomes.cut).toBe(0);
    expect(await server.exited).toBe(0);
  });

  test("SIGINT ends it without the wait for balancers", async () => {
    await using server = await startQuintet({ DRAIN_MS: "600000" });
    server.kill("SIGINT");
    expect(await server.exited).toBe(0);
  });
});

describe("several processes on one port", () => {
  test("they share it, their metrics add up, one that dies is started again, SIGTERM ends all", async () => {
    await using server = await startQuintet({ WEB_CONCURRENCY: "2" });
    const serving = () =>
      server
        .lines()
        .map((line): { message: string; pid: number } => JSON.parse(line))
        .filter(({ message }) => message === "listening")
        .map(({ pid }) => pid);
    await until("two workers serve", () => serving().length === 2);

    // Each connection goes to one process, so many connections reach both.
    const headers = { Connection: "close" };
    await Promise.all(Array.from({ length: 60 }, () => fetch(`${server.url}/v4`, { headers })));
    const page = await (await fetch(`${server.url}/metrics`)).text();
    expect(sumOf(page, "quintet_http_requests_total", 'operation="v4",status="200"')).toBe(60);

    process.kill(serving()[0] ?? 0, "SIGKILL");
    await until("a third worker serves", () => serving().length === 3);
    expect((await fetch(`${server.url}/v7`, { headers })).status).toBe(200);

    const pids = serving().slice(1);
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });

  test("when the leader is killed, the others do not stay behind", async () => {
    await using server = await startQuintet({ WEB_CONCURRENCY: "2" });
    await until("both workers listen", () => server.lines().length >= 2);
    server.kill("SIGKILL");
    await server.exited;
    await until("the port is free", () =>
      fetch(`${server.url}/health`).then(
        () => false,
        () => true,
      ),
    );
  });
});
