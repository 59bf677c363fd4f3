import { Secret } from "../../../../upstream/secret.ts";
import { findMarketplace } from "../marketplaces.ts";

/** The operator's account with the Product Advertising API of one marketplace. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: Secret;
  /** The store or tracking ID, such as `example-20`. */
  readonly partnerTag: string;
}

/** Credentials by the names of marketplaces. */
export type CredentialsByMarketplace = ReadonlyMap<string, Credentials>;

/** The region that requests are signed for, by marketplace; co.za has no such API. Source: PA-API 5, "Host and Region". */
const regions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["com", "ca", "com.mx", "com.br"].map((name) => [name, "us-east-1"])),
  ...Object.fromEntries(["co.jp", "sg", "com.au"].map((name) => [name, "us-west-2"])),
  ...Object.fromEntries(
    "co.uk de fr it es nl com.be ie se pl com.tr ae sa eg in".split(" ").map((name) => [name, "eu-west-1"]),
  ),
};

/** The region of a marketplace; undefined if it has no Product Advertising API. */
export function regionOf(marketplace: string): string | undefined {
  return Object.hasOwn(regions, marketplace) ? regions[marketplace] : undefined;
}

const ENTRY = /^([a-z.]{2,6})=([A-Za-z0-9]{16,128}):([A-Za-z0-9/+=_-]{16,256}):([A-Za-z0-9_-]{1,64})$/;

/**
 * Reads credentials as the operator writes them: `de=ACCESSKEY:SECRET:example-21,com=…`. Undefined for a text that is
 * malformed, names a marketplace twice, or one that has no Product Advertising API.
 */
export function readCredentials(text: string): CredentialsByMarketplace | undefined {
  const all = new Map<string, Credentials>();
  for (const entry of text.split(",")) {
    const [, name = "", accessKey = "", secret = "", partnerTag = ""] = ENTRY.exec(entry.trim()) ?? [];
    const marketplace = findMarketplace(name)?.name;
    if (marketplace === undefined || regionOf(marketplace) === undefined || all.has(marketplace))
      return undefined;
    all.set(marketplace, { accessKey, secretKey: new Secret(secret), partnerTag });
  }
  return all;
}
