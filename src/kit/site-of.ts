/** Second levels under which a country registers names, such as in `example.co.uk`. */
const REGISTERED_UNDER = /^(?:ac|co|com|edu|go|gob|gov|gouv|gv|mil|ne|net|nom|or|org|sch)$/;

/** The registered part of a host name, such as `example.com` of `www.example.com`: requests to all of its hosts have one pace. */
export function siteOf(host: string): string {
  const name = host.replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();
  if (name.startsWith("[") || /^[\d.]+$/.test(name)) return host;
  const labels = name.split(".");
  const [second = "", top = ""] = labels.slice(-2);
  return labels.slice(top.length === 2 && REGISTERED_UNDER.test(second) ? -3 : -2).join(".");
}

/** The part of an address that one machine cannot choose: of IPv6, the first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":");
}
