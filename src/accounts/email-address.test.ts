import { expect, test } from "bun:test";
import { canonicalAddress, emailAddress } from "./email-address.ts";

test.each([
  ["victim+1@example.com", "victim@example.com"],
  ["victim+a+b@example.com", "victim@example.com"],
  ["v.i.c.t.i.m+x@gmail.com", "victim@gmail.com"],
  ["Victim@GoogleMail.com", "victim@gmail.com"],
  ["vic-tim_@pm.me", "victim@proton.me"],
  ["victim+x@me.com", "victim@icloud.com"],
  // A dot is part of the name everywhere else.
  ["v.ictim@example.com", "v.ictim@example.com"],
  ["v.ictim@mail.gmail.com", "v.ictim@mail.gmail.com"],
  ["+tag@example.com", "+tag@example.com"],
  ["victim+@example.com", "victim@example.com"],
])("%s is an address of the mailbox %s", (address, mailbox) => {
  expect(canonicalAddress(address)).toBe(mailbox);
  expect(canonicalAddress(mailbox)).toBe(mailbox);
});

test("addresses of one mailbox, however many there are, have one canonical form", () => {
  const forms = Array.from({ length: 2_000 }, (_, i) => {
    const name = [..."victim"].join(i % 2 === 0 ? "." : "");
    return canonicalAddress(`${i % 3 === 0 ? name.toUpperCase() : name}+${i}@gmail.com`);
  });
  expect(new Set(forms)).toEqual(new Set(["victim@gmail.com"]));
});

test("blanks around an address are dropped, and 16 KB of them take no time", () => {
  expect(emailAddress.parse(" \t Ada@Example.com\t ")).toBe("ada@example.com");
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    expect(emailAddress.safeParse(`${" ".repeat(16_000)}x${" ".repeat(16_000)}@x`).success).toBe(false);
    return performance.now() - started;
  });
  expect(Math.min(...times)).toBeLessThan(50);
});
