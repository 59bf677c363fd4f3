import ipaddr from "ipaddr.js";

/** Prefix lengths at which clients are counted, the narrowest first. A household has a /64 to a /48 for itself. */
const PREFIXES = { ipv4: [32, 24], ipv6: [64, 56, 48] } as const;

/**
 * The networks that an IP address belongs to, as `address/bits`, the narrowest first: /32 and /24 of IPv4, /64, /56
 * and /48 of IPv6. An IPv4 address in IPv6 notation counts as IPv4. A text that is no address is a network by itself.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  // A zone (`fe80::1%eth0`) names an interface of ours, not a client.
  const plain = address.split("%", 1)[0] ?? "";
  if (!ipaddr.isValid(plain)) return [address];
  const ip = ipaddr.process(plain);
  const bytes = ip.toByteArray();
  const [first, ...rest] = PREFIXES[ip.kind()].map((bits) => {
    const kept = bytes.map((byte, i) => (i * 8 < bits ? byte : 0));
    return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
  });
  return [first ?? address, ...rest];
}
