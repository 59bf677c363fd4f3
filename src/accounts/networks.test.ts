import { expect, test } from "bun:test";
import { networksOf } from "./networks.ts";

test.each([
  ["198.51.100.7", ["198.51.100.7/32", "198.51.100.0/24"]],
  ["::ffff:198.51.100.7", ["198.51.100.7/32", "198.51.100.0/24"]],
  ["::ffff:c633:6407", ["198.51.100.7/32", "198.51.100.0/24"]],
  ["2001:DB8:1:2ff:3:4:5:6", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["2001:db8::1%eth0", ["2001:db8::/64", "2001:db8::/56", "2001:db8::/48"]],
  ["unknown", ["unknown"]],
])("%s belongs to %j", (address, networks) => {
  expect(networksOf(address)).toEqual(networks as [string]);
});
