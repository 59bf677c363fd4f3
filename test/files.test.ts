import { describe, expect, test } from "bun:test";
import { variables } from "../src/config.ts";
import { problemKinds } from "../src/kit/problem.ts";
import { OPENAPI_FILE, openApiFile } from "./openapi-file.ts";

const read = (name: string) => Bun.file(new URL(`../${name}`, import.meta.url)).text();

test("openapi.json is current (npm run openapi writes it)", async () => {
  expect(await Bun.file(OPENAPI_FILE).text()).toBe(openApiFile());
});

test("every dependency is pinned exactly", async () => {
  for (const name of ["package.json", "bench/package.json"]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(await read(name));
    const versions: string[] = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.length).toBeGreaterThan(0);
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test("every dependency is justified in the README", async () => {
  const readme = await read("README.md");
  const { dependencies } = JSON.parse(await read("package.json"));
  for (const name of Object.keys(dependencies)) expect(readme).toContain(`\`${name}\``);
});

describe("every variable of the environment", () => {
  const names = Object.keys(variables.shape).filter((name) => name !== "QUINTET_WORKER");

  test.each(names)("%s is in .env.example with its meaning, commented out", async (name) => {
    const example = await read(".env.example");
    const schema = variables.shape[name as keyof typeof variables.shape];
    expect(example).toContain(`# ${schema.description}\n# ${name}=`);
  });

  test("and no other is", async () => {
    const found = [...(await read(".env.example")).matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(found).toEqual(names);
  });
});

test("the house as CONTRIBUTING draws it names every room there is", async () => {
  const contributing = await read("CONTRIBUTING.md");
  const rooms = new Set(
    Array.from(new Bun.Glob("src/*/**").scanSync("."), (path) => path.split("/")[1] ?? ""),
  );
  for (const room of rooms) expect(contributing).toMatch(new RegExp(`^\\s+${room}/`, "m"));
});

test("every code that is thrown is in the table, and every code of the table is thrown somewhere", async () => {
  const thrown = new Set<string>();
  for (const path of new Bun.Glob("src/**/*.{ts,tsx}").scanSync(".")) {
    if (path.endsWith(".test.ts") || path === "src/kit/problem.ts") continue;
    for (const [, code = ""] of (await Bun.file(path).text()).matchAll(/Problem\(\s*"([a-z-]+)"/g))
      thrown.add(code);
  }
  expect([...thrown].sort()).toEqual(Object.keys(problemKinds).sort());
});
