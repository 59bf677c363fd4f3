import { expect, test } from "bun:test";
import { Clients } from "./client-ip.ts";

const request = (forwarded?: string) =>
  new Request("http://quintet.test/", {
    headers: forwarded === undefined ? {} : { "X-Forwarded-For": forwarded },
  });

function clients(trustProxy: boolean, peer: string | undefined): Clients {
  const made = new Clients(trustProxy);
  made.peer = () => peer;
  return made;
}

test("without a trusted proxy, X-Forwarded-For is anybody's claim", () => {
  const direct = clients(false, "198.51.100.9");
  expect(direct.address(request("203.0.113.7"))).toBe("198.51.100.9");
  expect(direct.source(request("203.0.113.7"))).toBe("198.51.100.9");
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  // What the client itself sent is on the left.
  ["203.0.113.7, 198.51.100.9", "198.51.100.9"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["unknown", "10.0.0.2"],
  ["203.0.113.7,", "10.0.0.2"],
  [undefined, "10.0.0.2"],
])("behind a trusted proxy, the address of X-Forwarded-For %p is %p", (forwarded, address) => {
  expect(clients(true, "10.0.0.2").address(request(forwarded))).toBe(address);
});

test("a loopback connection has an address for allow-lists, and none for rate limits", () => {
  for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    expect(clients(true, peer).address(request())).toBe(peer);
    expect(clients(true, peer).source(request())).toBeUndefined();
  }
});

test("a request that an interface of this process makes has the address of the client that it is for", () => {
  const of = new Clients(true);
  of.peer = (asked) => (asked.url.endsWith("/mcp") ? "203.0.113.7" : undefined);
  const outer = new Request("http://quintet.test/mcp");
  expect(of.address(Object.assign(request("198.51.100.9"), { outer }))).toBe("203.0.113.7");
  expect(new Clients(false).address(request())).toBeUndefined();
});
