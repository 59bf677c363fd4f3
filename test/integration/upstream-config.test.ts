import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { z } from "zod";
import { productsSettings } from "../../src/apis/products/settings.ts";
import { profilesSettings } from "../../src/apis/profiles/settings.ts";
import { formerSecrets, withFormerNames } from "../../src/config/former.ts";
import { withSecretFiles } from "../../src/config/secrets.ts";
import { readConfig, secretVariables, variableNames } from "../../src/config.ts";
import { ConfigError } from "../../src/kit/config-error.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const session = { LINKEDIN_SOURCE: "session" };
const header = 'lang=v=2&lang=en; li_at=s3cret-of-mine; JSESSIONID="ajax:1"';

test("cookies come from variables or files, are for one host, and nothing shows them", () => {
  const path = join(temporaryFolder(), "cookie");
  writeFileSync(path, `${header}\n`);
  const old = join(temporaryFolder(), "li_at");
  writeFileSync(old, "s3cret-of-mine\n");
  for (const given of [
    { LINKEDIN_COOKIE: header },
    { LINKEDIN_COOKIE_FILE: path },
    // As in 1.0.0.
    { LINKEDIN_COOKIE_LI_AT: "s3cret-of-mine", LINKEDIN_COOKIE_JSESSIONID: '"ajax:1"' },
    { LINKEDIN_COOKIE_LI_AT_FILE: old, LINKEDIN_COOKIE_JSESSIONID: '"ajax:1"' },
  ]) {
    const config = readConfig({ ...session, ...given });
    const secrets = [...secretVariables, ...formerSecrets];
    const { values } = withFormerNames(withSecretFiles({ ...session, ...given }, variableNames, secrets));
    const settings = profilesSettings.read(z.object(profilesSettings.variables).parse(values));
    const { cookies } = settings;
    expect(cookies?.host).toBe("www.linkedin.com");
    expect(cookies?.values.li_at?.reveal()).toBe("s3cret-of-mine");
    expect(Object.keys(cookies?.values ?? {})).toEqual(["li_at", "JSESSIONID"]);
    expect(cookies?.values.JSESSIONID?.reveal()).toBe('"ajax:1"');
    for (const value of [config, settings])
      for (const text of [inspect(value, { depth: 9 }), JSON.stringify(value)])
        expect(text).not.toContain("s3cret");
  }
});

test.each([
  [{ ...session }, "LINKEDIN_SOURCE=session needs LINKEDIN_COOKIE"],
  [{ ...session, LINKEDIN_COOKIE: "a", LINKEDIN_COOKIE_FILE: "b" }, "not both"],
  [{ ...session, LINKEDIN_COOKIE_FILE: "/nowhere" }, "LINKEDIN_COOKIE_FILE is not accepted"],
  [{ ...session, LINKEDIN_COOKIE: "li_at=s3cret; x=1" }, "LINKEDIN_COOKIE is not accepted"],
  [{ ...session, LINKEDIN_COOKIE: "li_at=s3cr\u00e9t; JSESSIONID=x" }, "LINKEDIN_COOKIE is not accepted"],
  [{ ...session, LINKEDIN_COOKIE_LI_AT: "s3cret" }, "LINKEDIN_COOKIE_LI_AT is not accepted"],
  [{ AMAZON_SOURCE: "on" }, "AMAZON_SOURCE is not accepted"],
  [{ AMAZON_BASE_URL: "http://127.0.0.1:1/" }, "AMAZON_BASE_URL is not accepted"],
  [{ AMAZON_ROBOTS: "ignore" }, "AMAZON_ROBOTS is not accepted"],
])("%p stops the start, and the value is not repeated", (environment, message) => {
  const start = () => readConfig(environment);
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(message);
  expect(start).not.toThrow("s3cret");
});

test("everything is off, slow and polite where nothing is set", () => {
  const amazon = productsSettings.read(z.object(productsSettings.variables).parse({}));
  const linkedin = profilesSettings.read(z.object(profilesSettings.variables).parse({}));
  expect([amazon.source, linkedin.source, linkedin.cookies]).toEqual([undefined, undefined, undefined]);
  expect(amazon.site).toMatchObject({
    robots: "respect",
    minIntervalMs: 2_000,
    concurrency: 2,
    circuitMs: 600_000,
    retries: 1,
  });
  expect(linkedin.site).toMatchObject({
    robots: "respect",
    minIntervalMs: 60_000,
    concurrency: 1,
    dailyCap: 80,
    retries: 0,
  });
});
