import { isIP } from "node:net";

/** The eight groups of an IPv6 address that `isIP` has accepted. */
function groupsOf(address: string): number[] {
  // A dotted tail (`::ffff:192.0.2.1`) stands for the last two groups.
  const dotted = /[\d.]+$/.exec(address)?.[0].split(".").map(Number) ?? [];
  const [a = 0, b = 0, c = 0, d] = dotted;
  const plain =
    d === undefined
      ? address
      : `${address.slice(0, address.lastIndexOf(":") + 1)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const [head = "", tail = ""] = plain.split("::");
  const read = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const ipv4Networks = (a = 0, b = 0, c = 0, d = 0) =>
  [`${a}.${b}.${c}.${d}/32`, `${a}.${b}.${c}.0/24`] as const;

/**
 * The networks that an IP address belongs to, as `address/bits`, the narrowest first: /32 and /24 of IPv4, /64, /56
 * and /48 of IPv6, of which a household has one for itself. An IPv4 address in IPv6 notation counts as IPv4. A text
 * that is no address is a network by itself.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  // A zone (`fe80::1%eth0`) names an interface of ours, not a client.
  const plain = address.split("%", 1)[0] ?? "";
  const version = isIP(plain);
  if (version === 0) return [address];
  if (version === 4) return ipv4Networks(...plain.split(".").map(Number));
  const groups = groupsOf(plain);
  const [a = 0, b = 0, c = 0, d = 0, , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && a + b + c + d === 0)
    return ipv4Networks(high >> 8, high & 0xff, low >> 8, low & 0xff);
  const of = (fourth: number, bits: number) =>
    `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${fourth.toString(16)}::/${bits}`;
  return [of(d, 64), of(d & 0xff00, 56), of(0, 48)];
}
