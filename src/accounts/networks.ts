import ipaddr from "ipaddr.js";

/** Reads an IP address. IPv4 in IPv6 notation is IPv4; a zone is left out. Undefined for other texts. */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const plain = text.split("%", 1)[0] ?? "";
  const isDotted = plain.includes(":") && plain.includes(".");
  // ipaddr.js takes `::192.0.2.1` for the IPv4 address, and reads the short forms of inet_aton too.
  const written = isDotted ? (URL.parse(`http://[${plain}]/`)?.hostname.slice(1, -1) ?? "") : plain;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written);
  return isAddress ? ipaddr.process(written) : undefined;
}

/** The networks of an IP address, the narrowest first: /32 and /24 of IPv4; /64, /56 and /48 of IPv6. */
export function networksOf(address: string): readonly [string, ...string[]] {
  const ip = readAddress(address);
  if (ip === undefined) return [address];
  if (ip instanceof ipaddr.IPv4) {
    const [a, b, c, d] = ip.octets;
    return [`${a}.${b}.${c}.${d}/32`, `${a}.${b}.${c}.0/24`];
  }
  const [a = 0, b = 0, c = 0, d = 0] = ip.parts;
  const of = (fourth: number, bits: number) =>
    `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${fourth.toString(16)}::/${bits}`;
  return [of(d, 64), of(d & 0xff00, 56), of(0, 48)];
}
