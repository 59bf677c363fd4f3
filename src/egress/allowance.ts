import ipaddr from "ipaddr.js";

/** An address and how many of its first bits count. */
export type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Exceptions of the operator to the rules: addresses by range, targets by name and port. */
export interface Allowance {
  readonly ranges: readonly Range[];
  /** `host:port` in lower case, IPv6 addresses in brackets. */
  readonly targets: ReadonlySet<string>;
}

/**
 * Reads `EGRESS_ALLOW`: a comma list of `host:port` and CIDR ranges. Throws a `TypeError` that names the
 * first entry that is neither.
 */
export function readAllowance(list: string): Allowance {
  const ranges: Range[] = [];
  const targets = new Set<string>();
  for (const entry of list.split(",").map((word) => word.trim().toLowerCase())) {
    if (entry === "") continue;
    if (entry.includes("/")) {
      if (!ipaddr.isValidCIDR(entry)) throw new TypeError(`${entry} is not a CIDR range`);
      ranges.push(ipaddr.parseCIDR(entry));
    } else {
      if (!/^(?:[\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(entry))
        throw new TypeError(`${entry} is not host:port`);
      targets.add(entry);
    }
  }
  return { ranges, targets };
}

function targetOf(url: URL): string {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return `${url.hostname.replace(/\.$/, "")}:${port}`;
}

/** Reports whether the operator allows exactly this target by name and port. */
export function isNamedTarget(url: URL, allowance: Allowance): boolean {
  return allowance.targets.has(targetOf(url));
}

/** Adds the target of a URL from the operator's settings to an allowance. */
export function allowTarget({ ranges, targets }: Allowance, address: string): Allowance {
  return { ranges, targets: new Set([...targets, targetOf(new URL(address))]) };
}
