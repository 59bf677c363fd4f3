import type { Config } from "../config.ts";
import { mayConnect } from "../egress/url-policy.ts";
import { locate } from "../store/location.ts";

/** Addresses that are rarely meant to be fetched: all of one entry must be allowed for a warning. */
const SENSITIVE: readonly (readonly [name: string, addresses: readonly string[]])[] = [
  ["this machine (loopback)", ["127.0.0.1"]],
  ["this machine (loopback)", ["::1"]],
  ["the metadata service of the cloud", ["169.254.169.254"]],
  ["the metadata service of the cloud", ["fd00:ec2::254"]],
  ["all of 10.0.0.0/8", ["10.0.0.1", "10.255.255.254"]],
  ["all of 172.16.0.0/12", ["172.16.0.1", "172.31.255.254"]],
  ["all of 192.168.0.0/16", ["192.168.0.1", "192.168.255.254"]],
  ["all of fc00::/7", ["fc00::1", "fdff:ffff::1"]],
];

/** Lists warnings about settings that are accepted, a sentence each. */
export function configWarnings(
  config: Pick<Config, "egressAllow" | "databaseUrl" | "databaseConnections">,
): string[] {
  const reached = SENSITIVE.filter(([, addresses]) =>
    addresses.every((address) => mayConnect(address, config.egressAllow)),
  ).map(([name]) => name);
  const isShort = locate(config.databaseUrl).engine === "postgresql" && config.databaseConnections === 1;
  return [
    ...(reached.length === 0
      ? []
      : [
          `EGRESS_ALLOW lets clients fetch from ${[...new Set(reached)].join(", ")}. Name single targets as host:port instead.`,
        ]),
    ...(isShort
      ? [
          "DATABASE_CONNECTIONS=1 leaves no connection for notifications: all statements wait for each other, and revoked keys work for some seconds. Use 3 or more.",
        ]
      : []),
  ];
}
