import { z } from "zod";

/** Location of a database. */
export type Location =
  | { readonly engine: "sqlite"; readonly filename: string }
  | {
      readonly engine: "postgresql";
      /** For the library, with the `sslmode` that applies and without `prepare` and `durable_counters`. */
      readonly url: string;
      readonly host: string;
      readonly name: string;
      readonly sslMode: SslMode;
      /** Whether the connection does not leave this machine. */
      readonly isLocal: boolean;
      /** False with `?prepare=false`: a pooler in between forgets prepared statements. */
      readonly prepare: boolean;
      /** False with `?durable_counters=false`: charges do not wait for the disk of the server, which may forget the last ones. */
      readonly durableCounters: boolean;
    };

/** The parameters of a PostgreSQL URL. Others are rejected: a misspelled `sslmode` would silently turn off TLS. */
const PARAMETERS: readonly string[] = [
  ...["sslmode", "sslrootcert", "prepare", "durable_counters"],
  ...["application_name", "options", "host"],
];

/** The syntax that `locate` accepts, for messages. */
export const ADDRESSES = "sqlite:PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME";

/** The rule of `hasKnownParameters`, for messages. */
export const ADDRESS_PARAMETERS = `a URL with one host and, each at most once, the parameters ${PARAMETERS.join(", ")}`;

const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;

/** TLS modes as in libpq: from `require` on nothing is sent without TLS, and from `verify-ca` on the certificate is checked. */
export type SslMode = (typeof sslModes)[number];

const SslModeParameter = z.enum(sslModes).optional();
const FlagParameter = z.enum(["true", "false"]).default("true");

function isLoopbackName(hostname: string): boolean {
  return /^(?:|localhost|(?:.*\.)?localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/** Whether the library takes a URL, whose password may hold what no URL may. Nothing is connected. */
function canOpen(url: URL): boolean {
  const plain = new URL(url);
  // The library would read the file; whether it can be read is a question of its own.
  plain.searchParams.delete("sslrootcert");
  try {
    new Bun.SQL({ url: plain.href, max: 1 });
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a database address has one host and no unknown or repeated parameter. True for what is no URL. */
export function hasKnownParameters(address: string): boolean {
  // Not the `hostname` of the URL, which is none where two hosts have ports.
  const [, , authority = ""] = address.split("/");
  if (authority.slice(authority.lastIndexOf("@") + 1).includes(",")) return false;
  const { searchParams } = URL.parse(address) ?? {};
  const given = [...(searchParams?.keys() ?? [])];
  return (
    given.every((name, i) => PARAMETERS.includes(name) && given.indexOf(name) === i) &&
    searchParams?.get("host")?.includes(",") !== true
  );
}

function locatePostgres(address: string): Location | undefined {
  const url = URL.parse(address);
  if (url === null || !/^postgres(?:ql)?:\/\/./.test(address)) return undefined;
  const { searchParams, hostname, port, pathname } = url;
  const mode = SslModeParameter.safeParse(searchParams.get("sslmode") ?? undefined);
  const prepare = FlagParameter.safeParse(searchParams.get("prepare") ?? undefined);
  const durable = FlagParameter.safeParse(searchParams.get("durable_counters") ?? undefined);
  if (!mode.success || !prepare.success || !durable.success) return undefined;
  const isLocal = isLoopbackName(hostname);
  const sslMode = mode.data ?? (isLocal ? "disable" : "prefer");
  searchParams.set("sslmode", sslMode);
  searchParams.delete("prepare");
  searchParams.delete("durable_counters");
  if (!canOpen(url)) return undefined;
  return {
    engine: "postgresql",
    url: url.href,
    host: `${hostname === "" ? "localhost" : hostname}:${port === "" ? "5432" : port}`,
    name: pathname.slice(1),
    sslMode,
    isLocal,
    prepare: prepare.data === "true",
    durableCounters: durable.data === "true",
  };
}

function read(address: string): Location | undefined {
  if (!address.startsWith("sqlite:")) {
    return hasKnownParameters(address) ? locatePostgres(address) : undefined;
  }
  const filename = /^sqlite:(?:\/\/)?([^?#]+)$/.exec(address)?.[1];
  return filename === undefined ? undefined : { engine: "sqlite", filename };
}

/** The file that `sslrootcert` of an address names; undefined without one. */
export function rootCertificateOf(address: string): string | undefined {
  return URL.parse(address)?.searchParams.get("sslrootcert") ?? undefined;
}

/** Reports whether `locate` knows this form of address. */
export function isDatabaseAddress(address: string): boolean {
  return read(address) !== undefined;
}

/**
 * Reads `sqlite:data/quintet.db`, `sqlite:///var/lib/quintet.db`, or a PostgreSQL URL, with `sslmode` and `sslrootcert` as
 * in libpq, `prepare` and `durable_counters`. Throws a `TypeError` that does not repeat the address: it may hold a password.
 */
export function locate(address: string): Location {
  const location = read(address);
  if (location === undefined) throw new TypeError(`A database URL is ${ADDRESSES}`);
  return location;
}
