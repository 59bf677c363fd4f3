import { z } from "zod";
import { parseJson } from "../../../../kit/parse-json.ts";
import { problems, retryAfterMs } from "../../../../upstream/problems.ts";
import type { Secret } from "../../../../upstream/secret.ts";
import type { Page, SiteClient } from "../../../../upstream/source.ts";

/** North America, Europe with the Middle East and India, or the Far East: each has credentials of its own. */
export type Region = 1 | 2 | 3;

/** Where credentials of version 3, made since 2026, are exchanged: Login with Amazon. By region. */
const LOGIN: Readonly<Record<Region, string>> = {
  1: "https://api.amazon.com/auth/o2/token",
  2: "https://api.amazon.co.uk/auth/o2/token",
  3: "https://api.amazon.co.jp/auth/o2/token",
};

/** Where older credentials, of version 2, are exchanged. By region. */
const COGNITO: Readonly<Record<Region, string>> = {
  1: "https://creatorsapi.auth.us-east-1.amazoncognito.com/oauth2/token",
  2: "https://creatorsapi.auth.eu-south-2.amazoncognito.com/oauth2/token",
  3: "https://creatorsapi.auth.us-west-2.amazoncognito.com/oauth2/token",
};

/** Credential IDs of version 3 begin with this; those of version 2 are letters and digits alone. */
const LOGIN_ID = "amzn1.";

/** A token is replaced this long before it expires, in seconds. */
const EARLY_S = 30;
const HOUR_S = 3_600;

/** A response of the token endpoint is a few hundred bytes; longer ones are something else. */
const BYTES_MAX = 65_536;

const Granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/),
  expires_in: z.number().positive().catch(HOUR_S).default(HOUR_S),
});
const Refused = z.object({ error: z.string().regex(/^[a-z_]{1,64}$/) });

/** The JSON of a response; the caller tells one that is none as a response without a token. */
function json(body: Uint8Array): unknown {
  return body.length > BYTES_MAX ? undefined : parseJson(new TextDecoder().decode(body));
}

/**
 * The operator's access token for the Creators API: the OAuth 2.0 client credentials grant (RFC 6749 section 4.4).
 * Kept in the memory of this process alone.
 */
export class AccessToken {
  readonly #id: string;
  readonly #secret: Secret;
  readonly #region: Region;
  #current: { readonly authorization: string; readonly expiresAt: number } | undefined;

  constructor(id: string, secret: Secret, region: Region) {
    this.#id = id;
    this.#secret = secret;
    this.#region = region;
  }

  /** Whether there is a token that has not expired at this time, in milliseconds since 1970. */
  isKept(now: number): boolean {
    return this.#current !== undefined && now < this.#current.expiresAt;
  }

  /** Forgets the token: the API rejects it before its time. */
  drop(): void {
    this.#current = undefined;
  }

  /**
   * The `Authorization` header of a request. Requests a new token if the kept one has expired. Throws
   * `upstream-credentials-rejected`, `upstream-rate-limited`, `upstream-unavailable`, `upstream-unexpected-page`, and
   * what the client throws.
   */
  async authorization(client: SiteClient): Promise<string> {
    if (this.#current !== undefined && this.isKept(client.now())) return this.#current.authorization;
    const page = await this.#request(client);
    const granted = Granted.safeParse(page.status === 200 ? json(page.body) : undefined);
    if (!granted.success) throw rejection(page, client.now());
    const { access_token: token, expires_in: seconds } = granted.data;
    const version = this.#id.startsWith(LOGIN_ID) ? "" : `, Version 2.${this.#region}`;
    const authorization = `Bearer ${token}${version}`;
    this.#current = { authorization, expiresAt: client.now() + Math.max(0, seconds - EARLY_S) * 1_000 };
    return authorization;
  }

  #request(client: SiteClient): Promise<Page> {
    const isLogin = this.#id.startsWith(LOGIN_ID);
    const fields = {
      grant_type: "client_credentials",
      client_id: this.#id,
      client_secret: this.#secret.reveal(),
      scope: isLogin ? "creatorsapi::default" : "creatorsapi/default",
    };
    return client.get((isLogin ? LOGIN : COGNITO)[this.#region], {
      headers: {
        Accept: "application/json",
        "Content-Type": isLogin ? "application/json" : "application/x-www-form-urlencoded",
      },
      body: isLogin ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
      isPreliminary: true,
    });
  }
}

function rejection({ url, status, headers, body }: Page, now: number) {
  const site = new URL(url).host;
  if (status === 429) return problems.rateLimited(site, retryAfterMs(headers.get("retry-after")?.[0], now));
  if (status >= 500) return problems.unavailable(site);
  const refused = Refused.safeParse(json(body)).data?.error;
  if (refused !== undefined || status === 401 || status === 403) {
    return problems.credentialsRejected(site, refused ?? `status ${status}`);
  }
  return problems.unexpectedPage(site, "a response without a token");
}
