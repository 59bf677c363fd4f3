import { expect, test } from "bun:test";
import { IpAllowList, readNetworks } from "./ip-allow-list.ts";

test.each([
  "",
  "203.0.113",
  "203.0.113.256",
  "0xcb.0.113.7",
  "010.0.0.1",
  "2001:db8",
  "2001:db8::1::2",
  "2001:db8:::1",
  "::1.2.3",
  "203.0.113.0/33",
  "203.0.113.0/-1",
  "203.0.113.0/",
  "203.0.113.0/08",
  "203.0.113.0/24/24",
  "2001:db8::/129",
  "fe80::1%eth0",
  "::ffff:203.0.113.0/95",
  "example.com",
  "*",
])("%p is not a network", (text) => {
  expect(readNetworks(["192.0.2.1", text])).toBeUndefined();
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7/32", "203.0.113.7"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["203.0.113.7/25", "203.0.113.0/25"],
  ["203.0.113.200/26", "203.0.113.192/26"],
  ["203.0.113.7/0", "0.0.0.0/0"],
  ["2001:DB8:0:0::7", "2001:db8::7"],
  ["2001:db8::7/33", "2001:db8::/33"],
  ["2001:db8:ffff::/35", "2001:db8:e000::/35"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
])("%s is read as %s", (text, read) => {
  expect(readNetworks([text, text])).toEqual([read]);
});

test.each([
  ["203.0.113.7", true],
  ["::ffff:203.0.113.7", true],
  ["::ffff:cb00:7107", true],
  ["203.0.113.8", false],
  ["::203.0.113.7", false],
  ["::ffff:0:203.0.113.7", false],
  ["198.51.100.255", true],
  ["198.51.101.0", false],
  ["2001:db8:1::5", true],
  ["2001:db8:1::5%eth0", true],
  ["2001:db9::", false],
  ["::1", false],
  ["not an address", false],
  ["203.0.113.7, 203.0.113.7", false],
  [undefined, false],
])("a client with the address %p: %p", (address, isAllowed) => {
  const list = new IpAllowList(["203.0.113.7", "198.51.100.0/24", "2001:db8::/32"]);
  expect(list.has(address)).toBe(isAllowed);
});

test("a stored text that is no network allows nobody", () => {
  expect(new IpAllowList(["everything"]).has("203.0.113.7")).toBe(false);
  expect(new IpAllowList([]).has("203.0.113.7")).toBe(false);
});

test("all of one kind does not allow the other", () => {
  expect(new IpAllowList(["0.0.0.0/0"]).has("2001:db8::1")).toBe(false);
  expect(new IpAllowList(["::/0"]).has("203.0.113.7")).toBe(false);
});
