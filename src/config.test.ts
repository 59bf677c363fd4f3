import { expect, test } from "bun:test";
import { configErrors, readConfig, variables } from "./config.ts";

/** For every variable a value that is not accepted; undefined where any text is, or where others look at it later. */
const wrong: Readonly<Record<string, string | undefined>> = {
  PORT: "0",
  HOST: "a b",
  BASE_URL: "api.example.com",
  TRIAL: "yes",
  TRUST_PROXY: "yes",
  WEB_CONCURRENCY: "auto",
  DRAIN_MS: "-1",
  LOG_LEVEL: "loud",
  METRICS_TOKEN: "short",
  DATA_DIR: undefined,
  DATABASE_URL: "mysql://h/d",
  DATABASE_CONNECTIONS: "0",
  STORAGE_URL: "s3://key:secret-word@host",
  ENCRYPTION_KEY: "secret-word",
  JOB_STORAGE_MB: "account=0",
  RETENTION_DAYS: "audit=30",
  OPERATOR_EMAILS: "nobody",
  METERING: "yes",
  CATALOGUE_FILE: undefined,
  BURST_PER_SECOND: "0.5",
  FREE_CPU_SECONDS_PER_MINUTE: "0",
  ADMIN_TOKEN: "short",
  MAIL_URL: "http://mail.example.com",
  MAIL_FROM: "nobody",
  MAIL_PER_HOUR: "0",
  SALES_EMAIL: "nobody",
  STRIPE_SECRET_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whs_123",
  UPSTREAM_URLS: "stripe=https://stripe.example.com/v1",
  EGRESS_ALLOW: "10.0.0.0/99",
  UPLOAD_MAX_MB: "0",
  SANDBOX_PROCESSES: "0",
  IMAGES_MODEL: undefined,
  PDF_OCR: "yes!",
  PDF_OCR_LIMITS: "weight=0",
  UPSTREAM_USER_AGENT: "a\nb",
  AMAZON_SOURCE: "on",
  AMAZON_API_CREDENTIALS: "de=secret:word",
  AMAZON_DEFAULT_MARKETPLACE: "amazon.com.br",
  AMAZON_LIMITS: "daily=-1",
  SEO_CHROMIUM: undefined,
  AMAZON_ROBOTS: "ignore",
  LINKEDIN_SOURCE: "on",
  LINKEDIN_COOKIE: "li_at=secret",
  LINKEDIN_LIMITS: "concurrency=65",
  LINKEDIN_ROBOTS: "ignore",
  OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
  OTEL_EXPORTER_OTLP_HEADERS: "token",
  OTEL_SERVICE_NAME: "a b",
  OTEL_TRACES_SAMPLER_ARG: "2",
};

test("every variable is in the table, and there are at most 50", () => {
  expect(Object.keys(wrong).sort()).toEqual(Object.keys(variables).sort());
  expect(Object.keys(variables).length).toBeLessThanOrEqual(50);
});

test.each([
  "amazon=http://127.0.0.1:1/",
  "amazon=ftp://{host}",
  "linkedin=https://{host}/?q=1",
  "models=ftp://mirror.example.com",
  "stripe=https://stripe.example.com/v1",
  "stripe=http://a.example.com,stripe=http://b.example.com",
  "paypal=http://a.example.com",
  "http://a.example.com",
])("UPSTREAM_URLS=%s is not accepted", (value) => {
  const errors = configErrors({ UPSTREAM_URLS: value });
  expect(errors).toEqual([expect.stringMatching(/^UPSTREAM_URLS is not accepted: it must be .+ stripe=URL/)]);
});

test("UPSTREAM_URLS replaces the URL of each service, and the others keep theirs", () => {
  const secrets = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const urls = "stripe=http://127.0.0.1:9/, amazon=http://127.0.0.1:8/{host},models=https://m.example.com/a/";
  const read = readConfig({ ...secrets, UPSTREAM_URLS: urls });
  expect(read.stripe?.apiUrl).toBe("http://127.0.0.1:9");
  const settings = Object.fromEntries(read.apis.map((api) => [api.name, api.settings]));
  expect(settings).toMatchObject({
    products: { site: { baseUrl: "http://127.0.0.1:8/{host}" } },
    profiles: { site: { baseUrl: "https://{host}" } },
    images: { modelsBaseUrl: "https://m.example.com/a" },
  });
  expect(readConfig(secrets).stripe?.apiUrl).toBe("https://api.stripe.com");
});

test.each(Object.entries(wrong).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))(
  "%s=%p is an error that names it and what it accepts, and repeats no secret",
  (name = "", value = "") => {
    const [message = "", ...more] = configErrors({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} is not accepted: it must be .+\\.$`));
    expect(more).toEqual([]);
    expect(() => readConfig({ [name]: value })).toThrow(message);
    // As the value; a bound that is named may be the same number.
    if (value.length > 3) expect(message.replace(/ such as .*$/, "")).not.toContain(value);
  },
);

test.each([
  [{ PORT: "http" }, "PORT is not accepted: it must be a whole number from 1 to 65535."],
  [{ PORT: "0" }, "PORT is not accepted: it must be a whole number from 1 to 65535."],
  [{ PORT: "65536" }, "PORT is not accepted: it must be a whole number from 1 to 65535."],
  [{ HOST: "a b" }, "HOST is not accepted: it must be a host name or an address to listen on."],
  [
    { BASE_URL: "api.example.com" },
    "BASE_URL is not accepted: it must be a URL such as https://api.example.com, without a path.",
  ],
  [
    { BASE_URL: "https://api.example.com/v1" },
    "BASE_URL is not accepted: it must be a URL such as https://api.example.com, without a path.",
  ],
  [{ WEB_CONCURRENCY: "auto" }, "WEB_CONCURRENCY is not accepted: it must be a whole number from 1 to 256."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL is not accepted: it must be one of debug, info, warn, error, silent."],
  [
    { METRICS_TOKEN: "short" },
    "METRICS_TOKEN is not accepted: it must be 16 to 256 visible characters without spaces.",
  ],
  [{ DRAIN_MS: "-1" }, "DRAIN_MS is not accepted: it must be a whole number from 0 to 600000."],
  ...["postgresql://h:99999/quintet", "postgresql://u:p%zz@h/quintet", "postgresql://u:p/q@h/quintet"].map(
    (address): [Record<string, string>, string] => [
      { DATABASE_URL: address },
      "DATABASE_URL is not accepted: it must be sqlite:PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME.",
    ],
  ),
  ...["postgresql://h/quintet?sslmod=verify-full", "postgresql://h:1,i:2/quintet"].map(
    (address): [Record<string, string>, string] => [
      { DATABASE_URL: address },
      "DATABASE_URL is not accepted: it must be a URL with one host and, each at most once, the parameters sslmode, sslrootcert, prepare, durable_counters, application_name, options, host.",
    ],
  ),
  ...["smtp://:", "smtp://h:99999", "smtp://u:p%zz@h", "smtp://u:p/q@h"].map(
    (address): [Record<string, string>, string] => [
      { MAIL_URL: address },
      "MAIL_URL is not accepted: it must be a URL such as smtp://user:password@mail.example.com:587.",
    ],
  ),
])("the whole message for %p", (environment, message) => {
  expect(configErrors(environment)).toEqual([message]);
});

test.each(Object.keys(variables))("%s: nothing in it is not set", (name) => {
  expect(configErrors({ [name]: "" })).toEqual([]);
});

test.each(Object.keys(variables))("a slip in the name of %s stops the start", (name) => {
  // Of short names only swapped and doubled characters count.
  const slip =
    name.length > 6 ? name.slice(0, -2) + name.slice(-1) : `${name[0]}${name[2]}${name[1]}${name.slice(3)}`;
  expect(() => readConfig({ [slip]: "x" })).toThrow(new RegExp(`^${slip}: did you mean [A-Z_]+\\?`));
});

test("all errors are listed, and the environment of a service on Kubernetes has none", () => {
  expect(configErrors({ PORT: "x", LOG_LEVEL: "x", DATABSE_URL: "x", Port: "1" })).toHaveLength(4);
  expect(
    configErrors({
      QUINTET_PORT: "tcp://10.0.0.1:80",
      QUINTET_SERVICE_HOST: "10.0.0.1",
      KUBERNETES_PORT: "tcp://10.0.0.1:443",
    }),
  ).toEqual([]);
});
