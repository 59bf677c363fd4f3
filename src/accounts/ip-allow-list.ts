import ipaddr from "ipaddr.js";
import { readAddress } from "./networks.ts";

/** Networks of one allow-list at most. */
export const NETWORKS_MAX = 50;

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

function networkIn(text: string): Network | undefined {
  const [address = "", length, ...rest] = text.split("/");
  const ip = address.includes("%") ? undefined : readAddress(address);
  if (ip === undefined || rest.length > 0) return undefined;
  const width = ip.kind() === "ipv4" ? 32 : 128;
  if (length === undefined) return [ip, width];
  // Of an IPv4 address in IPv6 notation, the bits count from the start of that notation.
  const unused = width === 32 && address.includes(":") ? 96 : 0;
  const bits = /^(?:0|[1-9]\d{0,2})$/.test(length) ? Number(length) - unused : -1;
  return bits >= 0 && bits <= width ? [ip, bits] : undefined;
}

function textOf([ip, bits]: Network): string {
  const kind = ip instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return bits === 8 * ip.toByteArray().length
    ? ip.toString()
    : `${kind.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;
}

/** Reads IP addresses and CIDR networks, each in its shortest form and once; undefined where one is neither. */
export function readNetworks(texts: readonly string[]): string[] | undefined {
  const networks = texts.map(networkIn);
  const known = networks.filter((network) => network !== undefined);
  return known.length === networks.length ? [...new Set(known.map(textOf))] : undefined;
}

/** The IP addresses from which a key may be used. */
export class IpAllowList {
  readonly #networks: readonly Network[];

  /** `networks` as `readNetworks` gives them. A text that is no network allows nothing. */
  constructor(networks: readonly string[]) {
    this.#networks = networks.map(networkIn).filter((network) => network !== undefined);
  }

  has(address: string | undefined): boolean {
    const client = address === undefined ? undefined : readAddress(address);
    // Of two kinds, `match` throws.
    return (
      client !== undefined &&
      this.#networks.some(([ip, bits]) => ip.kind() === client.kind() && client.match(ip, bits))
    );
  }
}
