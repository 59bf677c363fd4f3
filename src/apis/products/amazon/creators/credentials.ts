import { Secret } from "../../../../upstream/secret.ts";
import { findMarketplace } from "../marketplaces.ts";
import { AccessToken, type Region } from "./access-token.ts";

/** The operator's access to the Creators API of one marketplace. */
export interface Credentials {
  readonly token: AccessToken;
  /** The store or tracking ID, such as `example-20`. */
  readonly partnerTag: string;
}

/** Credentials by the names of marketplaces. */
export type CredentialsByMarketplace = ReadonlyMap<string, Credentials>;

/** The regions of the Creators API, by marketplace; co.za is in none. Source: the SDK's credential versions. */
const regions: readonly (readonly [Region, string])[] = [
  [1, "com ca com.mx com.br"],
  [2, "co.uk de fr it es nl com.be ie se pl com.tr ae sa eg in"],
  [3, "co.jp sg com.au"],
];

/** The region of a marketplace; undefined if it has no Creators API. */
export function regionOf(marketplace: string): Region | undefined {
  return regions.find(([, names]) => names.split(" ").includes(marketplace))?.[0];
}

const ENTRY = /^([a-z.]{2,6})=([A-Za-z0-9._-]{10,256}):([A-Za-z0-9._~/+=-]{16,512}):([A-Za-z0-9_-]{1,64})$/;

/**
 * Reads credentials as the operator writes them: `de=CREDENTIALID:SECRET:example-21,com=…`. Undefined for a text that
 * is malformed, names a marketplace twice, or one that has no Creators API.
 */
export function readCredentials(text: string): CredentialsByMarketplace | undefined {
  const all = new Map<string, Credentials>();
  for (const entry of text.split(",")) {
    const [, name = "", id = "", secret = "", partnerTag = ""] = ENTRY.exec(entry.trim()) ?? [];
    const marketplace = findMarketplace(name)?.name;
    const region = marketplace === undefined ? undefined : regionOf(marketplace);
    if (marketplace === undefined || region === undefined || all.has(marketplace)) return undefined;
    all.set(marketplace, { token: new AccessToken(id, new Secret(secret), region), partnerTag });
  }
  return all;
}
