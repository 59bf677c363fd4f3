import { describe, expect, test } from "bun:test";
import { isDatabaseAddress, locate } from "./location.ts";

describe("TLS to PostgreSQL", () => {
  test.each([
    ["postgresql://u@localhost/d", "disable", true],
    ["postgresql://u@127.0.0.1:5432/d", "disable", true],
    ["postgresql://u@[::1]/d", "disable", true],
    ["postgresql://u@db.example.com/d", "prefer", false],
    ["postgresql://u@10.0.0.20/d", "prefer", false],
    ["postgresql://u@localhost.example.com/d", "prefer", false],
    ["postgresql://u@db.example.com/d?sslmode=disable", "disable", false],
    ["postgresql://u@localhost/d?sslmode=require", "require", true],
    ["postgresql://u@db.example.com/d?sslmode=verify-full", "verify-full", false],
  ])("%s: %s", (address, sslMode, isLocal) => {
    const place = locate(address);
    expect(place).toMatchObject({ engine: "postgresql", sslMode, isLocal });
    if (place.engine === "postgresql") expect(place.url).toContain(`sslmode=${sslMode}`);
  });

  test.each(["?sslmode=on", "?sslmode=", "?prepare=off", "?prepare="])("%s is not accepted", (query) => {
    expect(isDatabaseAddress(`postgresql://u@h/d${query}`)).toBe(false);
  });
});

test("what the library is given is the address, with its password and other parameters, without prepare", () => {
  const place = locate(
    "postgresql://us%40er:p%2Fw%25%2B@h:6432/my-db?prepare=false&application_name=a%20b&options=-c%20a%3Db",
  );
  expect(place).toMatchObject({ host: "h:6432", name: "my-db", prepare: false });
  if (place.engine !== "postgresql") throw new Error("no PostgreSQL");
  const { options } = new Bun.SQL({ url: place.url, max: 1 }) as unknown as {
    options: Record<string, unknown>;
  };
  expect(options).toMatchObject({ username: "us@er", password: "p/w%+", port: 6432, database: "my-db" });
  const { searchParams } = new URL(place.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    application_name: "a b",
    options: "-c a=b",
    sslmode: "prefer",
  });
});
