// A resource of the platform that exists for one test: `test/system/new-resource.test.ts` adds it to a copy of the source.
import { z } from "zod";
import { Problem } from "../src/kit/problem.ts";
import { actionsOf, type DescribedResource } from "../src/kit/resource.ts";

const action = actionsOf<unknown>();
const nothing = z.object({});

const Square = z
  .object({
    id: z.string().describe("The ID of the square: its side."),
    area: z.int().describe("The area."),
    account: z.string().describe("The account that asked."),
  })
  .meta({ id: "Square", description: "A square." });

const base = { tag: "Squares", access: "key", query: nothing, fields: nothing, status: 200 } as const;
const shown = { id: "3", area: 9, account: "01a1f985-ace8-7193-a290-1e9daeb3803b" };

function square(id: string, account: string) {
  return { id, area: Number(id) ** 2, account };
}

/** Squares, which are computed. */
export const squares = {
  name: "squares",
  title: "Squares of sides",
  summary: "Squares that are computed from their side.",
  actions: {
    create: action({
      ...base,
      id: "createSquare",
      method: "POST",
      repeatable: true,
      path: "/squares",
      summary: "Create a square",
      fields: z.object({ side: z.coerce.number<string>().int().describe("The side of the square.") }),
      status: 201,
      output: Square,
      errors: ["conflict"],
      example: { request: { side: "3" }, response: shown },
      run: async ({ fields, caller }) => square(String(fields.side), caller.account),
    }),
    get: action({
      ...base,
      id: "readSquare",
      method: "GET",
      path: "/squares/{id}",
      summary: "Read a square",
      query: z.object({ scale: z.int().min(1).max(9).default(1).describe("A factor of the area.") }),
      output: Square,
      errors: ["unknown-job"],
      example: { query: { scale: 2 }, response: shown },
      async run({ id, query, caller }) {
        if (!/^\d+$/.test(id)) throw new Problem("unknown-job", "The account has no square with this ID.");
        const one = square(id, caller.account);
        return { ...one, area: one.area * query.scale };
      },
    }),
  },
  tools: { square_create: "create", square_read: "get" },
} satisfies DescribedResource<unknown>;
