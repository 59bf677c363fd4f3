import { expect, test } from "bun:test";
import { networkOf, siteOf } from "./site-of.ts";

test.each([
  ["www.example.com", "example.com"],
  ["WWW.Example.COM.", "example.com"],
  ["a.b.c.example.com:8080", "example.com"],
  ["shop.example.co.uk", "example.co.uk"],
  ["x.y.gob.mx", "y.gob.mx"],
  // Without a list of public suffixes, hosts of many owners share one pace: slower, never faster.
  ["one.github.io", "github.io"],
  ["localhost", "localhost"],
  ["127.0.0.1:80", "127.0.0.1:80"],
  ["[2001:db8::1]", "[2001:db8::1]"],
])("requests to %s have the pace of %s", (host, site) => {
  expect(siteOf(host)).toBe(site);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
  ["::", "0:0:0:0"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
