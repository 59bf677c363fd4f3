import { createHash, createHmac } from "node:crypto";

/** A request that is signed. Header names are in lower case; `host` and `x-amz-date` are among them. */
export interface SignedRequest {
  readonly method: string;
  /** The path, encoded as it is sent. */
  readonly path: string;
  /** The query, encoded and sorted by name, without the question mark. */
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Who signs, and for what. */
export interface SigningKey {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** A time in milliseconds as `X-Amz-Date` has it: `20150830T123600Z`. */
export function amzDate(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

/**
 * The `Authorization` header of a request by AWS Signature Version 4 (docs.aws.amazon.com, "Create a signed AWS API
 * request"). All headers of the request are signed.
 */
export function authorization(
  { method, path, query = "", headers, body }: SignedRequest,
  { accessKey, secretKey, region, service }: SigningKey,
): string {
  const date = headers["x-amz-date"] ?? "";
  const day = date.slice(0, 8);
  const names = Object.keys(headers).sort();
  const signed = names.join(";");
  const lines = names.map((name) => `${name}:${(headers[name] ?? "").trim().replaceAll(/ +/g, " ")}\n`);
  const canonical = [method, path, query, lines.join(""), signed, hash(body)].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [region, service, "aws4_request"].reduce<Buffer>(hmac, hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, [ALGORITHM, date, scope, hash(canonical)].join("\n")).toString("hex");
  return `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}
