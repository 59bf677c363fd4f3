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

  test.each([
    "postgresql://u@h/d?sslmod=verify-full",
    "postgresql://u@h/d?SSLMODE=verify-full",
    "postgresql://u@h/d?sslmode=require&sslcert=/etc/client.pem",
    "postgresql://u@h/d?target_session_attrs=read-write",
    "postgresql://u@h/d?sslmode=verify-full&sslmode=disable",
    "postgresql://u@h/d?sslmode=require&=",
    "postgresql://u@one,two/d",
    "postgresql://u@one:5432,two:5432/d",
    "postgresql://u:p,w@one,two/d",
    "postgresql:///d?host=one,two",
  ])("%s would not do what it says: it is not accepted", (address) => {
    expect(isDatabaseAddress(address)).toBe(false);
  });
});

test("a comma in a password is no second host", () => {
  expect(locate("postgresql://u:p,w@h:5432/d")).toMatchObject({ host: "h:5432" });
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
