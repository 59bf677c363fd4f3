import { expect, test } from "bun:test";
import { rejecting } from "../../../test/helpers/rejection.ts";
import type { Context } from "../../kit/context.ts";
import { inputReader } from "../../kit/query.ts";
import type { OfferedModels } from "./offered-models.ts";
import { rembgOperations } from "./rembg.ts";
import { sampleFile } from "./sample.ts";

/** The engine that is asked for by a call with this query. */
async function engineFor(query: string, installed: readonly string[]): Promise<string | undefined> {
  let asked: string | undefined;
  const models: OfferedModels = {
    has: async (name) => installed.includes(name),
    async modelFor(engine) {
      asked = engine;
      throw new Error("no image is processed");
    },
    async prepare() {},
  };
  const [file] = rembgOperations(models);
  if (file === undefined) throw new TypeError("no operation");
  const { operation } = file;
  const sent = { fields: [], files: { file: sampleFile.make() } };
  const input = inputReader(operation.input, [], operation)(query, {}, sent);
  const work = Promise.resolve(operation.run(input, {} as Context));
  expect((await work.catch((error: Error) => error.message)) as unknown).toBe("no image is processed");
  return asked;
}

test("a model of rembg is the installed one of that name, and otherwise what the operator has chosen", async () => {
  expect(await engineFor("model=u2netp", ["u2netp"])).toBe("u2netp");
  expect(await engineFor("model=birefnet-general", ["u2netp"])).toBe("auto");
  expect(await engineFor("", ["u2net"])).toBe("auto");
  // Names of this server's engines, and of the operator's other files, are not rembg's.
  for (const name of ["classic", "red"])
    expect(await rejecting(engineFor(`model=${name}`, ["red"]))).toThrow(/^model must be one of/);
});
