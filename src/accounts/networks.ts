/** The four bytes of a dotted IPv4 address; undefined for anything else, also for zeros before a number: some read it as octal. */
function bytesOf(address: string): number[] | undefined {
  const bytes = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
    .exec(address)
    ?.slice(1)
    .map(Number);
  return bytes?.every((byte) => byte < 256) ? bytes : undefined;
}

/** The eight groups of an IPv6 address; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  const colon = address.lastIndexOf(":") + 1;
  // A dotted tail (`::ffff:192.0.2.1`) stands for the last two groups.
  const [a, b = 0, c = 0, d = 0] = bytesOf(address.slice(colon)) ?? [];
  const tail = a === undefined ? undefined : `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const halves = (tail === undefined ? address : address.slice(0, colon) + tail).split("::");
  const [left = [], right] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const zeros = 8 - left.length - (right?.length ?? 0);
  if (halves.length > 2 || (right === undefined ? zeros !== 0 : zeros < 1)) return undefined;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...(right ?? [])];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}

/**
 * The bytes of an IP address: 4 or 16. An IPv4 address in IPv6 notation is the IPv4 address, and a zone
 * (`fe80::1%eth0`) is left out: it names an interface of this server, not a client. Undefined for what is no address.
 */
export function addressBytes(text: string): readonly number[] | undefined {
  const plain = text.split("%", 1)[0] ?? "";
  const groups = plain.includes(":") ? groupsOf(plain) : undefined;
  if (groups === undefined) return bytesOf(plain);
  const bytes = groups.flatMap((group) => [group >> 8, group & 0xff]);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? bytes.slice(12) : bytes;
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
  const bytes = bytesOf(plain);
  if (bytes !== undefined) return ipv4Networks(...bytes);
  const groups = groupsOf(plain);
  if (groups === undefined) return [address];
  const [a = 0, b = 0, c = 0, d = 0, , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && a + b + c + d === 0)
    return ipv4Networks(high >> 8, high & 0xff, low >> 8, low & 0xff);
  const of = (fourth: number, bits: number) =>
    `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${fourth.toString(16)}::/${bits}`;
  return [of(d, 64), of(d & 0xff00, 56), of(0, 48)];
}
