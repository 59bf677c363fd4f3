import { percentDecoded } from "../kit/percent-encoding.ts";

/** Connection to an S3-compatible store, in the terms of Bun's client, and the prefix of its objects. */
export interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly virtualHostedStyle: boolean;
  /** Begins the name of every object: empty, or it ends with a slash. */
  readonly prefix: string;
}

/** The syntax that `readS3Url` accepts, for messages. */
export const S3_URLS =
  "a URL such as s3://KEY:SECRET@s3.example.com/BUCKET/PREFIX, with KEY and SECRET percent-encoded; its parameters are region, style=path or style=virtual, and tls=false for a store without TLS";

const PARAMETERS: ReadonlySet<string> = new Set(["region", "style", "tls"]);

/** Names of buckets (Amazon S3 User Guide, "Bucket naming rules"), and those of older and other stores. */
const BUCKET = /^[\w][\w.-]{1,62}$/;

/** Prefixes that need no encoding. */
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;

/** The region that a host of Amazon names. */
function regionOf(host: string): string | undefined {
  return /(?:^|\.)s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com(?:\.cn)?$/.exec(host)?.[1];
}

/** Reads the URL of an S3-compatible store; undefined if it is not one of `S3_URLS`. */
export function readS3Url(text: string): S3Place | undefined {
  const url = text.startsWith("s3://") ? URL.parse(text) : null;
  if (url === null || url.hostname === "" || url.hash !== "") return undefined;
  const { searchParams } = url;
  const names = [...searchParams.keys()];
  if (names.some((name) => !PARAMETERS.has(name)) || new Set(names).size < names.length) return undefined;
  const [accessKeyId, secretAccessKey] = [percentDecoded(url.username), percentDecoded(url.password)];
  if (!accessKeyId || !secretAccessKey) return undefined;
  const [, bucket = "", ...folders] = url.pathname.replace(/\/$/, "").split("/");
  const prefix = folders.join("/");
  if (!BUCKET.test(bucket) || (prefix !== "" && !PREFIX.test(prefix))) return undefined;
  const style = searchParams.get("style") ?? "path";
  const tls = searchParams.get("tls") ?? "true";
  const region = searchParams.get("region") ?? regionOf(url.hostname) ?? "us-east-1";
  if (!/^(?:path|virtual)$/.test(style) || !/^(?:true|false)$/.test(tls)) return undefined;
  if (!/^[\w-]{1,64}$/.test(region)) return undefined;
  const host = style === "virtual" ? `${bucket}.${url.host}` : url.host;
  const endpoint = `${tls === "true" ? "https" : "http"}://${host}`;
  // With a port that no URL has, or a host with other characters.
  if (URL.parse(endpoint)?.host !== host.toLowerCase().replace(tls === "true" ? /:443$/ : /:80$/, "")) {
    return undefined;
  }
  return {
    endpoint,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    virtualHostedStyle: style === "virtual",
    prefix: prefix === "" ? "" : `${prefix}/`,
  };
}
