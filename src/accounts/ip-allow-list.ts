import { addressBytes } from "./networks.ts";

/** Networks of one allow-list at most. */
export const NETWORKS_MAX = 50;

/** The first address of a network, and how many of its bits all addresses share. */
interface Network {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** The bytes of an address with all bits from this one on cleared. */
function masked(bytes: readonly number[], bits: number): number[] {
  return bytes.map((byte, i) => byte & ~(0xff >> Math.min(8, Math.max(0, bits - 8 * i))));
}

/** An address or a network as `address/bits`; undefined for any other text. */
function networkIn(text: string): Network | undefined {
  const [address = "", length, ...rest] = text.split("/");
  const bytes = address.includes("%") ? undefined : addressBytes(address);
  if (bytes === undefined || rest.length > 0) return undefined;
  const width = 8 * bytes.length;
  if (length === undefined) return { bytes, bits: width };
  // Of an IPv4 address in IPv6 notation, the bits count from the start of that notation.
  const unused = bytes.length === 4 && address.includes(":") ? 96 : 0;
  const bits = /^(?:0|[1-9]\d{0,2})$/.test(length) ? Number(length) - unused : -1;
  return bits >= 0 && bits <= width ? { bytes: masked(bytes, bits), bits } : undefined;
}

/** An address in its usual form; that of IPv6 as RFC 5952 has it. */
function addressText(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  return new URL(`http://[${groups.join(":")}]/`).hostname.slice(1, -1);
}

function textOf({ bytes, bits }: Network): string {
  return bits === 8 * bytes.length ? addressText(bytes) : `${addressText(bytes)}/${bits}`;
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

  /** Whether it has a client's IP address; false where the address is not known. */
  has(address: string | undefined): boolean {
    const client = address === undefined ? undefined : addressBytes(address);
    return this.#networks.some(
      ({ bytes, bits }) =>
        bytes.length === client?.length && masked(client, bits).every((byte, i) => byte === bytes[i]),
    );
  }
}
